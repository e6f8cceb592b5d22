// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/region_builder.h"

#include <algorithm>
#include <map>
#include <ranges>

#include "pdg/frontend/debug_places.h"

namespace warpstring::frontend {

namespace {

/// Counters and accumulators that start from a constant want an instruction that sets them.
void emitInitialValues(const llvm::Loop& loop, RegionId region, const AddressArithmetic& addresses,
                       StatementBuilder& statements) {
    for (auto& phi : loop.getHeader()->phis()) {
        if (!llvm::isa<llvm::ConstantInt, llvm::ConstantFP>(
                phi.getIncomingValueForBlock(loop.getLoopPreheader())))
            continue;
        bool needed = false;
        for (const auto* user : phi.users()) {
            const auto* consumer = llvm::dyn_cast<llvm::Instruction>(user);
            needed |= consumer != nullptr && !addresses.folded.contains(consumer);
        }
        if (needed) statements.emitMove(phi, region);
    }
}

/// Floats that a loop hands on from one of its variables to another, as a queue in registers does, are moved at
/// the end of an iteration, or of the copies that it is unrolled into. Integers are mostly places, the same for
/// a warp, which go round in copies of the body.
void emitHandedOn(const llvm::Loop& loop, RegionId region, StatementBuilder& statements) {
    for (auto& phi : loop.getHeader()->phis()) {
        const auto* next = llvm::dyn_cast<llvm::PHINode>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
        if (next != nullptr && next != &phi && next->getParent() == loop.getHeader() &&
            phi.getType()->isFPOrFPVectorTy())
            statements.emitMove(phi, region);
    }
}

/// Values that are a constant unless a load under a condition brings them, by the block that asks for it.
std::multimap<const llvm::BasicBlock*, const llvm::PHINode*> guardedLoads(const KernelContext& context) {
    std::multimap<const llvm::BasicBlock*, const llvm::PHINode*> found;
    for (const auto* block : context.control.order) {
        const auto* node = context.dominators.getNode(block);
        if (context.loops.isLoopHeader(block) || node == nullptr || node->getIDom() == nullptr) continue;
        for (const auto& phi : block->phis()) {
            const auto incoming = phi.incoming_values();
            if (std::any_of(incoming.begin(), incoming.end(),
                            [](const auto& value) { return llvm::isa<llvm::ConstantData>(value); }) &&
                std::any_of(incoming.begin(), incoming.end(),
                            [](const auto& value) { return llvm::isa<llvm::LoadInst>(value); }))
                found.emplace(node->getIDom()->getBlock(), &phi);
        }
    }
    return found;
}

void describePredicate(llvm::BranchInst& branch, RegionId region, KernelContext& context,
                       ValueExpressions& values, StatementBuilder& statements,
                       const llvm::SmallPtrSetImpl<const llvm::Loop*>& unrolled,
                       std::map<ControlEdge, PredicateId>& predicateOf) {
    Predicate predicate;
    predicate.id = static_cast<PredicateId>(context.pdg.predicates.size());
    predicate.condition = values.expr(branch.getCondition());
    predicate.place = placeOf(branch);
    predicate.region = region;
    predicate.data = statements.producers(branch.getCondition());
    const auto* loop = context.loops.getLoopFor(branch.getParent());
    predicate.closesLoop = loop != nullptr && loop->getLoopLatch() == branch.getParent();
    predicate.free = predicate.closesLoop && unrolled.contains(loop);
    context.pdg.regions[region].children.emplace_back(predicate.id);
    predicateOf[{branch.getParent(), true}] = predicate.id;
    predicateOf[{branch.getParent(), false}] = predicate.id;
    context.pdg.predicates.push_back(std::move(predicate));
}

} // namespace

void buildRegions(KernelContext& context, ValueExpressions& values, StatementBuilder& statements,
                  const AddressArithmetic& addresses,
                  const llvm::SmallPtrSetImpl<const llvm::Loop*>& unrolled) {
    const auto& skeletons = context.control.regions;
    auto& regions = context.pdg.regions;
    for (std::size_t i = 0; i < skeletons.size(); ++i) {
        Region region;
        region.kind = skeletons[i].kind;
        region.id = static_cast<RegionId>(i);
        region.parent = skeletons[i].parent;
        if (region.kind == Region::Kind::LoopBody) region.loop = context.loopIds.lookup(skeletons[i].level);
        regions.push_back(std::move(region));
    }
    std::vector<bool> placed(regions.size(), false);
    placed[0] = true;
    std::map<ControlEdge, PredicateId> predicateOf;
    const auto place = [&](RegionId region, const llvm::Instruction& first) {
        std::vector<RegionId> chain;
        for (RegionId id = region; !placed[id]; id = regions[id].parent) chain.push_back(id);
        for (const RegionId id : std::views::reverse(chain)) {
            placed[id] = true;
            regions[id].place = placeOf(first);
            regions[regions[id].parent].children.emplace_back(id);
            if (regions[id].kind != Region::Kind::LoopBody) continue;
            // Pointers that this loop advances are advanced before anything else of an iteration.
            if (const auto found = addresses.atLoopStart.find(skeletons[id].level);
                found != addresses.atLoopStart.end())
                for (const auto& operation : found->second) statements.emitAdvance(operation, id);
        }
    };

    const auto guarded = context.pdg.addressBits == 64
                             ? guardedLoads(context)
                             : std::multimap<const llvm::BasicBlock*, const llvm::PHINode*>();
    for (auto* block : context.control.order) {
        const RegionId region = context.control.regionOf.lookup(block);
        place(region, *block->getTerminator());
        for (auto& instruction : *block) {
            if (instruction.isTerminator()) break;
            statements.emit(instruction, region);
        }
        if (const auto found = addresses.atEnd.find(block); found != addresses.atEnd.end())
            for (const auto& operation : found->second) statements.emit(operation, region);
        for (const auto* loop : context.loops.getLoopsInPreorder())
            if (loop->getLoopPreheader() == block && !unrolled.contains(loop))
                emitInitialValues(*loop, region, addresses, statements);
        if (const auto* loop = context.loops.getLoopFor(block);
            loop != nullptr && loop->getLoopLatch() == block && !unrolled.contains(loop) &&
            context.pdg.addressBits == 64)
            emitHandedOn(*loop, region, statements);
        for (auto [phi, end] = guarded.equal_range(block); phi != end; ++phi)
            statements.emitMove(*phi->second, region);
        auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
        if (branch != nullptr && branch->isConditional())
            describePredicate(*branch, region, context, values, statements, unrolled, predicateOf);
    }

    // Those that follow were made with their guards, for accesses to one of several objects.
    for (std::size_t i = 0; i < skeletons.size(); ++i) {
        regions[i].guard = values.guard(static_cast<RegionId>(i));
        for (const auto& edge : skeletons[i].controls) {
            const auto predicate = predicateOf.find(edge);
            if (predicate == predicateOf.end()) continue;
            regions[i].controlParents.push_back({predicate->second, edge.side});
            if (skeletons[i].controls.size() != 1) continue;
            auto& decided = context.pdg.predicates[predicate->second];
            (edge.side ? decided.whenTrue : decided.whenFalse) = static_cast<RegionId>(i);
        }
    }
}

} // namespace warpstring::frontend
