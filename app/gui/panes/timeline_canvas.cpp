// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/timeline_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace warpstring::gui {

namespace {

constexpr double timeZoomStep = 1.25, panPart = 0.1, measurePart = 0.02;
/// Of the horizontal scroll bar, for all cycles.
constexpr double barSteps = 100000;

bool isSameKernel(const Analysis& a, const Analysis& b) {
    return a.launch().source == b.launch().source && a.launch().kernel == b.launch().kernel &&
           a.request.specName == b.request.specName;
}

} // namespace

TimelineCanvas::TimelineCanvas(Display& display, QWidget* parent)
    : QAbstractScrollArea(parent), display_(display) {
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setAccessibleName(QStringLiteral("Timeline of a multiprocessor"));
    viewport()->setMouseTracking(true);
    // The painting fills all of it.
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&display_, &Display::changed, this, [this] {
        scene_.unit = display_.unit();
        viewport()->update();
    });
}

void TimelineCanvas::setTimeline(std::shared_ptr<const TimelineIndex> timelineIndex) {
    const bool all = !timelineIndex_ || !timelineIndex || fitted() ||
                     !isSameKernel(timelineIndex_->analysis(), timelineIndex->analysis());
    timelineIndex_ = std::move(timelineIndex);
    schedules_.reset();
    scene_.timelineIndex = timelineIndex_.get();
    scene_.schedules = nullptr;
    scene_.hovered.clear();
    scene_.pinned.clear();
    scene_.span.reset();
    scene_.hit.reset();
    scene_.window.setLimit(timelineIndex_ ? timelineIndex_->end() : 1);
    if (all) scene_.window.fit();
    relayout();
    windowMoved();
    Q_EMIT spanChanged();
    Q_EMIT hitChanged();
}

void TimelineCanvas::setSchedules(std::shared_ptr<const GroupSchedules> schedules) {
    schedules_ = std::move(schedules);
    scene_.schedules = schedules_.get();
    if (timelineIndex_)
        scene_.window.setLimit(schedules_ ? std::max(timelineIndex_->end(), schedules_->end())
                                          : timelineIndex_->end());
    relayout();
    windowMoved();
}

void TimelineCanvas::setMarks(TimelineMarks hovered, TimelineMarks pinned) {
    scene_.hovered = std::move(hovered);
    scene_.pinned = std::move(pinned);
    viewport()->update();
}

void TimelineCanvas::showWindow(double from, double to) {
    scene_.window.show(from, to);
    windowMoved();
}

bool TimelineCanvas::fitted() const {
    if (!timelineIndex_) return true;
    return scene_.window.from() == 0 &&
           std::fabs(scene_.window.to() - std::max(timelineIndex_->end(), 1.0)) < 0.5;
}

void TimelineCanvas::fit() {
    if (timelineIndex_ && !fitted())
        scene_.window.show(0, timelineIndex_->end());
    else
        scene_.window.fit();
    windowMoved();
}

void TimelineCanvas::zoom(double factor) {
    scene_.window.zoomAbout((scene_.window.from() + scene_.window.to()) / 2, factor);
    windowMoved();
}

void TimelineCanvas::setSpan(std::optional<std::pair<double, double>> span) {
    if (span == scene_.span) return;
    scene_.span = span;
    viewport()->update();
    Q_EMIT spanChanged();
}

QPointF TimelineCanvas::pointOf(std::size_t row, double cycle) const {
    return {layout_.x(cycle, scene_.window),
            axisHeight(font()) + layout_.rowTops[row] + layout_.rowHeight * 0.4 - verticalScrollBar()->value()};
}

void TimelineCanvas::relayout() {
    scene_.font = font();
    scene_.unit = display_.unit();
    const double axis = axisHeight(font());
    LayoutSpace space;
    space.width = viewport()->width();
    space.height = std::max(1.0, viewport()->height() - axis);
    space.lineHeight = QFontMetricsF(labelFont(font())).height();
    space.labelWidth = labelWidth(font());
    layout_ = timelineIndex_ ? layOutTimeline(*timelineIndex_, schedules_.get(), space) : TimelineLayout();
    verticalScrollBar()->setPageStep(static_cast<int>(layout_.rowsSeen));
    verticalScrollBar()->setSingleStep(static_cast<int>(std::max(8.0, layout_.rowHeight)));
    verticalScrollBar()->setRange(0, static_cast<int>(std::ceil(layout_.rowsHeight - layout_.rowsSeen)));
    viewport()->update();
}

void TimelineCanvas::windowMoved() {
    const double scale = barSteps / scene_.window.limit();
    settingBar_ = true;
    horizontalScrollBar()->setPageStep(static_cast<int>(scene_.window.cycles() * scale));
    horizontalScrollBar()->setSingleStep(static_cast<int>(scene_.window.cycles() * scale * panPart));
    horizontalScrollBar()->setRange(
        0, static_cast<int>(std::round((scene_.window.limit() - scene_.window.cycles()) * scale)));
    horizontalScrollBar()->setValue(static_cast<int>(std::round(scene_.window.from() * scale)));
    settingBar_ = false;
    viewport()->update();
    Q_EMIT windowChanged();
}

void TimelineCanvas::scrollContentsBy(int dx, int dy) {
    if (dx != 0 && !settingBar_) {
        const double from = horizontalScrollBar()->value() * scene_.window.limit() / barSteps;
        scene_.window.pan(from - scene_.window.from());
        Q_EMIT windowChanged();
    }
    if (dx != 0 || dy != 0) viewport()->update();
}

void TimelineCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    const QRectF area(viewport()->rect());
    if (!timelineIndex_) {
        painter.fillRect(area, display_.theme().background);
        return;
    }
    paintTimeline(painter, display_.theme(), scene_, layout_, area, verticalScrollBar()->value());
    if (hasFocus()) {
        painter.setPen(QPen(display_.theme().accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void TimelineCanvas::resizeEvent(QResizeEvent*) { relayout(); }

void TimelineCanvas::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) relayout();
}

void TimelineCanvas::setHit(std::optional<TimelineHit> hit) {
    if (hit == scene_.hit) return;
    scene_.hit = hit;
    viewport()->update();
    Q_EMIT hitChanged();
}

std::optional<TimelineHit> TimelineCanvas::hitAt(const QPointF& point) const {
    const double y = point.y() - axisHeight(font());
    if (!timelineIndex_ || y < 0 || y >= layout_.rowsSeen || point.x() < layout_.left ||
        point.x() > layout_.right)
        return std::nullopt;
    const auto row = layout_.rowAt(y + verticalScrollBar()->value());
    return row ? timelineIndex_->at(*row, cycleAt(point.x())) : std::nullopt;
}

void TimelineCanvas::wheelEvent(QWheelEvent* event) {
    const QPoint turned = event->angleDelta();
    if (event->modifiers().testFlag(Qt::ShiftModifier) || std::abs(turned.x()) > std::abs(turned.y())) {
        const int by = turned.x() != 0 ? turned.x() : turned.y();
        scene_.window.pan(-by / 120.0 * panPart * scene_.window.cycles());
    } else {
        scene_.window.zoomAbout(cycleAt(event->position().x()), std::pow(timeZoomStep, -turned.y() / 120.0));
    }
    windowMoved();
    setHit(hitAt(event->position()));
    event->accept();
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !timelineIndex_) return;
    pressed_ = event->position();
    windowAtPress_ = scene_.window;
    scrollAtPress_ = verticalScrollBar()->value();
    const bool measures = event->modifiers().testFlag(Qt::ShiftModifier);
    drag_ = measures ? Drag::Measure : Drag::Pressed;
    if (measures) setSpan(std::nullopt);
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event) {
    const QPointF moved = event->position() - pressed_;
    if (drag_ == Drag::Pressed && moved.manhattanLength() > 4) {
        drag_ = Drag::Move;
        viewport()->setCursor(Qt::ClosedHandCursor);
    }
    if (drag_ == Drag::Move) {
        scene_.window = windowAtPress_;
        scene_.window.pan(-moved.x() / (layout_.right - layout_.left) * windowAtPress_.cycles());
        verticalScrollBar()->setValue(scrollAtPress_ - static_cast<int>(moved.y()));
        windowMoved();
    } else if (drag_ == Drag::Measure) {
        const auto within = [&](double x) {
            return std::clamp(cycleAt(x), scene_.window.from(), scene_.window.to());
        };
        setSpan(std::pair(within(pressed_.x()), within(event->position().x())));
    } else if (drag_ == Drag::None) {
        setHit(hitAt(event->position()));
    }
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const Drag drag = std::exchange(drag_, Drag::None);
    viewport()->unsetCursor();
    if (drag != Drag::Pressed) return;
    setHit(hitAt(event->position()));
    Q_EMIT pinAsked();
}

bool TimelineCanvas::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave && drag_ == Drag::None) setHit(std::nullopt);
    return QAbstractScrollArea::viewportEvent(event);
}

bool TimelineCanvas::measure(int key) {
    if (key != Qt::Key_Left && key != Qt::Key_Right) return false;
    const double step = (key == Qt::Key_Left ? -measurePart : measurePart) * scene_.window.cycles();
    const double start =
        scene_.hit ? timelineIndex_->entry(*scene_.hit).begin : (scene_.window.from() + scene_.window.to()) / 2;
    auto span = scene_.span.value_or(std::pair(start, start));
    span.second = std::clamp(span.second + step, 0.0, scene_.window.limit());
    setSpan(span);
    return true;
}

/// To the next operation of a warp, or to the next warp.
bool TimelineCanvas::walk(int key) {
    if (timelineIndex_->rows().empty()) return false;
    TimelineHit to = scene_.hit.value_or(TimelineHit());
    const double cycle = scene_.hit ? timelineIndex_->entry(to).issue : scene_.window.from();
    const auto entries = [&] {
        return static_cast<std::uint32_t>(timelineIndex_->rows()[to.row].entries.size());
    };
    const auto nearest = [&] {
        const auto& all = timelineIndex_->rows()[to.row].entries;
        const auto found = std::partition_point(
            all.begin(), all.end(), [&](const timeline::HistoryEntry& entry) { return entry.end <= cycle; });
        to.entry = static_cast<std::uint32_t>(std::min<std::ptrdiff_t>(found - all.begin(), entries() - 1));
    };
    if (!scene_.hit)
        nearest();
    else if (key == Qt::Key_Right && to.entry + 1 < entries())
        ++to.entry;
    else if (key == Qt::Key_Left && to.entry > 0)
        --to.entry;
    else if (key == Qt::Key_Down && to.row + 1 < timelineIndex_->rows().size())
        ++to.row, nearest();
    else if (key == Qt::Key_Up && to.row > 0)
        --to.row, nearest();
    to.state = WarpState::issuing(token_string::TokenKind::Compute);
    setHit(to);
    showHit();
    return true;
}

void TimelineCanvas::showHit() {
    const timeline::HistoryEntry& entry = timelineIndex_->entry(*scene_.hit);
    if (entry.issue < scene_.window.from() || entry.issued > scene_.window.to()) {
        const double half = scene_.window.cycles() / 2;
        showWindow(entry.issue - half, entry.issue + half);
    }
    const double top = layout_.rowTops[scene_.hit->row];
    if (top < verticalScrollBar()->value())
        verticalScrollBar()->setValue(static_cast<int>(top));
    else if (top + layout_.rowHeight > verticalScrollBar()->value() + layout_.rowsSeen)
        verticalScrollBar()->setValue(static_cast<int>(std::ceil(top + layout_.rowHeight - layout_.rowsSeen)));
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event) {
    if (!timelineIndex_) return event->ignore();
    const int key = event->key();
    const bool arrow = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
    if (arrow && event->modifiers().testFlag(Qt::ControlModifier) && walk(key)) return;
    if (arrow && event->modifiers().testFlag(Qt::ShiftModifier) && measure(key)) return;
    switch (key) {
    case Qt::Key_Left: scene_.window.pan(-panPart * scene_.window.cycles()); break;
    case Qt::Key_Right: scene_.window.pan(panPart * scene_.window.cycles()); break;
    case Qt::Key_Home: scene_.window.pan(-scene_.window.limit()); break;
    case Qt::Key_End: scene_.window.pan(scene_.window.limit()); break;
    case Qt::Key_Up: return verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
    case Qt::Key_Down: return verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
    case Qt::Key_PageUp: return verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepSub);
    case Qt::Key_PageDown: return verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepAdd);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(1 / timeZoomStep);
    case Qt::Key_Minus: return zoom(timeZoomStep);
    case Qt::Key_0: return fit();
    case Qt::Key_Return:
    case Qt::Key_Enter: Q_EMIT pinAsked(); return;
    case Qt::Key_Escape:
        if (scene_.span)
            setSpan(std::nullopt);
        else
            setHit(std::nullopt);
        return;
    default: QAbstractScrollArea::keyPressEvent(event); return;
    }
    windowMoved();
}

} // namespace warpstring::gui
