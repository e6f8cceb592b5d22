// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QIcon>

#include "app/gui/window/main_window.h"

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("Warpstring"));
    QApplication::setApplicationVersion(QStringLiteral(WARPSTRING_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("warpstring"));
    QIcon icon;
    for (const int size : {16, 32, 48, 128, 256})
        icon.addFile(QStringLiteral(":/icons/warpstring-%1.png").arg(size));
    QApplication::setWindowIcon(icon);
    warpstring::gui::MainWindow window;
    window.show();
    return QApplication::exec();
}
