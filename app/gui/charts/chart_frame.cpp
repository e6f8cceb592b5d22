// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/charts/chart_frame.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "app/gui/charts/chart_paint.h"

namespace warpstring::gui {

namespace {

constexpr double side = 14; ///< room at the left and right edge
constexpr double swatch = 22;

QString text(const std::string& of) { return QString::fromStdString(of); }

} // namespace

ChartFrame::ChartFrame(Chart& chart) : QGraphicsItem(&chart), chart_(chart) {
    setZValue(60);
    setAcceptedMouseButtons(Qt::NoButton);
}

void ChartFrame::makeEntries() {
    entries_.clear();
    const charts::ChartData& data = chart_.data();
    for (const charts::ChartSeries& series : data.series) {
        if (series.points.empty()) continue;
        auto entry = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& each) { return each.text == text(series.name); });
        if (entry == entries_.end()) entry = entries_.insert(entries_.end(), Entry{text(series.name)});
        if (data.hasRows())
            entry->bar = &series;
        else if (series.role == charts::SeriesRole::Simulated)
            entry->line = &series;
        else
            entry->marker = &series;
    }
    for (std::size_t band = 0; band < data.bands.size(); ++band) {
        Entry entry{QStringLiteral("within %1 %").arg(std::lround(100 * data.bands[band]))};
        entry.band = static_cast<int>(band);
        entries_.push_back(std::move(entry));
    }
    if (data.kind == charts::ChartKind::Scatter) {
        Entry entry{QStringLiteral("equal")};
        entry.diagonal = true;
        entries_.push_back(std::move(entry));
    }
}

void ChartFrame::flowEntries(double width, int mostRows) {
    const QFont font = chartFont(ChartText::Label);
    const double height = lineHeight(font) + 3;
    double x = side;
    int row = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const double wide = swatch + 5 + textWidth(entries_[i].text, font) + 16;
        if (x > side && x + wide - 16 > width - side) {
            x = side;
            ++row;
        }
        const bool last = row + 1 == mostRows && i + 1 < entries_.size();
        const QString more = QStringLiteral("and %1 more").arg(entries_.size() - i);
        if (row == mostRows || (last && x + wide + textWidth(more, font) > width - side)) {
            Entry rest{more};
            rest.at = row == mostRows ? QPointF(entries_[i - 1].at) : QPointF(x, top_ + row * height);
            if (row == mostRows) { // no room for the note either: it takes the place of the last entry
                --i;
                rest.text = QStringLiteral("and %1 more").arg(entries_.size() - i);
            }
            entries_.resize(i);
            entries_.push_back(std::move(rest));
            row = mostRows - 1;
            break;
        }
        entries_[i].at = QPointF(x, top_ + row * height);
        x += wide;
    }
    if (!entries_.empty()) top_ += (row + 1) * height + 2;
}

double ChartFrame::rowNameWidth() {
    if (rowNameWidth_) return *rowNameWidth_;
    // Measuring a name takes long, and there may be a hundred thousand: the longest are the widest, nearly.
    constexpr std::size_t most = 200;
    std::vector<std::string> names = chart_.data().x.categories;
    const std::size_t measured = std::min(most, names.size());
    std::partial_sort(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(measured), names.end(),
                      [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
    double widest = 0;
    for (std::size_t i = 0; i < measured && chart_.data().hasRows(); ++i)
        widest = std::max(widest, textWidth(text(names[i]), chartFont(ChartText::Label)) + 10);
    rowNameWidth_ = widest;
    return widest;
}

void ChartFrame::layOut(const QSizeF& size, const QStringList& more) {
    prepareGeometryChange();
    size_ = size;
    const charts::ChartData& data = chart_.data();
    const double width = size.width() - 2 * side;
    const bool small = size.height() < 360 || size.width() < 420;
    title_ = textLines(text(data.title), chartFont(ChartText::Title), width, small ? 1 : 2);
    subtitle_ = textLines(text(data.subtitle), chartFont(ChartText::Subtitle), width, small ? 2 : 3);
    top_ = 10 + static_cast<double>(title_.size()) * lineHeight(chartFont(ChartText::Title)) +
           static_cast<double>(subtitle_.size()) * lineHeight(chartFont(ChartText::Subtitle)) + 4;
    makeEntries();
    flowEntries(size.width(), small ? 2 : 4);
    QString notes;
    for (const std::string& note : data.notes) notes += text(note) + QLatin1Char(' ');
    for (const QString& note : more) notes += note + QLatin1Char(' ');
    notes_ = textLines(notes.trimmed(), chartFont(ChartText::Note), width, small ? 2 : 3);
    bottom_ = 8 + static_cast<double>(notes_.size()) * lineHeight(chartFont(ChartText::Note));
    left_ = std::min(rowNameWidth(), std::floor(0.42 * size.width()));
    update();
}

void ChartFrame::drawEntry(QPainter& painter, const Entry& entry) const {
    const Theme& theme = chart_.theme();
    const QFont font = chartFont(ChartText::Label);
    const double middle = entry.at.y() + lineHeight(font) / 2;
    const QRectF box(entry.at.x(), middle - 5, swatch, 10);
    const QPointF centre = box.center();
    painter.setPen(Qt::NoPen);
    if (entry.bar != nullptr) painter.fillRect(box, colourOf(entry.bar->colour, theme));
    if (entry.line != nullptr) {
        painter.setPen(linePen(entry.line->colour, theme, 2));
        painter.drawLine(QPointF(box.left(), middle), QPointF(box.right(), middle));
    }
    if (entry.marker != nullptr)
        drawMarker(painter, entry.marker->marker, centre, 3.8, colourOf(entry.marker->colour, theme), false);
    if (entry.band >= 0) painter.fillRect(box, bandColour(static_cast<std::size_t>(entry.band), theme));
    if (entry.diagonal) {
        painter.setPen(QPen(theme.text, 1.2));
        painter.drawLine(QPointF(box.left(), middle), QPointF(box.right(), middle));
    }
    const bool hasSwatch = entry.bar || entry.line || entry.marker || entry.band >= 0 || entry.diagonal;
    painter.setPen(theme.text);
    painter.setFont(font);
    painter.drawText(
        QPointF(entry.at.x() + (hasSwatch ? swatch + 5 : 0), middle + QFontMetricsF(font).capHeight() / 2),
        entry.text);
}

void ChartFrame::drawRowNames(QPainter& painter) const {
    const charts::ChartData& data = chart_.data();
    const QRectF plot = chart_.plotArea();
    const QFont font = chartFont(ChartText::Label);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(chart_.theme().text);
    const double height = plot.height() / (chart_.window().top - chart_.window().bottom);
    // Where rows are thinner than their names, some have none.
    const auto every =
        static_cast<std::size_t>(std::max(1.0, std::ceil(metrics.height() * 0.92 / std::max(height, 1e-9))));
    for (std::size_t row = 0; row < data.rows(); row += every) {
        const double y = plot.top() + (chart_.window().top + static_cast<double>(row)) * height;
        if (y < plot.top() || y > plot.bottom()) continue;
        const QString name = metrics.elidedText(text(data.x.categories[row]), Qt::ElideMiddle, left_ - 8);
        painter.drawText(
            QPointF(plot.left() - 7 - metrics.horizontalAdvance(name), y + metrics.capHeight() / 2), name);
    }
}

void ChartFrame::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const Theme& theme = chart_.theme();
    double y = 10;
    const auto lines = [&](const QStringList& of, ChartText kind, const QColor& colour) {
        const QFont font = chartFont(kind);
        painter->setFont(font);
        painter->setPen(colour);
        for (const QString& line : of) {
            painter->drawText(QPointF(side, y + QFontMetricsF(font).ascent()), line);
            y += lineHeight(font);
        }
    };
    lines(title_, ChartText::Title, theme.text);
    lines(subtitle_, ChartText::Subtitle, theme.muted);
    for (const Entry& entry : entries_) drawEntry(*painter, entry);
    if (chart_.data().hasRows()) drawRowNames(*painter);
    y = size_.height() - bottom_ + 2;
    lines(notes_, ChartText::Note, theme.muted);
    if (!chart_.data().empty()) return;
    painter->setFont(chartFont(ChartText::Subtitle));
    painter->setPen(theme.muted);
    painter->drawText(chart_.plotArea(), Qt::AlignCenter, QStringLiteral("nothing to draw"));
}

} // namespace warpstring::gui
