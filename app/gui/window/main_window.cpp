// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/main_window.h"

namespace warpstring::gui {

MainWindow::MainWindow() { setWindowTitle(QStringLiteral("Warpstring")); }

} // namespace warpstring::gui
