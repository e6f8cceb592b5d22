// SPDX-License-Identifier: GPL-3.0-or-later
// Where cycles go, and the lines that cost most.
#include "app/gui/drawing/summary_sections.h"

namespace warpstring::gui {

namespace {

Ink inkOfShare(const CycleShare& share) {
    using token_string::TokenKind;
    if (share.stall) return inkOf(*share.stall);
    switch (share.part.value_or(batch::WalkPart::Compute)) {
    case batch::WalkPart::Memory: return inkOf(TokenKind::Load);
    case batch::WalkPart::Shared: return inkOf(TokenKind::SharedLoad);
    case batch::WalkPart::Barrier: return inkOf(TokenKind::Barrier);
    case batch::WalkPart::Waiting: return inkOf(TokenKind::Wait);
    case batch::WalkPart::Compute: break;
    }
    return inkOf(TokenKind::Compute);
}

} // namespace

void writeCycles(PageWriter& to, const Summary& summary, TimeUnit unit) {
    to.heading(
        QStringLiteral("Where a warp's %1 go").arg(timeText(summary.warpCycles, summary.clockMhz, unit)));
    if (summary.change && !isUnchanged(summary.change->warpCycles.fraction())) {
        const FigureChange& cycles = summary.change->warpCycles;
        // Cycles of another device have another clock.
        to.cell(to.left(), to.width(),
                QStringLiteral("%1 cycles before, %2").arg(numberText(cycles.then), changeText(cycles)),
                Qt::AlignLeft, Letters::Small, inkOfChange(cycles.fraction()));
        to.nextLine();
    }
    std::vector<BarPart> parts;
    for (const CycleShare& share : summary.cycles) parts.push_back({share.fraction, inkOfShare(share)});
    to.bar(to.left(), to.width(), parts, 12);
    to.skip(to.line() + 2);
    const double shareWidth = to.widthOf(QStringLiteral("100.0 %"));
    for (const CycleShare& share : summary.cycles) {
        const double from = to.y();
        const QString time = timeText(share.cycles, summary.clockMhz, unit);
        const double timeWidth = to.widthOf(time);
        to.page().boxes.push_back({QRectF(to.left(), from + to.line() / 2 - 4, 8, 8), inkOfShare(share), 0});
        to.cell(to.left() + 15, to.width() - 15 - shareWidth - timeWidth - 16, share.name);
        to.cell(to.right() - shareWidth - 10 - timeWidth, timeWidth, time, Qt::AlignRight, Letters::Body,
                {Ink::Of::Muted});
        to.cell(to.right() - shareWidth, shareWidth, percentText(share.fraction), Qt::AlignRight);
        to.nextLine();
        to.link(from, share.focus,
                QStringLiteral("%1: %2, %3").arg(share.name, time, percentText(share.fraction)),
                share.focus.empty() ? QString() : QStringLiteral("marks what has half of it"));
    }
}

void writeLines(PageWriter& to, const Summary& summary, TimeUnit unit) {
    to.heading(QStringLiteral("Hottest lines"));
    const double number = to.widthOf(QStringLiteral("9999")), share = to.widthOf(QStringLiteral("100.0 %"));
    const double bar = summary.change ? 20 : 42; // what it was before takes room as well
    double most = 0;
    for (const HotLine& line : summary.lines) most = std::max(most, line.fraction);
    for (const HotLine& line : summary.lines) {
        const double from = to.y();
        to.cell(to.left(), number, QString::number(line.line), Qt::AlignRight, Letters::Body, {Ink::Of::Muted});
        to.bar(to.left() + number + 8, bar,
               {{most > 0 ? line.fraction / most : 0, {Ink::Of::Heat, most > 0 ? line.fraction / most : 0}}});
        to.cell(to.left() + number + bar + 12, share, percentText(line.fraction), Qt::AlignRight);
        double x = to.left() + number + bar + share + 22;
        const LineCost* before = summary.change ? summary.change->before(line.line) : nullptr;
        QString then;
        if (before != nullptr) {
            const FigureChange cycles{before->cycles, line.cycles};
            const double room = to.widthOf(QStringLiteral("+999.9 %"), Letters::Small);
            if (!isUnchanged(cycles.fraction()))
                to.cell(x - 6, room, changeText(cycles), Qt::AlignRight, Letters::Small,
                        inkOfChange(cycles.fraction()));
            x += room + 4;
            then = QStringLiteral("\nbefore: %1; %2")
                       .arg(timeText(before->cycles, summary.change->clockMhzThen, unit), changeText(cycles));
        }
        to.cell(x, to.right() - x, line.text);
        to.nextLine();
        to.link(from, line.focus,
                QStringLiteral("line %1: %2 of a warp's cycles, %3")
                    .arg(line.line)
                    .arg(percentText(line.fraction), line.meaning),
                QStringLiteral("%1\n%2, %3 of it waiting; most of it: %4%5")
                    .arg(line.text, timeText(line.cycles, summary.clockMhz, unit), percentText(line.waiting),
                         line.meaning, then));
    }
    if (summary.lines.empty())
        to.paragraph(QStringLiteral("no line has a cost"), Letters::Body, {Ink::Of::Muted});
}

} // namespace warpstring::gui
