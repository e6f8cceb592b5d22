// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/address_arithmetic.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "pdg/frontend/address_form.h"
#include "pdg/frontend/constant_distance.h"
#include "pdg/frontend/index_width.h"
#include "pdg/frontend/kernel_interface.h"

namespace warpstring::frontend {

namespace {

class Analysis {
public:
    Analysis(const KernelContext& context, const llvm::SmallPtrSetImpl<const llvm::Loop*>& unrolled)
        : context_(context), evolution_(context.evolution), unrolled_(unrolled) {}

    AddressArithmetic run() {
        for (auto* block : context_.control.order)
            for (auto& instruction : *block)
                if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) place(*gep);
        foldUnrolledCounters();
        foldIndexArithmetic();
        return std::move(result_);
    }

private:
    /// A pointer that a loop advances; accesses at a constant distance share it.
    struct Advance {
        const llvm::Loop* loop;
        const llvm::SCEV* value;
        const llvm::GetElementPtrInst* first;
    };

    /// Local memory has addresses of 32 bits everywhere.
    bool isWide(const llvm::GetElementPtrInst& gep) const {
        return context_.pdg.addressBits == 64 &&
               context_.language.space(gep.getPointerAddressSpace()) != MemorySpace::Shared;
    }
    OperationClass add(const llvm::GetElementPtrInst& gep) const {
        return isWide(gep) ? OperationClass::LongAdd : OperationClass::IntegerAdd;
    }
    OperationClass shift(const llvm::GetElementPtrInst& gep) const {
        return isWide(gep) ? OperationClass::LongShift : OperationClass::Shift;
    }

    /// Addresses of __local variables are constants of the program: they fold into the access.
    static bool hasConstantBase(const llvm::GetElementPtrInst& gep) {
        return llvm::isa<llvm::Constant>(gep.getPointerOperand());
    }

    bool isRegisterArray(const llvm::GetElementPtrInst& gep) const {
        const auto* base = gep.getPointerOperand()->stripInBoundsOffsets();
        const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(base);
        return alloca != nullptr && context_.registerArrays.contains(alloca);
    }

    /// The pointer is itself an array's and a variable index: compilers take the sum of both indices, in two
    /// words, to the array.
    bool continuesIndex(const llvm::GetElementPtrInst& gep) const {
        const auto* inner = llvm::dyn_cast<llvm::GetElementPtrInst>(gep.getPointerOperand());
        return isWide(gep) && inner != nullptr && gep.getNumIndices() == 1 && inner->getNumIndices() == 1 &&
               inner->getSourceElementType() == gep.getSourceElementType() && !inner->hasAllConstantIndices() &&
               !isRegisterArray(*inner);
    }

    /// Scaling and adding the variable indices where the instruction stands.
    std::vector<AddressOperation> computed(llvm::GetElementPtrInst& gep) {
        std::vector<AddressOperation> operations;
        bool first = true;
        for (auto step = llvm::gep_type_begin(gep); step != llvm::gep_type_end(gep); ++step) {
            if (step.isStruct() || llvm::isa<llvm::Constant>(step.getOperand())) continue;
            const auto stride = step.getSequentialElementStride(context_.layout).getFixedValue();
            const bool addsToBase = !first || !hasConstantBase(gep);
            const auto width =
                isWide(gep) ? indexWidth(*step.getOperand(), context_.language) : IndexWidth::Narrow;
            if (first && width == IndexWidth::Narrow && continuesIndex(gep)) {
                // In one block the two were one expression, whose first part is there.
                const auto& inner = *llvm::cast<llvm::Instruction>(gep.getPointerOperand());
                operations.insert(operations.end(), inner.getParent() == gep.getParent() ? 1 : 2,
                                  {OperationClass::LongAdd, &gep});
                first = false;
                continue;
            }
            if (width != IndexWidth::Narrow && addsToBase) {
                addWide(gep, *step.getOperand(), stride, width, operations);
                first = false;
                continue;
            }
            if (width == IndexWidth::Narrow && stride != 1 && llvm::isPowerOf2_64(stride)) {
                if (const auto* cut = maskedValue(*step.getOperand())) {
                    addMasked(gep, *cut, addsToBase, operations);
                    first = false;
                    continue;
                }
            }
            if (context_.pdg.addressBits == 64 && stride != 1 && addsToBase) {
                operations.push_back(
                    {isWide(gep) ? OperationClass::IndexedAddress : OperationClass::IntegerMad, &gep});
                first = false;
                continue;
            }
            if (stride != 1)
                operations.push_back(
                    {llvm::isPowerOf2_64(stride) ? shift(gep) : OperationClass::IntegerMultiply, &gep});
            if (addsToBase) operations.push_back({add(gep), &gep});
            first = false;
        }
        return operations;
    }

    /// What an index that only serves here is cut from by a mask; null for others.
    static const llvm::Value* maskedValue(const llvm::Value& index) {
        const llvm::Value* masked = &index;
        while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(masked)) {
            if (!cast->hasOneUse()) return nullptr;
            masked = cast->getOperand(0);
        }
        const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(masked);
        const bool isMask = operation != nullptr && operation->getOpcode() == llvm::Instruction::And &&
                            operation->hasOneUse() && llvm::isa<llvm::ConstantInt>(operation->getOperand(1));
        return isMask ? operation->getOperand(0) : nullptr;
    }

    /// A shift or a product by a constant takes another shift in.
    static bool takesShift(const llvm::Value& value) {
        const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value);
        if (operation == nullptr || !operation->hasOneUse() ||
            !llvm::isa<llvm::ConstantInt>(operation->getOperand(1)))
            return false;
        return operation->isShift() || operation->getOpcode() == llvm::Instruction::Mul;
    }

    /// Compilers scale an index ahead of its mask, which no multiply-add takes in: a shift, or none where the
    /// value is shifted or multiplied already, and a plain sum (bench/device/masked-indices.toml).
    void addMasked(llvm::GetElementPtrInst& gep, const llvm::Value& cut, bool addsToBase,
                   std::vector<AddressOperation>& operations) const {
        if (!takesShift(cut)) operations.push_back({OperationClass::Shift, &gep});
        if (addsToBase) operations.push_back({add(gep), &gep});
    }

    /// Both words of an index of 64 bits are scaled and, where it is one of 32 that was cut out of it, cut
    /// again: once for all addresses of the same stride. The sum with a base is an instruction a word, which
    /// scales an index that is not cut by itself.
    void addWide(llvm::GetElementPtrInst& gep, const llvm::Value& index, std::uint64_t stride, IndexWidth width,
                 std::vector<AddressOperation>& operations) {
        if (width != IndexWidth::Wide) {
            auto& known = scaled_[{&index, stride}];
            const bool isKnown = std::any_of(known.begin(), known.end(), [&](const auto* other) {
                return context_.dominators.dominates(other, &gep);
            });
            if (!isKnown) {
                if (stride != 1) operations.push_back({OperationClass::LongShift, &gep});
                const bool isCutAlready = isLowerWord(index) || width == IndexWidth::CutSigned;
                if (!isCutAlready) operations.push_back({OperationClass::LongLogic, &gep});
                known.push_back(&gep);
            }
        } else if (!llvm::isPowerOf2_64(stride)) {
            operations.push_back({OperationClass::IndexedAddress, &gep});
        }
        operations.push_back({OperationClass::LongAdd, &gep});
    }

    const llvm::GetElementPtrInst* sharedAdvance(const llvm::Loop* loop, const llvm::SCEV* value) const {
        for (const auto& advance : advances_) {
            if (advance.loop != loop || advance.value->getType() != value->getType()) continue;
            if (evolution_.getPointerBase(advance.value) != evolution_.getPointerBase(value)) continue;
            if (llvm::isa<llvm::SCEVConstant>(evolution_.getMinusSCEV(value, advance.value)))
                return advance.first;
        }
        return nullptr;
    }

    /// The loop's own variable is the index and serves nothing else: its increment is the pointer's.
    bool advancesWithItsIndex(llvm::GetElementPtrInst& gep, const llvm::Loop* loop) {
        const llvm::PHINode* variable = nullptr;
        for (const auto& index : gep.indices()) {
            if (llvm::isa<llvm::Constant>(index)) continue;
            const llvm::Value* value = index;
            while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) value = cast->getOperand(0);
            const auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
            if (phi == nullptr || variable != nullptr || phi->getParent() != loop->getHeader()) return false;
            variable = phi;
        }
        if (variable == nullptr || usedUp_.contains(variable)) return false;
        const auto* next = variable->getIncomingValueForBlock(loop->getLoopLatch());
        if (!llvm::isa<llvm::Instruction>(next) || !next->hasOneUse()) return false;
        for (const auto* user : variable->users())
            if (user != next && !llvm::isa<llvm::GetElementPtrInst>(user) && !llvm::isa<llvm::CastInst>(user))
                return false;
        usedUp_.insert(variable);
        return true;
    }

    void share(const llvm::GetElementPtrInst& gep, const llvm::GetElementPtrInst& with) {
        result_.folded.insert(&gep);
        result_.shared[&gep] = &with;
    }

    /// An address a constant away that is known where `gep` stands; else others find it from now on.
    const llvm::GetElementPtrInst* alike(const llvm::GetElementPtrInst& gep) {
        using Extension = AddressForm::Extension;
        std::set<AddressForm> forms;
        for (const auto nonNegativeBy : {Extension::Sign, Extension::Zero})
            forms.insert(addressForm(llvm::cast<llvm::GEPOperator>(gep), context_.layout, isWide(gep) ? 64 : 32,
                                     nonNegativeBy));
        for (const auto& form : forms)
            for (const auto* other : byForm_[form])
                if (other->getType() == gep.getType() && context_.dominators.dominates(other, &gep))
                    return other;
        for (const auto& form : forms) byForm_[form].push_back(&gep);
        return nullptr;
    }

    /// Computed where it stands, unless an address a constant away is at hand: then the constant folds into the
    /// access.
    void computeInPlace(llvm::GetElementPtrInst& gep, const llvm::SCEV* value) {
        if (const auto* other = alike(gep)) {
            share(gep, *other);
            return;
        }
        auto& near = computed_[varyingPart(value)];
        for (const auto& [other, known] : near)
            if (other->getType() == gep.getType() && context_.dominators.dominates(other, &gep) &&
                evolution_.getPointerBase(known) == evolution_.getPointerBase(value) &&
                llvm::isa<llvm::SCEVConstant>(evolution_.getMinusSCEV(value, known))) {
                share(gep, *other);
                return;
            }
        near.emplace_back(&gep, value);
        result_.inPlace[&gep] = computed(gep);
    }

    /// A pointer that the source itself advances by the same distance in every iteration.
    bool stepsItsLoop(const llvm::GetElementPtrInst& gep) const {
        const auto* loop = context_.loops.getLoopFor(gep.getParent());
        if (loop == nullptr) return false;
        for (const auto& index : gep.indices())
            if (!loop->isLoopInvariant(index)) return false;
        for (const auto* user : gep.users())
            if (llvm::isa<llvm::PHINode>(user) && gep.getPointerOperand() == user) return true;
        return false;
    }

    /// An index of 32 unsigned bits that changes in a loop, with 64-bit addresses: it may wrap, so that no
    /// pointer goes along with it, unless the loop's trips say that it does not. Of a signed one that is not
    /// negative LLVM extends the zeros as well: that must not wrap.
    bool mayWrap(const llvm::GetElementPtrInst& gep, const llvm::Loop& loop) const {
        if (!isWide(gep) || evolution_.getSmallConstantTripCount(&loop) > 0) return false;
        return std::any_of(gep.idx_begin(), gep.idx_end(), [&](const auto& index) {
            const auto* extension = llvm::dyn_cast<llvm::ZExtInst>(index);
            return extension != nullptr && !extension->hasNonNeg() && extension->getSrcTy()->isIntegerTy(32) &&
                   !loop.isLoopInvariant(extension->getOperand(0));
        });
    }

    /// A loop's step in bytes, where it is not a constant, is scaled once.
    void scaleStep(const llvm::SCEV* step, const llvm::Loop* loop, llvm::GetElementPtrInst& gep) {
        if (llvm::isa<llvm::SCEVConstant>(step) || !stepsKnown_.insert(step).second) return;
        if (const auto* block = earliestFor(step, loop)) result_.atEnd[block].push_back({shift(gep), &gep});
    }

    /// What can be computed at the start of the kernel is computed there, else before the loop.
    const llvm::BasicBlock* earliestFor(const llvm::SCEV* value, const llvm::Loop* loop) {
        auto* entry = &context_.kernel.getEntryBlock();
        return evolution_.dominates(value, entry) ? entry : loop->getLoopPreheader();
    }

    void startBefore(const llvm::Loop* loop, const llvm::SCEV* start, llvm::GetElementPtrInst& gep) {
        // The start is computed once, outside of every loop in which it does not change.
        const auto* outermost = loop;
        while (outermost->getParentLoop() != nullptr &&
               evolution_.isLoopInvariant(start, outermost->getParentLoop()))
            outermost = outermost->getParentLoop();
        const bool isBase =
            llvm::isa<llvm::SCEVUnknown>(start) || start == evolution_.getSCEV(gep.getPointerOperand());
        const auto* block = earliestFor(start, outermost);
        if (block != nullptr && !isBase && startsKnown_.insert({block, start}).second)
            for (const auto& operation : computed(gep)) result_.atEnd[block].push_back(operation);
        if (unrolled_.contains(loop)) return;
        if (outermost != loop || isBase)
            if (const auto* before = loop->getLoopPreheader())
                result_.atEnd[before].push_back({OperationClass::Move, &gep});
    }

    void place(llvm::GetElementPtrInst& gep) {
        if (stepsItsLoop(gep)) {
            const auto* loop = context_.loops.getLoopFor(gep.getParent());
            result_.inPlace[&gep] = {{add(gep), &gep}};
            // A step in elements is scaled once, one in bytes is taken as it is.
            if (const auto* advance = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&gep));
                advance != nullptr && advance->isAffine() && !gep.getSourceElementType()->isIntegerTy(8))
                scaleStep(advance->getStepRecurrence(evolution_), loop, gep);
            return;
        }
        if (isRegisterArray(gep) || gep.hasAllConstantIndices()) {
            result_.folded.insert(&gep);
            return;
        }
        const llvm::SCEV* value = evolution_.getSCEV(&gep);
        const llvm::Loop* stripped = nullptr;
        for (const auto* loop = context_.loops.getLoopFor(gep.getParent()); loop != nullptr;
             loop = loop->getParentLoop()) {
            const auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(value);
            if (recurrence == nullptr || recurrence->getLoop() != loop || !recurrence->isAffine() ||
                (stripped == nullptr && mayWrap(gep, *loop))) {
                if (stripped != nullptr && evolution_.isLoopInvariant(value, loop)) continue;
                if (stripped != nullptr) break;
                computeInPlace(gep, value);
                return;
            }
            if (unrolled_.contains(loop)) {
                // Unrolled, each copy's address is a constant away from the first one's.
                stripped = loop;
                value = recurrence->getStart();
                continue;
            }
            result_.folded.insert(&gep);
            if (const auto* first = sharedAdvance(loop, value)) {
                result_.shared[&gep] = first;
                return;
            }
            advances_.push_back({loop, value, &gep});
            // By a constant, the copies of an unrolled body share one; else each has its own.
            const bool isConstant = llvm::isa<llvm::SCEVConstant>(recurrence->getStepRecurrence(evolution_));
            const auto advance =
                context_.pdg.addressBits == 64 && !isConstant ? OperationClass::IndexedAddress : add(gep);
            result_.advancing[loop].push_back({&gep, isConstant});
            if (!advancesWithItsIndex(gep, loop)) result_.atLoopStart[loop].push_back({advance, &gep});
            // IMAD.WIDE scales the step itself.
            if (advance != OperationClass::IndexedAddress)
                scaleStep(recurrence->getStepRecurrence(evolution_), loop, gep);
            startBefore(loop, recurrence->getStart(), gep);
            return;
        }
        if (stripped == nullptr) {
            computeInPlace(gep, value);
            return;
        }
        result_.folded.insert(&gep);
        startBefore(stripped, value, gep);
    }

    /// In unrolled copies the counter is a constant, and so is what is computed from it alone.
    void foldUnrolledCounters() {
        for (auto* block : context_.control.order)
            for (auto& instruction : *block)
                if (!llvm::isa<llvm::PHINode>(instruction) && !unrolled_.empty() && !instruction.user_empty() &&
                    dependsOnUnrolledOnly(&instruction, context_.loops, unrolled_))
                    result_.folded.insert(&instruction);
    }

    /// Arithmetic whose only purpose was an address that is no longer computed vanishes with it.
    void foldIndexArithmetic() {
        for (bool changed = true; changed;) {
            changed = false;
            for (auto* block : llvm::reverse(context_.control.order))
                for (auto& instruction : llvm::reverse(*block)) {
                    if (result_.folded.contains(&instruction) || instruction.user_empty()) continue;
                    if (!llvm::isa<llvm::BinaryOperator>(instruction) &&
                        !llvm::isa<llvm::CastInst>(instruction))
                        continue;
                    bool needed = false;
                    for (const auto* user : instruction.users()) {
                        const auto* consumer = llvm::dyn_cast<llvm::Instruction>(user);
                        needed |= consumer == nullptr || !result_.folded.contains(consumer);
                    }
                    if (needed) continue;
                    result_.folded.insert(&instruction);
                    changed = true;
                }
        }
    }

    const KernelContext& context_;
    llvm::ScalarEvolution& evolution_;
    const llvm::SmallPtrSetImpl<const llvm::Loop*>& unrolled_;
    AddressArithmetic result_;
    std::vector<Advance> advances_;
    /// By varyingPart().
    std::unordered_map<std::uint64_t, std::vector<std::pair<const llvm::GetElementPtrInst*, const llvm::SCEV*>>>
        computed_;
    std::map<AddressForm, std::vector<const llvm::GetElementPtrInst*>> byForm_; ///< of those in computed_
    llvm::SmallPtrSet<const llvm::PHINode*, 8> usedUp_;
    llvm::SmallPtrSet<const llvm::SCEV*, 8> stepsKnown_;
    std::set<std::pair<const llvm::BasicBlock*, const llvm::SCEV*>> startsKnown_;
    /// Where an index has been scaled, by index and stride.
    std::map<std::pair<const llvm::Value*, std::uint64_t>, std::vector<const llvm::GetElementPtrInst*>> scaled_;
};

} // namespace

AddressArithmetic analyseAddresses(const KernelContext& context,
                                   const llvm::SmallPtrSetImpl<const llvm::Loop*>& unrolled) {
    return Analysis(context, unrolled).run();
}

} // namespace warpstring::frontend
