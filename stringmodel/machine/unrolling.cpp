// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/unrolling.h"

#include <algorithm>
#include <set>

#include "stringmodel/machine/instruction_cost.h"

namespace warpstring {

namespace {

/// Loops without anything but statements and their own end: what compilers unroll.
bool isSimple(const Region& body, const Pdg& pdg, const Evaluation& evaluation) {
    for (const auto& child : body.children) {
        if (child.kind == NodeRef::Kind::Region && !evaluation.regions[child.region()].isDead()) return false;
        if (child.kind == NodeRef::Kind::Predicate && !pdg.predicates[child.predicate()].closesLoop)
            return false;
        if (child.kind == NodeRef::Kind::Statement &&
            pdg.statements[child.statement()].kind == StatementKind::Barrier)
            return false;
    }
    return true;
}

/// Copies of a simple loop's body.
int factorOf(const Loop& loop, double instructions, double trips, const HardwareSpec::Compiler& compiler) {
    const auto fits = [&](double copies) {
        return instructions * copies <= compiler.unrollInstructions || copies <= 4;
    };
    int factor = compiler.unrollFactor;
    while (factor > 1 && (!fits(factor) || trips < factor)) factor /= 2;
    if (loop.constantTrips && factor > 1 &&
        instructions * static_cast<double>(*loop.constantTrips) <= compiler.wholeUnrollInstructions)
        factor = static_cast<int>(*loop.constantTrips); // as a whole
    if (loop.unrollFactor > 0) factor = loop.unrollFactor;
    return std::max(1, factor);
}

std::vector<int> unrollFactors(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec) {
    std::vector<int> factors(pdg.loops.size(), 1);
    for (const auto& region : pdg.regions) {
        if (region.kind != Region::Kind::LoopBody || !isSimple(region, pdg, evaluation)) continue;
        double instructions = 0;
        for (const auto& child : region.children)
            if (child.kind == NodeRef::Kind::Statement)
                instructions += instructionsOf(pdg.statements[child.statement()], spec);
        factors[region.loop] = factorOf(pdg.loops[region.loop], instructions,
                                        evaluation.loops[region.loop].trips.value, spec.compiler);
    }
    return factors;
}

/// Counters and pointers that a loop advances, and the compare at its end: once for all unrolled copies.
std::vector<bool> inEveryCopy(const Pdg& pdg, const std::vector<int>& factors) {
    std::vector<bool> perCopy(pdg.statements.size(), true);
    std::vector<std::vector<StatementId>> users(pdg.statements.size());
    for (const auto& statement : pdg.statements)
        for (const auto producer : statement.data) users[producer].push_back(statement.id);
    std::set<StatementId> branches; // used by something that decides
    std::set<StatementId> ends;     // used by the end of a loop
    for (const auto& predicate : pdg.predicates)
        for (const auto producer : predicate.data) (predicate.closesLoop ? ends : branches).insert(producer);
    for (const auto& region : pdg.regions) {
        if (region.kind != Region::Kind::LoopBody || factors[region.loop] == 1) continue;
        for (auto child = region.children.rbegin(); child != region.children.rend(); ++child) {
            if (child->kind != NodeRef::Kind::Statement) continue;
            const auto& statement = pdg.statements[child->statement()];
            if (statement.kind != StatementKind::Compute) continue;
            const bool advances = statement.synthesised && users[statement.id].empty() &&
                                  statement.operation != OperationClass::IndexedAddress;
            const bool onlyControls = (ends.contains(statement.id) || statement.carried) &&
                                      !branches.contains(statement.id) &&
                                      std::all_of(users[statement.id].begin(), users[statement.id].end(),
                                                  [&](auto user) { return !perCopy[user]; });
            const bool isCompare = statement.operation == OperationClass::IntegerCompare ||
                                   statement.operation == OperationClass::LongCompare ||
                                   statement.operation == OperationClass::IntegerAdd ||
                                   statement.operation == OperationClass::LongAdd;
            if (advances || (onlyControls && isCompare)) perCopy[statement.id] = false;
        }
    }
    return perCopy;
}

} // namespace

Unrolling chooseUnrolling(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec) {
    Unrolling unrolling;
    unrolling.factors = unrollFactors(pdg, evaluation, spec);
    unrolling.inEveryCopy = inEveryCopy(pdg, unrolling.factors);
    return unrolling;
}

} // namespace warpstring
