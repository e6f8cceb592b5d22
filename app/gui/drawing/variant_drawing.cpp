// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/variant_drawing.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/gui/models/qt_text.h"
#include "app/gui/models/unit_text.h"
#include "study/charts/chart_data.h"

namespace warpstring::gui {

namespace {

constexpr double logarithmicFrom = 8; ///< times that span this factor
constexpr double reach = 7;           ///< pixels around the pointer
constexpr double radius = 2.5;
constexpr std::size_t manyLines = 400; ///< from here on lines are drawn without smooth edges
constexpr std::size_t shades = 12;
constexpr std::size_t usualTicks = 8; ///< that the room beside the axis of times is measured by

/// Spreads what would lie on one spot, always the same way: -0.5 to 0.5.
double spread(search::VariantId id) {
    const std::uint64_t mixed = (id + 1) * 0x9e3779b97f4a7c15ULL;
    return static_cast<double>(mixed >> 40U) / static_cast<double>(1U << 24U) - 0.5;
}

double distanceTo(const QPointF& point, const QPointF& a, const QPointF& b) {
    const QPointF along = b - a, to = point - a;
    const double length = QPointF::dotProduct(along, along);
    const double at = length > 0 ? std::clamp(QPointF::dotProduct(to, along) / length, 0.0, 1.0) : 0;
    const QPointF away = to - along * at;
    return std::hypot(away.x(), away.y());
}

} // namespace

VariantDrawing::VariantDrawing(SharedVariantPlot plot, VariantView view, std::size_t axis, const QFont& font,
                               const QSizeF& size)
    : plot_(std::move(plot)), view_(view), axis_(axis), font_(font), size_(size) {
    if (plot_ && !plot_->variants.empty()) {
        isLogarithmic_ = plot_->mostUs / plot_->leastUs >= logarithmicFrom;
        const double span = plot_->mostUs - plot_->leastUs;
        const double room = span > 0 ? 0.06 * span : 0.1 * plot_->mostUs;
        const double factor = std::max(1.15, std::pow(plot_->mostUs / plot_->leastUs, 0.05));
        low_ = isLogarithmic_ ? plot_->leastUs / factor : std::max(0.0, plot_->leastUs - room);
        high_ = isLogarithmic_ ? plot_->mostUs * factor : plot_->mostUs + room;
    }
    const QFontMetricsF metrics(font_);
    const double line = metrics.height();
    double times = metrics.horizontalAdvance(QStringLiteral("10,000"));
    for (const double tick : charts::tickValues(low_, high_, isLogarithmic_, usualTicks))
        times = std::max(times, metrics.horizontalAdvance(toQString(charts::tickText(tick))));
    const bool isScatter = view_ == VariantView::Scatter;
    const double left = isScatter ? times + line + 12 : 48;
    const double right = isScatter ? 12 : times + 12;
    area_ = QRectF(left, 1.6 * line + 4, std::max(10.0, size.width() - left - right), 10);
    wordRows_ = rowsOfWords(metrics);
    area_.setHeight(std::max(10.0, size.height() - area_.top() - (1.3 + wordRows_) * line - 6));
}

/// Long words below a scatter stand on two lines in turn, where there are places enough for that to help.
int VariantDrawing::rowsOfWords(const QFontMetricsF& metrics) const {
    if (view_ != VariantView::Scatter || !plot_ || axis_ >= plot_->axes.size()) return 1;
    const auto& words = plot_->axes[axis_].words;
    const double slot = area_.width() / static_cast<double>(words.size());
    const bool isTight = std::ranges::any_of(
        words, [&](const std::string& word) { return metrics.horizontalAdvance(toQString(word)) > slot - 4; });
    return isTight && words.size() > 1 && slot > 2 * metrics.height() ? 2 : 1;
}

/// Where lines are dense, faint ones would hide the rest.
bool VariantDrawing::isDrawn(const PlottedVariant& variant) const {
    return view_ == VariantView::Scatter || !variant.isDominated;
}

double VariantDrawing::up(double timeUs) const {
    const double at =
        isLogarithmic_ ? std::log(timeUs / low_) / std::log(high_ / low_) : (timeUs - low_) / (high_ - low_);
    // The fastest stand on top of parallel axes.
    return view_ == VariantView::Scatter ? area_.bottom() - at * area_.height()
                                         : area_.top() + at * area_.height();
}

double VariantDrawing::column(std::size_t axis) const {
    return area_.left() + area_.width() * static_cast<double>(axis) /
                              static_cast<double>(std::max<std::size_t>(1, plot_->axes.size()));
}

double VariantDrawing::speedOf(const PlottedVariant& variant) const {
    const double least = plot_->variants.back().timeUs, most = plot_->variants[plot_->dominated].timeUs;
    if (!(most > least)) return 1;
    return 1 - std::log(variant.timeUs / least) / std::log(most / least);
}

std::vector<QPointF> VariantDrawing::placesAt(std::size_t index) const {
    const PlottedVariant& variant = plot_->variants[index];
    const auto slot = [&](std::size_t axis, double shift) {
        return (static_cast<double>(variant.choice[axis]) + 0.5 + shift) /
               static_cast<double>(plot_->axes[axis].words.size());
    };
    std::vector<QPointF> places;
    if (!isDrawn(variant)) return places;
    if (view_ == VariantView::Scatter) {
        if (axis_ >= plot_->axes.size()) return places;
        places.emplace_back(area_.left() + slot(axis_, 0.7 * spread(variant.id)) * area_.width(),
                            up(variant.timeUs));
        return places;
    }
    for (std::size_t axis = 0; axis < plot_->axes.size(); ++axis)
        places.emplace_back(column(axis),
                            area_.bottom() - slot(axis, 0.35 * spread(variant.id)) * area_.height());
    places.emplace_back(column(plot_->axes.size()), up(variant.timeUs));
    return places;
}

std::vector<QPointF> VariantDrawing::placesOf(search::VariantId id) const {
    const PlottedVariant* variant = plot_ ? plot_->find(id) : nullptr;
    return variant != nullptr ? placesAt(static_cast<std::size_t>(variant - plot_->variants.data()))
                              : std::vector<QPointF>();
}

std::optional<search::VariantId> VariantDrawing::variantAt(const QPointF& position) const {
    std::optional<search::VariantId> found;
    double least = reach;
    for (std::size_t i = 0; plot_ && i < plot_->variants.size(); ++i) {
        const auto places = placesAt(i);
        double distance = reach + 1;
        if (places.size() == 1) distance = distanceTo(position, places[0], places[0]);
        for (std::size_t p = 1; p < places.size(); ++p)
            distance = std::min(distance, distanceTo(position, places[p - 1], places[p]));
        if (distance > least) continue; // those behind are faster: they win where they are as near
        least = distance;
        found = plot_->variants[i].id;
    }
    return found;
}

QColor VariantDrawing::lineColour(double speed, const Theme& theme) {
    return Theme::mixed(Theme::mixed(theme.background, theme.muted, 0.35), theme.simulated, std::pow(speed, 4));
}

std::vector<std::string> VariantDrawing::legend() const {
    std::vector<std::string> entries;
    if (view_ == VariantView::Scatter) {
        entries.emplace_back("by the model");
        if (plot_->measured > 0) entries.emplace_back("measured");
        if (plot_->dominated > 0) entries.emplace_back("dropped by the closed form, whose time it is");
        return entries;
    }
    entries.emplace_back("the fastest");
    entries.emplace_back("the slowest");
    if (plot_->dominated > 0)
        entries.push_back("not drawn: " + numberText(static_cast<double>(plot_->dominated)).toStdString() +
                          " dropped by the closed form");
    return entries;
}

void VariantDrawing::paintLegend(QPainter& painter, const Theme& theme) const {
    const QFontMetricsF metrics(font_);
    double x = area_.left();
    const double middle = 2 + 0.7 * metrics.height();
    for (const std::string& entry : legend()) {
        const QString text = toQString(entry);
        QColor colour;
        if (entry == "by the model") colour = theme.simulated;
        if (entry == "measured") colour = theme.measured;
        if (entry.starts_with("dropped")) colour = Theme::mixed(theme.background, theme.muted, 0.45);
        if (entry == "the fastest") colour = lineColour(1, theme);
        if (entry == "the slowest") colour = lineColour(0, theme);
        const double width = (colour.isValid() ? 16 : 0) + metrics.horizontalAdvance(text) + 18;
        if (x + width > size_.width() + 18 && x > area_.left()) return;
        if (colour.isValid()) painter.fillRect(QRectF(x, middle - 4, 10, 8), colour);
        painter.setPen(theme.muted);
        painter.drawText(QPointF(x + (colour.isValid() ? 16 : 0), middle + metrics.ascent() / 2 - 1), text);
        x += width;
    }
}

/// Ticks and their numbers left or right of an axis.
void VariantDrawing::paintTimes(QPainter& painter, const Theme& theme, double at) const {
    const QFontMetricsF metrics(font_);
    const auto most = static_cast<std::size_t>(std::max(2.0, area_.height() / (2.2 * metrics.height())));
    const bool isScatter = view_ == VariantView::Scatter;
    for (const double tick : charts::tickValues(low_, high_, isLogarithmic_, most)) {
        const double y = up(tick);
        if (isScatter) {
            painter.setPen(theme.grid);
            painter.drawLine(QPointF(area_.left(), y), QPointF(area_.right(), y));
        }
        painter.setPen(theme.text);
        const QString text = toQString(charts::tickText(tick));
        const double x = isScatter ? at - metrics.horizontalAdvance(text) - 5 : at + 5;
        painter.drawText(QPointF(x, y + metrics.ascent() / 2 - 1), text);
    }
}

void VariantDrawing::paintScatter(QPainter& painter, const Theme& theme) const {
    if (axis_ >= plot_->axes.size()) return;
    const QFontMetricsF metrics(font_);
    const PlotAxis& axis = plot_->axes[axis_];
    paintTimes(painter, theme, area_.left());
    painter.setPen(theme.border);
    painter.drawRect(area_);
    painter.setPen(theme.text);
    const double slot = area_.width() / static_cast<double>(axis.words.size());
    std::array<double, 2> free{0, 0}; // where a word of a line may begin
    for (std::size_t i = 0; i < axis.words.size(); ++i) {
        const auto row = i % static_cast<std::size_t>(wordRows_);
        const QString word = metrics.elidedText(toQString(axis.words[i]), Qt::ElideRight,
                                                std::max(wordRows_ * slot - 8, 3 * metrics.height()));
        const double width = metrics.horizontalAdvance(word);
        const double middle = area_.left() + (static_cast<double>(i) + 0.5) * slot;
        const double x = std::clamp(middle - width / 2, 0.0, std::max(0.0, size_.width() - width));
        if (x < free[row]) continue;
        const double below = area_.bottom() + static_cast<double>(row) * metrics.height();
        painter.drawText(QPointF(x, below + metrics.ascent() + 3), word);
        free[row] = x + width + 6;
    }
    painter.setPen(theme.muted);
    const QString name = toQString(axis.name);
    painter.drawText(QPointF(area_.center().x() - metrics.horizontalAdvance(name) / 2,
                             area_.bottom() + wordRows_ * metrics.height() + metrics.ascent() + 4),
                     name);
    painter.save();
    const QString unit = QStringLiteral("time, us");
    painter.translate(metrics.ascent() + 1, area_.center().y() + metrics.horizontalAdvance(unit) / 2);
    painter.rotate(-90);
    painter.drawText(QPointF(), unit);
    painter.restore();
    const auto squares = [&](std::size_t from, std::size_t to, const QColor& colour) {
        QList<QRectF> all;
        for (std::size_t i = from; i < to; ++i)
            for (const QPointF& at : placesAt(i))
                all << QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawRects(all);
    };
    squares(0, plot_->dominated, Theme::mixed(theme.background, theme.muted, 0.45));
    squares(plot_->dominated, plot_->variants.size(), theme.simulated);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.background, 1));
    painter.setBrush(theme.measured);
    for (std::size_t i = 0; i < plot_->variants.size(); ++i)
        if (const auto& time = plot_->variants[i].measuredUs)
            for (const QPointF& at : placesAt(i))
                painter.drawEllipse(QPointF(at.x(), up(*time)), radius + 1.5, radius + 1.5);
}

void VariantDrawing::paintParallel(QPainter& painter, const Theme& theme) const {
    const QFontMetricsF metrics(font_);
    painter.setRenderHint(QPainter::Antialiasing, plot_->variants.size() < manyLines);
    // By shades, the slowest first.
    std::array<QList<QLineF>, shades> lines;
    for (std::size_t i = plot_->dominated; i + 1 < plot_->variants.size(); ++i) {
        const auto places = placesAt(i);
        const auto shade = static_cast<std::size_t>(
            std::clamp(speedOf(plot_->variants[i]) * shades, 0.0, static_cast<double>(shades) - 1));
        for (std::size_t p = 1; p < places.size(); ++p) lines[shade] << QLineF(places[p - 1], places[p]);
    }
    for (std::size_t shade = 0; shade < shades; ++shade) {
        painter.setPen(QPen(lineColour(static_cast<double>(shade) / (shades - 1), theme), 1));
        painter.drawLines(lines[shade]);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    if (plot_->dominated < plot_->variants.size()) {
        painter.setPen(QPen(lineColour(1, theme), 2.5));
        const auto places = placesAt(plot_->variants.size() - 1);
        painter.drawPolyline(QPolygonF(QList<QPointF>(places.begin(), places.end())));
    }
    const double room = area_.width() / static_cast<double>(std::max<std::size_t>(1, plot_->axes.size()));
    const auto label = [&](const std::string& text, double x, double y, const QColor& colour, bool isBeside) {
        const QString word = metrics.elidedText(toQString(text), Qt::ElideRight, room - 6);
        const double width = metrics.horizontalAdvance(word);
        const double left = x - (isBeside ? width + 5 : width / 2);
        const QPointF at(std::clamp(left, 0.0, std::max(0.0, size_.width() - width)), y);
        QColor behind = theme.background;
        behind.setAlpha(200); // lines run below
        painter.fillRect(QRectF(at.x() - 1, y - metrics.ascent(), width + 2, metrics.height()), behind);
        painter.setPen(colour);
        painter.drawText(at, word);
    };
    for (std::size_t axis = 0; axis <= plot_->axes.size(); ++axis) {
        const double x = column(axis);
        painter.setPen(QPen(theme.border, 1));
        painter.drawLine(QPointF(x, area_.top()), QPointF(x, area_.bottom()));
        const bool isTime = axis == plot_->axes.size();
        label(isTime ? "time, us" : plot_->axes[axis].name, x, area_.bottom() + metrics.height() + 4,
              theme.muted, false);
        if (isTime) continue;
        const auto& words = plot_->axes[axis].words;
        const double slot = area_.height() / static_cast<double>(words.size());
        const auto every = static_cast<std::size_t>(std::ceil((metrics.height() + 1) / slot));
        for (std::size_t i = 0; i < words.size(); i += every)
            label(words[i], x, area_.bottom() - (static_cast<double>(i) + 0.5) * slot + metrics.ascent() / 2,
                  theme.text, true);
    }
    paintTimes(painter, theme, area_.right());
}

void VariantDrawing::paint(QPainter& painter, const Theme& theme) const {
    painter.save();
    painter.fillRect(QRectF(QPointF(), size_), theme.background);
    painter.setFont(font_);
    if (plot_ && !plot_->variants.empty()) {
        paintLegend(painter, theme);
        if (view_ == VariantView::Scatter)
            paintScatter(painter, theme);
        else
            paintParallel(painter, theme);
    }
    painter.restore();
}

void VariantDrawing::paintMark(QPainter& painter, const Theme& theme, search::VariantId id,
                               bool isChosen) const {
    const auto places = placesOf(id);
    if (places.empty()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(isChosen ? theme.pin : theme.text, 2));
    painter.setBrush(Qt::NoBrush);
    if (places.size() == 1) {
        painter.drawEllipse(places[0], radius + 4, radius + 4);
        if (const auto& time = plot_->find(id)->measuredUs)
            painter.drawEllipse(QPointF(places[0].x(), up(*time)), radius + 4, radius + 4);
    } else {
        painter.drawPolyline(QPolygonF(QList<QPointF>(places.begin(), places.end())));
        for (const QPointF& at : places) painter.drawEllipse(at, 3, 3);
    }
    painter.restore();
}

Picture variantPicture(SharedVariantPlot plot, VariantView view, std::size_t axis, const QString& title) {
    return {title, QSizeF(900, 480),
            [plot = std::move(plot), view, axis](QPainter& painter, const Theme& theme, const QSizeF& size) {
                QFont font;
                font.setPixelSize(12);
                VariantDrawing(plot, view, axis, font, size).paint(painter, theme);
            }};
}

} // namespace warpstring::gui
