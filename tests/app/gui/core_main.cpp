// SPDX-License-Identifier: GPL-3.0-or-later
// View-models need an event loop, but no screen.
#include <QCoreApplication>
#include <gtest/gtest.h>

namespace warpstring::gui {

// In autosave_test.cpp.
bool isAutosaveWriter(int argc, char** argv);
int writeAutosaveAndWait(char** argv);

} // namespace warpstring::gui

int main(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    if (warpstring::gui::isAutosaveWriter(argc, argv)) return warpstring::gui::writeAutosaveAndWait(argv);
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
