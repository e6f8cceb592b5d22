// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/register_values.h"

#include <algorithm>
#include <set>

#include "pdg/frontend/contraction.h"
#include "pdg/frontend/fusion.h"
#include "pdg/frontend/struct_arguments.h"

namespace warpstring::frontend {

namespace {

constexpr int deepestValue = 64;

/// A pointer that its loop carries.
bool stepsItself(const llvm::GetElementPtrInst& gep) {
    return llvm::isa<llvm::PHINode>(gep.getPointerOperand()) ||
           std::any_of(gep.user_begin(), gep.user_end(),
                       [](const auto* user) { return llvm::isa<llvm::PHINode>(user); });
}

/// What is read from a struct passed by value, like any scalar argument.
bool isOperand(const llvm::Instruction& instruction) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    return load != nullptr && fieldRead(*load).has_value();
}

int bitsOf(const llvm::Type& type, const llvm::DataLayout& layout) {
    return static_cast<int>(layout.getTypeSizeInBits(const_cast<llvm::Type*>(&type)).getFixedValue());
}

} // namespace

RegisterValues::RegisterValues(const KernelContext& context, const AddressArithmetic& addresses,
                               bool computesAgain)
    : context_(context), addresses_(addresses), computesAgain_(computesAgain),
      fusions_(findFusions(context.control.order, context.pdg.addressBits, addresses.folded)) {
    findUniform();
    if (computesAgain_) findCheap();
    findKept();
}

/// Varying: local IDs, what is read from memory, and what hangs on them, by data or by the branch that a merge
/// joins.
void RegisterValues::findUniform() {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 8> dividing; // end in a varying branch
    const auto hangsOnVarying = [&](const llvm::Instruction& instruction) {
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call)) {
            const auto called = context_.language.builtin(*call);
            if (isImageQuery(called)) return false;
            if (called.kind != CalledBuiltin::Kind::IndexSpace) return true;
            return called.query == IndexSpaceQuery::LocalId || called.query == IndexSpaceQuery::GlobalId;
        }
        if (isOperand(instruction)) return false;
        if (instruction.mayReadOrWriteMemory()) return true;
        if (std::any_of(instruction.op_begin(), instruction.op_end(),
                        [&](const auto& operand) { return varying_.contains(operand); }))
            return true;
        if (!llvm::isa<llvm::PHINode>(instruction)) return false;
        const auto* loop = context_.loops.getLoopFor(instruction.getParent());
        const bool isHeader = loop != nullptr && loop->getHeader() == instruction.getParent();
        if (!isHeader) {
            const auto* node = context_.dominators.getNode(instruction.getParent());
            const auto* from =
                node == nullptr || node->getIDom() == nullptr ? nullptr : node->getIDom()->getBlock();
            return std::any_of(dividing.begin(), dividing.end(), [&](const auto* block) {
                return from == nullptr || context_.dominators.dominates(from, block);
            });
        }
        // Work-items that leave a loop at different times hold different values behind it.
        llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
        loop->getExitingBlocks(exiting);
        return std::any_of(exiting.begin(), exiting.end(),
                           [&](const auto* from) { return dividing.contains(from); });
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto* block : context_.control.order)
            for (const auto& instruction : *block) {
                if (varying_.contains(&instruction) || !hangsOnVarying(instruction)) continue;
                varying_.insert(&instruction);
                changed = true;
            }
        for (const auto* block : context_.control.order) {
            const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
            if (branch != nullptr && branch->isConditional() && varying_.contains(branch->getCondition()) &&
                dividing.insert(block).second)
                changed = true;
        }
    }
}

bool RegisterValues::isUniform(const llvm::Value* value) const {
    return value->getType()->isIntegerTy() && !varying_.contains(value);
}

/// Local memory has addresses of 32 bits.
bool RegisterValues::isWide(const llvm::Value& pointer) const {
    return context_.language.space(pointer.getType()->getPointerAddressSpace()) != MemorySpace::Shared;
}

int RegisterValues::partsOf(const llvm::Value& value) const {
    const auto& type = *value.getType();
    if (type.isVoidTy() || type.isIntegerTy(1) || type.isLabelTy() || type.isTokenTy()) return 0;
    if (type.isTargetExtTy()) return 0; // images and samplers: handles that all work-items share
    if (type.isPointerTy()) return isWide(value) ? 2 : 1;
    if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
        vector != nullptr && vector->getElementType()->isIntegerTy(1))
        return 0;
    return (bitsOf(type, context_.layout) + 31) / 32;
}

/// What serves addresses alone: integer arithmetic of one instruction on one value that differs between
/// work-items. Users come first.
void RegisterValues::findCheap() {
    const auto isCheap = [&](const llvm::Instruction& instruction) {
        if (!instruction.getType()->isIntegerTy() || instruction.getType()->isIntegerTy(1)) return false;
        switch (instruction.getOpcode()) {
        case llvm::Instruction::Add:
        case llvm::Instruction::Sub:
        case llvm::Instruction::Or:
        case llvm::Instruction::Mul:
        case llvm::Instruction::Shl:
            if (std::count_if(instruction.op_begin(), instruction.op_end(),
                              [&](const auto& operand) { return varying_.contains(operand); }) > 1)
                return false;
            break;
        case llvm::Instruction::SExt: break;
        default: return false;
        }
        return std::all_of(instruction.user_begin(), instruction.user_end(), [&](const auto* user) {
            const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
            return gep != nullptr ? isWide(*gep) : cheap_.contains(user);
        });
    };
    for (const auto* block : llvm::reverse(context_.control.order))
        for (const auto& instruction : llvm::reverse(*block))
            if (isCheap(instruction)) cheap_.insert(&instruction);
}

/// What makes no register of its own: its value is in those of its operands.
bool RegisterValues::isTransparent(const llvm::Instruction& instruction) const {
    if (llvm::isa<llvm::ExtractElementInst>(instruction) || llvm::isa<llvm::InsertElementInst>(instruction) ||
        llvm::isa<llvm::ShuffleVectorInst>(instruction) || llvm::isa<llvm::FreezeInst>(instruction))
        return true;
    if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
        return !addresses_.inPlace.contains(gep) || (computesAgain_ && isWide(*gep) && !stepsItself(*gep));
    if (cheap_.contains(&instruction) || isOperand(instruction)) return true;
    if (addresses_.folded.contains(&instruction)) return true;
    if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
        if (cast->getSrcTy()->getScalarType()->isIntegerTy(1)) return false;
        switch (cast->getOpcode()) {
        case llvm::Instruction::Trunc:
        case llvm::Instruction::ZExt:
        case llvm::Instruction::BitCast:
        case llvm::Instruction::IntToPtr:
        case llvm::Instruction::PtrToInt:
        case llvm::Instruction::AddrSpaceCast: return true;
        case llvm::Instruction::SExt:
            return llvm::isa<llvm::LoadInst>(cast->getOperand(0)) ||
                   isIndexAlone(*cast, context_.pdg.addressBits);
        default: return false;
        }
    }
    if (instruction.getOpcode() == llvm::Instruction::FNeg) return true;
    if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
        return intrinsic->getIntrinsicID() == llvm::Intrinsic::fabs;
    if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
        return isContracted(*operation) || isMultipliedIntoSum(*operation, context_.pdg.addressBits) ||
               fusions_.contains(operation) || isSignExtension(*operation);
    return false;
}

bool RegisterValues::isExecuted(const llvm::Instruction& instruction) const {
    return !llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator() &&
           !llvm::isa<llvm::AllocaInst>(instruction) && !instruction.isDebugOrPseudoInst() &&
           !instruction.isLifetimeStartOrEnd() && !isTransparent(instruction) && !isUniform(&instruction);
}

void RegisterValues::addHolding(const llvm::Value& value, int depth, std::vector<RegisterPart>& parts) const {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || depth > deepestValue || llvm::isa<llvm::AllocaInst>(instruction)) return;
    if (const auto known = held_.find(instruction); known != held_.end()) {
        parts.insert(parts.end(), known->second.begin(), known->second.end());
        return;
    }
    std::vector<RegisterPart> found;
    find(*instruction, depth, found);
    parts.insert(parts.end(), found.begin(), found.end());
    held_.emplace(instruction, std::move(found));
}

void RegisterValues::find(const llvm::Instruction& value, int depth, std::vector<RegisterPart>& parts) const {
    const auto* instruction = &value;
    if (isUniform(instruction) || value.getType()->isIntegerTy(1)) return;
    if (const auto with = addresses_.shared.find(instruction); with != addresses_.shared.end())
        return addHolding(*with->second, depth + 1, parts);
    if (!isTransparent(*instruction)) {
        for (int part = 0; part < partsOf(value); ++part) parts.push_back({instruction, part, 0});
        return;
    }
    if (const auto* component = llvm::dyn_cast<llvm::ExtractElementInst>(instruction)) {
        std::vector<RegisterPart> whole;
        addHolding(*component->getVectorOperand(), depth + 1, whole);
        const auto* index = llvm::dyn_cast<llvm::ConstantInt>(component->getIndexOperand());
        const auto all = static_cast<std::size_t>(partsOf(*component->getVectorOperand()));
        if (index == nullptr || whole.size() != all) {
            parts.insert(parts.end(), whole.begin(), whole.end());
            return;
        }
        const int bits = bitsOf(*component->getType(), context_.layout);
        const int first = static_cast<int>(index->getZExtValue()) * bits / 32;
        const int last = (static_cast<int>(index->getZExtValue() + 1) * bits - 1) / 32;
        for (int part = first; part <= last && part < static_cast<int>(all); ++part)
            parts.push_back(whole[static_cast<std::size_t>(part)]);
        return;
    }
    if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction)) {
        // What a loop advances is counted with it; a constant folds into the access.
        if (const auto loop = advancedIn_.find(gep); loop != advancedIn_.end())
            for (int part = 0; part < partsOf(*gep); ++part) parts.push_back({gep, part, 0});
        else if (computesAgain_ && isWide(*gep) && addresses_.inPlace.contains(gep))
            addOperands(*gep, depth, parts);
        else if (gep->hasAllConstantIndices())
            addHolding(*gep->getPointerOperand(), depth + 1, parts);
        return;
    }
    if (addresses_.folded.contains(instruction)) return;
    if (llvm::isa<llvm::TruncInst>(instruction) && !value.getType()->isVectorTy()) {
        std::vector<RegisterPart> whole;
        addHolding(*instruction->getOperand(0), depth + 1, whole);
        const auto kept = std::min(whole.size(), static_cast<std::size_t>(partsOf(value)));
        parts.insert(parts.end(), whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(kept));
        return;
    }
    addOperands(*instruction, depth, parts);
}

void RegisterValues::addOperands(const llvm::Instruction& instruction, int depth,
                                 std::vector<RegisterPart>& parts) const {
    for (const auto& operand : instruction.operands()) addHolding(*operand, depth + 1, parts);
}

std::vector<RegisterPart> RegisterValues::holding(const llvm::Value& value) const {
    std::vector<RegisterPart> parts;
    addHolding(value, 0, parts);
    std::sort(parts.begin(), parts.end());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    return parts;
}

const std::vector<RegisterPart>& RegisterValues::madeBy(const llvm::Instruction& instruction) const {
    const auto [place, isNew] = made_.try_emplace(&instruction);
    if (isNew && !isTransparent(instruction)) place->second = holding(instruction);
    return place->second;
}

const std::vector<RegisterPart>& RegisterValues::readBy(const llvm::Instruction& instruction) const {
    const auto [place, isNew] = read_.try_emplace(&instruction);
    auto& parts = place->second;
    if (!isNew) return parts;
    addOperands(instruction, 0, parts);
    std::sort(parts.begin(), parts.end());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    return parts;
}

std::vector<std::vector<RegisterPart>> RegisterValues::advancedByCopies(const llvm::Loop& loop) const {
    std::vector<std::vector<RegisterPart>> found;
    if (const auto advancing = addresses_.advancing.find(&loop); advancing != addresses_.advancing.end())
        for (const auto& address : advancing->second)
            if (!address.byConstant) found.push_back(holding(*address.first));
    return found;
}

/// By NVIDIA's sequences for what its hardware has no instruction for.
Temporaries RegisterValues::temporariesOf(const llvm::Instruction& instruction) const {
    using Op = OperationClass;
    const auto* type = instruction.getType();
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    const int width = vector == nullptr ? 1 : static_cast<int>(vector->getNumElements());
    const int bits = static_cast<int>(type->getScalarSizeInBits());
    if (const auto* pointer = llvm::getLoadStorePointerOperand(&instruction);
        pointer != nullptr && computesAgain_)
        return {isWide(*pointer) ? 2 : 0, true};
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
        if (llvm::isa<llvm::IntrinsicInst>(call)) return {};
        const auto called = context_.language.builtin(*call);
        // The warp's lanes agree on one that adds for all: masks, ranks and counts.
        const bool isSum = called.name.ends_with("add") || called.name.ends_with("sub") ||
                           called.name.ends_with("inc") || called.name.ends_with("dec");
        if (called.kind == CalledBuiltin::Kind::Atomic && isSum &&
            !varying_.contains(call->getArgOperand(called.pointer)))
            return {10, true};
        const bool isComputation = called.kind == CalledBuiltin::Kind::Computation;
        switch (generalClass(called.operation.value_or(isComputation ? Op::OtherMath : Op::Move))) {
        case Op::Exponential: return {width, false};
        case Op::Logarithm: return {3 * width, false};
        case Op::OtherMath: return {2 * width, false};
        case Op::SquareRoot:
        case Op::FloatDivide: return {4, true};
        case Op::SineCosine: return {6, true};
        case Op::Power:
        case Op::DoubleDivide:
        case Op::DoubleSquareRoot: return {8, true};
        case Op::DoubleMath: return {12, true};
        default: return {};
        }
    }
    const bool isConstant =
        instruction.getNumOperands() > 1 && llvm::isa<llvm::Constant>(instruction.getOperand(1));
    switch (instruction.getOpcode()) {
    case llvm::Instruction::FDiv:
        if (bits == 64) return {8, true};
        return {instruction.hasAllowReciprocal() ? 0 : 4, true};
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem: return {isConstant ? 0 : bits == 64 ? 8 : 2, true};
    default: return {};
    }
}

int RegisterValues::keptForAddresses(const llvm::Loop& loop) const {
    const auto found = kept_.find(&loop);
    return found == kept_.end() ? 0 : found->second;
}

void RegisterValues::findKept() {
    auto& evolution = context_.evolution;
    // Of one object's addresses at equal distances each is reached from the one before it, in its registers.
    struct Chain {
        const llvm::SCEV* last = nullptr;
        const llvm::SCEV* distance = nullptr;
    };
    for (const auto& [loop, advancing] : addresses_.advancing) {
        std::map<const llvm::SCEV*, Chain> chains; // by object
        for (const auto& address : advancing) {
            const auto* value = evolution.getSCEV(const_cast<llvm::GetElementPtrInst*>(address.first));
            auto& chain = chains[evolution.getPointerBase(value)];
            const auto* distance = chain.last == nullptr ? nullptr : evolution.getMinusSCEV(value, chain.last);
            const bool isReached = !address.byConstant && distance != nullptr &&
                                   evolution.isLoopInvariant(distance, loop) &&
                                   (chain.distance == nullptr || chain.distance == distance);
            chain = {value, isReached ? distance : nullptr};
            if (!isReached) kept_[loop] += isWide(*address.first) ? 2 : 1;
            if (!address.byConstant) advancedIn_.insert(address.first);
        }
    }
    // A product that makes an address takes its base from registers, filled before the loop.
    std::set<std::pair<const llvm::Loop*, const llvm::Value*>> bases;
    for (const auto& [gep, operations] : addresses_.inPlace) {
        const auto* loop = context_.loops.getLoopFor(gep->getParent());
        const auto* base = llvm::cast<llvm::GetElementPtrInst>(gep)->getPointerOperand();
        if (loop != nullptr && llvm::isa<llvm::Argument>(base) && isWide(*base) &&
            bases.emplace(loop, base).second)
            kept_[loop] += 2;
    }
}

} // namespace warpstring::frontend
