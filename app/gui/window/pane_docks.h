// SPDX-License-Identifier: GPL-3.0-or-later
// The panes in their docks, and how they are laid out.
#pragma once

#include <QMainWindow>
#include <vector>

#include "app/gui/panes/pane.h"

class QDockWidget;
class QToolBar;

namespace warpstring::gui {

enum class DockPlace {
    Side, ///< beside the source: the kernel as seen in one way or another
    Below ///< below the source
};

/// Docks of a window, hidden together with the bar above them while the start page is shown.
class PaneDocks {
public:
    explicit PaneDocks(QMainWindow& window);

    /// `name` is for saved layouts and tests: it stays the same for ever.
    QDockWidget* add(Pane* pane, const QString& name, DockPlace place);
    /// A bar that is seen whenever the docks are, whatever a saved layout says of it: layouts are saved while
    /// the start page is shown, too.
    void setBar(QToolBar* bar);
    [[nodiscard]] const std::vector<QDockWidget*>& docks() const { return docks_; }
    [[nodiscard]] std::vector<Pane*> panes() const;
    /// The dock of a pane; nullptr for one that is in none.
    [[nodiscard]] QDockWidget* dockOf(const Pane* pane) const;

    /// All docks tabbed beside the source; on high screens in two groups, one below the other.
    void restoreDefault();
    void setShown(bool shown);
    [[nodiscard]] bool shown() const { return shown_; }

    /// Like QMainWindow::saveState(), with the docks as they are when they are shown.
    [[nodiscard]] QByteArray state() const;
    bool restore(const QByteArray& state);

    /// Changes when docks come or go: layouts saved before do not fit any more.
    static constexpr int version = 6;

private:
    void resizeDefault();
    bool restoreWindow(const QByteArray& state);

    QMainWindow& window_;
    std::vector<QDockWidget*> docks_;
    std::vector<DockPlace> places_;
    QToolBar* bar_ = nullptr;
    QDockWidget *first_ = nullptr, *second_ = nullptr, *below_ = nullptr; ///< that decide on the default sizes
    bool shown_ = true;
    bool asDefault_ = false; ///< no layout was asked for while hidden but the default one
    QByteArray hidden_;      ///< the state while the docks are hidden
};

} // namespace warpstring::gui
