// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/machine_program.h"

#include <algorithm>

#include "pdg/region_tree.h"
#include "stringmodel/machine/basic_block.h"
#include "stringmodel/machine/handed_on.h"
#include "stringmodel/machine/lane_meetings.h"
#include "stringmodel/machine/program_work.h"
#include "stringmodel/machine/register_choice.h"
#include "stringmodel/machine/spilling.h"
#include "stringmodel/machine/warp_frame.h"

namespace warpstring::machine {

namespace {

/// The steps of a program, region by region.
class Lowering {
public:
    Lowering(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec, int spilled)
        : pdg_(pdg), evaluation_(evaluation), spec_(spec), shape_(shapeCode(pdg, evaluation, spec)),
          slots_(numberSlots(pdg, shape_)), pipes_(pdg, spec), alive_(pdg, evaluation),
          block_{pdg, evaluation, spec, shape_, slots_, pipes_, alive_, registerLimit(pdg, spec)},
          spills_(chooseSpills(pdg, shape_, spilled)), handedOn_(handedOnLoads(pdg, spec)),
          isPushed_(pdg.statements.size(), false) {}

    MachineProgram run() {
        program_.unroll = shape_.unrolling.factors;
        for (const int copies : program_.unroll) program_.mostCopies = std::max(program_.mostCopies, copies);
        for (const auto& spills : spills_) program_.spillPlaces += static_cast<std::uint32_t>(spills.registers);
        program_.slots = slots_.count + program_.spillPlaces;
        if (auto frame = warpFrame(pdg_, spec_); frame.instructions > 0) push(std::move(frame));
        readLocalIds();
        emitRegion(entryRegion);
        program_.steps.push_back({});
        countWork(pdg_, evaluation_, spec_, shape_, pipes_, spills_, program_);
        return std::move(program_);
    }

private:
    [[nodiscard]] bool isDead(RegionId region) const { return evaluation_.regions[region].isDead(); }

    /// Each dimension's local ID comes by the pipe to memory (seen in counters of kernels that differ in it
    /// alone). When it comes is part of the time that a warp needs to start.
    void readLocalIds() {
        if (!exchangePassesMemory(spec_)) return;
        for (std::uint32_t dimension = 0; dimension < 3; ++dimension) {
            bool isRead = false;
            for (std::uint32_t e = 0; e < pdg_.exprs.size(); ++e) {
                const Expr& expr = pdg_.exprs[ExprId{e}];
                isRead = isRead || (expr.op == ExprOp::LocalId && expr.index == dimension);
            }
            if (!isRead) continue;
            push(memoryPipeOperation(spec_));
            program_.passesPerWarp += 1;
        }
    }

    void emitRegion(RegionId id) {
        emitSpills(id, true);
        std::vector<BlockNode> block;
        const auto& children = pdg_.regions[id].children;
        BlockPlace place{id, 0, 0};
        for (std::size_t i = 0; i < children.size(); ++i) {
            const NodeRef child = children[i];
            if (child.kind != NodeRef::Kind::Region) {
                block.push_back({child, none});
                continue;
            }
            if (isDead(child.region())) continue;
            if (shape_.isPredicated[child.region()]) {
                gather(child.region(), none, block);
                continue;
            }
            place.end = i;
            flush(place, block);
            place.first = i + 1;
            if (pdg_.regions[child.region()].kind == Region::Kind::LoopBody) {
                waitForHandedOn(id, 1);
                emitLoop(child.region());
            } else {
                emitBranch(child.region());
            }
        }
        place.end = children.size();
        flush(place, block);
        if (pdg_.regions[id].kind == Region::Kind::LoopBody) waitForHandedOn(id, 1);
        emitSpills(id, false);
    }

    /// What the loop around a region hands on, as far as it is loaded by now, is moved at the end of the loop's
    /// body, or of its copies, and ahead of a loop within it.
    void waitForHandedOn(RegionId id, int copies) {
        const auto values = handedOn_.find(innermostLoop(pdg_, id));
        if (values == handedOn_.end()) return;
        for (const auto& value : values->second)
            if (isPushed_[value.load.index()] && value.iterations >= copies)
                push(waitFor(value, slots_, copies));
    }

    /// Idle registers are stored before what is in the region and loaded behind it; others the other way round.
    void emitSpills(RegionId id, bool isBefore) {
        for (const auto& spills : spills_)
            if (spills.region == id)
                emitSpills(spills, spills.isIdle == isBefore ? AccessKind::Store : AccessKind::Load);
    }

    void emitSpills(const RegionSpills& spills, AccessKind access) {
        for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(spills.registers); ++i) {
            const std::uint32_t place = spills.firstPlace + i, slot = slots_.count + place;
            MachineOperation operation = spillOperation(access, spills.region, place, spec_);
            if (access == AccessKind::Load)
                operation.result = static_cast<std::int32_t>(slot);
            else if (!spills.isIdle)
                operation.uses.push_back(slot);
            push(std::move(operation));
        }
    }

    void gather(RegionId id, RegionId around, std::vector<BlockNode>& block) const {
        block.push_back({NodeRef(id), around});
        for (const auto& child : pdg_.regions[id].children) {
            if (child.kind != NodeRef::Kind::Region)
                block.push_back({child, id});
            else if (!isDead(child.region()))
                gather(child.region(), id, block);
        }
    }

    void emitBranch(RegionId id) {
        const auto enter = step(MachineStep::Kind::Region, id.index());
        emitRegion(id);
        program_.steps[enter].target = here();
        meet(meetingBehindBranch(pdg_, evaluation_, shape_, id), id);
    }

    /// Lanes that may have parted wait for each other: instructions ahead of the branch and behind it.
    void meet(PredicateId decision, RegionId region) {
        if (decision == none || spec_.execution.reconvergenceCycles <= 0) return;
        push(controlOperation(decision, region, meetingInstructions, spec_.execution.reconvergenceCycles));
    }

    /// Branches that no statement of the source asks for, whose warp goes on `cycles` after they are issued.
    [[nodiscard]] MachineOperation controlOperation(PredicateId decision, RegionId region, int count,
                                                    double cycles) const {
        MachineOperation operation = computeOperation(OperationClass::Branch, count, spec_);
        operation.predicate = decision;
        operation.prepares = region;
        operation.branchesWithin = true;
        operation.latency = static_cast<float>(cycles);
        return operation;
    }

    void emitLoop(RegionId id) {
        const LoopId loop = pdg_.regions[id].loop;
        if (shape_.unrolling.isPrepared[loop]) prepare(pdg_.regions[id]);
        step(MachineStep::Kind::LoopEnter, loop.index());
        const std::vector<int> all = shape_.unrolling.rounds(loop);
        const bool isChecked = shape_.unrolling.isAgain[loop] && branchLatency() > 0;
        std::uint32_t toSingle = 0;
        if (isChecked)
            toSingle =
                step(MachineStep::Kind::LoopTest, loop.index(), 0, static_cast<std::uint32_t>(all.end()[-2]));
        std::vector<int> rounds;
        for (const int copies : all) {
            rounds.push_back(copies);
            if (isChecked && copies > 1)
                push(controlOperation(closingOf(pdg_.regions[id]), id, 1, branchLatency()));
            if (isChecked && copies == 1) program_.steps[toSingle].target = here();
            const auto test =
                step(MachineStep::Kind::LoopTest, loop.index(), 0, static_cast<std::uint32_t>(copies));
            if (copies > 1) {
                emitSpills(id, true);
                schedule({id, 0, pdg_.regions[id].children.size()}, blockOf(id), rounds);
                waitForHandedOn(id, copies);
                emitSpills(id, false);
            } else {
                emitRegion(id);
            }
            step(MachineStep::Kind::LoopNext, loop.index(), test, static_cast<std::uint32_t>(copies));
            program_.steps[test].target = here();
        }
        step(MachineStep::Kind::LoopLeave, loop.index());
        meet(meetingBehindLoop(pdg_, id), id);
    }

    /// From a compare to what a branch on it leads to; 0 where the spec does not tell.
    [[nodiscard]] double branchLatency() const {
        if (spec_.execution.branchOperandCycles <= 0) return 0;
        return computeOperation(OperationClass::IntegerCompare, 1, spec_).latency +
               spec_.execution.branchOperandCycles + computeOperation(OperationClass::Branch, 1, spec_).latency;
    }

    /// The first decision in a loop's body.
    [[nodiscard]] static PredicateId closingOf(const Region& body) {
        for (const auto& child : body.children)
            if (child.kind == NodeRef::Kind::Predicate) return child.predicate();
        return none;
    }

    /// What a loop that is unrolled without knowing its trips does at each entry: how many copies are the rest,
    /// branches around them and around the whole rounds, and the values with which these begin. The warp waits
    /// for two of the branches, and for the compare ahead of the second.
    void prepare(const Region& body) {
        const PredicateId decision = closingOf(body);
        if (decision == none) return;
        for (const auto& part : loopPreparation) {
            MachineOperation instructions = computeOperation(part.operation, part.count, spec_);
            if (part.operation == OperationClass::Branch && branchLatency() > 0)
                instructions =
                    controlOperation(decision, body.id, part.count, branchLatency() + instructions.latency);
            instructions.predicate = decision;
            instructions.prepares = body.id;
            push(std::move(instructions));
        }
    }

    /// A loop's body that is one block.
    [[nodiscard]] std::vector<BlockNode> blockOf(RegionId body) const {
        std::vector<BlockNode> block;
        for (const auto& child : pdg_.regions[body].children) {
            if (child.kind != NodeRef::Kind::Region)
                block.push_back({child, none});
            else if (!isDead(child.region()))
                gather(child.region(), none, block);
        }
        return block;
    }

    void flush(const BlockPlace& place, std::vector<BlockNode>& block) {
        if (!block.empty()) schedule(place, block, {1});
        block.clear();
    }

    void schedule(const BlockPlace& place, const std::vector<BlockNode>& nodes,
                  const std::vector<int>& rounds) {
        for (int copy = 0; copy < rounds.back(); ++copy)
            for (const auto& [node, guard] : nodes)
                if (node.kind == NodeRef::Kind::Region && shape_.isPredicated[node.region()])
                    step(MachineStep::Kind::Guard, node.index, guard.index(), static_cast<std::uint32_t>(copy));
        for (auto& operation : lowerBlock(block_, place, nodes, rounds)) push(std::move(operation));
    }

    void push(MachineOperation operation) {
        if (operation.statement != none) isPushed_[operation.statement.index()] = true;
        step(MachineStep::Kind::Operation, static_cast<std::uint32_t>(program_.operations.size()));
        program_.operations.push_back(std::move(operation));
    }

    std::uint32_t step(MachineStep::Kind kind, std::uint32_t index, std::uint32_t target = 0,
                       std::uint32_t amount = 1) {
        program_.steps.push_back({kind, index, target, amount});
        return static_cast<std::uint32_t>(program_.steps.size() - 1);
    }

    [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(program_.steps.size()); }

    const Pdg& pdg_;
    const evaluation::Evaluation& evaluation_;
    const HardwareSpec& spec_;
    CodeShape shape_;
    ValueSlots slots_;
    PipeBalance pipes_;
    AliveRegisters alive_;
    BlockContext block_;
    std::vector<RegionSpills> spills_;
    std::map<LoopId, std::vector<HandedOnLoad>> handedOn_;
    std::vector<bool> isPushed_; ///< by StatementId: its operation stands already
    MachineProgram program_;
};

} // namespace

MachineProgram lower(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec,
                     int spilled) {
    return Lowering(pdg, evaluation, spec, spilled).run();
}

} // namespace warpstring::machine
