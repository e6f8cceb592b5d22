// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/gui/drawing/summary_sections.h"

namespace warpstring::gui {

namespace {

constexpr double curveHeight = 64;

QString wavesText(const Waves& waves) {
    const auto number = [](std::uint64_t count) { return numberText(static_cast<double>(count)); };
    const QString idle =
        QStringLiteral("%1 of %2 multiprocessors idle").arg(waves.idleLast).arg(waves.multiprocessors);
    QString text;
    if (waves.full == 0) {
        text = QStringLiteral("%1 work-groups for %2 places").arg(number(waves.groups), number(waves.places));
        return waves.idleLast > 0 ? text + QStringLiteral(": ") + idle : text;
    }
    text = QStringLiteral("%1 work-groups in %2 waves of %3")
               .arg(number(waves.groups), numberText(waves.count()), number(waves.places));
    if (waves.groupsLast == 0) return text + QStringLiteral(", all of them full");
    text += QStringLiteral("; the last one has %1").arg(number(waves.groupsLast));
    return waves.idleLast > 0 ? text + QStringLiteral(" and leaves ") + idle : text;
}

QString whatIf(const OccupancyCurve& curve) {
    const auto more = curve.nextMore();
    return more ? QStringLiteral("%1 warps at %2").arg(more->warps).arg(numberText(more->x))
                : QStringLiteral("no more warps by it");
}

void writeCurve(PageWriter& to, const OccupancyCurve& curve, double x, double width) {
    const double small = to.fonts().line(Letters::Small);
    PageWriter column(to.page(), to.fonts(), x, to.y(), width);
    column.cell(x, width, curve.name, Qt::AlignLeft, Letters::Small,
                {curve.limits ? Ink::Of::Warning : Ink::Of::Muted});
    column.skip(small + 2);
    const QRectF area(x, column.y(), width, curveHeight);
    double furthest = curve.now.x;
    for (const auto& point : curve.points) furthest = std::max(furthest, point.x);
    const auto place = [&](double at, int warps) {
        return QPointF(area.left() + area.width() * (furthest > 0 ? at / furthest : 0),
                       area.bottom() - area.height() * std::min(1.0, double(warps) / curve.most));
    };
    to.page().curves.push_back(
        {QPolygonF({area.bottomLeft(), area.bottomRight()}), {Ink::Of::Border}, 1, false});
    to.page().curves.push_back({QPolygonF({area.topLeft(), area.topRight()}), {Ink::Of::Grid}, 1, false});
    QPolygonF steps;
    for (const auto& point : curve.points) {
        if (!steps.isEmpty()) steps << QPointF(place(point.x, 0).x(), steps.back().y());
        steps << place(point.x, point.warps);
    }
    to.page().curves.push_back({steps, {Ink::Of::Accent}, 1.4, false});
    to.page().dots.push_back(
        {place(curve.now.x, curve.now.warps), 4, {curve.limits ? Ink::Of::Warning : Ink::Of::Simulated}});
    column.skip(curveHeight + 3);
    column.cell(x, width, curve.nowText, Qt::AlignLeft, Letters::Small);
    to.page().links.push_back(
        {QRectF(x, to.y(), width, column.y() + small - to.y()),
         {},
         QStringLiteral("%1: %2, %3 warps").arg(curve.name, curve.nowText).arg(curve.now.warps),
         QStringLiteral("%1: %2 gives %3 of %4 warps; %5")
             .arg(curve.name, curve.nowText)
             .arg(curve.now.warps)
             .arg(curve.most)
             .arg(whatIf(curve))});
}

} // namespace

void writeOccupancy(PageWriter& to, const Summary& summary) {
    to.heading(QStringLiteral("Occupancy and waves"));
    to.paragraph(summary.occupancy);
    to.paragraph(wavesText(summary.waves), Letters::Body,
                 {summary.waves.idleLast > 0 ? Ink::Of::Warning : Ink::Of::Text});
    to.skip(2);
    to.paragraph(QStringLiteral("resident warps, were one of these other"), Letters::Small, {Ink::Of::Muted});
    const double gap = 14;
    const auto count = static_cast<double>(summary.curves.size());
    const double each = count > 0 ? (to.width() - (count - 1) * gap) / count : 0;
    for (std::size_t i = 0; i < summary.curves.size(); ++i)
        writeCurve(to, summary.curves[i], to.left() + static_cast<double>(i) * (each + gap), each);
    if (count > 0) to.skip(2 * to.fonts().line(Letters::Small) + curveHeight + 5);
}

} // namespace warpstring::gui
