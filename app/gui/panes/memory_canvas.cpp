// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/memory_canvas.h"

#include <QMouseEvent>
#include <QPainter>
#include <cmath>

namespace warpstring::gui {

namespace {
constexpr int leastMapWidth = 280;
} // namespace

MemoryCanvas::MemoryCanvas(const Display& display, QWidget* parent) : QWidget(parent), display_(display) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumWidth(leastMapWidth);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
}

void MemoryCanvas::show(SharedMemoryMap map, MemoryScope shown) {
    map_ = std::move(map);
    shown_ = shown;
    hovered_.clear();
    pinned_.clear();
    layOut();
    update();
}

void MemoryCanvas::mark(std::vector<std::size_t> hovered, std::vector<std::size_t> pinned) {
    if (hovered == hovered_ && pinned == pinned_) return;
    hovered_ = std::move(hovered);
    pinned_ = std::move(pinned);
    update();
}

void MemoryCanvas::layOut() {
    layout_ = {};
    if (map_) layout_ = layoutMemory(*map_, shown_, font(), width());
    // The height follows the width: the scroll area around asks for it.
    const int height = static_cast<int>(std::ceil(layout_.size.height()));
    if (height != minimumHeight()) setMinimumHeight(height);
}

QSize MemoryCanvas::sizeHint() const { return {560, minimumHeight()}; }

void MemoryCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = display_.theme();
    painter.fillRect(rect(), theme.background);
    if (!map_) return;
    paintMemory(painter, theme, *map_, layout_, font());
    paintMemoryMarks(painter, *map_, layout_, pinned_, theme.pin);
    paintMemoryMarks(painter, *map_, layout_, hovered_, theme.text);
}

void MemoryCanvas::resizeEvent(QResizeEvent*) { layOut(); }

void MemoryCanvas::mouseMoveEvent(QMouseEvent* event) {
    Q_EMIT hovered(map_ ? layout_.hit(*map_, event->position()) : std::nullopt);
}

void MemoryCanvas::mousePressEvent(QMouseEvent* event) {
    if (!map_ || event->button() != Qt::LeftButton) return;
    if (const auto hit = layout_.hit(*map_, event->position())) Q_EMIT clicked(*hit);
}

void MemoryCanvas::leaveEvent(QEvent*) { Q_EMIT hovered(std::nullopt); }

} // namespace warpstring::gui
