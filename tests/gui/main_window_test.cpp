// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/main_window.h"

#include <gtest/gtest.h>

namespace warpstring::gui {

namespace {

TEST(MainWindow, Opens) {
    MainWindow window;
    window.show();
    EXPECT_TRUE(window.isVisible());
}

} // namespace

} // namespace warpstring::gui
