// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/index_width.h"

#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "pdg/frontend/contraction.h"

namespace warpstring::frontend {

using namespace llvm::PatternMatch;

namespace {

/// Sums within sums that are looked through.
constexpr int deepestOrigin = 8;

/// What a 32-bit value is made of: words of 64-bit values and constants, or something else.
enum class Origin { Constant, Wide, Narrow };

Origin originOf(const llvm::Value& value, const SourceLanguage& language, int depth) {
    if (llvm::isa<llvm::Constant>(value)) return Origin::Constant;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || depth == deepestOrigin) return Origin::Narrow;
    if (llvm::isa<llvm::TruncInst>(instruction)) {
        const auto& whole = *instruction->getOperand(0);
        return whole.getType()->isIntegerTy(64) && !fitsWord(whole, language) ? Origin::Wide : Origin::Narrow;
    }
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(instruction);
    if (operation == nullptr || !operation->hasOneUse()) return Origin::Narrow;
    switch (operation->getOpcode()) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Mul:
    case llvm::Instruction::Shl:
    case llvm::Instruction::And:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor: break;
    default: return Origin::Narrow;
    }
    const auto left = originOf(*operation->getOperand(0), language, depth + 1);
    const auto right = originOf(*operation->getOperand(1), language, depth + 1);
    return std::max(left, right);
}

} // namespace

bool fitsWord(const llvm::Value& value, const SourceLanguage& language, int depth) {
    if (llvm::isa<llvm::ConstantInt>(value)) return true;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || depth == deepestOrigin) return false;
    if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(instruction))
        return cast->getSrcTy()->isIntegerTy() && cast->getSrcTy()->getIntegerBitWidth() <= 32;
    if (llvm::isa<llvm::BinaryOperator>(instruction))
        return fitsWord(*instruction->getOperand(0), language, depth + 1) &&
               fitsWord(*instruction->getOperand(1), language, depth + 1);
    const auto* call = llvm::dyn_cast<llvm::CallInst>(instruction);
    if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) return false;
    const auto called = language.builtin(*call);
    return called.kind == CalledBuiltin::Kind::IndexSpace && called.query != IndexSpaceQuery::GlobalId &&
           called.query != IndexSpaceQuery::Other;
}

bool isComputedInWord(const llvm::BinaryOperator& operation, const SourceLanguage& language) {
    if (!operation.getType()->isIntegerTy(64) || isLowerWord(operation) || !fitsWord(operation, language))
        return false;
    return std::all_of(operation.user_begin(), operation.user_end(), [&](const auto* user) {
        if (llvm::isa<llvm::TruncInst>(user) || isLowerWord(*user)) return true;
        const auto* outer = llvm::dyn_cast<llvm::BinaryOperator>(user);
        return outer != nullptr && (isSignExtension(*outer) || isComputedInWord(*outer, language));
    });
}

bool isLowerWord(const llvm::Value& value) {
    return value.getType()->isIntegerTy(64) && match(&value, m_And(m_Value(), m_SpecificInt(0xffffffffU)));
}

IndexWidth indexWidth(const llvm::Value& index, const SourceLanguage& language) {
    if (!index.getType()->isIntegerTy(64)) return IndexWidth::Narrow;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&index);
    if (instruction == nullptr) return IndexWidth::Wide; // an argument
    if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(instruction)) {
        if (originOf(*cast->getOperand(0), language, 0) != Origin::Wide) return IndexWidth::Narrow;
        return llvm::isa<llvm::ZExtInst>(cast) ? IndexWidth::CutUnsigned : IndexWidth::CutSigned;
    }
    if (fitsWord(index, language)) return IndexWidth::Narrow;
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(instruction);
    if (isLowerWord(index))
        return fitsWord(*instruction->getOperand(0), language) ? IndexWidth::Narrow : IndexWidth::CutUnsigned;
    if (operation != nullptr && operation->getOpcode() == llvm::Instruction::AShr &&
        isSignExtension(*operation)) {
        const auto* shifted = llvm::cast<llvm::Instruction>(operation->getOperand(0));
        return fitsWord(*shifted->getOperand(0), language) ? IndexWidth::Narrow : IndexWidth::CutSigned;
    }
    return IndexWidth::Wide;
}

} // namespace warpstring::frontend
