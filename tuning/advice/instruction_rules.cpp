// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "tuning/advice/access_shape.h"
#include "tuning/advice/rule_words.h"
#include "tuning/advice/rules.h"

namespace warpstring::advice {

Proposal unroll(const Situation& situation, const Cause& cause) {
    constexpr double fewestTrips = 4;
    const MemoryAccess* access = firstAccess(situation, cause);
    if (!situation.simulation.timeline || access->space == MemorySpace::Shared || cause.accesses.size() > 1)
        return std::nullopt;
    const LoopId loop = loopAround(situation.pdg, *access);
    if (loop == none) return std::nullopt;
    const auto& unrolled = situation.simulation.timeline->program.unroll;
    const double trips = situation.simulation.evaluation.loops[loop].trips.value;
    if (unrolled[loop] > 1 || trips < fewestTrips) return std::nullopt;
    // A value that decides where the next one is cannot be loaded ahead.
    const AccessShape shape = shapeOf(situation.pdg, situation.simulation.evaluation, *access);
    if (shape.hangsOnData) return std::nullopt;
    const int line = situation.pdg.loops[loop].place.at.line;
    return Remedy{"unroll",
                  "unroll the loop of line " + std::to_string(line) +
                      " by 4: one load of it is in flight at a time, in " + numberText(trips) + " trips",
                  situation.pdg.loops[loop].place, "unroll line:" + std::to_string(line) + "=4"};
}

Proposal cheaperOperation(const Situation& situation, const Cause& cause) {
    if (cause.statements.empty()) return std::nullopt;
    const OperationClass operation = situation.pdg.statements[cause.statements.front()].operation;
    const auto* cost = situation.spec.findCost(operation);
    const std::string instructions =
        cost == nullptr ? "" : ", " + numberText(cost->instructions) + " instructions each";
    const std::string name(warpstring::name(operation));
    const bool isFloat = name.starts_with("float") || name.starts_with("double");
    if (!isFloat && (name.find("remainder") != std::string::npos || name.find("divide") != std::string::npos))
        return Remedy{"constant-divisor",
                      "make the divisor of " + lineOf(cause.place) +
                          " a constant (a macro), best a power of two: the "
                          "compiler does not know it" +
                          instructions,
                      cause.place, ""};
    if (name.starts_with("double"))
        return Remedy{"single-precision",
                      "compute " + name + " of " + lineOf(cause.place) +
                          " in float where that is exact enough" + instructions,
                      cause.place, ""};
    return Remedy{"native-functions",
                  "use the native_ function or -cl-fast-relaxed-math for " + name + " of " +
                      lineOf(cause.place) + " where its last bits do not matter" + instructions,
                  cause.place, "native"};
}

} // namespace warpstring::advice
