// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/gui/drawing/summary_sections.h"

namespace warpstring::gui {

namespace {

struct MemoryColumns {
    double name = 0, bytes = 0, rate = 0, hit = 0;
};

void writeLevel(PageWriter& to, const MemoryLevel& level, const MemoryColumns& columns) {
    const double from = to.y();
    const double bytes = to.left() + columns.name, rate = bytes + columns.bytes + 8;
    const double bar = rate + columns.rate + 10, hit = to.right() - columns.hit;
    to.cell(to.left(), columns.name, level.name);
    to.cell(bytes, columns.bytes, prefixedText(level.bytes(), QStringLiteral("B")), Qt::AlignRight);
    to.cell(rate, columns.rate, prefixedText(level.rate, QStringLiteral("B/s")), Qt::AlignRight);
    to.bar(bar, std::max(8.0, hit - bar - 8), {{level.fraction(), {Ink::Of::Simulated}}});
    to.cell(hit, columns.hit, level.hitRate ? percentText(*level.hitRate) : QString(), Qt::AlignRight);
    to.nextLine();
    QString tip = QStringLiteral("read %1, written %2")
                      .arg(prefixedText(level.readBytes, QStringLiteral("B")),
                           prefixedText(level.writtenBytes, QStringLiteral("B")));
    if (level.peak > 0)
        tip += QStringLiteral("\n%1 of %2 over the kernel's time")
                   .arg(percentText(level.fraction()), prefixedText(level.peak, QStringLiteral("B/s")));
    to.link(from, level.focus,
            QStringLiteral("%1: %2, %3")
                .arg(level.name, prefixedText(level.bytes(), QStringLiteral("B")),
                     prefixedText(level.rate, QStringLiteral("B/s"))),
            tip);
}

void writeRequests(PageWriter& to, const QString& name, const QString& text, const Focus& focus,
                   const MemoryColumns& columns) {
    const double from = to.y();
    to.cell(to.left(), columns.name, name);
    to.cell(to.left() + columns.name, to.width() - columns.name, text);
    to.nextLine();
    to.link(from, focus, name + QStringLiteral(": ") + text);
}

} // namespace

void writeMemory(PageWriter& to, const Summary& summary) {
    const MemoryUse& memory = summary.memory;
    to.heading(QStringLiteral("Memory"));
    MemoryColumns columns;
    columns.name = to.widthOf(QStringLiteral("requests")) + 8;
    columns.bytes = to.widthOf(QStringLiteral("99.9 MB"));
    columns.rate = to.widthOf(QStringLiteral("99.9 GB/s"));
    columns.hit = to.widthOf(QStringLiteral("100.0 %"));
    writeRequests(to, QStringLiteral("requests"),
                  QStringLiteral("%1 of warps").arg(prefixedText(memory.requests, {}).trimmed()),
                  memory.requesting, columns);
    const auto muted = [&](double x, double width, const char* text, Qt::Alignment side) {
        to.cell(x, width, QString::fromLatin1(text), side, Letters::Small, {Ink::Of::Muted});
    };
    const double bytes = to.left() + columns.name, rate = bytes + columns.bytes + 8;
    const bool hits = std::any_of(memory.levels.begin(), memory.levels.end(),
                                  [](const MemoryLevel& level) { return level.hitRate.has_value(); });
    const double bar = rate + columns.rate + 10, barRoom = to.right() - columns.hit - 8 - bar;
    for (const char* name : {"of the peak", "peak"})
        if (to.widthOf(QString::fromLatin1(name), Letters::Small) <= barRoom) {
            muted(bar, barRoom, name, Qt::AlignLeft);
            break;
        }
    if (hits) muted(to.right() - columns.hit, columns.hit, "hits", Qt::AlignRight);
    to.nextLine();
    for (const MemoryLevel& level : memory.levels) writeLevel(to, level, columns);
    if (memory.sharedRequests > 0) {
        QString text = QStringLiteral("%1 of warps").arg(prefixedText(memory.sharedRequests, {}).trimmed());
        if (memory.sharedWavefronts > 0)
            text += QStringLiteral(", %1 passes of the data path")
                        .arg(prefixedText(memory.sharedWavefronts, {}).trimmed());
        writeRequests(to, QStringLiteral("local"), text, memory.sharing, columns);
    }
}

} // namespace warpstring::gui
