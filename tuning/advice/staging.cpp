// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/advice/staging.h"

#include <algorithm>

#include "pdg/region_tree.h"
#include "tuning/advice/access_shape.h"
#include "tuning/advice/rule_words.h"

namespace warpstring::advice {

namespace {

bool isShared(const Situation& situation, const AccessShape& shape) {
    for (std::size_t d = 0; d < shape.local.size(); ++d)
        if (situation.launch.range.local[d] > 1 && shape.local[d] == std::int64_t{0}) return true;
    return false;
}

bool isWritten(const Pdg& pdg, const MemoryAccess& access) {
    return std::any_of(pdg.accesses.begin(), pdg.accesses.end(), [&](const MemoryAccess& other) {
        return other.kind != AccessKind::Load && other.objectIsArgument && other.object == access.object &&
               other.space == access.space;
    });
}

bool hasBarrier(const Pdg& pdg, LoopId loop) {
    return std::any_of(pdg.statements.begin(), pdg.statements.end(), [&](const Statement& statement) {
        return statement.kind == StatementKind::Barrier && innermostLoop(pdg, statement.region) == loop;
    });
}

} // namespace

std::string stagingRewrite(const Situation& situation, const MemoryAccess& access) {
    const Pdg& pdg = situation.pdg;
    const LoopId loop = loopAround(pdg, access);
    const bool isOfBuffer = access.objectIsArgument && access.object != none;
    if (!isOfBuffer || loop == none || pdg.statements[access.statement].region != pdg.loops[loop].region)
        return {};
    const AccessShape shape = shapeOf(pdg, situation.simulation.evaluation, access);
    const auto step = shape.loops.find(loop);
    if (!shape.isKnown || shape.hangsOnData || step == shape.loops.end() || step->second == 0 ||
        !isShared(situation, shape) || isWritten(pdg, access) || hasBarrier(pdg, loop))
        return {};
    const double trips = situation.simulation.evaluation.loops[loop].trips.value;
    const std::uint64_t own = situation.launch.range.local[0];
    const bool isUsual = own == 8 || own == 16 || own == 32;
    for (const std::uint64_t length : {isUsual ? own : std::uint64_t{16}, std::uint64_t{16}, std::uint64_t{8}})
        if (static_cast<double>(length) <= trips)
            return "stage " + objectName(pdg, access) + "=" + std::to_string(length);
    return {};
}

} // namespace warpstring::advice
