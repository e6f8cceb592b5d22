// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/basic_block.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "stringmodel/machine/block_registers.h"
#include "stringmodel/machine/constant_moves.h"
#include "stringmodel/machine/instruction_cost.h"
#include "stringmodel/machine/memory_order.h"
#include "stringmodel/machine/value_sources.h"

namespace warpstring::machine {

namespace {

/// What compilers expect of a load, for the order of instructions alone.
constexpr double expectedGlobalLatency = 100;
constexpr double expectedSharedLatency = 30;
/// Of an address that a loop advances: machine code has at most an instruction between it and its access.
constexpr double expectedAdvanceLatency = 2;

/// What machine code keeps beside values while it runs rounds of an unrolled loop: the trips that are left,
/// those of the last round, the stack's address; and the distance by which addresses advance.
constexpr int roundRegisters = 3, distanceRegisters = 1;

/// 32-bit registers of what a statement makes; none where it takes the place of the one of the iteration
/// before.
int registersOf(const Statement& statement, const Pdg& pdg) {
    if (statement.carried) return 0;
    if (statement.kind == StatementKind::Compute) return std::max(1, statement.count);
    if (!makesValue(statement, pdg)) return 0;
    return (pdg.accesses[statement.access].bytes + 3) / 4;
}

double expectedLatency(const MachineOperation& operation) {
    switch (operation.kind) {
    case MachineKind::Global: return expectedGlobalLatency;
    case MachineKind::Shared: return expectedSharedLatency;
    default: return operation.latency;
    }
}

/// A block in source order, while it grows: its operations and what each must follow.
class Block {
public:
    Block(const BlockContext& context, const BlockPlace& place, const std::vector<int>& rounds)
        : context_(context), place_(place), rounds_(rounds), copies_(rounds.back()), order_(context.pdg),
          registers_(context.pdg, context.alive.at(place.region, place.first),
                     isWhole() ? context.pdg.regions[place.region].loop : LoopId(none)) {}

    /// Of the barriers of a block the first comes as early as it may, a later one behind what is computed for
    /// the access behind it.
    void add(const Statement& statement, RegionId guard, int copy) {
        if (statement.kind == StatementKind::Barrier) {
            placeBarrier({});
            if (hasBarrier_) {
                barrier_ = {{statement.id, guard, copy}};
                return;
            }
            hasBarrier_ = true;
        }
        append(statement, guard, copy, {});
    }

    void addBranch(const Predicate& predicate, int copy) {
        placeBarrier({});
        MachineOperation operation = computeOperation(OperationClass::Branch, 1, context_.spec);
        operation.predicate = predicate.id;
        operation.copy = copy;
        if (!isDecidedEarly(predicate))
            operation.operandCycles = static_cast<float>(context_.spec.execution.branchOperandCycles);
        ordering::InstructionNode node;
        use(valueSources(context_.pdg, context_.spec, predicate.data, none), operation, node);
        for (std::uint32_t i = 0; i < graph_.nodes.size(); ++i) node.after.push_back(i); // a block ends with it
        push(std::move(operation), std::move(node));
    }

    std::vector<MachineOperation> inOrder() && {
        placeBarrier({});
        if (knowsRegisters())
            graph_.registers = std::move(registers_).all(context_.alive.at(place_.region, place_.end), copies_);
        else
            takeResults();
        const auto order =
            ordering::listSchedule(graph_, context_.spec.compiler.loadsInFlight, registerLimit());
        findGaps(order);
        std::vector<MachineOperation> ordered;
        ordered.reserve(operations_.size());
        for (const auto index : order) ordered.push_back(std::move(operations_[index]));
        return ordered;
    }

private:
    struct Place {
        StatementId statement;
        RegionId guard;
        int copy;
    };

    [[nodiscard]] bool isWhole() const {
        const auto& region = context_.pdg.regions[place_.region];
        return region.kind == Region::Kind::LoopBody && place_.first == 0 &&
               place_.end == region.children.size();
    }

    [[nodiscard]] bool knowsRegisters() const { return context_.pdg.registerNames > 0; }

    /// What advances the address in each copy of this body.
    [[nodiscard]] StatementId advanceOf(const Statement& statement) const {
        const StatementId advance = statement.advancedBy;
        return advance != none && copies_ > 1 && context_.pdg.statements[advance].region == place_.region
                   ? advance
                   : StatementId(none);
    }

    [[nodiscard]] ordering::RegisterLimit registerLimit() const {
        auto limit = context_.registers;
        limit.room += addressWidth * static_cast<int>(advances_.size()); // counted one by one
        if (copies_ > 1) limit.room -= roundRegisters;
        if (!advances_.empty()) limit.room -= distanceRegisters;
        for (RegionId at = place_.region; at != none; at = context_.pdg.regions[at].parent)
            if (context_.pdg.regions[at].kind == Region::Kind::LoopBody)
                limit.room -= context_.pdg.loops[context_.pdg.regions[at].loop].addressRegisters;
        return {std::max(0, limit.room), limit.spare};
    }

    /// What an operation makes stays until its last use.
    void takeResults() {
        for (std::uint32_t i = 0; i < graph_.nodes.size(); ++i) {
            auto& node = graph_.nodes[i];
            node.makes = {i};
            node.reads = node.needs;
            const auto made = operations_[i].statement;
            graph_.registers.push_back(
                {made == none ? 0 : registersOf(context_.pdg.statements[made], context_.pdg), false, false});
        }
    }

    void append(const Statement& statement, RegionId guard, int copy, std::vector<std::uint32_t> after) {
        MachineOperation operation = context_.pipes.operationOf(statement);
        if (copy == 0 && !context_.shape.keepsConstants[statement.region])
            bringConstants(operation, statement, context_.spec);
        operation.statement = statement.id;
        operation.guard = guard;
        operation.copy = copy;
        if (makesValue(statement, context_.pdg))
            operation.result = static_cast<std::int32_t>(context_.slots.first[statement.id]) + copy;
        auto sources = valueSources(context_.pdg, context_.spec, statement.data, statement.id, guard);
        const StatementId advance = advanceOf(statement);
        if (advance != none) sources.push_back({advance, 1});
        if (barrier_ && operation.kind != MachineKind::Compute) {
            std::vector<std::uint32_t> makers;
            for (const auto& source : sources)
                if (const auto maker = makerOf(source, copy)) makers.push_back(*maker);
            placeBarrier(std::move(makers));
        }
        ordering::InstructionNode node;
        if (knowsRegisters()) registers_.touch(statement, guard, copy, node);
        if (knowsRegisters() && advance != none) {
            registers_.touchAddress(advance, advance == statement.id, copy, node);
            advances_.insert(advance);
        }
        node.after = std::move(after);
        use(sources, operation, node);
        const auto index = static_cast<std::uint32_t>(graph_.nodes.size());
        at_[{statement.id, copy}] = index;
        // A value is made anew behind the last who uses the old one.
        if (const auto users = usedBefore_.find({statement.id, copy}); users != usedBefore_.end())
            for (const auto user : users->second)
                if (user != index) node.after.push_back(user);
        if (operation.kind != MachineKind::Compute) keepOrder(operation, node, index);
        push(std::move(operation), std::move(node));
        if (advance == statement.id) graph_.nodes.back().latency = expectedAdvanceLatency;
    }

    /// The barrier that waits for a place, behind these.
    void placeBarrier(std::vector<std::uint32_t> after) {
        if (!barrier_) return;
        const Place place = *std::exchange(barrier_, std::nullopt);
        append(context_.pdg.statements[place.statement], place.guard, place.copy, std::move(after));
    }

    /// What makes a value in this block, by index.
    [[nodiscard]] std::optional<std::uint32_t> makerOf(const ValueSource& source, int copy) const {
        const auto place = at_.find({source.statement, copy - source.iterations});
        return place == at_.end() ? std::nullopt : std::optional(place->second);
    }

    /// Cycles from the operation before a branch to it. They are counted when the code is made, from latencies
    /// that are known then: what waits for memory between a compare and its branch does not shorten them.
    void findGaps(const std::vector<std::uint32_t>& order) {
        std::vector<double> issued(graph_.nodes.size(), 0);
        double now = 0;
        for (const auto index : order) {
            MachineOperation& operation = operations_[index];
            double at = now;
            for (const auto from : graph_.nodes[index].needs)
                if (operations_[from].kind == MachineKind::Compute)
                    at = std::max(at, issued[from] + operations_[from].latency + operation.operandCycles);
            if (operation.operandCycles > 0) operation.gapCycles = static_cast<float>(at - now);
            issued[index] = at;
            now = at + operation.issueCycles;
        }
    }

    /// Whether what ends a loop is known long before: around a loop within it counters are compared ahead of
    /// that, and the trips that unrolled copies leave over are counted ahead of those.
    [[nodiscard]] bool isDecidedEarly(const Predicate& predicate) const {
        const Region& body = context_.pdg.regions[predicate.region];
        if (!predicate.closesLoop || body.kind != Region::Kind::LoopBody) return false;
        if (copies_ == 1 && context_.shape.unrolling.factors[body.loop] > 1) return true;
        return std::any_of(body.children.begin(), body.children.end(), [&](const NodeRef& child) {
            return child.kind == NodeRef::Kind::Region &&
                   context_.pdg.regions[child.region()].kind == Region::Kind::LoopBody &&
                   !context_.evaluation.regions[child.region()].isDead();
        });
    }

    void use(const std::vector<ValueSource>& sources, MachineOperation& operation,
             ordering::InstructionNode& node) {
        const int copy = operation.copy;
        for (const auto& source : sources) {
            const int all = context_.slots.copies[source.statement];
            const bool isOfCopies = all > 1 && copies_ > 1;
            if (isMoved(source, operation.statement, isOfCopies ? copies_ : 1)) continue;
            const std::uint32_t first = context_.slots.first[source.statement];
            const int from = copy - source.iterations;
            if (!isOfCopies) { // made outside of this unrolled body, in whichever copy came last
                for (int c = 0; c < all; ++c) operation.uses.push_back(first + static_cast<std::uint32_t>(c));
            } else if (from >= 0) {
                operation.uses.push_back(first + static_cast<std::uint32_t>(from));
            } else { // one of the last copies of the round before
                for (const int copies : rounds_)
                    if (copies + from >= 0)
                        operation.uses.push_back(first + static_cast<std::uint32_t>(copies + from));
                usedBefore_[{source.statement, copies_ + from}].push_back(
                    static_cast<std::uint32_t>(graph_.nodes.size()));
            }
            if (const auto maker = makerOf(source, copy)) node.needs.push_back(*maker);
        }
    }

    /// Behind the accesses and barriers before it that it may meet.
    void keepOrder(const MachineOperation& operation, ordering::InstructionNode& node, std::uint32_t index) {
        const auto follow = [&](const std::vector<std::uint32_t>& others) {
            for (const auto other : others)
                if (order_.mayMeet(operations_[other], operation)) node.after.push_back(other);
        };
        node.isLoad = operation.kind != MachineKind::Barrier && operation.access == AccessKind::Load;
        node.isFar = node.isLoad && operation.kind == MachineKind::Global;
        if (!node.isLoad) follow(loads_);
        follow(stores_);
        (node.isLoad ? loads_ : stores_).push_back(index);
    }

    void push(MachineOperation operation, ordering::InstructionNode node) {
        node.issueCycles = operation.issueCycles;
        node.latency = expectedLatency(operation);
        std::sort(node.needs.begin(), node.needs.end());
        node.needs.erase(std::unique(node.needs.begin(), node.needs.end()), node.needs.end());
        std::erase_if(node.after, [&](auto other) {
            return std::binary_search(node.needs.begin(), node.needs.end(), other);
        });
        operations_.push_back(std::move(operation));
        graph_.nodes.push_back(std::move(node));
    }

    const BlockContext& context_;
    BlockPlace place_;
    const std::vector<int>& rounds_;
    int copies_;
    MemoryOrder order_;
    BlockRegisters registers_;
    std::vector<MachineOperation> operations_;
    ordering::InstructionBlock graph_;
    std::map<std::pair<StatementId, int>, std::uint32_t> at_; ///< statement and copy
    /// Those that use what a copy made in the round before.
    std::map<std::pair<StatementId, int>, std::vector<std::uint32_t>> usedBefore_;
    std::vector<std::uint32_t> loads_, stores_; ///< stores: whatever is no load
    std::set<StatementId> advances_;            ///< whose addresses are among the registers
    bool hasBarrier_ = false;
    std::optional<Place> barrier_; ///< one that waits for its place
};

} // namespace

ValueSlots numberSlots(const Pdg& pdg, const CodeShape& shape) {
    ValueSlots slots;
    for (const auto& statement : pdg.statements) {
        slots.first.push_back(slots.count);
        slots.copies.push_back(copiesOf(pdg.regions[statement.region], pdg, shape));
        slots.count += static_cast<std::uint32_t>(slots.copies.back());
    }
    return slots;
}

std::vector<MachineOperation> lowerBlock(const BlockContext& context, const BlockPlace& place,
                                         const std::vector<BlockNode>& nodes, const std::vector<int>& rounds) {
    const int copies = rounds.back();
    Block block(context, place, rounds);
    for (int copy = 0; copy < copies; ++copy)
        for (const auto& [node, guard] : nodes) {
            const bool isLast = copy + 1 == copies;
            if (node.kind == NodeRef::Kind::Predicate) {
                const auto& predicate = context.pdg.predicates[node.predicate()];
                if (isLast && isBranch(predicate, context.evaluation, context.shape))
                    block.addBranch(predicate, copy);
            } else if (node.kind == NodeRef::Kind::Statement) {
                const auto& statement = context.pdg.statements[node.statement()];
                const bool isHere = isLast || context.shape.unrolling.inEveryCopy[statement.id];
                if (isIssued(statement, context.spec) && isHere) block.add(statement, guard, copy);
            }
        }
    return std::move(block).inOrder();
}

} // namespace warpstring::machine
