// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/charts/chart_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace warpstring::gui {

namespace {

constexpr double step = 1.25;
constexpr double deepest = 1e4; ///< zoomed in at most

bool sameAxes(const charts::ChartData& a, const charts::ChartData& b) {
    return a.kind == b.kind && a.x.title == b.x.title && a.y.title == b.y.title &&
           a.x.categories == b.x.categories && a.x.logarithmic == b.x.logarithmic &&
           a.y.logarithmic == b.y.logarithmic;
}

} // namespace

ChartView::ChartView(const Theme& theme, QWidget* parent) : QChartView(parent), theme_(&theme) {
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(240, 180);
    setBackgroundBrush(theme.background);
    setData({});
}

ChartView::~ChartView() = default;

void ChartView::setData(const charts::ChartData& data) {
    const bool stays = shown_ != nullptr && !fitted_ && sameAxes(shown_->data(), data);
    const ChartWindow window = stays ? shown_->window() : ChartWindow();
    hovered_.reset();
    pressed_.reset();
    const std::unique_ptr<QChart> old(chart());
    Chart* made = makeChart(data, *theme_).release();
    setChart(made);
    shown_ = made;
    fitted_ = !stays;
    setAccessibleName(QString::fromStdString(data.title));
    setAccessibleDescription(QString::fromStdString(data.subtitle));
    if (stays)
        shown_->setWindow(window);
    else
        resetZoom();
}

void ChartView::setTheme(const Theme& theme) {
    theme_ = &theme;
    setBackgroundBrush(theme.background);
    shown_->setTheme(theme);
}

void ChartView::resetZoom() {
    fitted_ = true;
    ChartWindow window = shown_->wholeWindow();
    if (shown_->data().hasRows()) {
        // As many rows as can be read; the wheel brings the others.
        const auto rows = static_cast<double>(shown_->readableRows());
        window.bottom = std::max(window.bottom, window.top - rows);
    }
    shown_->setWindow(window);
}

void ChartView::zoom(double factor) { zoomAt(shown_->plotArea().center(), factor); }

void ChartView::zoomAt(const QPointF& position, double factor) {
    const QRectF plot = shown_->plotArea();
    const ChartWindow whole = shown_->wholeWindow();
    ChartWindow window = shown_->window();
    const double across = std::clamp((position.x() - plot.left()) / plot.width(), 0.0, 1.0);
    const double up = std::clamp((plot.bottom() - position.y()) / plot.height(), 0.0, 1.0);
    const auto scale = [&](double& low, double& high, double at, double all) {
        const double fixed = low + at * (high - low);
        const double span = std::clamp((high - low) / factor, all / deepest, all);
        low = fixed - at * span;
        high = low + span;
    };
    // Of rows the bars keep their length: it is compared.
    if (!shown_->data().hasRows()) scale(window.left, window.right, across, whole.right - whole.left);
    scale(window.bottom, window.top, up, whole.top - whole.bottom);
    fitted_ = false;
    shown_->setWindow(window);
    hover(std::nullopt, false);
}

void ChartView::scroll(double across, double up) {
    ChartWindow window = shown_->window();
    window.left += across;
    window.right += across;
    window.bottom += up;
    window.top += up;
    fitted_ = false;
    shown_->setWindow(window);
}

void ChartView::hover(const std::optional<ChartMark>& mark, bool tell) {
    if (mark == hovered_) return;
    hovered_ = mark;
    shown_->setHovered(mark);
    if (!mark) {
        QToolTip::hideText();
        Q_EMIT launchHovered(-1);
        return;
    }
    const charts::ChartPoint& point = shown_->pointOf(*mark);
    const QString series = QString::fromStdString(shown_->data().series[mark->series].name);
    const QString text = QString::fromStdString(point.name) + QLatin1Char('\n') + series + QLatin1Char('\n') +
                         QString::fromStdString(point.detail);
    setAccessibleDescription(text);
    if (tell) {
        const QPointF at = shown_->mapToScene(shown_->positionOf(*mark));
        QToolTip::showText(viewport()->mapToGlobal(mapFromScene(at) + QPoint(12, 12)), text, this);
    }
    Q_EMIT launchHovered(point.launch ? static_cast<qint64>(*point.launch) : -1);
}

void ChartView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = shown_->mapFromScene(mapToScene(event->position().toPoint()));
    if (pressed_ && (event->buttons() & Qt::LeftButton)) {
        const QPointF moved = event->position() - *pressed_;
        if (dragged_ || moved.manhattanLength() > 5) {
            dragged_ = true;
            const QRectF plot = shown_->plotArea();
            ChartWindow window = pressedWindow_;
            const double across = -moved.x() / plot.width() * (window.right - window.left);
            const double up = moved.y() / plot.height() * (window.top - window.bottom);
            window.left += across;
            window.right += across;
            window.bottom += up;
            window.top += up;
            fitted_ = false;
            shown_->setWindow(window);
        }
        return;
    }
    hover(shown_->markAt(at), true);
}

void ChartView::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    if (event->button() != Qt::LeftButton) return;
    pressed_ = event->position();
    pressedWindow_ = shown_->window();
    dragged_ = false;
}

void ChartView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !pressed_) return;
    pressed_.reset();
    if (dragged_) return;
    const auto mark = shown_->markAt(shown_->mapFromScene(mapToScene(event->position().toPoint())));
    hover(mark, true);
    if (!mark) return;
    if (const auto launch = shown_->pointOf(*mark).launch) Q_EMIT launchChosen(*launch);
}

void ChartView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (!shown_->markAt(shown_->mapFromScene(mapToScene(event->position().toPoint())))) resetZoom();
}

void ChartView::wheelEvent(QWheelEvent* event) {
    const double notches = event->angleDelta().y() / 120.0;
    const bool scrolls = shown_->data().hasRows() && !(event->modifiers() & Qt::ControlModifier);
    if (scrolls)
        scroll(0, 3 * notches);
    else
        zoomAt(shown_->mapFromScene(mapToScene(event->position().toPoint())), std::pow(step, notches));
    event->accept();
}

void ChartView::walk(int steps) {
    auto marks = shown_->shownMarks();
    if (marks.empty()) return;
    auto at = hovered_ ? std::find(marks.begin(), marks.end(), *hovered_) : marks.end();
    const auto count = static_cast<std::ptrdiff_t>(marks.size());
    std::ptrdiff_t next = at == marks.end() ? (steps > 0 ? 0 : count - 1) : at - marks.begin() + steps;
    if (shown_->data().hasRows() && (next < 0 || next >= count)) { // the rows beyond come into the window
        const ChartWindow before = shown_->window();
        const std::optional<ChartMark> kept = hovered_;
        scroll(0, steps > 0 ? -1 : 1);
        if (!(before == shown_->window())) {
            marks = shown_->shownMarks();
            at = kept ? std::find(marks.begin(), marks.end(), *kept) : marks.end();
            next = at == marks.end() ? 0 : at - marks.begin() + steps;
        }
    }
    next = std::clamp<std::ptrdiff_t>(next, 0, static_cast<std::ptrdiff_t>(marks.size()) - 1);
    hover(marks[static_cast<std::size_t>(next)], true);
}

void ChartView::keyPressEvent(QKeyEvent* event) {
    const double page = (shown_->window().top - shown_->window().bottom) * 0.9;
    switch (event->key()) {
    case Qt::Key_Down:
    case Qt::Key_Right: walk(1); break;
    case Qt::Key_Up:
    case Qt::Key_Left: walk(-1); break;
    case Qt::Key_PageDown: scroll(0, -page); break;
    case Qt::Key_PageUp: scroll(0, page); break;
    case Qt::Key_Home: scroll(0, 1e9); break;
    case Qt::Key_End: scroll(0, -1e9); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(step); break;
    case Qt::Key_Minus: zoom(1 / step); break;
    case Qt::Key_0: resetZoom(); break;
    case Qt::Key_Escape: hover(std::nullopt, false); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (hovered_)
            if (const auto launch = shown_->pointOf(*hovered_).launch) Q_EMIT launchChosen(*launch);
        break;
    default: QChartView::keyPressEvent(event); return;
    }
    event->accept();
}

void ChartView::leaveEvent(QEvent* event) {
    hover(std::nullopt, false);
    QChartView::leaveEvent(event);
}

void ChartView::resizeEvent(QResizeEvent* event) {
    QChartView::resizeEvent(event);
    if (fitted_ && shown_ != nullptr) resetZoom();
}

} // namespace warpstring::gui
