// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/constant_distance.h"

#include "pdg/frontend/llvm_headers.h"

namespace warpstring::frontend {

namespace {

/// Of nested sums; beyond it a term counts as a whole. Scalar evolution itself goes no further.
constexpr int deepestTerm = 32;

std::uint64_t mixed(std::uint64_t value) {
    value = (value ^ value >> 32U) * 0xd6e8feb86659fd93ULL;
    value = (value ^ value >> 32U) * 0xd6e8feb86659fd93ULL;
    return value ^ value >> 32U;
}

std::uint64_t ofTerm(const void* term) { return mixed(reinterpret_cast<std::uintptr_t>(term)); }

/// Sums are unsigned and wrap, as addresses do; the lower half is what 32 bits of them would have.
std::uint64_t sumOf(const llvm::SCEV* value, int depth) {
    if (llvm::isa<llvm::SCEVConstant>(value)) return 0;
    // A difference of two of these is found in a wider type.
    if (llvm::isa<llvm::SCEVTruncateExpr>(value)) return 1;
    if (depth > deepestTerm) return ofTerm(value);
    if (const auto* add = llvm::dyn_cast<llvm::SCEVAddExpr>(value)) {
        std::uint64_t sum = 0;
        for (const llvm::SCEV* operand : add->operands()) sum += sumOf(operand, depth + 1);
        return sum;
    }
    if (const auto* product = llvm::dyn_cast<llvm::SCEVMulExpr>(value)) {
        const auto* factor = llvm::dyn_cast<llvm::SCEVConstant>(product->getOperand(0));
        if (factor == nullptr) return ofTerm(value);
        const auto scale = static_cast<std::uint64_t>(factor->getAPInt().sextOrTrunc(64).getSExtValue());
        if (product->getNumOperands() == 2) return scale * sumOf(product->getOperand(1), depth + 1);
        std::uint64_t rest = 1;
        for (const llvm::SCEV* operand : product->operands().drop_front()) rest *= ofTerm(operand) | 1U;
        return scale * rest;
    }
    if (const auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(value)) {
        // Its steps alone would be alike with those of the same loop that start elsewhere by a constant.
        std::uint64_t sum = sumOf(recurrence->getStart(), depth + 1);
        for (unsigned i = 1; i < recurrence->getNumOperands(); ++i)
            sum += mixed(ofTerm(recurrence->getLoop()) + i) * ofTerm(recurrence->getOperand(i));
        return sum;
    }
    return ofTerm(value);
}

} // namespace

std::uint64_t varyingPart(const llvm::SCEV* value) { return sumOf(value, 0) & 0xffffffffU; }

} // namespace warpstring::frontend
