// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/struct_arguments.h"

#include <llvm/IR/IRBuilder.h>

#include <algorithm>

#include "pdg/frontend/llvm_headers.h"

namespace warpstring::frontend {

namespace {

/// Whether the struct is read, as a whole or in parts, and nothing else.
bool isOnlyRead(const llvm::Value* pointer) {
    return std::all_of(pointer->user_begin(), pointer->user_end(), [&](const llvm::User* user) {
        if (llvm::isa<llvm::LoadInst>(user)) return true;
        if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(user))
            return copy->getRawDest() != pointer && copy->getRawSource() == pointer;
        if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user))
            return intrinsic->isLifetimeStartOrEnd();
        return llvm::isa<llvm::GetElementPtrInst>(user) && isOnlyRead(user);
    });
}

void markInvariant(const llvm::Value* pointer) {
    for (auto* user : pointer->users()) {
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(const_cast<llvm::User*>(user)))
            load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(load->getContext(), {}));
        else if (llvm::isa<llvm::GetElementPtrInst>(user))
            markInvariant(user);
    }
}

} // namespace

std::optional<FieldPlace> fieldRead(const llvm::LoadInst& load) {
    const auto& layout = load.getModule()->getDataLayout();
    const auto* pointer = load.getPointerOperand();
    llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
    const auto* argument = llvm::dyn_cast<llvm::Argument>(
        pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true));
    if (argument == nullptr || !argument->hasByValAttr() || offset.isNegative()) return std::nullopt;
    return FieldPlace{argument, offset.getZExtValue()};
}

void copyWrittenStructs(llvm::Function& kernel) {
    for (auto& argument : kernel.args()) {
        if (!argument.hasByValAttr()) continue;
        argument.addAttr(llvm::Attribute::NoAlias);
        argument.addAttr(llvm::Attribute::ReadOnly);
        if (isOnlyRead(&argument)) {
            markInvariant(&argument);
            continue;
        }
        const auto align = argument.getParamAlign().valueOrOne();
        llvm::IRBuilder<> builder(&*kernel.getEntryBlock().getFirstInsertionPt());
        auto* copy = builder.CreateAlloca(argument.getParamByValType(), nullptr, argument.getName());
        copy->setAlignment(align);
        argument.replaceAllUsesWith(copy);
        const auto bytes = kernel.getParent()->getDataLayout().getTypeAllocSize(argument.getParamByValType());
        builder.CreateMemCpy(copy, align, &argument, align, bytes.getFixedValue());
    }
}

} // namespace warpstring::frontend
