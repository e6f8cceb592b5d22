// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/reciprocal_products.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

#include <utility>
#include <vector>

namespace warpstring::frontend {

namespace {

/// Units in the last place: a product with a rounded reciprocal is off by less.
constexpr float mostError = 1.5F;

/// 1 / `divisor`, of each component; null where one of them is no normal number.
llvm::Constant* reciprocalOf(llvm::Constant& divisor) {
    if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&divisor)) {
        llvm::APFloat reciprocal(number->getValueAPF().getSemantics(), 1);
        reciprocal.divide(number->getValueAPF(), llvm::APFloat::rmNearestTiesToEven);
        return reciprocal.isNormal() ? llvm::ConstantFP::get(divisor.getContext(), reciprocal) : nullptr;
    }
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(divisor.getType());
    if (vector == nullptr) return nullptr;
    std::vector<llvm::Constant*> components;
    components.reserve(vector->getNumElements());
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
        auto* component = divisor.getAggregateElement(i);
        if (component == nullptr || !llvm::isa<llvm::ConstantFP>(component)) return nullptr;
        components.push_back(reciprocalOf(*component));
        if (components.back() == nullptr) return nullptr;
    }
    return llvm::ConstantVector::get(components);
}

} // namespace

llvm::PreservedAnalyses ReciprocalProducts::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    std::vector<std::pair<llvm::BinaryOperator*, llvm::Constant*>> divisions;
    for (auto& instruction : llvm::instructions(function)) {
        auto* division = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
        if (division == nullptr || division->getOpcode() != llvm::Instruction::FDiv ||
            !division->getType()->getScalarType()->isFloatTy() ||
            llvm::cast<llvm::FPMathOperator>(division)->getFPAccuracy() < mostError)
            continue;
        if (auto* divisor = llvm::dyn_cast<llvm::Constant>(division->getOperand(1)))
            if (auto* reciprocal = reciprocalOf(*divisor)) divisions.emplace_back(division, reciprocal);
    }
    for (const auto& [division, reciprocal] : divisions) {
        llvm::IRBuilder<> builder(division);
        builder.setFastMathFlags(division->getFastMathFlags());
        division->replaceAllUsesWith(builder.CreateFMul(division->getOperand(0), reciprocal));
        division->eraseFromParent();
    }
    return divisions.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

} // namespace warpstring::frontend
