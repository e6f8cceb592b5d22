// SPDX-License-Identifier: GPL-3.0-or-later
// Real windows, on Qt's offscreen platform unless another one is asked for. Settings go to a folder of their
// own.
#include <QApplication>
#include <QStandardPaths>
#include <gtest/gtest.h>

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setApplicationName(QStringLiteral("Warpstring"));
    const QApplication application(argc, argv);
    return RUN_ALL_TESTS();
}
