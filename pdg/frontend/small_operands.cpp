// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/small_operands.h"

#include <algorithm>

#include "pdg/frontend/struct_arguments.h"

namespace warpstring::frontend {

namespace {

bool isSmallBelow(const llvm::Value* value, int depth) {
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value))
        return constant->getValue().getActiveBits() <= 32 || constant->isNegative();
    if (llvm::isa<llvm::Argument>(value)) return true;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(value); load != nullptr && fieldRead(*load))
        return true;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || depth > 16) return false;
    if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(instruction))
        return cast->getSrcTy()->getScalarSizeInBits() <= 32;
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(instruction))
        return llvm::isa<llvm::IntrinsicInst>(call)
                   ? std::all_of(call->arg_begin(), call->arg_end(),
                                 [&](const auto& operand) { return isSmallBelow(operand, depth + 1); })
                   : call->doesNotAccessMemory();
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction))
        return std::all_of(phi->op_begin(), phi->op_end(), [&](const auto& operand) {
            // What a loop adds to itself is as small as what it starts from and adds.
            const auto* next = llvm::dyn_cast<llvm::BinaryOperator>(operand);
            const bool isStep = next != nullptr && (next->getOperand(0) == phi || next->getOperand(1) == phi);
            return isStep || operand == phi || isSmallBelow(operand, depth + 1);
        });
    if (!llvm::isa<llvm::BinaryOperator>(instruction) && !llvm::isa<llvm::SelectInst>(instruction) &&
        !llvm::isa<llvm::FreezeInst>(instruction))
        return false;
    return std::all_of(instruction->op_begin(), instruction->op_end(), [&](const auto& operand) {
        return operand->getType()->isIntegerTy(1) || isSmallBelow(operand, depth + 1);
    });
}

} // namespace

bool isSmall(const llvm::Value* value) { return isSmallBelow(value, 0); }

} // namespace warpstring::frontend
