// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/gui/drawing/summary_sections.h"
#include "core/text/duration_text.h"

namespace warpstring::gui {

namespace {

struct AdviceColumns {
    double gain = 0, bar = 0, time = 0; ///< widths
};

AdviceColumns columnsOf(const PageWriter& to) {
    return {to.widthOf(QStringLiteral("100.0 %"), Letters::Strong), std::clamp(to.width() * 0.12, 30.0, 90.0),
            to.widthOf(QStringLiteral("99.9 us"), Letters::Body) + 6};
}

/// Below the names of findings.
double nameOf(const PageWriter& to, const AdviceColumns& columns) {
    return to.left() + columns.gain + 8 + columns.bar + 10;
}

void writeFinding(PageWriter& to, const AdviceRow& row, const AdviceColumns& columns) {
    const double from = to.y(), name = nameOf(to, columns);
    const QString time = QString::fromStdString(durationText(row.timeUs));
    to.cell(to.left(), columns.gain, percentText(row.gain), Qt::AlignRight, Letters::Strong);
    to.bar(to.left() + columns.gain + 8, columns.bar, {{row.gain, {Ink::Of::Good}}});
    to.cell(name, to.right() - name - columns.time - 6, row.text);
    to.cell(to.right() - columns.time, columns.time, time, Qt::AlignRight);
    to.nextLine();
    to.link(from, row.focus,
            QStringLiteral("%1: %2 less, %3 without").arg(row.text, percentText(row.gain), time), row.meaning);
}

/// Side by side, as many on a line as it takes.
void writeParts(PageWriter& to, const std::vector<const AdviceRow*>& parts, const AdviceColumns& columns) {
    const double left = nameOf(to, columns);
    double x = left;
    for (const AdviceRow* part : parts) {
        const QString text = part->text + QStringLiteral(": ") + percentText(part->gain);
        const double width = std::min(to.widthOf(text, Letters::Small), to.right() - left);
        if (x > left && x + width > to.right()) {
            to.nextLine();
            x = left;
        }
        to.cell(x, width, text, Qt::AlignLeft, Letters::Small, {Ink::Of::Muted});
        const QString time = QString::fromStdString(durationText(part->timeUs));
        to.page().links.push_back(
            {QRectF(x - 4, to.y(), width + 8, to.line()), part->focus, text,
             QStringLiteral("%1 less, %2 without this one").arg(percentText(part->gain), time)});
        x += width + 14;
    }
    if (!parts.empty()) to.nextLine();
}

/// A sentence beneath a finding.
void writeSentence(PageWriter& to, const AdviceRow& row, const AdviceColumns& columns) {
    const double from = to.y(), name = nameOf(to, columns);
    const bool isRemedy = row.kind == AdviceRow::Kind::Remedy;
    PageWriter inner(to.page(), to.fonts(), name, from, to.right() - name);
    const QString text = isRemedy
                             ? QStringLiteral("\u2192 ") + row.text
                             : QStringLiteral("%1: %2, %3").arg(row.text, percentText(row.gain), row.meaning);
    inner.paragraph(text, isRemedy ? Letters::Body : Letters::Small,
                    {isRemedy ? Ink::Of::Good : Ink::Of::Muted});
    to.skip(inner.y() - from);
    to.link(from, row.focus, row.text);
    if (row.rewrite.isEmpty()) return;
    const QString apply = QStringLiteral("Apply: %1").arg(row.rewrite);
    const double width = to.widthOf(apply), left = name + to.widthOf(QStringLiteral("\u2192 "));
    to.cell(left, width, apply, Qt::AlignLeft, Letters::Body, {Ink::Of::Accent});
    to.page().links.push_back({QRectF(left - 4, to.y(), width + 8, to.line()),
                               {},
                               apply,
                               QStringLiteral("Rewrites kernel and launch in the editors; Undo takes it back"),
                               row.rewrite});
    to.nextLine();
}

void writeRows(PageWriter& to, const std::vector<AdviceRow>& rows, const AdviceColumns& columns) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::vector<const AdviceRow*> parts;
        for (; i < rows.size() && rows[i].kind == AdviceRow::Kind::Part; ++i) parts.push_back(&rows[i]);
        writeParts(to, parts, columns);
        if (i == rows.size()) return;
        if (rows[i].kind == AdviceRow::Kind::Finding)
            writeFinding(to, rows[i], columns);
        else
            writeSentence(to, rows[i], columns);
    }
}

} // namespace

void writeAdvice(PageWriter& to, const Summary& summary) {
    to.heading(QStringLiteral("What it would take without"));
    if (!summary.advice) {
        to.cell(to.left(), to.width(), QStringLiteral("being simulated without each cause ..."), Qt::AlignLeft,
                Letters::Body, {Ink::Of::Muted});
        to.nextLine();
        return;
    }
    const AdviceRows& advice = *summary.advice;
    const AdviceColumns columns = columnsOf(to);
    if (advice.ofKernel.empty()) to.paragraph(advice.heading, Letters::Body, {Ink::Of::Muted});
    writeRows(to, advice.ofKernel, columns);
    if (!advice.ofDevice.empty()) {
        to.skip(4);
        to.cell(to.left(), to.width(), QStringLiteral("limits of the device, were they not there"),
                Qt::AlignLeft, Letters::Small, {Ink::Of::Muted});
        to.nextLine();
        writeRows(to, advice.ofDevice, columns);
    }
    if (!advice.belowError.isEmpty()) {
        to.skip(2);
        to.paragraph(advice.belowError, Letters::Small, {Ink::Of::Muted});
    }
}

} // namespace warpstring::gui
