// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "app/gui/drawing/summary_sections.h"

namespace warpstring::gui {

namespace {

constexpr double chartHeight = 130;

/// Both axes are logarithmic.
class RoofChart {
public:
    RoofChart(PageWriter& to, const Roofs& roofs)
        : to_(to), roofs_(roofs), area_(to.left(), to.y() + 4, to.width(), chartHeight) {
        const double ridge = roofs.ridge(), at = roofs.hasPoint() ? roofs.intensity() : ridge;
        left_ = std::floor(std::log10(std::min(ridge, at) / 3));
        right_ = std::ceil(std::log10(std::max(ridge, at) * 3));
        top_ = std::log10(roofs.peakOperationRate * 2);
        const double lowest = roofs.hasPoint()
                                  ? std::min(roofs.operationRate, roofs.allowed(std::pow(10, left_)))
                                  : roofs.allowed(std::pow(10, left_));
        bottom_ = std::log10(std::max(lowest, roofs.peakOperationRate * 1e-6) / 2);
    }

    void write() {
        grid();
        roofLines();
        if (roofs_.hasPoint()) point();
        to_.skip(chartHeight + 4 + to_.fonts().line(Letters::Small) + 4);
    }

private:
    [[nodiscard]] double x(double intensity) const {
        return area_.left() + area_.width() * (std::log10(intensity) - left_) / (right_ - left_);
    }
    [[nodiscard]] double y(double rate) const {
        return area_.bottom() - area_.height() * (std::log10(rate) - bottom_) / (top_ - bottom_);
    }

    void label(const QRectF& rect, const QString& text, Qt::Alignment side) {
        to_.page().texts.push_back({rect, text, Letters::Small, {Ink::Of::Muted}, side, false});
    }

    void grid() {
        const double line = to_.fonts().line(Letters::Small);
        to_.page().curves.push_back(
            {QPolygonF({area_.bottomLeft(), area_.bottomRight()}), {Ink::Of::Border}, 1, false});
        const QString axis = QStringLiteral("FLOP/byte");
        const double axisWidth = to_.widthOf(axis, Letters::Small);
        label(QRectF(area_.right() - axisWidth, area_.bottom() + 2, axisWidth, line), axis, Qt::AlignRight);
        double free = area_.left(); // of labels, from here on
        for (double decade = left_; decade <= right_; ++decade) {
            const double at = x(std::pow(10, decade));
            if (decade > left_ && decade < right_)
                to_.page().curves.push_back({QPolygonF({QPointF(at, area_.top()), QPointF(at, area_.bottom())}),
                                             {Ink::Of::Grid},
                                             1,
                                             false});
            const QString text = QString::number(std::pow(10, decade), 'g', 4);
            const double width = to_.widthOf(text, Letters::Small),
                         begin = std::max(at - width / 2, area_.left());
            if (begin < free || begin + width + 6 > area_.right() - axisWidth) continue;
            label(QRectF(begin, area_.bottom() + 2, width, line), text, Qt::AlignLeft);
            free = begin + width + 6;
        }
    }

    void roofLines() {
        const double line = to_.fonts().line(Letters::Small);
        const double start = std::max(std::pow(10, left_), std::pow(10, bottom_) / roofs_.peakByteRate);
        const QPointF begin(x(start), y(roofs_.allowed(start)));
        const QPointF ridge(x(roofs_.ridge()), y(roofs_.peakOperationRate));
        to_.page().curves.push_back({QPolygonF({begin, ridge}), {Ink::Of::Accent}, 1.6, false});
        to_.page().curves.push_back(
            {QPolygonF({ridge, QPointF(area_.right(), ridge.y())}), {Ink::Of::Accent}, 1.6, false});
        const QString compute = prefixedText(roofs_.peakOperationRate, QStringLiteral("FLOP/s"));
        const double width = to_.widthOf(compute, Letters::Small);
        label(QRectF(area_.right() - width, ridge.y() - line, width, line), compute, Qt::AlignRight);
        const QString memory = prefixedText(roofs_.peakByteRate, QStringLiteral("B/s"));
        const QPointF middle = (begin + ridge) / 2;
        const double needed = to_.widthOf(memory, Letters::Small);
        label(QRectF(std::max(area_.left(), middle.x() - needed - 8), middle.y() - line, needed, line), memory,
              Qt::AlignRight);
    }

    void point() {
        const QPointF at(x(roofs_.intensity()), y(roofs_.operationRate));
        const QPointF roof(at.x(), y(roofs_.allowed(roofs_.intensity())));
        to_.page().curves.push_back({QPolygonF({at, roof}), {Ink::Of::Muted}, 1, true});
        to_.page().dots.push_back({at, 5, {Ink::Of::Simulated}});
        to_.page().links.push_back(
            {QRectF(at.x() - 9, at.y() - 9, 18, 18),
             roofs_.isBelowMemoryRoof() ? roofs_.moving : roofs_.computing,
             QStringLiteral("the launch below the roofs"),
             QStringLiteral("%1, %2").arg(prefixedText(roofs_.operationRate, QStringLiteral("FLOP/s")),
                                          prefixedText(roofs_.byteRate, QStringLiteral("B/s")))});
    }

    PageWriter& to_;
    const Roofs& roofs_;
    QRectF area_;
    double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0; ///< log10
};

QString said(const Roofs& roofs) {
    if (roofs.operations <= 0) return QStringLiteral("no floating-point operations");
    if (roofs.bytes <= 0) return QStringLiteral("nothing comes from DRAM or goes there");
    const double allowed = roofs.allowed(roofs.intensity());
    return QStringLiteral("%1 of the %2 that %3")
        .arg(percentText(allowed > 0 ? roofs.operationRate / allowed : 0),
             prefixedText(allowed, QStringLiteral("FLOP/s")),
             roofs.isBelowMemoryRoof() ? QStringLiteral("DRAM allows") : QStringLiteral("the device computes"));
}

} // namespace

void writeRoofs(PageWriter& to, const Summary& summary) {
    const Roofs& roofs = summary.roofs;
    to.heading(roofs.doubles ? QStringLiteral("Roofs, double precision") : QStringLiteral("Roofs"));
    const auto rate = [&](const QString& name, double value, double peak, const QString& unit,
                          const Focus& focus) {
        const double from = to.y();
        const QString text = prefixedText(value, unit);
        const QString share = peak > 0 ? percentText(value / peak) : QString();
        const double shareWidth = to.widthOf(QStringLiteral("100.0 %"));
        const double textWidth = to.widthOf(QStringLiteral("99.9 GFLOP/s"));
        to.cell(to.left(), to.width() - shareWidth - textWidth - 16, name);
        to.cell(to.right() - shareWidth - 10 - textWidth, textWidth, text, Qt::AlignRight);
        to.cell(to.right() - shareWidth, shareWidth, share, Qt::AlignRight, Letters::Body, {Ink::Of::Muted});
        to.nextLine();
        to.link(from, focus, QStringLiteral("%1: %2, %3 of the peak").arg(name, text, share),
                peak > 0 ? QStringLiteral("of %1").arg(prefixedText(peak, unit)) : QString());
    };
    rate(QStringLiteral("computing"), roofs.operationRate, roofs.peakOperationRate, QStringLiteral("FLOP/s"),
         roofs.computing);
    rate(QStringLiteral("DRAM"), roofs.byteRate, roofs.peakByteRate, QStringLiteral("B/s"), roofs.moving);
    if (roofs.peakOperationRate > 0 && roofs.peakByteRate > 0) RoofChart(to, roofs).write();
    to.paragraph(said(roofs), Letters::Small, {Ink::Of::Muted});
}

} // namespace warpstring::gui
