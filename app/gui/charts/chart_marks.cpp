// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/charts/chart_marks.h"

#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "app/gui/charts/chart_paint.h"
#include "app/gui/models/string/cost_change.h"

namespace warpstring::gui {

using charts::ChartKind;
using charts::ChartPoint;

namespace {

/// More points than this are thinned: those of a series that lie in one small square are drawn as one.
constexpr std::size_t manyPoints = 4000;
constexpr double cellSize = 3; // pixels

double scaledOrBelow(const charts::ChartAxis& axis, double of) {
    if (!axis.logarithmic) return of;
    return std::log10(std::max(of, axis.low * 1e-3)); // what is not positive goes below the axis
}

} // namespace

ChartMarks::ChartMarks(Chart& chart) : QGraphicsItem(&chart), chart_(chart) {
    const charts::ChartData& data = chart.data();
    for (const charts::ChartSeries& series : data.series) {
        auto& places = scaled_.emplace_back();
        if (data.hasRows()) continue;
        places.reserve(series.points.size());
        for (const ChartPoint& point : series.points)
            places.emplace_back(scaledOrBelow(data.x, point.x), scaledOrBelow(data.y, point.y));
    }
    setZValue(50);
    setAcceptedMouseButtons(Qt::NoButton);
}

QRectF ChartMarks::boundingRect() const { return plot_.adjusted(-12, -12, 12, 12); }

double ChartMarks::across(double value) const {
    const ChartWindow& window = chart_.window();
    return plot_.left() + (value - window.left) / (window.right - window.left) * plot_.width();
}

double ChartMarks::up(double value) const {
    const ChartWindow& window = chart_.window();
    return plot_.bottom() - (value - window.bottom) / (window.top - window.bottom) * plot_.height();
}

QPointF ChartMarks::toPlot(const ChartPoint& point, double value) const {
    const charts::ChartData& data = chart_.data();
    if (data.hasRows()) return {across(scaledOrBelow(data.y, value)), up(-point.x)};
    return {across(scaledOrBelow(data.x, point.x)), up(scaledOrBelow(data.y, value))};
}

double ChartMarks::barBase() const {
    const charts::ChartAxis& axis = chart_.data().y;
    return across(axis.logarithmic ? scaledOrBelow(axis, axis.low) : 0);
}

void ChartMarks::placeRows() {
    const charts::ChartData& data = chart_.data();
    const double height = plot_.height() / (chart_.window().top - chart_.window().bottom);
    const bool stacked = data.kind == ChartKind::Stacks || data.kind == ChartKind::Deltas;
    const double bars = stacked ? 1 : static_cast<double>(std::max<std::size_t>(1, data.series.size()));
    const double thick = std::min(stacked ? 20.0 : 15.0, 0.8 * height / bars);
    const double zero = barBase();
    std::vector<double> ends(data.rows(), 0); // of the stacks so far
    for (std::size_t s = 0; s < data.series.size(); ++s)
        for (std::size_t p = 0; p < data.series[s].points.size(); ++p) {
            const ChartPoint& point = data.series[s].points[p];
            double from = zero;
            QPointF end = toPlot(point, point.y);
            if (data.kind == ChartKind::Stacks) {
                double& sum = ends[static_cast<std::size_t>(point.x)];
                from = across(sum);
                sum += point.y;
                end.setX(across(sum));
            }
            const double middle = end.y() + (stacked ? 0 : (static_cast<double>(s) - (bars - 1) / 2) * thick);
            // Whole rows only: a file's format may not clip.
            if (end.y() < plot_.top() || end.y() > plot_.bottom()) continue;
            const double left = std::clamp(std::min(from, end.x()), plot_.left(), plot_.right());
            const double right = std::clamp(std::max(from, end.x()), plot_.left(), plot_.right());
            placed_.push_back(
                {{s, p}, {end.x(), middle}, QRectF(left, middle - thick / 2, right - left, thick)});
        }
}

void ChartMarks::placePoints() {
    const charts::ChartData& data = chart_.data();
    thinned_ = data.points() > manyPoints;
    radius_ = thinned_ ? cellSize / 2 : data.points() > 400 ? 3.2 : 4;
    std::unordered_set<std::uint64_t> taken;
    for (std::size_t s = 0; s < data.series.size(); ++s) {
        taken.clear();
        for (std::size_t p = 0; p < data.series[s].points.size(); ++p) {
            const QPointF at(across(scaled_[s][p].x()), up(scaled_[s][p].y()));
            if (!plot_.adjusted(-1, -1, 1, 1).contains(at)) continue;
            if (thinned_) {
                const auto column = static_cast<std::uint32_t>((at.x() - plot_.left() + 8) / cellSize);
                const auto row = static_cast<std::uint32_t>((at.y() - plot_.top() + 8) / cellSize);
                if (!taken.insert((std::uint64_t{column} << 32) | row).second) {
                    ++covered_;
                    continue;
                }
            }
            placed_.push_back({{s, p}, at, {}});
        }
    }
}

void ChartMarks::place() {
    prepareGeometryChange();
    plot_ = chart_.plotArea();
    placed_.clear();
    covered_ = 0;
    if (plot_.isEmpty()) return;
    if (chart_.data().hasRows())
        placeRows();
    else
        placePoints();
    update();
}

std::vector<ChartMark> ChartMarks::shownMarks() const {
    std::vector<const Placed*> order;
    order.reserve(placed_.size());
    for (const Placed& placed : placed_) order.push_back(&placed);
    if (chart_.data().hasRows())
        std::stable_sort(order.begin(), order.end(), [&](const Placed* a, const Placed* b) {
            return chart_.pointOf(a->mark).x < chart_.pointOf(b->mark).x;
        });
    std::vector<ChartMark> marks;
    marks.reserve(order.size());
    for (const Placed* placed : order) marks.push_back(placed->mark);
    return marks;
}

std::optional<ChartMark> ChartMarks::markAt(const QPointF& position) const {
    const Placed* nearest = nullptr;
    double least = 9; // pixels
    for (const Placed& placed : placed_) {
        double distance = 0;
        if (chart_.data().hasRows()) {
            const QRectF bar = placed.bar.adjusted(-1, -1, 1, 1);
            const double x = std::max({bar.left() - position.x(), position.x() - bar.right(), 0.0});
            const double y = std::max({bar.top() - position.y(), position.y() - bar.bottom(), 0.0});
            distance = std::hypot(x, y);
        } else
            distance = std::hypot(placed.at.x() - position.x(), placed.at.y() - position.y());
        if (distance >= least) continue;
        least = distance;
        nearest = &placed;
    }
    if (nearest == nullptr) return std::nullopt;
    return nearest->mark;
}

QPointF ChartMarks::positionOf(const ChartMark& mark) const {
    for (const Placed& placed : placed_)
        if (placed.mark == mark) return chart_.data().hasRows() ? placed.bar.center() : placed.at;
    return toPlot(chart_.pointOf(mark), chart_.pointOf(mark).y);
}

void ChartMarks::setHovered(const std::optional<ChartMark>& mark) {
    if (hovered_ == mark) return;
    hovered_ = mark;
    update();
}

void ChartMarks::drawBands(QPainter& painter) const {
    const charts::ChartData& data = chart_.data();
    const ChartWindow& window = chart_.window();
    painter.setPen(Qt::NoPen);
    // The lines y = x + shift, cut to the plot: shifts of logarithms are factors.
    const auto strip = [&](double low, double high) {
        const QPolygonF whole(plot_);
        QPolygonF band;
        const double reach = window.right - window.left + window.top - window.bottom;
        for (const auto& [x, shift] : {std::pair(window.left - reach, low),
                                       {window.right + reach, low},
                                       {window.right + reach, high},
                                       {window.left - reach, high}})
            band << QPointF(across(x), up(x + shift));
        return band.intersected(whole);
    };
    for (std::size_t band = data.bands.size(); band-- > 0;) {
        painter.setBrush(bandColour(band, chart_.theme()));
        painter.drawPolygon(strip(std::log10(1 - data.bands[band]), std::log10(1 + data.bands[band])));
    }
    const double from = std::max(window.left, window.bottom), to = std::min(window.right, window.top);
    if (from >= to) return;
    painter.setPen(QPen(chart_.theme().text, 1.2));
    painter.drawLine(QPointF(across(from), up(from)), QPointF(across(to), up(to)));
}

void ChartMarks::drawWhisker(QPainter& painter, const Placed& placed) const {
    const ChartPoint& point = chart_.pointOf(placed.mark);
    if (!point.low || !point.high) return;
    const bool rows = chart_.data().hasRows();
    QPointF low = toPlot(point, *point.low);
    QPointF high = toPlot(point, std::isfinite(*point.high) ? *point.high : HUGE_VAL);
    if (rows) {
        low = {std::clamp(low.x(), plot_.left(), plot_.right()), placed.at.y()};
        high = {std::isfinite(*point.high) ? std::clamp(high.x(), plot_.left(), plot_.right()) : plot_.right(),
                placed.at.y()};
    } else {
        low.setY(std::clamp(low.y(), plot_.top(), plot_.bottom()));
        high.setY(std::isfinite(*point.high) ? std::clamp(high.y(), plot_.top(), plot_.bottom()) : plot_.top());
    }
    if (std::hypot(high.x() - low.x(), high.y() - low.y()) < 0.8) return; // thinner than its caps
    painter.setPen(QPen(chart_.theme().text, 1.1));
    painter.drawLine(low, high);
    const double cap = rows ? std::min(4.0, placed.bar.height() * 0.35) : 3.5;
    const QPointF aside = rows ? QPointF(0, cap) : QPointF(cap, 0);
    painter.drawLine(low - aside, low + aside);
    painter.drawLine(high - aside, high + aside);
}

void ChartMarks::drawRows(QPainter& painter) const {
    const Theme& theme = chart_.theme();
    for (const Placed& placed : placed_) {
        const QColor colour = colourOf(chart_.data().series[placed.mark.series].colour, theme);
        const bool excluded = chart_.pointOf(placed.mark).excluded;
        painter.setPen(excluded ? QPen(colour, 1) : QPen(Qt::NoPen));
        painter.setBrush(excluded ? paleColour(colour, theme) : colour);
        painter.drawRect(placed.bar);
        drawWhisker(painter, placed);
    }
    const bool deltas = chart_.data().kind == ChartKind::Deltas;
    painter.setPen(QPen(deltas ? theme.text : theme.border, 1));
    if (const double zero = barBase(); zero >= plot_.left() && zero <= plot_.right())
        painter.drawLine(QPointF(zero, plot_.top()), QPointF(zero, plot_.bottom()));
}

std::vector<std::pair<ChartMark, BarLabel>> ChartMarks::labels() const {
    std::vector<std::pair<ChartMark, BarLabel>> labels;
    if (chart_.data().kind != ChartKind::Deltas) return labels;
    const QFont font = chartFont(ChartText::Note);
    const double height = lineHeight(font), zero = barBase();
    if (plot_.height() < height * (chart_.window().top - chart_.window().bottom))
        return labels; // they would lie on each other
    for (const Placed& placed : placed_) {
        if (placed.bar.width() <= 0 && (zero < plot_.left() || zero > plot_.right()))
            continue; // not in the window
        const QString text = changeText(chart_.pointOf(placed.mark).y / 100);
        labels.emplace_back(placed.mark,
                            barLabel(text, {textWidth(text, font) + 2, height}, placed.bar, zero, plot_));
    }
    return labels;
}

void ChartMarks::drawLabels(QPainter& painter) const {
    painter.setFont(chartFont(ChartText::Note));
    for (const auto& [mark, label] : labels()) {
        const QColor bar = colourOf(chart_.data().series[mark.series].colour, chart_.theme());
        if (!label.inside) painter.fillRect(label.place, chart_.theme().background); // no line runs through it
        painter.setPen(label.inside ? Theme::textOn(bar) : chart_.theme().text);
        painter.drawText(label.place, Qt::AlignCenter, label.text);
    }
}

void ChartMarks::drawLines(QPainter& painter) const {
    for (const charts::ChartSeries& series : chart_.data().series) {
        if (series.role != charts::SeriesRole::Simulated) continue;
        painter.setPen(linePen(series.colour, chart_.theme(), 2));
        painter.setBrush(Qt::NoBrush);
        QPolygonF line;
        for (const ChartPoint& point : series.points) {
            // Several launches of one swept value stand above each other: the line goes on from the first.
            line << toPlot(point, point.y);
        }
        painter.drawPolyline(line);
    }
}

void ChartMarks::drawPoints(QPainter& painter) const {
    const Theme& theme = chart_.theme();
    const bool sweep = chart_.data().kind == ChartKind::Sweep;
    for (const Placed& placed : placed_) {
        const charts::ChartSeries& series = chart_.data().series[placed.mark.series];
        const ChartPoint& point = series.points[placed.mark.point];
        drawWhisker(painter, placed);
        const bool simulated = sweep && series.role == charts::SeriesRole::Simulated;
        // A rim keeps markers apart where they overlap.
        if (!simulated && !point.excluded && radius_ > 3)
            drawMarker(painter, series.marker, placed.at, radius_ + 0.9, theme.background, false);
        drawMarker(painter, simulated ? 0 : series.marker, placed.at, simulated ? 1.8 : radius_,
                   colourOf(series.colour, theme), point.excluded);
    }
}

/// Squares of the size of a cell, where shapes could not be told apart anyway: many are drawn at once.
void ChartMarks::drawManyPoints(QPainter& painter) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    QList<QRectF> squares;
    for (std::size_t at = 0; at < placed_.size();) {
        const std::size_t series = placed_[at].mark.series;
        squares.clear();
        for (; at < placed_.size() && placed_[at].mark.series == series; ++at)
            squares << QRectF(placed_[at].at.x() - cellSize / 2, placed_[at].at.y() - cellSize / 2, cellSize,
                              cellSize);
        painter.setBrush(colourOf(chart_.data().series[series].colour, chart_.theme()));
        painter.drawRects(squares);
    }
    painter.restore();
}

void ChartMarks::drawHovered(QPainter& painter) const {
    if (!hovered_ || hovered_->series >= chart_.data().series.size()) return;
    painter.setPen(QPen(chart_.theme().text, 1.6));
    painter.setBrush(Qt::NoBrush);
    for (const Placed& placed : placed_)
        if (placed.mark == *hovered_) {
            if (chart_.data().hasRows())
                painter.drawRect(placed.bar.adjusted(-1.5, -1.5, 1.5, 1.5));
            else
                painter.drawEllipse(placed.at, radius_ + 4, radius_ + 4);
        }
}

void ChartMarks::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget* widget) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (widget != nullptr)
        painter->setClipRect(plot_.adjusted(-6, -6, 6, 6)); // on the screen lines go on outside
    if (chart_.data().kind == ChartKind::Scatter) drawBands(*painter);
    if (chart_.data().kind == ChartKind::Sweep) drawLines(*painter);
    if (chart_.data().hasRows()) {
        drawRows(*painter);
        drawLabels(*painter);
    } else if (thinned_)
        drawManyPoints(*painter);
    else
        drawPoints(*painter);
    drawHovered(*painter);
    painter->restore();
}

} // namespace warpstring::gui
