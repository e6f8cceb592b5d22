// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/advice/remedies.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tuning/advice/rules.h"

namespace warpstring::advice {

namespace {

struct Rule {
    CauseKind kind;
    Proposal (*proposes)(const Situation&, const Cause&);
};

constexpr std::array rules{
    Rule{CauseKind::BankConflicts, padRows},
    Rule{CauseKind::ScatteredConstants, constantsAsGlobal},
    Rule{CauseKind::ScatteredAccess, swapAxes},
    Rule{CauseKind::ScatteredAccess, vectorLoads},
    Rule{CauseKind::ScatteredAccess, transpose},
    Rule{CauseKind::ScatteredAccess, throughLocalMemory},
    Rule{CauseKind::ScatteredAccess, fieldsApart},
    Rule{CauseKind::ScatteredAccess, gather},
    Rule{CauseKind::AtomicContention, copyPerWarp},
    Rule{CauseKind::AtomicContention, oneAtomicAGroup},
    Rule{CauseKind::Divergence, serialSection},
    Rule{CauseKind::Divergence, sortTrips},
    Rule{CauseKind::Divergence, wholeWarps},
    Rule{CauseKind::Barrier, groupsOfOneWarp},
    Rule{CauseKind::Barrier, doubleBuffer},
    Rule{CauseKind::Barrier, smallerGroups},
    Rule{CauseKind::LoadLatency, unroll},
    Rule{CauseKind::LoadLatency, stage},
    Rule{CauseKind::LoadLatency, vectorLoads},
    Rule{CauseKind::LoadLatency, moreWarps},
    Rule{CauseKind::CostlyOperation, cheaperOperation},
    Rule{CauseKind::RegisterLimit, fewerRegisters},
    Rule{CauseKind::LocalMemoryLimit, lessLocalMemory},
    Rule{CauseKind::GroupSizeLimit, otherShape},
    Rule{CauseKind::UnevenGroups, heaviestFirst},
    Rule{CauseKind::Tail, fullWaves},
    Rule{CauseKind::GroupStart, coarsen},
    Rule{CauseKind::DramBandwidth, fewerBytes},
    Rule{CauseKind::L2Capacity, fewerBytes},
};

/// Places of a finding that are asked.
constexpr std::size_t mostPlaces = 3;
/// Sentences of a finding.
constexpr std::size_t mostRemedies = 3;

} // namespace

std::vector<Remedy> remediesOf(const Situation& situation, const Finding& finding) {
    std::vector<Remedy> remedies;
    for (std::size_t p = 0; p < std::min(mostPlaces, finding.parts.size()); ++p) {
        bool isFound = false; // the most specific rule of a place speaks, each once, of the costliest
        for (const auto& rule : rules) {
            if (rule.kind != finding.kind || isFound || remedies.size() >= mostRemedies) continue;
            auto remedy = rule.proposes(situation, finding.parts[p].cause);
            if (!remedy) continue;
            isFound = true;
            const bool isTold = std::any_of(remedies.begin(), remedies.end(),
                                            [&](const Remedy& other) { return other.rule == remedy->rule; });
            if (!isTold) remedies.push_back(std::move(*remedy));
        }
    }
    return remedies;
}

} // namespace warpstring::advice
