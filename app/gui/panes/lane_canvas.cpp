// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/lane_canvas.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace warpstring::gui {

namespace {
constexpr int leastLaneWidth = 420;
} // namespace

LaneCanvas::LaneCanvas(const Display& display, QWidget* parent) : QWidget(parent), display_(display) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumWidth(leastLaneWidth);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
}

void LaneCanvas::show(std::optional<LaneScene> scene) {
    const int hoveredItem = scene_ ? scene_->hoveredItem : -1;
    scene_ = std::move(scene);
    if (scene_ && hoveredItem < scene_->step.groupSize) scene_->hoveredItem = hoveredItem;
    layOut();
    update();
}

void LaneCanvas::zoom(double factor) {
    zoom_ = std::clamp(factor, 0.5, 4.0);
    // What does not fit is scrolled to.
    const int fitting = std::max(leastLaneWidth, parentWidget() == nullptr ? width() : parentWidget()->width());
    setMinimumWidth(zoom_ > 1 ? static_cast<int>(fitting * zoom_) : leastLaneWidth);
    layOut();
    update();
}

void LaneCanvas::layOut() {
    layout_ = {};
    if (scene_) layout_ = layoutLanes(*scene_, width() / zoom_, false);
    // The height follows the width: the scroll area around asks for it.
    const int height = static_cast<int>(std::ceil(layout_.size.height() * zoom_));
    if (height != minimumHeight()) setMinimumHeight(height);
}

QSize LaneCanvas::sizeHint() const { return {720, minimumHeight()}; }

void LaneCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), display_.theme().background);
    if (!scene_) return;
    painter.scale(zoom_, zoom_);
    paintLanes(painter, display_.theme(), *scene_, layout_, false);
}

void LaneCanvas::resizeEvent(QResizeEvent*) { layOut(); }

void LaneCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!scene_) return;
    const LaneHit hit = layout_.hit(event->position() / zoom_);
    if (hit.item != scene_->hoveredItem) {
        scene_->hoveredItem = hit.item;
        update();
    }
    Q_EMIT hovered(hit);
}

void LaneCanvas::mousePressEvent(QMouseEvent* event) {
    if (!scene_ || event->button() != Qt::LeftButton) return;
    if (const int warp = layout_.hit(event->position() / zoom_).warp; warp >= 0) Q_EMIT warpClicked(warp);
}

void LaneCanvas::enterEvent(QEnterEvent*) { Q_EMIT entered(true); }

void LaneCanvas::leaveEvent(QEvent*) {
    if (scene_ && scene_->hoveredItem >= 0) {
        scene_->hoveredItem = -1;
        update();
    }
    Q_EMIT hovered({});
    Q_EMIT entered(false);
}

} // namespace warpstring::gui
