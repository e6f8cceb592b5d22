// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/pane_docks.h"

#include <QDockWidget>

namespace warpstring::gui {

namespace {

constexpr int highWindow = 1000; ///< pixels: from here on two groups of panes fit below each other

} // namespace

QDockWidget* PaneDocks::add(Pane* pane, const QString& name, DockPlace place) {
    auto* dock = new QDockWidget(pane->windowTitle(), &window_);
    dock->setObjectName(name);
    dock->setWidget(pane);
    QObject::connect(pane, &QWidget::windowTitleChanged, dock, &QDockWidget::setWindowTitle);
    docks_.push_back(dock);
    places_.push_back(place);
    window_.addDockWidget(place == DockPlace::Side ? Qt::RightDockWidgetArea : Qt::BottomDockWidgetArea, dock);
    return dock;
}

std::vector<Pane*> PaneDocks::panes() const {
    std::vector<Pane*> panes;
    for (QDockWidget* dock : docks_) panes.push_back(static_cast<Pane*>(dock->widget()));
    return panes;
}

QDockWidget* PaneDocks::dockOf(const Pane* pane) const {
    for (QDockWidget* dock : docks_)
        if (dock->widget() == pane) return dock;
    return nullptr;
}

void PaneDocks::restoreDefault() {
    // The lower corner belongs to the side: what is below the source is as wide as the source.
    window_.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window_.setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks |
                           QMainWindow::AllowTabbedDocks);
    window_.setTabPosition(Qt::RightDockWidgetArea, QTabWidget::North);
    const bool high = window_.height() >= highWindow;
    QDockWidget *first = nullptr, *second = nullptr, *below = nullptr;
    std::size_t side = 0;
    for (std::size_t i = 0; i < docks_.size(); ++i) {
        QDockWidget* dock = docks_[i];
        dock->setFloating(false);
        window_.removeDockWidget(dock);
        if (places_[i] == DockPlace::Below) {
            window_.addDockWidget(Qt::BottomDockWidgetArea, dock);
            if (below != nullptr) window_.tabifyDockWidget(below, dock);
            below = below == nullptr ? dock : below;
        } else {
            QDockWidget*& group = high && side >= 3 ? second : first;
            if (group == nullptr && group == second && first != nullptr && high) {
                window_.addDockWidget(Qt::RightDockWidgetArea, dock);
                window_.splitDockWidget(first, dock, Qt::Vertical);
                second = dock;
            } else if (group == nullptr) {
                window_.addDockWidget(Qt::RightDockWidgetArea, dock);
                group = dock;
            } else {
                window_.tabifyDockWidget(group, dock);
            }
            ++side;
        }
        dock->setVisible(shown_);
    }
    if (first != nullptr) {
        first->raise();
        window_.resizeDocks({first}, {window_.width() * 11 / 20}, Qt::Horizontal);
    }
    if (second != nullptr) second->raise();
    if (below != nullptr) window_.resizeDocks({below}, {window_.height() / 6}, Qt::Vertical);
}

void PaneDocks::setShown(bool shown) {
    if (shown == shown_) return;
    if (shown) {
        shown_ = true;
        if (hidden_.isEmpty() || !window_.restoreState(hidden_, version))
            for (QDockWidget* dock : docks_) dock->show();
        hidden_.clear();
        return;
    }
    hidden_ = window_.saveState(version);
    shown_ = false;
    for (QDockWidget* dock : docks_) dock->hide();
}

QByteArray PaneDocks::state() const { return shown_ ? window_.saveState(version) : hidden_; }

bool PaneDocks::restore(const QByteArray& state) {
    if (state.isEmpty()) return false;
    if (shown_) return window_.restoreState(state, version);
    hidden_ = state;
    return true;
}

} // namespace warpstring::gui
