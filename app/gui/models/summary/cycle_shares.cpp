// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/summary/cycle_shares.h"

#include <algorithm>

namespace warpstring::gui {

namespace {

/// Of a reason's cycles that the statements which are named for it have together.
constexpr double namedOfReason = 0.5;

Focus focusOf(const Analysis& analysis, std::size_t stall, double cycles) {
    const timeline::KernelTimeline& timeline = *analysis.simulation.timeline;
    std::map<StatementId, double> byStatement;
    for (std::size_t i = 0; i < timeline.program.operations.size(); ++i)
        if (const StatementId statement = timeline.program.operations[i].statement; statement != none)
            byStatement[statement] += timeline.ofWarp.operations[i][stall];
    std::vector<std::pair<double, StatementId>> largest;
    for (const auto& [statement, part] : byStatement)
        if (part > 0) largest.emplace_back(part, statement);
    std::stable_sort(largest.begin(), largest.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<StatementId> most;
    double named = 0;
    for (const auto& [part, statement] : largest) {
        if (named >= namedOfReason * cycles) break;
        most.push_back(statement);
        named += part;
    }
    return analysis.elements.fromStatements(most);
}

} // namespace

std::vector<CycleShare> cycleShares(const Analysis& analysis) {
    const batch::CycleParts parts = batch::cycleParts(analysis.simulation);
    const double all = parts.sum();
    std::vector<CycleShare> shares;
    for (std::size_t i = 0; i < parts.count(); ++i) {
        if (parts.cycles[i] <= 0) continue;
        CycleShare share;
        share.name = QString::fromUtf8(parts.nameOf(i));
        share.cycles = parts.cycles[i];
        share.fraction = all > 0 ? share.cycles / all : 0;
        if (parts.byStall) {
            share.stall = static_cast<timeline::Stall>(i);
            share.focus = focusOf(analysis, i, share.cycles);
        } else {
            share.part = static_cast<batch::WalkPart>(i);
        }
        shares.push_back(std::move(share));
    }
    const auto isIssuing = [](const CycleShare& share) { return share.stall == timeline::Stall::None; };
    std::stable_sort(shares.begin(), shares.end(), [&](const CycleShare& a, const CycleShare& b) {
        if (isIssuing(a) != isIssuing(b)) return isIssuing(a);
        return a.cycles > b.cycles;
    });
    return shares;
}

} // namespace warpstring::gui
