// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/charts/chart.h"

#include <QCategoryAxis>
#include <QGraphicsLayout>
#include <QScatterSeries>
#include <QScopedValueRollback>
#include <algorithm>
#include <cmath>

#include "app/gui/charts/chart_frame.h"
#include "app/gui/charts/chart_marks.h"
#include "app/gui/charts/chart_paint.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

namespace {

/// Rows thinner than this cannot be told apart, with one bar and with each more.
constexpr double leastRow = 15, leastBar = 6;

double scaled(const charts::ChartAxis& axis, double value) {
    return axis.logarithmic ? std::log10(value) : value;
}
double unscaled(const charts::ChartAxis& axis, double value) {
    return axis.logarithmic ? std::pow(10, value) : value;
}

/// Of values: "512"; of categories their text.
struct Tick {
    double at;
    QString text;
};

/// The values themselves where all fit, else round ones.
std::vector<Tick> ticksOf(const charts::ChartAxis& axis, double from, double to, double pixels,
                          bool horizontal) {
    const QFont font = chartFont(ChartText::Label);
    const auto room = [&](const QString& text) { return horizontal ? textWidth(text, font) + 14 : 26.0; };
    std::vector<Tick> ticks;
    const auto add = [&](double value, const QString& text) { ticks.push_back({scaled(axis, value), text}); };
    if (!axis.categories.empty()) {
        double widest = 1;
        for (const std::string& name : axis.categories)
            widest = std::max(widest, room(QString::fromStdString(name)));
        const double step = pixels / (to - from);
        const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(widest / step)));
        for (std::size_t i = 0; i < axis.categories.size(); i += every)
            if (static_cast<double>(i) >= from && static_cast<double>(i) <= to)
                add(static_cast<double>(i), QString::fromStdString(axis.categories[i]));
        return ticks;
    }
    double end = -HUGE_VAL;
    bool fits = !axis.values.empty();
    for (const double value : axis.values) {
        const double at = scaled(axis, value);
        if (at < from || at > to) continue;
        const QString text = QString::fromStdString(charts::tickText(value));
        const double place = (at - from) / (to - from) * pixels, half = room(text) / 2;
        fits = fits && place - half >= end;
        end = place + half;
        add(value, text);
    }
    if (fits && ticks.size() > 1) return ticks;
    ticks.clear();
    const double low = unscaled(axis, from), high = unscaled(axis, to);
    const double widest = std::max(room(QString::fromStdString(charts::tickText(low))),
                                   room(QString::fromStdString(charts::tickText(std::round(high)))));
    const auto most =
        static_cast<std::size_t>(std::clamp(pixels / (horizontal ? std::max(widest, 54.0) : 34.0), 2.0, 12.0));
    for (const double value : charts::tickValues(low, high, axis.logarithmic, most))
        add(value, QString::fromStdString(charts::tickText(value)));
    return ticks;
}

void setTicks(QCategoryAxis& axis, const std::vector<Tick>& ticks, double from, double to) {
    for (const QString& label : axis.categoriesLabels()) axis.remove(label);
    axis.setRange(from, to);
    axis.setStartValue(from - (to - from)); // it has no label
    for (const Tick& tick : ticks) axis.append(tick.text, tick.at);
}

} // namespace

Chart::Chart(charts::ChartData data, const Theme& theme) : data_(std::move(data)), theme_(&theme) {
    legend()->hide();
    setMinimumSize(1, 1);
    setAnimationOptions(QChart::NoAnimation);
    setBackgroundRoundness(0);
    setPlotAreaBackgroundVisible(false);
    across_ = new QCategoryAxis;
    up_ = new QCategoryAxis;
    for (QCategoryAxis* axis : {across_, up_}) {
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        axis->setLabelsFont(chartFont(ChartText::Label));
        axis->setTitleFont(chartFont(ChartText::Label));
        axis->setTruncateLabels(false);
    }
    addAxis(across_, Qt::AlignBottom);
    addAxis(up_, Qt::AlignLeft);
    const charts::ChartAxis& bottom = data_.hasRows() ? data_.y : data_.x;
    across_->setTitleText(QString::fromStdString(bottom.title));
    if (data_.hasRows()) {
        up_->setLabelsVisible(false);
        up_->setGridLineVisible(false);
        up_->setLineVisible(false);
    } else
        up_->setTitleText(QString::fromStdString(data_.y.title));
    if (data_.empty())
        for (QCategoryAxis* axis : {across_, up_}) axis->setVisible(false);
    // A series without points ties the axes to the plot.
    frame_ = new QScatterSeries;
    addSeries(frame_);
    frame_->attachAxis(across_);
    frame_->attachAxis(up_);
    whole_.left = scaled(bottom, bottom.low);
    whole_.right = scaled(bottom, bottom.high);
    whole_.bottom = data_.hasRows() ? -data_.x.high : scaled(data_.y, data_.y.low);
    whole_.top = data_.hasRows() ? -data_.x.low : scaled(data_.y, data_.y.high);
    if (!(whole_.top > whole_.bottom)) whole_.bottom = whole_.top - 1; // no rows
    if (!(whole_.right > whole_.left)) whole_.right = whole_.left + 1;
    // Bars begin at a value with a tick: Qt leaves out the label of one at the very edge.
    if (data_.hasRows() && data_.kind != charts::ChartKind::Deltas)
        whole_.left -= 0.02 * (whole_.right - whole_.left);
    window_ = whole_;
    marks_ = new ChartMarks(*this);
    words_ = new ChartFrame(*this);
    QObject::connect(this, &QChart::plotAreaChanged, this, [this] {
        if (layingOut_) return;
        marks_->place();
        words_->update();
    });
    setTheme(theme);
}

Chart::~Chart() = default;

void Chart::setTheme(const Theme& theme) {
    theme_ = &theme;
    setBackgroundBrush(theme.background);
    setBackgroundPen(Qt::NoPen);
    for (QCategoryAxis* axis : {across_, up_}) {
        axis->setLabelsColor(theme.text);
        axis->setTitleBrush(theme.text);
        axis->setGridLineColor(theme.grid);
        axis->setLinePenColor(theme.border);
    }
    marks_->update();
    words_->update();
}

void Chart::labelAxes() {
    const QRectF plot = plotArea();
    if (plot.isEmpty()) return;
    const charts::ChartAxis& bottom = data_.hasRows() ? data_.y : data_.x;
    setTicks(*across_, ticksOf(bottom, window_.left, window_.right, plot.width(), true), window_.left,
             window_.right);
    if (data_.hasRows())
        setTicks(*up_, {}, window_.bottom, window_.top);
    else
        setTicks(*up_, ticksOf(data_.y, window_.bottom, window_.top, plot.height(), false), window_.bottom,
                 window_.top);
}

void Chart::layOut() {
    // New margins make Qt set the geometry again.
    if (layingOut_) return;
    const QScopedValueRollback<bool> once(layingOut_, true);
    QStringList more;
    // Once more where what is covered is known: it is told in a note.
    for (int round = 0; round < 2; ++round) {
        words_->layOut(size(), more);
        setMargins(QMargins(static_cast<int>(8 + words_->leftWidth()), static_cast<int>(words_->topHeight()),
                            16, static_cast<int>(words_->bottomHeight())));
        layout()->activate();
        labelAxes();
        layout()->activate();
        marks_->place();
        if (marks_->covered() == 0 || round == 1) break;
        more << QStringLiteral("Not drawn: %1 of %2 points, each within %3 pixels of one of its colour.")
                    .arg(numberText(static_cast<double>(marks_->covered())),
                         numberText(static_cast<double>(data_.points())))
                    .arg(3);
    }
    words_->update();
}

void Chart::setGeometry(const QRectF& geometry) {
    QChart::setGeometry(geometry);
    if (words_ != nullptr) layOut();
}

void Chart::setWindow(const ChartWindow& window) {
    ChartWindow kept = window;
    const auto keep = [](double& low, double& high, double least, double most) {
        const double span = high - low;
        low = span < most - least ? std::clamp(low, least, most - span) : least;
        high = span < most - least ? low + span : most;
    };
    keep(kept.left, kept.right, whole_.left, whole_.right);
    keep(kept.bottom, kept.top, whole_.bottom, whole_.top);
    if (kept == window_ || !(kept.right > kept.left) || !(kept.top > kept.bottom)) return;
    window_ = kept;
    layOut();
}

std::size_t Chart::readableRows() const {
    const double bars = data_.kind == charts::ChartKind::Bars
                            ? static_cast<double>(std::max<std::size_t>(1, data_.series.size()))
                            : 1;
    return static_cast<std::size_t>(
        std::max(1.0, plotArea().height() / std::max(leastRow, leastBar * bars + 3)));
}

std::optional<ChartMark> Chart::markAt(const QPointF& position) const { return marks_->markAt(position); }

QPointF Chart::positionOf(const ChartMark& mark) const { return marks_->positionOf(mark); }

std::vector<ChartMark> Chart::shownMarks() const { return marks_->shownMarks(); }

std::vector<QRectF> Chart::labelPlaces() const {
    std::vector<QRectF> places;
    for (const auto& [mark, label] : marks_->labels()) places.push_back(label.place);
    return places;
}

void Chart::setHovered(const std::optional<ChartMark>& mark) { marks_->setHovered(mark); }

const charts::ChartPoint& Chart::pointOf(const ChartMark& mark) const {
    return data_.series[mark.series].points[mark.point];
}

std::unique_ptr<Chart> makeChart(const charts::ChartData& data, const Theme& theme) {
    return std::make_unique<Chart>(data, theme);
}

} // namespace warpstring::gui
