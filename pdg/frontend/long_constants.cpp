// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/long_constants.h"

#include "pdg/frontend/contraction.h"

namespace warpstring::frontend {

int LongConstants::firstUsesIn(const llvm::Instruction& instruction) {
    int count = 0;
    for (const llvm::Value* operand : instruction.operands()) {
        if (const auto* constant = llvm::dyn_cast<llvm::Constant>(operand))
            count += firstUse(*constant, *instruction.getParent());
        const auto* product = llvm::dyn_cast<llvm::BinaryOperator>(operand);
        if (product != nullptr && isContracted(*product)) count += firstUsesIn(*product);
    }
    return count;
}

int LongConstants::firstUse(const llvm::Constant& constant, const llvm::BasicBlock& block) {
    if (!constant.getType()->getScalarType()->isDoubleTy()) return 0;
    if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(constant.getType())) {
        int count = 0;
        for (unsigned component = 0; component < vector->getNumElements(); ++component)
            if (const auto* element = constant.getAggregateElement(component))
                count += firstUse(*element, block);
        return count;
    }
    const auto* real = llvm::dyn_cast<llvm::ConstantFP>(&constant);
    if (real == nullptr) return 0;
    constexpr std::uint64_t lowerHalf = 0xffffffff, withoutSign = ~(std::uint64_t{1} << 63);
    const std::uint64_t bits = real->getValueAPF().bitcastToAPInt().getZExtValue() & withoutSign;
    return (bits & lowerHalf) != 0 && used_.emplace(&block, bits).second ? 1 : 0;
}

} // namespace warpstring::frontend
