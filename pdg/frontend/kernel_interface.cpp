// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/kernel_interface.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace warpstring::frontend {

namespace {

/// Whether any store or unknown call can reach memory through this argument.
bool isWritten(const llvm::Value* pointer, llvm::SmallPtrSetImpl<const llvm::Value*>& seen) {
    if (!seen.insert(pointer).second) return false;
    for (const auto* user : pointer->users()) {
        if (llvm::isa<llvm::LoadInst>(user) || llvm::isa<llvm::CmpInst>(user)) continue;
        if (llvm::isa<llvm::GEPOperator>(user) || llvm::isa<llvm::PHINode>(user) ||
            llvm::isa<llvm::SelectInst>(user) || llvm::isa<llvm::CastInst>(user)) {
            if (isWritten(user, seen)) return true;
            continue;
        }
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user))
            if (call->onlyReadsMemory()) continue;
        return true;
    }
    return false;
}

bool hasRegisterUsersOnly(const llvm::Value* pointer, llvm::LoopInfo& loops,
                          const llvm::SmallPtrSetImpl<const llvm::Loop*>& unrolled) {
    for (const auto* user : pointer->users()) {
        if (llvm::isa<llvm::LoadInst>(user)) continue;
        if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
            if (store->getValueOperand() == pointer) return false;
            continue;
        }
        if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
            intrinsic != nullptr && intrinsic->isLifetimeStartOrEnd())
            continue;
        const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
        if (gep == nullptr) return false;
        for (const auto& index : gep->indices())
            if (!dependsOnUnrolledOnly(index, loops, unrolled)) return false;
        if (!hasRegisterUsersOnly(gep, loops, unrolled)) return false;
    }
    return true;
}

} // namespace

bool dependsOnUnrolledOnly(const llvm::Value* value, llvm::LoopInfo& loops,
                           const llvm::SmallPtrSetImpl<const llvm::Loop*>& unrolled, int depth) {
    if (llvm::isa<llvm::ConstantInt>(value)) return true;
    if (depth > 16) return false;
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(value)) {
        const auto* loop = loops.getLoopFor(phi->getParent());
        return loop != nullptr && loop->getHeader() == phi->getParent() && unrolled.contains(loop);
    }
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr) return false;
    if (!llvm::isa<llvm::BinaryOperator>(instruction) && !llvm::isa<llvm::CastInst>(instruction) &&
        !llvm::isa<llvm::CmpInst>(instruction))
        return false;
    for (const auto& operand : instruction->operands())
        if (!dependsOnUnrolledOnly(operand, loops, unrolled, depth + 1)) return false;
    return true;
}

void describeArguments(const SourceLanguage& language, llvm::Function& kernel, Pdg& pdg) {
    for (auto& argument : kernel.args()) {
        KernelArgument described = language.argument(argument);
        if (described.kind == KernelArgument::Kind::Struct) {
            described.readOnly = true; // what it writes to is a copy of its own
            described.bytes = static_cast<int>(described.layout.bytes);
        } else if (argument.getType()->isPointerTy()) {
            llvm::SmallPtrSet<const llvm::Value*, 16> seen;
            described.readOnly = !isWritten(&argument, seen);
            described.noAlias = argument.hasNoAliasAttr();
            described.bytes = pdg.addressBits / 8;
        } else if (described.kind == KernelArgument::Kind::Image ||
                   described.kind == KernelArgument::Kind::Sampler) {
            described.bytes = pdg.addressBits / 8; // a handle
        } else {
            described.bytes = static_cast<int>((argument.getType()->getPrimitiveSizeInBits() + 7) / 8);
        }
        pdg.arguments.push_back(std::move(described));
    }
    pdg.requiredGroupSize = language.requiredGroupSize(kernel);
}

void describeArrays(const SourceLanguage& language, llvm::Function& kernel, const llvm::DataLayout& layout,
                    Pdg& pdg, llvm::DenseMap<const llvm::Value*, std::uint32_t>& arrayIds) {
    llvm::SmallPtrSet<const llvm::GlobalVariable*, 8> used;
    std::vector<const llvm::Value*> pending;
    for (auto& instruction : llvm::instructions(kernel))
        for (const auto& operand : instruction.operands())
            if (llvm::isa<llvm::Constant>(operand)) pending.push_back(operand);
    while (!pending.empty()) {
        const auto* value = pending.back();
        pending.pop_back();
        if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(value))
            used.insert(global);
        else if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(value))
            for (const auto& operand : expression->operands()) pending.push_back(operand);
    }
    for (auto& global : kernel.getParent()->globals()) {
        if (!used.contains(&global)) continue;
        MemoryArray array;
        array.name = global.getName().str();
        if (const auto dot = array.name.rfind('.'); dot != std::string::npos) array.name.erase(0, dot + 1);
        array.bytes = layout.getTypeAllocSize(global.getValueType()).getFixedValue();
        array.align = static_cast<int>(layout.getPreferredAlign(&global).value());
        array.space = language.space(global.getAddressSpace());
        if (array.space == MemorySpace::Unknown) array.space = MemorySpace::Constant;
        if (array.space == MemorySpace::Shared) {
            const auto align = static_cast<std::uint64_t>(array.align);
            array.offset = (pdg.sharedBytes + align - 1) / align * align;
            pdg.sharedBytes = array.offset + array.bytes;
        }
        arrayIds[&global] = static_cast<std::uint32_t>(pdg.arrays.size());
        pdg.arrays.push_back(std::move(array));
    }
    for (auto& instruction : llvm::instructions(kernel)) {
        const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        if (alloca == nullptr) continue;
        MemoryArray array;
        array.name = alloca->getName().str();
        array.bytes = layout.getTypeAllocSize(alloca->getAllocatedType()).getFixedValue();
        array.align = static_cast<int>(alloca->getAlign().value());
        array.space = MemorySpace::Private;
        arrayIds[alloca] = static_cast<std::uint32_t>(pdg.arrays.size());
        pdg.arrays.push_back(std::move(array));
    }
}

llvm::SmallPtrSet<const llvm::AllocaInst*, 8>
findRegisterArrays(llvm::Function& kernel, llvm::LoopInfo& loops,
                   const llvm::SmallPtrSetImpl<const llvm::Loop*>& unrolled) {
    llvm::SmallPtrSet<const llvm::AllocaInst*, 8> found;
    for (auto& instruction : llvm::instructions(kernel))
        if (const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
            alloca != nullptr && hasRegisterUsersOnly(alloca, loops, unrolled))
            found.insert(alloca);
    return found;
}

llvm::SmallPtrSet<const llvm::Loop*, 8> findUnrolledLoops(llvm::LoopInfo& loops,
                                                          llvm::ScalarEvolution& evolution) {
    llvm::SmallPtrSet<const llvm::Loop*, 8> found;
    for (const auto* loop : loops.getLoopsInPreorder())
        if ((llvm::hasUnrollTransformation(loop) & llvm::TM_Enable) != 0 &&
            (llvm::hasUnrollTransformation(loop) & llvm::TM_ForcedByUser) == llvm::TM_ForcedByUser &&
            evolution.getSmallConstantTripCount(loop) != 0)
            found.insert(loop);
    return found;
}

} // namespace warpstring::frontend
