// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/unrolling.h"

#include <algorithm>
#include <ranges>
#include <set>
#include <span>

#include "stringmodel/machine/predication.h"

namespace warpstring::machine {

namespace {

/// What decides how loops are unrolled, the same for all of a kernel.
struct Subject {
    const Pdg& pdg;
    const evaluation::Evaluation& evaluation;
    const HardwareSpec& spec;
    const std::vector<bool>& isPredicated;
};

/// The statements of a body, with those of predicated branches.
template <class Visit>
void visitStatements(const Region& block, const Subject& subject, const Visit& visit) {
    for (const auto& child : block.children) {
        if (child.kind == NodeRef::Kind::Statement) visit(subject.pdg.statements[child.statement()]);
        if (child.kind == NodeRef::Kind::Region && !subject.evaluation.regions[child.region()].isDead())
            visitStatements(subject.pdg.regions[child.region()], subject, visit);
    }
}

/// Cells of a loop that are looked through.
constexpr std::size_t mostCells = 4096;

/// Instructions that each copy of a body has.
double instructionsOfCopy(const Region& body, const Subject& subject, const std::vector<bool>& inEveryCopy) {
    double instructions = 0;
    visitStatements(body, subject, [&](const Statement& statement) {
        if (inEveryCopy[statement.id]) instructions += instructionsOf(statement, subject.spec);
    });
    return instructions;
}

/// Copies of a body that compilers make, whatever its trips turn out to be.
int plannedCopies(const Loop& loop, double instructions, const HardwareSpec::Compiler& compiler) {
    if (loop.unrollFactor > 0) return loop.unrollFactor;
    int factor = loop.constantTrips ? 1 : compiler.unrollFactor;
    while (factor > 1 && instructions * factor > compiler.unrollInstructions) factor /= 2;
    return factor;
}

/// What NVIDIA's compiler and assembler make of loops whose trips are constant
/// (bench/device/constant-loops.toml and barrier-loops.toml, PTX and machine code for compute capability 9.0).
constexpr double mostOfConstant = 175;    ///< instructions of a power of two of copies, in PTX
constexpr double mostToMultiply = 68;     ///< of such a body that the assembler unrolls again
constexpr double mostMultiplied = 350;    ///< of what it makes then
constexpr double mostToStraighten = 100;  ///< of one that it may unroll as a whole
constexpr double mostStraightened = 1000; ///< of all that

/// Of short bodies there are more. What they would save is next to nothing, and few trips would be a round.
constexpr std::int64_t mostCopies = 32;

/// Copies of the body of a loop whose trips are constant, barriers within or not: the greatest power of two
/// that the trips are a multiple of, four of odd trips; all of them, or a whole part of the rounds, once more
/// by the assembler.
int constantFactorOf(std::int64_t trips, double instructions) {
    std::int64_t copies = 1;
    if (trips % 2 != 0)
        copies = 4 * instructions <= mostOfConstant ? 4 : 1;
    else
        while (trips % (2 * copies) == 0 && 2 * copies <= mostCopies &&
               static_cast<double>(2 * copies) * instructions <= mostOfConstant)
            copies *= 2;
    const double body = static_cast<double>(copies) * instructions;
    const std::int64_t rounds = trips / copies;
    if (body <= mostToStraighten && static_cast<double>(rounds) * body <= mostStraightened)
        return static_cast<int>(trips);
    std::int64_t times = 1;
    if (body <= mostToMultiply)
        for (std::int64_t more = 2;
             more * copies <= mostCopies && static_cast<double>(more) * body <= mostMultiplied; ++more)
            if (rounds % more == 0) times = more;
    return static_cast<int>(times * copies);
}

/// Whether a loop is unrolled as constant trips are.
bool isOfConstantTrips(const Loop& loop, const HardwareSpec::Compiler& compiler) {
    return loop.constantTrips && *loop.constantTrips > 0 && loop.unrollFactor == 0 &&
           compiler.againUnrollInstructions > 0;
}

/// Loops of one block, which their own end closes: what compilers unroll. Barriers stay in step where the trips
/// are constant.
bool isSimple(const Region& body, const Subject& subject) {
    const bool holdsBarriers = isOfConstantTrips(subject.pdg.loops[body.loop], subject.spec.compiler);
    return std::all_of(body.children.begin(), body.children.end(), [&](const NodeRef& child) {
        switch (child.kind) {
        case NodeRef::Kind::Region:
            return subject.evaluation.regions[child.region()].isDead() || subject.isPredicated[child.region()];
        case NodeRef::Kind::Predicate: {
            const Predicate& predicate = subject.pdg.predicates[child.predicate()];
            return predicate.closesLoop || predicate.free ||
                   decidesPredicatesAlone(predicate, subject.evaluation, subject.isPredicated);
        }
        case NodeRef::Kind::Statement:
            return holdsBarriers || subject.pdg.statements[child.statement()].kind != StatementKind::Barrier;
        }
        return false;
    });
}

/// Copies of a simple loop's body.
int factorOf(const Loop& loop, double instructions, double trips, const HardwareSpec::Compiler& compiler) {
    if (isOfConstantTrips(loop, compiler))
        return constantFactorOf(static_cast<std::int64_t>(*loop.constantTrips), instructions);
    int factor = compiler.unrollFactor;
    while (factor > 1 && (instructions * factor > compiler.unrollInstructions || trips < factor)) factor /= 2;
    if (loop.constantTrips && factor > 1 &&
        instructions * static_cast<double>(*loop.constantTrips) <= compiler.wholeUnrollInstructions)
        factor = static_cast<int>(*loop.constantTrips); // as a whole
    if (loop.unrollFactor > 0) factor = loop.unrollFactor;
    return std::max(1, factor);
}

std::vector<int> unrollFactors(const Subject& subject) {
    std::vector<int> factors(subject.pdg.loops.size(), 1);
    for (const auto& region : subject.pdg.regions) {
        if (region.kind != Region::Kind::LoopBody || !isSimple(region, subject)) continue;
        double instructions = 0;
        visitStatements(region, subject, [&](const Statement& statement) {
            instructions += instructionsOf(statement, subject.spec);
        });
        factors[region.loop] =
            factorOf(subject.pdg.loops[region.loop], instructions,
                     subject.evaluation.loops[region.loop].trips.value, subject.spec.compiler);
    }
    return factors;
}

/// Where a loop is entered: its cells without its own counter, and how often each lane goes round there.
struct Entry {
    evaluation::Box around;
    double scale = 1;
    std::int64_t counted = 0; ///< values of the counter that cells have told of, from 0 on
    std::vector<std::int64_t> trips;
};

/// The entries of a loop; nothing where its cells do not follow each other from the first iteration on.
std::vector<Entry> entriesOf(const std::vector<evaluation::Cell>& cells, LoopId loop, int groupSize) {
    std::vector<Entry> entries;
    if (cells.size() > mostCells) return {};
    for (const auto& cell : cells) {
        const evaluation::Progression counter = cell.box.variables[evaluation::loopVariable(loop)];
        if ((cell.openLoops & evaluation::dependenceOf(evaluation::loopVariable(loop))) != 0 ||
            counter.step != 1)
            return {};
        evaluation::Box around = cell.box;
        around.variables[evaluation::loopVariable(loop)] = {};
        auto entry = std::find_if(entries.begin(), entries.end(), [&](const Entry& other) {
            return other.around == around && other.counted == counter.first;
        });
        if (entry == entries.end()) {
            if (counter.first != 0) return {};
            entries.push_back({std::move(around), cell.scale, 0,
                               std::vector<std::int64_t>(static_cast<std::size_t>(groupSize))});
            entry = entries.end() - 1;
        }
        entry->counted += static_cast<std::int64_t>(counter.count);
        for (int item = 0; item < groupSize; ++item)
            if (cell.may.contains(item))
                entry->trips[static_cast<std::size_t>(item)] += static_cast<std::int64_t>(counter.count);
    }
    return entries;
}

/// What four copies are unrolled to takes the rest of the trips first: one copy behind a branch, two behind
/// another, the second of them under a predicate. Whole rounds follow, four at a time while more than three are
/// left, then two, then one. Where lanes differ, a warp does all that one of them does.
std::int64_t copiesBeyondTrips(std::span<const std::int64_t> lanes) {
    std::int64_t most = 0, rest = 0, fours = 0;
    bool isTwo = false, isOne = false;
    for (const auto trips : lanes) {
        most = std::max(most, trips);
        rest = std::max(rest, trips % 4);
        std::int64_t rounds = trips / 4;
        if (rounds > 3) {
            fours = std::max(fours, rounds / 4);
            rounds %= 4;
        }
        isTwo = isTwo || rounds > 1;
        isOne = isOne || rounds % 2 == 1;
    }
    return (rest > 1 ? 3 : rest) + 16 * fours + (isTwo ? 8 : 0) + (isOne ? 4 : 0) - most;
}

/// Of short bodies, whose copies are executed under predicates: for a warp of the launch.
double idleCopiesOf(const Region& body, double instructions, const Subject& subject) {
    const auto& [pdg, evaluation, spec, isPredicated] = subject;
    if (instructions > spec.compiler.predicatedInstructions || evaluation.warps <= 0 ||
        plannedCopies(pdg.loops[body.loop], instructions, spec.compiler) != 4)
        return 0;
    const int groupSize = evaluation.launch.groupSize;
    double idle = 0;
    for (const auto& entry : entriesOf(evaluation.regions[body.id].cells, body.loop, groupSize))
        for (int first = 0; first < groupSize; first += evaluation.warpSize) {
            const auto lanes = static_cast<std::size_t>(std::min(evaluation.warpSize, groupSize - first));
            idle += static_cast<double>(copiesBeyondTrips(
                        std::span(entry.trips).subspan(static_cast<std::size_t>(first), lanes))) *
                    entry.around.points() * entry.scale;
        }
    return idle / evaluation.warps;
}

/// Counters and pointers that a loop advances, and the compare at its end: once for all unrolled copies. An
/// access of memory needs no counter of its copy: what its address is made of is statements, or advances.
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
        for (const NodeRef& child : std::views::reverse(region.children)) {
            if (child.kind != NodeRef::Kind::Statement) continue;
            const auto& statement = pdg.statements[child.statement()];
            if (statement.kind != StatementKind::Compute) continue;
            const bool advances = statement.synthesised && users[statement.id].empty() &&
                                  statement.operation != OperationClass::IndexedAddress;
            const bool onlyControls =
                (ends.contains(statement.id) || statement.carried) && !branches.contains(statement.id) &&
                std::all_of(users[statement.id].begin(), users[statement.id].end(), [&](auto user) {
                    return !perCopy[user] || pdg.statements[user].kind == StatementKind::Memory;
                });
            const bool isCompare = statement.operation == OperationClass::IntegerCompare ||
                                   statement.operation == OperationClass::LongCompare ||
                                   statement.operation == OperationClass::IntegerAdd ||
                                   statement.operation == OperationClass::LongAdd;
            if (advances || (onlyControls && isCompare)) perCopy[statement.id] = false;
        }
    }
    return perCopy;
}

/// Times that an assembler takes a small body that was unrolled before.
constexpr int timesAgain = 4;

/// Whether statements of each copy compute with the counter that ends a loop, in which case that is no plain
/// count down, and assemblers leave the loop alone. What accesses memory does not: its address advances.
bool isCounterUsed(const Region& body, const Subject& subject, const std::vector<bool>& inEveryCopy) {
    const Pdg& pdg = subject.pdg;
    std::set<StatementId> counters;
    const auto findCounters = [&](const auto& self, StatementId id) -> void {
        if (pdg.statements[id].carried) {
            counters.insert(id);
            return;
        }
        if (pdg.statements[id].region == body.id)
            for (const auto producer : pdg.statements[id].data) self(self, producer);
    };
    for (const auto& child : body.children)
        if (child.kind == NodeRef::Kind::Predicate && pdg.predicates[child.predicate()].closesLoop)
            for (const auto producer : pdg.predicates[child.predicate()].data)
                findCounters(findCounters, producer);
    const auto comesFrom = [&](const auto& self, StatementId id) -> bool {
        if (counters.contains(id)) return true;
        const auto& statement = pdg.statements[id];
        return !isIssued(statement, subject.spec) && !statement.carried &&
               std::any_of(statement.data.begin(), statement.data.end(),
                           [&](StatementId producer) { return self(self, producer); });
    };
    bool isUsed = false;
    visitStatements(body, subject, [&](const Statement& statement) {
        if (!inEveryCopy[statement.id] || statement.kind != StatementKind::Compute ||
            !isIssued(statement, subject.spec))
            return;
        for (const auto producer : statement.data)
            if (producer != statement.id && comesFrom(comesFrom, producer)) isUsed = true;
    });
    return isUsed;
}

/// Whether a loop's unrolled body is unrolled again.
bool isUnrolledAgain(const Region& body, const Subject& subject, const Unrolling& unrolling) {
    const Loop& loop = subject.pdg.loops[body.loop];
    const int factor = unrolling.factors[body.loop];
    if (factor != subject.spec.compiler.unrollFactor || factor < 2 || loop.unrollFactor > 0 ||
        loop.constantTrips || !loop.countsPlainly)
        return false;
    double instructions = 1; // the branch at its end
    visitStatements(body, subject, [&](const Statement& statement) {
        instructions +=
            instructionsOf(statement, subject.spec) * (unrolling.inEveryCopy[statement.id] ? factor : 1);
    });
    return instructions <= subject.spec.compiler.againUnrollInstructions &&
           !isCounterUsed(body, subject, unrolling.inEveryCopy);
}

} // namespace

std::vector<int> Unrolling::rounds(LoopId loop) const {
    std::vector<int> rounds;
    const int factor = factors[loop];
    if (factor > 1) rounds.push_back(factor);
    if (isAgain[loop]) rounds.insert(rounds.end(), {factor / 2, factor / timesAgain});
    rounds.push_back(1);
    return rounds;
}

Unrolling chooseUnrolling(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec,
                          const std::vector<bool>& isPredicated) {
    const Subject subject{pdg, evaluation, spec, isPredicated};
    Unrolling unrolling;
    unrolling.factors = unrollFactors(subject);
    unrolling.inEveryCopy = inEveryCopy(pdg, unrolling.factors);
    unrolling.idleCopies.assign(pdg.loops.size(), 0);
    unrolling.isPrepared.assign(pdg.loops.size(), false);
    unrolling.isAgain.assign(pdg.loops.size(), false);
    for (const auto& region : pdg.regions) {
        if (region.kind != Region::Kind::LoopBody || !isSimple(region, subject)) continue;
        const double instructions = instructionsOfCopy(region, subject, unrolling.inEveryCopy);
        const Loop& loop = pdg.loops[region.loop];
        unrolling.isPrepared[region.loop] =
            !loop.constantTrips && plannedCopies(loop, instructions, spec.compiler) > 1;
        unrolling.idleCopies[region.loop] = idleCopiesOf(region, instructions, subject);
        unrolling.isAgain[region.loop] = isUnrolledAgain(region, subject, unrolling);
        if (unrolling.isAgain[region.loop]) unrolling.factors[region.loop] *= timesAgain;
    }
    return unrolling;
}

} // namespace warpstring::machine
