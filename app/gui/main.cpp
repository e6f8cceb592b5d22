// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>

#include "app/gui/window/main_window.h"

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("Warpstring"));
    QApplication::setApplicationVersion(QStringLiteral(WARPSTRING_VERSION));
    warpstring::gui::MainWindow window;
    window.show();
    return QApplication::exec();
}
