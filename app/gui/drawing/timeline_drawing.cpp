// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/timeline_drawing.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/gui/drawing/bar_image.h"
#include "app/gui/drawing/fill_bars.h"
#include "app/gui/drawing/schedule_drawing.h"
#include "app/gui/models/timeline/time_ticks.h"

namespace warpstring::gui {

namespace {

/// Many bars of few colours: one call for each colour.
class BarBatches {
public:
    explicit BarBatches(const Theme& theme) : theme_(theme) {}

    /// Bars of a row come from left to right: those that touch and are as high become one.
    void add(WarpState state, const QRectF& bar) {
        auto& bars = bars_[state.index()];
        if (!bars.empty() && bars.back().top() == bar.top() && bars.back().height() == bar.height() &&
            bar.left() <= bars.back().right() + 1e-6)
            bars.back().setRight(std::max(bars.back().right(), bar.right()));
        else
            bars.push_back(bar);
    }
    /// Within `area`; `pixel`: of the device, in the painter's units.
    void paint(QPainter& painter, const QRectF& area, double pixel) {
        // What waits lies below what issues.
        const auto each = [&](const auto& fill) {
            for (std::size_t i = warpStateCount; i-- > 0;) {
                const WarpState state = WarpState::at(i);
                fill(bars_[i], state.issues() ? theme_.of(state.kind()) : theme_.of(state.stall()));
            }
        };
        if (painter.paintEngine()->type() == QPaintEngine::Raster) {
            BarImage image(area, pixel);
            each([&](const auto& bars, const QColor& colour) { image.fill(bars, colour); });
            image.paint(painter);
        } else {
            each([&](const auto& bars, const QColor& colour) { fillBars(painter, bars, colour); });
        }
    }

private:
    const Theme& theme_;
    std::array<std::vector<QRectF>, warpStateCount> bars_;
};

class Drawing {
public:
    Drawing(QPainter& painter, const Theme& theme, const TimelineScene& scene, const TimelineLayout& layout,
            const QRectF& area, double scroll)
        : painter_(painter), theme_(theme), scene_(scene), layout_(layout), area_(area), scroll_(scroll),
          top_(area.top() + axisHeight(scene.font)), pixel_(pixelOf(painter, scene)) {}

    void paint() {
        painter_.save();
        painter_.setRenderHint(QPainter::Antialiasing, false);
        painter_.fillRect(area_, theme_.background);
        painter_.setFont(labelFont(scene_.font));
        ticks_ = timeTicks(window().from(), window().to(), clock(), scene_.unit,
                           static_cast<std::size_t>(std::max(2.0, (layout_.right - layout_.left) / 90)));
        painter_.save();
        painter_.setClipRect(QRectF(area_.left(), top_, area_.width(), area_.bottom() - top_));
        grid();
        span(false);
        painter_.save();
        painter_.setClipRect(QRectF(area_.left(), top_, area_.width(), layout_.rowsSeen));
        labels();
        rows();
        painter_.restore();
        schedules();
        painter_.restore();
        axis();
        span(true);
        painter_.restore();
    }

private:
    /// On pixels they are the painter's own.
    static double pixelOf(const QPainter& painter, const TimelineScene& scene) {
        const double scale = painter.deviceTransform().m11();
        return painter.paintEngine()->type() == QPaintEngine::Raster && scale > 0 ? 1 / scale : scene.pixel;
    }
    [[nodiscard]] const TimeWindow& window() const { return scene_.window; }
    [[nodiscard]] double clock() const { return scene_.timelineIndex ? scene_.timelineIndex->clockMhz() : 1; }
    [[nodiscard]] double at(double cycle) const {
        return area_.left() + layout_.x(std::clamp(cycle, window().from(), window().to()), window());
    }
    [[nodiscard]] double y(double inContent) const { return top_ + inContent - scroll_; }
    [[nodiscard]] double left() const { return area_.left() + layout_.left; }
    [[nodiscard]] double right() const { return area_.left() + layout_.right; }
    [[nodiscard]] bool seen(double begin, double end) const {
        return y(end) > top_ && y(begin) < top_ + layout_.rowsSeen;
    }

    void grid() {
        painter_.setPen(QPen(theme_.grid, 1));
        for (const TimeTick& tick : ticks_)
            painter_.drawLine(QPointF(at(tick.cycle), top_), QPointF(at(tick.cycle), area_.bottom()));
    }

    void axis() {
        const QFontMetricsF metrics(painter_.font());
        const double base = top_ - 4;
        painter_.setPen(theme_.border);
        painter_.drawLine(QPointF(left(), base), QPointF(right(), base));
        for (const TimeTick& tick : ticks_)
            painter_.drawLine(QPointF(at(tick.cycle), base - 3), QPointF(at(tick.cycle), base));
        painter_.setPen(theme_.muted);
        const double baseline = base - 5 - metrics.descent();
        const QRectF length = spanLabel();
        for (const TimeTick& tick : ticks_) {
            const double wide = metrics.horizontalAdvance(tick.text);
            const double x = std::clamp(at(tick.cycle) - wide / 2, left(), area_.right() - wide - 1);
            if (x + wide < length.left() || x > length.right())
                painter_.drawText(QPointF(x, baseline), tick.text);
        }
        const QString unit = unitName(scene_.unit);
        painter_.drawText(QPointF(left() - 8 - metrics.horizontalAdvance(unit), baseline), unit);
    }

    [[nodiscard]] bool spanSeen() const {
        if (!scene_.span) return false;
        const auto [from, to] = std::minmax(scene_.span->first, scene_.span->second);
        return to >= window().from() && from <= window().to();
    }
    [[nodiscard]] QString spanText() const {
        return timeText(std::fabs(scene_.span->second - scene_.span->first), clock(), scene_.unit);
    }
    /// Where the length of the measured span stands; empty where none is seen.
    [[nodiscard]] QRectF spanLabel() const {
        if (!spanSeen()) return {};
        const QFontMetricsF metrics(painter_.font());
        const double wide = metrics.horizontalAdvance(spanText()) + 10;
        const double middle = (at(scene_.span->first) + at(scene_.span->second)) / 2;
        const double x = std::clamp(middle - wide / 2, left(), std::max(left(), right() - wide));
        return {x, area_.top() + 1, wide, metrics.height() + 2};
    }

    /// The measured span: a veil behind the rows, its ends and its length above everything.
    void span(bool above) {
        if (!spanSeen()) return;
        const auto [from, to] = std::minmax(scene_.span->first, scene_.span->second);
        const QRectF veil(QPointF(at(from), top_), QPointF(at(to), area_.bottom()));
        if (!above) {
            QColor colour = theme_.accent;
            colour.setAlphaF(theme_.dark ? 0.22F : 0.12F);
            painter_.fillRect(veil, colour);
            return;
        }
        painter_.setPen(QPen(theme_.accent, 1.5));
        for (const double end : {from, to})
            if (end >= window().from() && end <= window().to())
                painter_.drawLine(QPointF(at(end), top_ - 4), QPointF(at(end), area_.bottom()));
        const QRectF box = spanLabel();
        painter_.fillRect(box, theme_.accent);
        painter_.setPen(Theme::textOn(theme_.accent));
        painter_.drawText(box, Qt::AlignCenter, spanText());
    }

    void labels() {
        if (!scene_.timelineIndex) return;
        const auto& rows = scene_.timelineIndex->rows();
        QFont bold = painter_.font();
        bold.setBold(true);
        const QFontMetricsF metrics(painter_.font());
        const bool each = layout_.rowHeight >= metrics.height() * 0.85;
        for (std::size_t i = 0; i < layout_.schedulers.size(); ++i) {
            const auto& [scheduler, rowTop] = layout_.schedulers[i];
            const double height = std::max(layout_.rowHeight, layout_.lineHeight);
            if (!seen(rowTop, rowTop + height)) continue;
            painter_.save();
            painter_.setFont(bold);
            painter_.setPen(theme_.text);
            painter_.drawText(QRectF(area_.left() + 6, y(rowTop), layout_.left - 12, height),
                              Qt::AlignLeft | Qt::AlignVCenter,
                              each ? QStringLiteral("sched %1").arg(scheduler)
                                   : QStringLiteral("scheduler %1").arg(scheduler));
            painter_.restore();
        }
        if (!each) return;
        painter_.setPen(theme_.muted);
        for (std::size_t r = 0; r < rows.size(); ++r) {
            if (!seen(layout_.rowTops[r], layout_.rowTops[r] + layout_.rowHeight)) continue;
            painter_.drawText(
                QRectF(area_.left() + 6, y(layout_.rowTops[r]), layout_.left - 14, layout_.rowHeight),
                Qt::AlignRight | Qt::AlignVCenter,
                QStringLiteral("place %1 warp %2")
                    .arg(rows[r].slot)
                    .arg(rows[r].stays.empty() ? 0 : rows[r].stays.front().inGroup));
        }
    }

    void rows() {
        if (!scene_.timelineIndex) return;
        const auto& rows = scene_.timelineIndex->rows();
        BarBatches batches(theme_);
        std::vector<QRectF> stays;
        const double pixel = window().cycles() / (layout_.right - layout_.left) * pixel_;
        const double inner = layout_.rowHeight - (layout_.rowHeight >= 10 ? 3 : layout_.rowHeight >= 6 ? 2 : 1);
        for (std::size_t r = 0; r < rows.size(); ++r) {
            if (!seen(layout_.rowTops[r], layout_.rowTops[r] + layout_.rowHeight)) continue;
            const double rowTop = y(layout_.rowTops[r]);
            for (const WarpStay& stay : rows[r].stays)
                if (stay.end > window().from() && stay.start < window().to())
                    stays.emplace_back(QPointF(at(stay.start), rowTop), QPointF(at(stay.end), rowTop + inner));
            for (const PieceBar& bar : rows[r].pieces.bars(window().from(), window().to(), pixel))
                add(batches, bar, rowTop, inner);
        }
        fillBars(painter_, stays, theme_.surface);
        marks(scene_.pinned, theme_.pin);
        marks(scene_.hovered, theme_.hover);
        batches.paint(painter_, QRectF(QPointF(left(), top_), QPointF(right(), top_ + layout_.rowsSeen)),
                      pixel_);
        frames(scene_.pinned, theme_.pin, inner);
        frames(scene_.hovered, theme_.accent, inner);
        hit(inner);
    }

    /// What waits is half as high as what issues. Where both share a pixel, what issues is as high as its part.
    void add(BarBatches& batches, const PieceBar& bar, double rowTop, double inner) const {
        const double begin = at(bar.begin);
        const double wide = std::max(at(bar.end) - begin, pixel_);
        if (bar.waiting > 1e-9) batches.add(bar.waits, QRectF(begin, rowTop + inner * 0.25, wide, inner * 0.5));
        if (bar.issuing <= 1e-9) return;
        const double part = bar.count == 1 ? 1 : bar.issuing / (bar.issuing + bar.waiting);
        const double tall = std::clamp(std::round(inner * part), std::min(inner, 2.0), inner);
        batches.add(bar.issues, QRectF(begin, rowTop + inner - tall, wide, tall));
    }

    template <typename Draw>
    void eachMark(const TimelineMarks& marks, const Draw& draw) const {
        for (std::size_t r = 0; r < marks.size() && r < layout_.rowTops.size(); ++r) {
            if (!seen(layout_.rowTops[r], layout_.rowTops[r] + layout_.rowHeight)) continue;
            const auto first = std::partition_point(marks[r].begin(), marks[r].end(), [&](const auto& mark) {
                return mark.second < window().from();
            });
            double drawn = -1e300;
            for (auto mark = first; mark != marks[r].end() && mark->first < window().to(); ++mark) {
                const double begin = at(mark->first), end = std::max(at(mark->second), begin + pixel_);
                if (end < drawn + pixel_) continue;
                draw(y(layout_.rowTops[r]), begin, end);
                drawn = end;
            }
        }
    }

    void marks(const TimelineMarks& marks, const QColor& colour) {
        std::vector<QRectF> bars;
        eachMark(marks, [&](double rowTop, double begin, double end) {
            bars.emplace_back(QPointF(begin - 2, rowTop - 0.5),
                              QPointF(end + 2, rowTop + layout_.rowHeight - 0.5));
        });
        fillBars(painter_, bars, colour);
    }

    /// A line below what is marked, that a row full of operations does not hide.
    void frames(const TimelineMarks& marks, const QColor& colour, double inner) {
        std::vector<QRectF> bars;
        eachMark(marks, [&](double rowTop, double begin, double end) {
            bars.emplace_back(QPointF(begin, rowTop + inner - 0.5), QPointF(end, rowTop + layout_.rowHeight));
        });
        fillBars(painter_, bars, colour);
    }

    /// The operation under the pointer: framed, with a line to where its result is there.
    void hit(double inner) {
        if (!scene_.hit || scene_.hit->row >= layout_.rowTops.size()) return;
        const timeline::HistoryEntry& entry = scene_.timelineIndex->entry(*scene_.hit);
        const double rowTop = y(layout_.rowTops[scene_.hit->row]);
        if (entry.end < window().from() || entry.begin > window().to()) return;
        painter_.setBrush(Qt::NoBrush);
        painter_.setPen(QPen(theme_.text, 1));
        const double begin = at(entry.begin);
        painter_.drawRect(QRectF(begin, rowTop - 0.5, std::max(at(entry.end) - begin, 2 * pixel_), inner + 1));
        if (entry.done > entry.end) {
            painter_.setPen(QPen(theme_.text, 1, Qt::DotLine));
            painter_.drawLine(QPointF(at(entry.end), rowTop + inner), QPointF(at(entry.done), rowTop + inner));
        }
    }

    void schedules() {
        if (!scene_.schedules) return;
        const ScheduleSide common{layout_.left, layout_.right, scene_.schedules->simulatedStart};
        if (layout_.measured)
            paintMeasuredGroups(painter_, theme_, *scene_.schedules, *layout_.measured, common, window(),
                                QPointF(area_.left(), top_), clock(), scene_.unit);
        if (layout_.simulated)
            paintSimulatedGroups(painter_, theme_, *scene_.schedules, *layout_.simulated, common, window(),
                                 QPointF(area_.left(), top_), clock(), scene_.unit);
        painter_.setPen(theme_.warning);
        double at = top_ + layout_.notesTop;
        for (const QString& note : scene_.schedules->notes) {
            painter_.drawText(QRectF(area_.left() + 6, at, area_.width() - 12, layout_.lineHeight),
                              Qt::AlignLeft | Qt::AlignVCenter, note);
            at += layout_.lineHeight;
        }
    }

    QPainter& painter_;
    const Theme& theme_;
    const TimelineScene& scene_;
    const TimelineLayout& layout_;
    QRectF area_;
    double scroll_, top_, pixel_;
    std::vector<TimeTick> ticks_;
};

} // namespace

QFont labelFont(const QFont& font) {
    QFont label = font;
    if (font.pointSizeF() > 0)
        label.setPointSizeF(std::max(6.5, font.pointSizeF() * 0.88));
    else
        label.setPixelSize(std::max(9, static_cast<int>(std::lround(font.pixelSize() * 0.88))));
    return label;
}

double axisHeight(const QFont& font) { return QFontMetricsF(labelFont(font)).height() + 12; }

double labelWidth(const QFont& font) {
    QFont bold = labelFont(font);
    bold.setBold(true);
    return QFontMetricsF(bold).horizontalAdvance(QStringLiteral("sched 0 ")) +
           QFontMetricsF(labelFont(font)).horizontalAdvance(QStringLiteral("place 00 warp 00 ")) + 12;
}

void paintTimeline(QPainter& painter, const Theme& theme, const TimelineScene& scene,
                   const TimelineLayout& layout, const QRectF& area, double scroll) {
    Drawing(painter, theme, scene, layout, area, scroll).paint();
}

} // namespace warpstring::gui
