// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/reciprocal_products.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <utility>
#include <vector>

namespace warpstring::frontend {

namespace {

/// Units in the last place: a product with a rounded reciprocal is off by less.
constexpr float mostError = 1.5F;

/// The mangled name's start.
constexpr llvm::StringLiteral squareRoot = "_Z4sqrt";

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

/// The root whose reciprocal is all that is asked of it; null where `division` is another one.
llvm::CallInst* reciprocalRoot(const llvm::BinaryOperator& division) {
    auto* root = llvm::dyn_cast<llvm::CallInst>(division.getOperand(1));
    const bool isAlone = root != nullptr && root->hasOneUse() && root->getCalledFunction() != nullptr &&
                         root->getCalledFunction()->getName().starts_with(squareRoot);
    return isAlone && llvm::PatternMatch::match(division.getOperand(0), llvm::PatternMatch::m_FPOne())
               ? root
               : nullptr;
}

/// `rsqrt` of what `root` is of.
llvm::Value* reciprocalOf(llvm::CallInst& root, llvm::IRBuilder<>& builder) {
    const auto& function = *root.getCalledFunction();
    const auto name = "_Z5rsqrt" + function.getName().substr(squareRoot.size()).str();
    const auto callee =
        root.getModule()->getOrInsertFunction(name, function.getFunctionType(), function.getAttributes());
    auto* call = builder.CreateCall(callee, {root.getArgOperand(0)});
    call->setCallingConv(root.getCallingConv());
    call->setAttributes(root.getAttributes());
    return call;
}

} // namespace

llvm::PreservedAnalyses ReciprocalProducts::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    std::vector<std::pair<llvm::BinaryOperator*, llvm::Constant*>> divisions;
    std::vector<std::pair<llvm::BinaryOperator*, llvm::CallInst*>> roots;
    for (auto& instruction : llvm::instructions(function)) {
        auto* division = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
        if (division == nullptr || division->getOpcode() != llvm::Instruction::FDiv ||
            !division->getType()->getScalarType()->isFloatTy() ||
            llvm::cast<llvm::FPMathOperator>(division)->getFPAccuracy() < mostError)
            continue;
        if (auto* divisor = llvm::dyn_cast<llvm::Constant>(division->getOperand(1)))
            if (auto* reciprocal = reciprocalOf(*divisor)) divisions.emplace_back(division, reciprocal);
        if (auto* root = reciprocalRoot(*division)) roots.emplace_back(division, root);
    }
    for (const auto& [division, reciprocal] : divisions) {
        llvm::IRBuilder<> builder(division);
        builder.setFastMathFlags(division->getFastMathFlags());
        division->replaceAllUsesWith(builder.CreateFMul(division->getOperand(0), reciprocal));
        division->eraseFromParent();
    }
    for (const auto& [division, root] : roots) {
        llvm::IRBuilder<> builder(division);
        builder.setFastMathFlags(division->getFastMathFlags());
        division->replaceAllUsesWith(reciprocalOf(*root, builder));
        division->eraseFromParent();
        root->eraseFromParent();
    }
    return divisions.empty() && roots.empty() ? llvm::PreservedAnalyses::all()
                                              : llvm::PreservedAnalyses::none();
}

} // namespace warpstring::frontend
