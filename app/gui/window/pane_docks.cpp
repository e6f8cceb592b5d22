// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/pane_docks.h"

#include <QAction>
#include <QChildEvent>
#include <QDockWidget>
#include <QPointer>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>

namespace warpstring::gui {

namespace {

/// Names of panes are written out: where there are more than fit, buttons scroll to them. A window makes bars
/// as docks come together, and sets them to elide names once they are made.
class WholeNames : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::ChildAdded) {
            const QPointer<QObject> child(static_cast<QChildEvent*>(event)->child());
            QTimer::singleShot(0, this, [child] {
                auto* bar = qobject_cast<QTabBar*>(child.data());
                if (bar == nullptr) return;
                bar->setElideMode(Qt::ElideNone);
                bar->setUsesScrollButtons(true);
            });
        }
        return QObject::eventFilter(watched, event);
    }
};

constexpr int highWindow = 1000;      ///< pixels: from here on two groups of panes fit below each other
constexpr std::size_t upperPanes = 5; ///< in the upper group of the two

} // namespace

PaneDocks::PaneDocks(QMainWindow& window) : window_(window) {
    window_.installEventFilter(new WholeNames(&window_));
}

QDockWidget* PaneDocks::add(Pane* pane, const QString& name, DockPlace place) {
    auto* dock = new QDockWidget(pane->windowTitle(), &window_);
    dock->setObjectName(name);
    dock->setWidget(pane);
    QObject::connect(pane, &QWidget::windowTitleChanged, dock, &QDockWidget::setWindowTitle);
    // Docks behind others are told so as well.
    QObject::connect(dock, &QDockWidget::visibilityChanged, pane, &Pane::setSeen);
    docks_.push_back(dock);
    places_.push_back(place);
    window_.addDockWidget(place == DockPlace::Side ? Qt::RightDockWidgetArea : Qt::BottomDockWidgetArea, dock);
    return dock;
}

void PaneDocks::setBar(QToolBar* bar) {
    bar_ = bar;
    bar_->toggleViewAction()->setVisible(false); // the menu of docks would take it away
    bar_->setVisible(shown_);
}

std::vector<Pane*> PaneDocks::panes() const {
    std::vector<Pane*> panes;
    panes.reserve(docks_.size());
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
    // Sizes take hold of docks that are seen: once more when they are.
    asDefault_ = !shown_ || !window_.isVisible();
    const bool high = window_.height() >= highWindow;
    QDockWidget *first = nullptr, *second = nullptr, *below = nullptr;
    std::vector<QDockWidget*> side;
    for (std::size_t i = 0; i < docks_.size(); ++i) {
        docks_[i]->setFloating(false);
        window_.removeDockWidget(docks_[i]);
        if (places_[i] == DockPlace::Side) {
            side.push_back(docks_[i]);
        } else {
            window_.addDockWidget(Qt::BottomDockWidgetArea, docks_[i]);
            if (below != nullptr) window_.tabifyDockWidget(below, docks_[i]);
            below = below == nullptr ? docks_[i] : below;
        }
    }
    // The groups are laid out while each is one dock: a tab cannot be split.
    if (!side.empty()) window_.addDockWidget(Qt::RightDockWidgetArea, first = side.front());
    if (high && side.size() > upperPanes)
        window_.splitDockWidget(first, second = side[upperPanes], Qt::Vertical);
    for (std::size_t i = 1; i < side.size(); ++i)
        if (side[i] != second)
            window_.tabifyDockWidget(second != nullptr && i > upperPanes ? second : first, side[i]);
    for (QDockWidget* dock : docks_) dock->setVisible(shown_);
    if (first != nullptr) {
        first->raise();
        first_ = first;
    }
    if (second != nullptr) second->raise();
    if (below != nullptr) below->raise();
    second_ = second;
    below_ = below;
    resizeDefault();
    // Docks that were just shown get their sizes with the next events.
    QTimer::singleShot(0, &window_, [this] { resizeDefault(); });
}

void PaneDocks::resizeDefault() {
    if (first_ != nullptr) window_.resizeDocks({first_}, {window_.width() * 11 / 20}, Qt::Horizontal);
    if (second_ != nullptr)
        window_.resizeDocks({first_, second_}, {window_.height() / 2, window_.height() / 2}, Qt::Vertical);
    if (below_ != nullptr) window_.resizeDocks({below_}, {window_.height() / 6}, Qt::Vertical);
}

void PaneDocks::setShown(bool shown) {
    if (shown == shown_) return;
    if (shown) {
        shown_ = true;
        if (bar_ != nullptr) bar_->show();
        if (asDefault_) {
            restoreDefault();
            asDefault_ = false;
        } else if (hidden_.isEmpty() || !restoreWindow(hidden_))
            for (QDockWidget* dock : docks_) dock->show();
        hidden_.clear();
        return;
    }
    hidden_ = window_.saveState(version);
    shown_ = false;
    if (bar_ != nullptr) bar_->hide();
    for (QDockWidget* dock : docks_) dock->hide();
}

QByteArray PaneDocks::state() const { return shown_ ? window_.saveState(version) : hidden_; }

bool PaneDocks::restoreWindow(const QByteArray& state) {
    const bool restored = window_.restoreState(state, version);
    if (bar_ != nullptr) bar_->setVisible(shown_);
    return restored;
}

bool PaneDocks::restore(const QByteArray& state) {
    if (state.isEmpty()) return false;
    if (shown_) return restoreWindow(state);
    hidden_ = state;
    asDefault_ = false;
    return true;
}

} // namespace warpstring::gui
