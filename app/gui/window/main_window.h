// SPDX-License-Identifier: GPL-3.0-or-later
// The window: panes in docks, menus, status bar.
#pragma once

#include <QMainWindow>

#include "app/gui/panes/pane.h"

namespace warpstring::gui {

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow();

private:
    Display display_;
    Selection selection_;
};

} // namespace warpstring::gui
