// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/loop_analysis.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <algorithm>

#include "pdg/frontend/debug_places.h"

namespace warpstring::frontend {

namespace {

std::string sourceName(llvm::PHINode& phi) {
    llvm::SmallVector<llvm::DbgVariableIntrinsic*, 2> intrinsics;
    llvm::SmallVector<llvm::DbgVariableRecord*, 2> records;
    llvm::findDbgUsers(intrinsics, &phi, &records);
    for (const auto* record : records) return record->getVariable()->getName().str();
    for (const auto* intrinsic : intrinsics) return intrinsic->getVariable()->getName().str();
    // SROA names values after their variables, with a suffix of its own.
    const auto name = phi.getName();
    return name.substr(0, name.find('.')).str();
}

InductionKind kindOf(const ExprPool& exprs, ExprId value, const llvm::PHINode& phi, const llvm::Loop& loop,
                     llvm::ScalarEvolution& evolution) {
    if (exprs[value].op == ExprOp::Recurrence) return InductionKind::Other;
    const auto* recurrence =
        phi.getType()->isIntegerTy()
            ? llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(const_cast<llvm::PHINode*>(&phi)))
            : nullptr;
    return recurrence != nullptr && recurrence->getLoop() == &loop && recurrence->isAffine()
               ? InductionKind::Linear
               : InductionKind::Geometric;
}

/// What a pragma says: 1 forbids unrolling, 0 says nothing.
int askedUnrolling(const llvm::Loop& loop) {
    const auto transformation = llvm::hasUnrollTransformation(&loop);
    if ((transformation & llvm::TM_Disable) != 0) return 1;
    return std::max(0, llvm::getOptionalIntLoopAttribute(&loop, "llvm.loop.unroll.count").value_or(0));
}

/// The comparison by which a loop's latch goes round again; null where it does so by something else.
const llvm::ICmpInst* latchCompare(const llvm::Loop& loop) {
    if (loop.getLoopLatch() == nullptr) return nullptr;
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(loop.getLoopLatch()->getTerminator());
    return branch != nullptr && branch->isConditional() ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition())
                                                        : nullptr;
}

/// An operand of a comparison as a counter of the loop, where the other one stays the same; else null.
const llvm::SCEVAddRecExpr* counterOf(const llvm::ICmpInst& compare, unsigned operand, const llvm::Loop& loop,
                                      llvm::ScalarEvolution& evolution) {
    const auto* counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(compare.getOperand(operand)));
    return counter != nullptr && counter->getLoop() == &loop && counter->isAffine() &&
                   loop.isLoopInvariant(compare.getOperand(1 - operand))
               ? counter
               : nullptr;
}

/// Whether compilers can tell how often a loop runs when it is entered: what they do not unroll otherwise. A
/// constant step is enough, though an unsigned counter might wrap, and so is any step of a signed counter,
/// which must not (machine code for compute capability 9.0).
bool isCounted(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
    if (!llvm::isa<llvm::SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop))) return true;
    if (loop.getExitingBlock() == nullptr || loop.getExitingBlock() != loop.getLoopLatch()) return false;
    const auto* compare = latchCompare(loop);
    if (compare == nullptr) return false;
    for (unsigned i = 0; i < 2; ++i)
        if (const auto* counter = counterOf(*compare, i, loop, evolution);
            counter != nullptr && (llvm::isa<llvm::SCEVConstant>(counter->getStepRecurrence(evolution)) ||
                                   (compare->isSigned() && counter->hasNoSignedWrap())))
            return true;
    return false;
}

/// Whether a loop ends by a 32-bit counter in constant steps. One that is multiplied by more than a constant in
/// 64 bits is counted in 64 bits by compilers (machine code for compute capability 9.0).
bool countsPlainly(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
    const auto* compare = latchCompare(loop);
    if (compare == nullptr || !compare->getOperand(0)->getType()->isIntegerTy(32)) return false;
    const llvm::Value* counter = nullptr;
    for (unsigned i = 0; i < 2; ++i)
        if (const auto* found = counterOf(*compare, i, loop, evolution);
            found != nullptr && llvm::isa<llvm::SCEVConstant>(found->getStepRecurrence(evolution)))
            counter = compare->getOperand(i);
    if (counter == nullptr) return false;
    for (auto& phi : loop.getHeader()->phis()) {
        if (phi.getIncomingValueForBlock(loop.getLoopLatch()) != counter) continue;
        for (const auto* user : phi.users()) {
            if (!llvm::isa<llvm::SExtInst>(user)) continue;
            for (const auto* wide : user->users())
                if (const auto* product = llvm::dyn_cast<llvm::BinaryOperator>(wide);
                    product != nullptr && product->getOpcode() == llvm::Instruction::Mul &&
                    !llvm::isa<llvm::Constant>(product->getOperand(0)) &&
                    !llvm::isa<llvm::Constant>(product->getOperand(1)))
                    return false;
        }
        return true;
    }
    return false;
}

} // namespace

std::optional<int> unrollingOf(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
    if (const int asked = askedUnrolling(loop); asked > 0) return asked;
    if (!isCounted(loop, evolution)) return 1;
    return std::nullopt;
}

void numberLoops(llvm::LoopInfo& loops, Pdg& pdg, llvm::DenseMap<const llvm::Loop*, LoopId>& ids) {
    for (const auto* loop : loops.getLoopsInPreorder()) {
        Loop described;
        described.id = static_cast<LoopId>(pdg.loops.size());
        if (const auto* parent = loop->getParentLoop())
            described.parent = ids.lookup(parent);
        else
            described.parent = none;
        ids[loop] = described.id;
        pdg.loops.push_back(std::move(described));
    }
}

void describeLoops(KernelContext& context, ValueExpressions& values,
                   const llvm::SmallPtrSetImpl<const llvm::Loop*>& unrolled) {
    for (auto* loop : context.loops.getLoopsInPreorder()) {
        Loop& described = context.pdg.loops[context.loopIds.lookup(loop)];
        described.unrolled = unrolled.contains(loop);
        for (const auto& region : context.pdg.regions)
            if (region.kind == Region::Kind::LoopBody && region.loop == described.id)
                described.region = region.id;
        auto* latch = loop->getLoopLatch();
        described.continues = values.pathCondition(latch, described.region);
        auto* branch = llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator());
        if (branch != nullptr && branch->isConditional())
            described.continues = context.pdg.exprs.conjunction(
                described.continues,
                values.edgeCondition({latch, branch->getSuccessor(0) == loop->getHeader()}));
        described.unrollFactor = unrollingOf(*loop, context.evolution).value_or(0);
        described.countsPlainly = countsPlainly(*loop, context.evolution);
        if (const unsigned trips = context.evolution.getSmallConstantTripCount(loop))
            described.constantTrips = trips;
        if (const auto start = loop->getStartLoc())
            described.place = placeOf(start.get());
        else
            described.place = placeOf(*latch->getTerminator());
        context.pdg.regions[described.region].place = described.place;
        for (auto& phi : loop->getHeader()->phis()) {
            if (!phi.getType()->isIntegerTy()) continue;
            const ExprId value = values.expr(&phi);
            described.inductions.push_back(
                {sourceName(phi), kindOf(context.pdg.exprs, value, phi, *loop, context.evolution), value});
        }
    }
}

} // namespace warpstring::frontend
