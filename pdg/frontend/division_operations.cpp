// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/division_operations.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "pdg/frontend/float_mode.h"
#include "pdg/frontend/statement_builder.h"

namespace warpstring::frontend {

namespace {

using Op = OperationClass;

/// Units in the last place, below which a quotient is rounded as IEEE 754 asks: no product with a reciprocal.
constexpr float mostError = 1.5F;

bool isOne(llvm::Value* dividend) { return llvm::PatternMatch::match(dividend, llvm::PatternMatch::m_FPOne()); }

} // namespace

/// A magnitude and a constant that is not tiny: the one form of which NVIDIA's compiler sees that it needs no
/// scaling.
bool DivisionOperations::isNeverTiny(llvm::Value* divisor) const {
    using namespace llvm::PatternMatch;
    const llvm::APFloat* least = nullptr;
    llvm::Value* magnitude = nullptr;
    if (!match(divisor, m_c_FAdd(m_Value(magnitude), m_APFloat(least))) || least->isNegative() ||
        !least->isNormal())
        return false;
    const auto* call = llvm::dyn_cast<llvm::CallInst>(magnitude);
    return match(magnitude, m_FAbs(m_Value())) ||
           (call != nullptr && context_.language.builtin(*call).name == "fabs");
}

std::vector<OperationCount> DivisionOperations::of(const llvm::BinaryOperator& division) {
    const auto mode = floatModeOf(*division.getModule());
    const int width = widthOf(division.getType());
    const bool isRounded = llvm::cast<llvm::FPMathOperator>(division).getFPAccuracy() < mostError;
    if (isRounded && !mode.approximates && !division.hasAllowReciprocal()) return {{Op::FloatDivide, width}};
    const bool needsNoScaling = mode.approximates || division.hasAllowReciprocal();
    auto* divisor = division.getOperand(1);
    const auto* splat = llvm::getSplatValue(divisor);
    auto& known = byDivisor_[splat != nullptr ? splat : divisor];
    const bool isKnown = std::any_of(known.begin(), known.end(), [&](const auto* other) {
        return context_.dominators.dominates(other, &division);
    });
    known.push_back(&division);

    const int again = isKnown ? width : splat != nullptr ? width - 1 : 0;
    const int whole = width - again;
    const bool isReciprocal = isOne(division.getOperand(0));
    std::vector<OperationCount> operations;
    if (whole > 0) {
        if (mode.approximates || (mode.flushes && isReciprocal)) {
            operations.push_back({Op::SpecialFunction, whole});
            if (!isReciprocal) operations.push_back({Op::FloatMultiply, whole});
        } else if (needsNoScaling || mode.flushes || (!isReciprocal && isNeverTiny(divisor))) {
            operations.push_back({Op::NativeDivide, whole});
        } else {
            operations.push_back({isReciprocal ? Op::Reciprocal : Op::FloatDivide, whole});
        }
    }
    // The dividend is scaled as the divisor is.
    const int products = needsNoScaling ? 1 : 2;
    if (again > 0) operations.push_back({Op::FloatMultiply, products * again});
    return operations;
}

} // namespace warpstring::frontend
