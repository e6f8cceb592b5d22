// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/contract_products.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include <vector>

#include "pdg/frontend/contraction.h"

namespace warpstring::frontend {

llvm::PreservedAnalyses ContractProducts::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    std::vector<llvm::BinaryOperator*> products;
    for (auto& instruction : llvm::instructions(function))
        if (auto* product = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
            product != nullptr && isContracted(*product))
            products.push_back(product);
    for (auto* product : products) {
        if (!isContracted(*product)) continue; // a sum of it took another in
        while (!product->use_empty()) {
            auto* sum = llvm::cast<llvm::BinaryOperator>(*product->user_begin());
            llvm::IRBuilder<> builder(sum);
            builder.setFastMathFlags(sum->getFastMathFlags());
            const bool isFirst = sum->getOperand(0) == product;
            const bool isDifference = sum->getOpcode() == llvm::Instruction::FSub;
            auto* factor = product->getOperand(0);
            auto* other = sum->getOperand(isFirst ? 1 : 0);
            if (isDifference) (isFirst ? other : factor) = builder.CreateFNeg(isFirst ? other : factor);
            auto* joined = builder.CreateIntrinsic(llvm::Intrinsic::fmuladd, {sum->getType()},
                                                   {factor, product->getOperand(1), other});
            sum->replaceAllUsesWith(joined);
            sum->eraseFromParent();
        }
        product->eraseFromParent();
    }
    return products.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

} // namespace warpstring::frontend
