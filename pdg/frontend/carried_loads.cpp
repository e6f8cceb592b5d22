// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/carried_loads.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "pdg/frontend/llvm_headers.h"

namespace warpstring::frontend {

namespace {

/// A load that each iteration makes: its address now, an iteration on, and in the first one.
struct SteadyLoad {
    llvm::LoadInst* load = nullptr;
    const llvm::SCEV *address = nullptr, *next = nullptr, *first = nullptr;
};

/// Sums and products of integers that are extended as those of what they are made of: signed ones do not
/// overflow.
class Distributed : public llvm::SCEVRewriteVisitor<Distributed> {
public:
    explicit Distributed(llvm::ScalarEvolution& evolution) : SCEVRewriteVisitor(evolution) {}

    const llvm::SCEV* visitSignExtendExpr(const llvm::SCEVSignExtendExpr* extended) {
        return extend(extended->getOperand(), extended->getType());
    }

    const llvm::SCEV* visitMulExpr(const llvm::SCEVMulExpr* product) {
        const auto* made = SCEVRewriteVisitor::visitMulExpr(product);
        const auto* own = llvm::dyn_cast<llvm::SCEVMulExpr>(made);
        if (own == nullptr || own->getNumOperands() != 2 || !llvm::isa<llvm::SCEVConstant>(own->getOperand(0)))
            return made;
        const auto* sum = llvm::dyn_cast<llvm::SCEVAddExpr>(own->getOperand(1));
        if (sum == nullptr) return made;
        llvm::SmallVector<const llvm::SCEV*, 4> parts;
        for (const auto* part : sum->operands()) parts.push_back(SE.getMulExpr(own->getOperand(0), part));
        return SE.getAddExpr(parts);
    }

private:
    const llvm::SCEV* extend(const llvm::SCEV* part, llvm::Type* type) {
        const auto parts = [&](const llvm::SCEVNAryExpr* whole) {
            llvm::SmallVector<const llvm::SCEV*, 4> made;
            for (const auto* operand : whole->operands()) made.push_back(extend(operand, type));
            return made;
        };
        if (const auto* sum = llvm::dyn_cast<llvm::SCEVAddExpr>(part)) {
            auto made = parts(sum);
            return SE.getAddExpr(made);
        }
        if (const auto* product = llvm::dyn_cast<llvm::SCEVMulExpr>(part)) {
            auto made = parts(product);
            return SE.getMulExpr(made);
        }
        if (const auto* counted = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part)) {
            auto made = parts(counted);
            return SE.getAddRecExpr(made, counted->getLoop(), llvm::SCEV::FlagAnyWrap);
        }
        return SE.getSignExtendExpr(part, type);
    }
};

/// An expression of a loop as it is an iteration on, or in the first.
class OtherIteration : public llvm::SCEVRewriteVisitor<OtherIteration> {
public:
    OtherIteration(const llvm::Loop& loop, llvm::ScalarEvolution& evolution, bool isFirst)
        : SCEVRewriteVisitor(evolution), loop_(loop), isFirst_(isFirst) {}

    const llvm::SCEV* visitAddRecExpr(const llvm::SCEVAddRecExpr* counted) {
        if (counted->getLoop() != &loop_) return counted;
        return isFirst_ ? counted->getStart() : counted->getPostIncExpr(SE);
    }

private:
    const llvm::Loop& loop_;
    bool isFirst_;
};

class Carrier {
public:
    Carrier(llvm::Loop& loop, llvm::ScalarEvolution& evolution, llvm::DominatorTree& dominators,
            llvm::AAResults& aliases)
        : loop_(loop), evolution_(evolution), dominators_(dominators), aliases_(aliases) {}

    bool run() {
        if (!loop_.isInnermost() || loop_.getLoopPreheader() == nullptr || loop_.getLoopLatch() == nullptr)
            return false;
        findLoads();
        std::map<std::pair<const llvm::SCEV*, llvm::Type*>, llvm::LoadInst*> now;
        for (const auto& own : loads_) now.try_emplace({own.address, own.load->getType()}, own.load);
        std::map<llvm::LoadInst*, llvm::LoadInst*> before; // by load: the one that had its address before
        for (const auto& own : loads_) {
            const auto found = now.find({own.next, own.load->getType()});
            if (found != now.end() && !isWritten(*own.load) && !decides(*own.load))
                before[own.load] = found->second;
        }
        if (before.empty()) return false;
        carry(before);
        return true;
    }

private:
    void findLoads() {
        for (auto* block : loop_.blocks())
            for (auto& instruction : *block)
                if (instruction.mayWriteToMemory()) writers_.push_back(&instruction);
        for (auto* block : loop_.blocks()) {
            if (!dominators_.dominates(block, loop_.getLoopLatch())) continue;
            for (auto& instruction : *block) {
                auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
                if (load == nullptr || !load->isSimple()) continue;
                const auto* told = evolution_.getSCEV(load->getPointerOperand());
                const auto* first = OtherIteration(loop_, evolution_, true).visit(told);
                const auto* address = Distributed(evolution_).visit(told);
                const auto* next = OtherIteration(loop_, evolution_, false).visit(address);
                if (next != address && evolution_.isLoopInvariant(first, &loop_))
                    loads_.push_back({load, address, next, first});
            }
        }
        // Where so many pairs of loads and stores would have to be told apart, compilers stop as well.
        constexpr std::size_t mostPairs = 100'000;
        if (loads_.size() * std::max(loads_.size(), writers_.size()) > mostPairs) loads_.clear();
    }

    bool isWritten(const llvm::LoadInst& load) {
        const auto location = llvm::MemoryLocation::get(&load);
        return std::any_of(writers_.begin(), writers_.end(), [&](const llvm::Instruction* writer) {
            return llvm::isModSet(aliases_.getModRefInfo(writer, location));
        });
    }

    /// Whether addresses or branches hang on what it brings: those are told by the place that it is loaded
    /// from.
    static bool decides(const llvm::LoadInst& load) {
        std::vector<const llvm::Instruction*> open{&load};
        llvm::SmallPtrSet<const llvm::Instruction*, 32> seen{&load};
        while (!open.empty()) {
            const auto* value = open.back();
            open.pop_back();
            for (const auto* user : value->users()) {
                const auto* next = llvm::dyn_cast<llvm::Instruction>(user);
                if (next == nullptr || !seen.insert(next).second) continue;
                if (next->isTerminator() || llvm::isa<llvm::GetElementPtrInst>(next)) return true;
                open.push_back(next);
            }
        }
        return false;
    }

    void carry(const std::map<llvm::LoadInst*, llvm::LoadInst*>& before) {
        auto* start = loop_.getLoopPreheader()->getTerminator();
        llvm::SCEVExpander expander(evolution_, start->getModule()->getDataLayout(), "carried");
        std::map<llvm::LoadInst*, llvm::PHINode*> carried;
        for (const auto& own : loads_) {
            if (!before.contains(own.load) || !expander.isSafeToExpandAt(own.first, start)) continue;
            llvm::Value* at = expander.expandCodeFor(own.first, own.load->getPointerOperandType(), start);
            auto* first = llvm::cast<llvm::LoadInst>(own.load->clone());
            first->setOperand(0, at);
            first->insertBefore(start);
            auto* value = llvm::PHINode::Create(own.load->getType(), 2, "", loop_.getHeader()->begin());
            value->setDebugLoc(own.load->getDebugLoc());
            value->addIncoming(first, loop_.getLoopPreheader());
            carried[own.load] = value;
        }
        for (const auto& [load, value] : carried) {
            auto* other = before.at(load);
            const auto found = carried.find(other);
            value->addIncoming(found == carried.end() ? static_cast<llvm::Value*>(other) : found->second,
                               loop_.getLoopLatch());
        }
        for (const auto& [load, value] : carried) {
            evolution_.forgetValue(load);
            load->replaceAllUsesWith(value);
            load->eraseFromParent();
        }
    }

    llvm::Loop& loop_;
    llvm::ScalarEvolution& evolution_;
    llvm::DominatorTree& dominators_;
    llvm::AAResults& aliases_;
    std::vector<SteadyLoad> loads_;
    std::vector<const llvm::Instruction*> writers_; ///< of memory, in the loop
};

} // namespace

llvm::PreservedAnalyses CarryLoads::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    auto& aliases = analyses.getResult<llvm::AAManager>(function);
    bool changed = false;
    for (auto* loop : loops.getLoopsInPreorder())
        changed |= Carrier(*loop, evolution, dominators, aliases).run();
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

} // namespace warpstring::frontend
