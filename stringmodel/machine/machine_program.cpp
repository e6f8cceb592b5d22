// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/machine_program.h"

#include <algorithm>
#include <map>
#include <set>

#include "stringmodel/machine/instruction_schedule.h"
#include "stringmodel/machine/predication.h"

namespace warpstring {

namespace {

/// What compilers expect of a load, for the order of instructions alone.
constexpr double expectedGlobalLatency = 100;
constexpr double expectedSharedLatency = 30;
/// Bytes of a work-item that one load or store instruction moves.
constexpr int widestAccess = 16;

class Lowering {
public:
    Lowering(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec)
        : spareRegisters_(spareRegisters(spec, pdg.registers)), pdg_(pdg), evaluation_(evaluation), spec_(spec),
          firstSlot_(pdg.statements.size(), 0), copies_(pdg.statements.size(), 1),
          onceAnIteration_(pdg.statements.size(), true), isPredicated_(pdg.regions.size(), false) {
        program_.unroll.assign(pdg.loops.size(), 1);
    }

    MachineProgram run() {
        chooseUnrolling();
        findLoopControl();
        isPredicated_ =
            predicatedRegions(pdg_, evaluation_, spec_.compiler.predicatedInstructions,
                              [this](const Statement& statement) { return instructionsOf(statement); });
        numberSlots();
        readLocalIds();
        emitRegion(0);
        program_.steps.push_back({});
        countWork();
        return std::move(program_);
    }

private:
    /// Registers that a compiler may take beyond the fewest and still fill the device with warps.
    [[nodiscard]] static int spareRegisters(const HardwareSpec& spec, int registers) {
        if (registers <= 0 || spec.occupancy.workItems <= 0 || spec.occupancy.registers <= 0) return 1 << 20;
        return std::max(0, spec.occupancy.registers / spec.occupancy.workItems - registers);
    }

    [[nodiscard]] bool isDead(RegionId region) const {
        return evaluation_.regions[region].executions.upper == 0;
    }

    /// Loops without anything but statements and their own end: what compilers unroll.
    [[nodiscard]] bool isSimple(const Region& body) const {
        for (const auto& child : body.children) {
            if (child.kind == NodeRef::Kind::Region && !isDead(child.id)) return false;
            if (child.kind == NodeRef::Kind::Predicate && !pdg_.predicates[child.id].closesLoop) return false;
            if (child.kind == NodeRef::Kind::Statement &&
                pdg_.statements[child.id].kind == StatementKind::Barrier)
                return false;
        }
        return true;
    }

    void chooseUnrolling() {
        for (const auto& region : pdg_.regions) {
            if (region.kind != Region::Kind::LoopBody || !isSimple(region)) continue;
            double instructions = 0;
            for (const auto& child : region.children)
                if (child.kind == NodeRef::Kind::Statement)
                    instructions += instructionsOf(pdg_.statements[child.id]);
            const Loop& loop = pdg_.loops[region.loop];
            const auto fits = [&](double copies) {
                return instructions * copies <= spec_.compiler.unrollInstructions || copies <= 4;
            };
            const double trips = evaluation_.loops[region.loop].trips.value;
            int factor = spec_.compiler.unrollFactor;
            while (factor > 1 && (!fits(factor) || trips < factor)) factor /= 2;
            if (loop.constantTrips && factor > 1 &&
                instructions * static_cast<double>(*loop.constantTrips) <=
                    spec_.compiler.wholeUnrollInstructions)
                factor = static_cast<int>(*loop.constantTrips); // as a whole
            if (loop.unrollFactor > 0) factor = loop.unrollFactor;
            program_.unroll[region.loop] = std::max(1, factor);
        }
    }

    [[nodiscard]] double instructionsOf(const Statement& statement) const {
        if (statement.kind == StatementKind::Register) return 0;
        if (statement.kind != StatementKind::Compute) return 1;
        return costOf(statement.operation).instructions * statement.count;
    }

    /// Counters and pointers that a loop advances, and the compare at its end: once for all unrolled copies.
    void findLoopControl() {
        std::vector<std::vector<StatementId>> users(pdg_.statements.size());
        for (const auto& statement : pdg_.statements)
            for (const auto producer : statement.data) users[producer].push_back(statement.id);
        std::set<StatementId> branches; // used by something that decides
        std::set<StatementId> ends;     // used by the end of a loop
        for (const auto& predicate : pdg_.predicates)
            for (const auto producer : predicate.data)
                (predicate.closesLoop ? ends : branches).insert(producer);
        for (const auto& region : pdg_.regions) {
            if (region.kind != Region::Kind::LoopBody || program_.unroll[region.loop] == 1) continue;
            for (auto child = region.children.rbegin(); child != region.children.rend(); ++child) {
                if (child->kind != NodeRef::Kind::Statement) continue;
                const auto& statement = pdg_.statements[child->id];
                if (statement.kind != StatementKind::Compute) continue;
                const bool advances = statement.synthesised && users[statement.id].empty() &&
                                      statement.operation != OperationClass::IndexedAddress;
                const bool onlyControls = (ends.contains(statement.id) || statement.carried) &&
                                          !branches.contains(statement.id) &&
                                          std::all_of(users[statement.id].begin(), users[statement.id].end(),
                                                      [&](auto user) { return !onceAnIteration_[user]; });
                const bool isCompare = statement.operation == OperationClass::IntegerCompare ||
                                       statement.operation == OperationClass::LongCompare ||
                                       statement.operation == OperationClass::IntegerAdd ||
                                       statement.operation == OperationClass::LongAdd;
                if (advances || (onlyControls && isCompare)) onceAnIteration_[statement.id] = false;
            }
        }
    }

    /// Each dimension's local ID comes by the pipe to memory (seen in counters of kernels that differ in it
    /// alone). When it comes is part of the time that a warp needs to start.
    void readLocalIds() {
        if (!exchangePassesMemory()) return;
        for (std::uint32_t dimension = 0; dimension < 3; ++dimension) {
            bool isRead = false;
            for (std::uint32_t e = 0; e < pdg_.exprs.size(); ++e) {
                const Expr& expr = pdg_.exprs[ExprId{e}];
                isRead = isRead || (expr.op == ExprOp::LocalId && expr.index == dimension);
            }
            if (!isRead) continue;
            step(MachineStep::Kind::Operation, static_cast<std::uint32_t>(program_.operations.size()));
            program_.operations.push_back(throughMemoryPipe());
            program_.passesPerWarp += 1;
        }
    }

    /// Where shared memory is a part of L1, what the multiprocessor itself exchanges with warps passes there
    /// too.
    [[nodiscard]] bool exchangePassesMemory() const { return spec_.hasPipes() && spec_.caches.l1HoldsShared; }

    [[nodiscard]] MachineOperation throughMemoryPipe() const {
        MachineOperation operation;
        operation.issueCycles = static_cast<float>(schedulerCycles());
        operation.pipeCycles[static_cast<std::size_t>(Pipe::Memory)] = pipeCycles(Pipe::Memory, 1);
        operation.latency = 0;
        return operation;
    }

    /// A decision on predicated branches alone is a compare: there is no branch.
    [[nodiscard]] bool branches(const Predicate& predicate) const {
        bool decides = false;
        for (const auto region : {predicate.whenTrue, predicate.whenFalse}) {
            if (region == none || isDead(region)) continue;
            if (!isPredicated_[region]) return true;
            decides = true;
        }
        return !decides;
    }

    void numberSlots() {
        for (const auto& statement : pdg_.statements) {
            const auto& region = pdg_.regions[statement.region];
            if (region.kind == Region::Kind::LoopBody) copies_[statement.id] = program_.unroll[region.loop];
            firstSlot_[statement.id] = program_.slots;
            program_.slots += static_cast<std::uint32_t>(copies_[statement.id]);
        }
    }

    // --- structure ---------------------------------------------------------------------------------------

    /// A node of a basic block and the predicated branch that it is from.
    struct BlockNode {
        NodeRef node;
        RegionId guard = none;
    };

    void emitRegion(RegionId id) {
        std::vector<BlockNode> block;
        for (const auto& child : pdg_.regions[id].children) {
            if (child.kind != NodeRef::Kind::Region) {
                const bool isBarrier = child.kind == NodeRef::Kind::Statement &&
                                       pdg_.statements[child.id].kind == StatementKind::Barrier;
                if (isBarrier) flush(block);
                block.push_back({child, none});
                if (isBarrier) flush(block);
                continue;
            }
            if (isDead(child.id)) continue;
            if (isPredicated_[child.id]) {
                gather(child.id, none, block);
                continue;
            }
            flush(block);
            if (pdg_.regions[child.id].kind == Region::Kind::LoopBody)
                emitLoop(child.id);
            else
                emitBranch(child.id);
        }
        flush(block);
    }

    void gather(RegionId id, RegionId around, std::vector<BlockNode>& block) const {
        block.push_back({{NodeRef::Kind::Region, id}, around});
        for (const auto& child : pdg_.regions[id].children) {
            if (child.kind != NodeRef::Kind::Region)
                block.push_back({child, id});
            else if (!isDead(child.id))
                gather(child.id, id, block);
        }
    }

    std::uint32_t step(MachineStep::Kind kind, std::uint32_t index, std::uint32_t target = 0,
                       std::uint32_t amount = 1) {
        program_.steps.push_back({kind, index, target, amount});
        return static_cast<std::uint32_t>(program_.steps.size() - 1);
    }
    [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(program_.steps.size()); }

    void emitBranch(RegionId id) {
        const auto enter = step(MachineStep::Kind::Region, id);
        emitRegion(id);
        program_.steps[enter].target = here();
    }

    void emitLoop(RegionId id) {
        const LoopId loop = pdg_.regions[id].loop;
        const int factor = program_.unroll[loop];
        step(MachineStep::Kind::LoopEnter, loop);
        for (const int copies : {factor, 1}) {
            const auto test = step(MachineStep::Kind::LoopTest, loop, 0, static_cast<std::uint32_t>(copies));
            if (copies > 1)
                schedule(unguarded(pdg_.regions[id].children), copies);
            else
                emitRegion(id);
            step(MachineStep::Kind::LoopNext, loop, test, static_cast<std::uint32_t>(copies));
            program_.steps[test].target = here();
            if (factor == 1) break;
        }
        step(MachineStep::Kind::LoopLeave, loop);
    }

    [[nodiscard]] static std::vector<BlockNode> unguarded(const std::vector<NodeRef>& nodes) {
        std::vector<BlockNode> block;
        for (const auto& node : nodes) block.push_back({node, none});
        return block;
    }

    void flush(std::vector<BlockNode>& block) {
        if (!block.empty()) schedule(block, 1);
        block.clear();
    }

    // --- a basic block -----------------------------------------------------------------------------------

    /// Where a value comes from, through registers that cost nothing. `previous`: of the iteration before.
    struct Source {
        StatementId statement;
        bool previous;
    };

    void sources(const std::vector<StatementId>& data, StatementId user, std::set<StatementId>& seen,
                 std::vector<Source>& found) const {
        for (const auto id : data) {
            if (!seen.insert(id).second) continue;
            if (pdg_.statements[id].kind == StatementKind::Register)
                sources(pdg_.statements[id].data, user, seen, found);
            else
                found.push_back({id, id >= user});
        }
    }

    void schedule(const std::vector<BlockNode>& nodes, int copies) {
        std::vector<MachineOperation> operations;
        std::vector<ScheduledNode> graph;
        std::map<std::pair<StatementId, int>, std::uint32_t> at;
        std::vector<std::uint32_t> loads, stores;
        for (const auto& [node, guard] : nodes)
            if (node.kind == NodeRef::Kind::Region && isPredicated_[node.id])
                step(MachineStep::Kind::Guard, node.id, guard);
        for (int copy = 0; copy < copies; ++copy)
            for (const auto& [node, guard] : nodes) {
                const bool isLast = copy + 1 == copies;
                if (node.kind == NodeRef::Kind::Predicate) {
                    if (!pdg_.predicates[node.id].free && isLast && branches(pdg_.predicates[node.id]))
                        addBranch(pdg_.predicates[node.id], copy, copies, operations, graph, at);
                    continue;
                }
                if (node.kind != NodeRef::Kind::Statement) continue;
                const auto& statement = pdg_.statements[node.id];
                if (statement.kind == StatementKind::Register) continue;
                if (!onceAnIteration_[statement.id] && !isLast) continue;
                add(statement, guard, copy, copies, operations, graph, at, loads, stores);
            }
        for (const auto index : listSchedule(graph, spec_.compiler.loadsInFlight, spareRegisters_)) {
            step(MachineStep::Kind::Operation, static_cast<std::uint32_t>(program_.operations.size()));
            program_.operations.push_back(std::move(operations[index]));
        }
    }

    using Places = std::map<std::pair<StatementId, int>, std::uint32_t>;

    void use(const std::vector<Source>& found, int copy, int copies, const Places& at,
             MachineOperation& operation, ScheduledNode& node) const {
        for (const auto& source : found) {
            const int all = copies_[source.statement];
            if (all == 1 || copies == 1) { // made outside of this unrolled body, in whichever copy came last
                for (int c = 0; c < all; ++c)
                    operation.uses.push_back(firstSlot_[source.statement] + static_cast<std::uint32_t>(c));
            }
            const int from = source.previous ? copy - 1 : copy;
            if (all > 1 && copies > 1)
                operation.uses.push_back(firstSlot_[source.statement] +
                                         static_cast<std::uint32_t>((from + all) % all));
            if (const auto place = at.find({source.statement, from}); place != at.end())
                node.needs.push_back(place->second);
        }
    }

    void addBranch(const Predicate& predicate, int copy, int copies, std::vector<MachineOperation>& operations,
                   std::vector<ScheduledNode>& graph, Places& at) const {
        MachineOperation operation = compute(OperationClass::Branch, 1);
        operation.predicate = predicate.id;
        operation.copy = copy;
        ScheduledNode node;
        std::set<StatementId> seen;
        std::vector<Source> found;
        sources(predicate.data, none, seen, found);
        use(found, copy, copies, at, operation, node);
        for (std::uint32_t i = 0; i < graph.size(); ++i) node.after.push_back(i); // a block ends with it
        finish(std::move(operation), std::move(node), operations, graph);
    }

    void add(const Statement& statement, RegionId guard, int copy, int copies,
             std::vector<MachineOperation>& operations, std::vector<ScheduledNode>& graph, Places& at,
             std::vector<std::uint32_t>& loads, std::vector<std::uint32_t>& stores) const {
        MachineOperation operation = lowered(statement);
        operation.statement = statement.id;
        operation.guard = guard;
        operation.copy = copy;
        if (operation.result >= 0) operation.result += copy;
        ScheduledNode node;
        node.registers = registersOf(statement);
        std::set<StatementId> seen;
        std::vector<Source> found;
        sources(statement.data, statement.id, seen, found);
        if (statement.carried) found.push_back({statement.id, true});
        if (guard != none)
            for (const auto& parent : pdg_.regions[guard].controlParents)
                sources(pdg_.predicates[parent.predicate].data, none, seen, found);
        use(found, copy, copies, at, operation, node);
        const auto index = static_cast<std::uint32_t>(graph.size());
        at[{statement.id, copy}] = index;
        if (operation.kind == MachineKind::Compute) {
            finish(std::move(operation), std::move(node), operations, graph);
            return;
        }
        const bool isLoad = operation.kind != MachineKind::Barrier && operation.access == AccessKind::Load;
        node.isLoad = isLoad;
        for (const auto other : isLoad ? stores : loads)
            if (mayMeet(operations[other], operation)) node.after.push_back(other);
        if (!isLoad)
            for (const auto other : stores)
                if (mayMeet(operations[other], operation)) node.after.push_back(other);
        finish(std::move(operation), std::move(node), operations, graph);
        (isLoad ? loads : stores).push_back(index);
    }

    /// Registers of a computed value; none where it takes the place of the one of the iteration before. Those
    /// of loads are a matter of `loads_in_flight`.
    [[nodiscard]] static int registersOf(const Statement& statement) {
        return statement.kind == StatementKind::Compute && !statement.carried ? 1 : 0;
    }

    static void finish(MachineOperation operation, ScheduledNode node,
                       std::vector<MachineOperation>& operations, std::vector<ScheduledNode>& graph) {
        node.issueCycles = operation.issueCycles;
        node.latency = operation.kind == MachineKind::Global   ? expectedGlobalLatency
                       : operation.kind == MachineKind::Shared ? expectedSharedLatency
                                                               : operation.latency;
        std::sort(node.needs.begin(), node.needs.end());
        node.needs.erase(std::unique(node.needs.begin(), node.needs.end()), node.needs.end());
        std::erase_if(node.after, [&](auto other) {
            return std::binary_search(node.needs.begin(), node.needs.end(), other);
        });
        operations.push_back(std::move(operation));
        graph.push_back(std::move(node));
    }

    /// Whether a compiler must keep two accesses, of which one writes, in order. Pointers without restrict may
    /// lead to the same memory; two accesses at different constants from one address do not.
    [[nodiscard]] bool mayMeet(const MachineOperation& one, const MachineOperation& other) const {
        if (one.kind == MachineKind::Barrier || other.kind == MachineKind::Barrier) return true;
        const auto& a = pdg_.accesses[one.accessId];
        const auto& b = pdg_.accesses[other.accessId];
        if (a.space != b.space) return a.space == MemorySpace::Unknown || b.space == MemorySpace::Unknown;
        const bool sameObject = a.object == b.object && a.objectIsArgument == b.objectIsArgument;
        if (a.space != MemorySpace::Global) {
            if (!sameObject) return a.space == MemorySpace::Shared && a.objectIsArgument && b.objectIsArgument;
            return !areApart(a, b);
        }
        if (sameObject) return one.copy != other.copy || !areApart(a, b);
        const auto isAlone = [&](const MemoryAccess& access) {
            return access.object != none && access.objectIsArgument && pdg_.arguments[access.object].noAlias;
        };
        return !isAlone(a) && !isAlone(b);
    }

    /// Offsets that differ by a constant of at least the access's width.
    [[nodiscard]] bool areApart(const MemoryAccess& a, const MemoryAccess& b) const {
        const auto [baseA, constantA] = splitConstant(a.offset);
        const auto [baseB, constantB] = splitConstant(b.offset);
        return baseA == baseB && (constantA + a.bytes <= constantB || constantB + b.bytes <= constantA);
    }

    [[nodiscard]] std::pair<ExprId, std::int64_t> splitConstant(ExprId id) const {
        if (!id) return {id, 0};
        const Expr& expr = pdg_.exprs[id];
        if (expr.op == ExprOp::Constant) return {ExprId{}, expr.value};
        if (expr.op != ExprOp::Add) return {id, 0};
        if (pdg_.exprs.isConstant(expr.b)) return {expr.a, pdg_.exprs[expr.b].value};
        if (pdg_.exprs.isConstant(expr.a)) return {expr.b, pdg_.exprs[expr.a].value};
        return {id, 0};
    }

    // --- costs -------------------------------------------------------------------------------------------

    [[nodiscard]] InstructionCost costOf(OperationClass operation) const {
        const auto known = spec_.instructions.find(operation);
        if (known != spec_.instructions.end()) return known->second;
        return {1, spec_.execution.issueCycles, {}, spec_.execution.pipelineLatency};
    }

    /// Cycles of one scheduler for an instruction.
    [[nodiscard]] double schedulerCycles() const {
        return spec_.execution.issueCycles * spec_.execution.schedulers;
    }

    [[nodiscard]] MachineOperation compute(OperationClass operation, int count) const {
        const InstructionCost cost = costOf(operation);
        MachineOperation lowered;
        lowered.instructions = static_cast<float>(cost.instructions * count);
        // Without pipes, the issue stage is occupied for as long as the unit is.
        lowered.issueCycles = static_cast<float>(
            spec_.hasPipes() ? cost.instructions * count * schedulerCycles() : cost.cycles * count);
        lowered.latency = static_cast<float>(cost.latency);
        for (std::size_t p = 0; p < pipeCount; ++p)
            lowered.pipeCycles[p] = pipeCycles(static_cast<Pipe>(p), cost.pipes[p] * count);
        return lowered;
    }

    /// Each scheduler has its share of every pipe, except the one to memory, which all share.
    [[nodiscard]] float pipeCycles(Pipe pipe, double instructions) const {
        const double lanes = spec_.pipeLanes[static_cast<std::size_t>(pipe)];
        if (lanes <= 0 || instructions <= 0) return 0;
        const double share = pipe == Pipe::Memory ? 1 : spec_.execution.schedulers;
        return static_cast<float>(instructions * spec_.execution.warpSize / (lanes / share));
    }

    [[nodiscard]] MachineOperation lowered(const Statement& statement) const {
        if (statement.kind == StatementKind::Compute) {
            MachineOperation operation = compute(statement.operation, statement.count);
            operation.result = static_cast<std::int32_t>(firstSlot_[statement.id]);
            return operation;
        }
        MachineOperation operation;
        operation.issueCycles = static_cast<float>(schedulerCycles());
        if (statement.kind == StatementKind::Barrier) {
            operation.kind = MachineKind::Barrier;
            operation.latency = static_cast<float>(spec_.execution.barrierCycles);
            const Pipe pipe = exchangePassesMemory() ? Pipe::Memory : Pipe::Control;
            operation.pipeCycles[static_cast<std::size_t>(pipe)] = pipeCycles(pipe, 1);
            return operation;
        }
        const auto& access = pdg_.accesses[statement.access];
        if (access.space == MemorySpace::Constant) {
            // Delivered like an operand where all lanes agree; taken as an instruction that hits.
            operation = compute(OperationClass::Move, 1);
            operation.result = static_cast<std::int32_t>(firstSlot_[statement.id]);
            return operation;
        }
        operation.kind = access.space == MemorySpace::Shared ? MachineKind::Shared : MachineKind::Global;
        operation.access = access.kind;
        operation.isPrivate = access.space == MemorySpace::Private;
        operation.accessId = access.id;
        const double pieces = std::max(1.0, static_cast<double>(access.bytes) / widestAccess);
        operation.instructions = static_cast<float>(pieces);
        operation.issueCycles = static_cast<float>(spec_.hasPipes() ? schedulerCycles() * pieces
                                                                    : spec_.globalMemory.issueCycles * pieces);
        operation.pipeCycles[static_cast<std::size_t>(Pipe::Memory)] = pipeCycles(Pipe::Memory, pieces);
        if (access.kind != AccessKind::Store)
            operation.result = static_cast<std::int32_t>(firstSlot_[statement.id]);
        return operation;
    }

    void count(const MachineOperation& operation, double issued, double executed) {
        program_.operationsPerWarp += issued;
        program_.instructionsPerWarp += issued * operation.instructions;
        for (std::size_t p = 0; p < pipeCount; ++p) {
            const double lanes = spec_.pipeLanes[p];
            if (lanes <= 0) continue;
            const double share = static_cast<Pipe>(p) == Pipe::Memory ? 1 : spec_.execution.schedulers;
            program_.pipeInstructionsPerWarp[p] +=
                executed * operation.pipeCycles[p] * (lanes / share) / spec_.execution.warpSize;
        }
    }

    /// Executions on average, from the evaluation.
    void countWork() {
        const double localIds = program_.passesPerWarp;
        if (localIds > 0) count(throughMemoryPipe(), localIds, localIds);
        for (const auto& region : pdg_.regions) {
            if (isDead(region.id)) continue;
            const double executions = evaluation_.regions[region.id].executions.value;
            const int copies = region.kind == Region::Kind::LoopBody ? program_.unroll[region.loop] : 1;
            RegionId block = region.id;
            while (isPredicated_[block]) block = pdg_.regions[block].parent;
            // Warps that issue it for each that does it.
            const double issued = executions > 0 ? evaluation_.regions[block].executions.value / executions : 0;
            for (const auto& child : region.children) {
                MachineOperation operation;
                double times = executions;
                if (child.kind == NodeRef::Kind::Predicate) {
                    if (pdg_.predicates[child.id].free || !branches(pdg_.predicates[child.id])) continue;
                    operation = compute(OperationClass::Branch, 1);
                    times /= copies;
                } else if (child.kind == NodeRef::Kind::Statement) {
                    const auto& statement = pdg_.statements[child.id];
                    if (statement.kind == StatementKind::Register) continue;
                    operation = lowered(statement);
                    if (!onceAnIteration_[statement.id]) times /= copies;
                } else {
                    continue;
                }
                count(operation, times * issued, times);
                if (operation.kind == MachineKind::Barrier && exchangePassesMemory())
                    program_.passesPerWarp += times;
            }
        }
    }

    int spareRegisters_;
    const Pdg& pdg_;
    const Evaluation& evaluation_;
    const HardwareSpec& spec_;
    MachineProgram program_;
    std::vector<std::uint32_t> firstSlot_;
    std::vector<int> copies_;
    std::vector<bool> onceAnIteration_; ///< per copy of an unrolled body; false: once for all copies
    std::vector<bool> isPredicated_;    ///< by region
};

} // namespace

MachineProgram lower(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec) {
    return Lowering(pdg, evaluation, spec).run();
}

} // namespace warpstring
