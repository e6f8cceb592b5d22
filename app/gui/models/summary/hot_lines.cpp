// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/summary/hot_lines.h"

#include <QStringList>
#include <algorithm>

#include "app/gui/models/string/source_marks.h"

namespace warpstring::gui {

std::vector<HotLine> hotLines(const Analysis& analysis, std::size_t most) {
    const LineCosts costs = lineCosts(analysis.simulation, *analysis.pdg);
    std::vector<HotLine> lines;
    for (const auto& [number, cost] : costs.lines) {
        if (cost.cycles <= 0) continue;
        HotLine line;
        line.line = number;
        line.cycles = cost.cycles;
        line.fraction = costs.all > 0 ? cost.cycles / costs.all : 0;
        line.waiting = cost.waiting / cost.cycles;
        const auto kind = std::max_element(cost.byKind.begin(), cost.byKind.end()) - cost.byKind.begin();
        line.meaning = tokenMeaning(static_cast<token_string::TokenKind>(kind));
        lines.push_back(std::move(line));
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const HotLine& a, const HotLine& b) { return a.cycles > b.cycles; });
    if (lines.size() > most) lines.resize(most);
    const QStringList source = QString::fromStdString(analysis.pdg->source).split(QLatin1Char('\n'));
    for (HotLine& line : lines) {
        line.text = source.value(line.line - 1).simplified();
        line.focus = analysis.elements.fromLine(line.line);
    }
    return lines;
}

} // namespace warpstring::gui
