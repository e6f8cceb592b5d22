// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/contraction.h"

#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "pdg/frontend/index_width.h"

namespace warpstring::frontend {

namespace {

/// A 64-bit value whose upper word is zero, by what makes it.
bool isOneWord(const llvm::Value& value) {
    using namespace llvm::PatternMatch;
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&value))
        return constant->getValue().getActiveBits() <= 32;
    const llvm::APInt* bits = nullptr;
    if (const auto* cast = llvm::dyn_cast<llvm::ZExtInst>(&value))
        return cast->getSrcTy()->getIntegerBitWidth() <= 32;
    return isLowerWord(value) || (match(&value, m_LShr(m_Value(), m_APInt(bits))) && bits->uge(32));
}

/// Sums that a product is multiplied again in, where it serves nothing else: machine code shows it of two
/// (winograd_input in bench/device/styles), up to how many is an assumption.
constexpr unsigned mostSums = 4;

/// A product or a shift by a constant that serves `sum` alone and in its block.
bool isScaling(const llvm::BinaryOperator& operation, const llvm::Instruction& sum) {
    const bool scales = operation.getOpcode() == llvm::Instruction::Mul ||
                        (operation.getOpcode() == llvm::Instruction::Shl &&
                         llvm::isa<llvm::ConstantInt>(operation.getOperand(1)));
    return scales && operation.hasOneUse() && operation.getParent() == sum.getParent() &&
           (operation.getType()->isIntegerTy(32) || isWideProduct(operation));
}

} // namespace

bool isWideProduct(const llvm::BinaryOperator& operation) {
    return operation.getOpcode() == llvm::Instruction::Mul && operation.getType()->isIntegerTy(64) &&
           isOneWord(*operation.getOperand(0)) && isOneWord(*operation.getOperand(1));
}

bool isUpperWord(const llvm::BinaryOperator& operation) {
    using namespace llvm::PatternMatch;
    return operation.getType()->isIntegerTy(64) && match(&operation, m_LShr(m_Value(), m_SpecificInt(32)));
}

bool isSignExtension(const llvm::BinaryOperator& operation) {
    using namespace llvm::PatternMatch;
    if (!operation.getType()->isIntegerTy(64)) return false;
    if (match(&operation, m_AShr(m_Shl(m_Value(), m_SpecificInt(32)), m_SpecificInt(32)))) return true;
    return match(&operation, m_Shl(m_Value(), m_SpecificInt(32))) &&
           std::all_of(operation.user_begin(), operation.user_end(),
                       [](const auto* user) { return match(user, m_AShr(m_Value(), m_SpecificInt(32))); });
}

bool takesProductIn(const llvm::BinaryOperator& sum, int addressBits) {
    for (const auto& operand : sum.operands())
        if (const auto* product = llvm::dyn_cast<llvm::BinaryOperator>(operand);
            product != nullptr && isMultipliedIntoSum(*product, addressBits))
            return true;
    return false;
}

bool isIndexAlone(const llvm::CastInst& cast, int addressBits) {
    // The product that makes the address takes the 32-bit index with its sign.
    return addressBits == 64 && cast.getType()->isIntegerTy(64) &&
           std::all_of(cast.user_begin(), cast.user_end(),
                       [](const auto* user) { return llvm::isa<llvm::GetElementPtrInst>(user); });
}

bool isContracted(const llvm::BinaryOperator& product) {
    if (product.getOpcode() != llvm::Instruction::FMul || product.use_empty() ||
        product.hasNUsesOrMore(mostSums + 1) || !product.hasAllowContract())
        return false;
    return std::all_of(product.user_begin(), product.user_end(), [&](const auto* user) {
        const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(user);
        if (sum == nullptr || !sum->hasAllowContract() || sum->getParent() != product.getParent()) return false;
        if (sum->getOpcode() != llvm::Instruction::FAdd && sum->getOpcode() != llvm::Instruction::FSub)
            return false;
        const auto* first = llvm::dyn_cast<llvm::BinaryOperator>(sum->getOperand(0));
        const auto* second = llvm::dyn_cast<llvm::BinaryOperator>(sum->getOperand(1));
        if (first == second) return false;
        // Of two products only the first is taken in.
        if (first == &product || first == nullptr || first->getOpcode() != llvm::Instruction::FMul) return true;
        return product.hasOneUse() &&
               !(first->hasOneUse() && first->hasAllowContract() && first->getParent() == sum->getParent());
    });
}

bool isMultipliedIntoSum(const llvm::BinaryOperator& product, int addressBits) {
    // One instruction on machines with 64-bit addresses; those before count the two (paper's strings).
    if (addressBits != 64 || !product.hasOneUse()) return false;
    const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(*product.user_begin());
    if (sum == nullptr || !isScaling(product, *sum)) return false;
    const auto* either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(sum);
    if (sum->getOpcode() != llvm::Instruction::Add && (either == nullptr || !either->isDisjoint()))
        return false;
    // Of two products only the first is taken in.
    const auto* first = llvm::dyn_cast<llvm::BinaryOperator>(sum->getOperand(0));
    return first == &product || first == nullptr || !isScaling(*first, *sum);
}

} // namespace warpstring::frontend
