// SPDX-License-Identifier: GPL-3.0-or-later
// The part of ValueExpressions that tells the elements of a vector apart.
#include "pdg/frontend/value_expressions.h"

namespace warpstring::frontend {

ExprId ValueExpressions::element(llvm::Value* vector, std::uint64_t index) {
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(vector->getType());
    const int bits = bitsOf(vector->getType());
    if (type == nullptr || index >= type->getNumElements() || bits > 64 || depth_ > deepest)
        return unknown(bits);
    const std::pair<llvm::Value*, std::uint64_t> key{vector, index};
    if (const auto found = elements_.find(key); found != elements_.end()) return found->second;
    ++depth_;
    const ExprId result = computeElement(vector, *type, index);
    --depth_;
    elements_[key] = result;
    return result;
}

ExprId ValueExpressions::computeElement(llvm::Value* vector, const llvm::FixedVectorType& type,
                                        std::uint64_t index) {
    const int bits = bitsOf(&type);
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(vector)) {
        auto* own = constant->getAggregateElement(static_cast<unsigned>(index));
        return own == nullptr ? unknown(bits) : expr(own);
    }
    // A launch gives each component the argument's value.
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(vector))
        return exprs_.leaf(ExprOp::Parameter, argument->getArgNo(), bits);
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(vector);
    if (instruction == nullptr) return unknown(bits);
    const auto ofOperand = [&](unsigned operand) { return element(instruction->getOperand(operand), index); };
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
        if (const ExprId member = field(*load, index)) return member;
        return type.getElementType()->isPointerTy() ? unknown(bits) : loaded(*load, index);
    }
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(instruction);
        call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call)) {
        const auto called = context_.language.builtin(*call);
        if (called.kind != CalledBuiltin::Kind::Image) return unknown(bits);
        if (called.image.what == ImageCall::What::Read)
            return exprs_.leaf(ExprOp::Load, loadNumberOf(*instruction) + static_cast<std::uint32_t>(index),
                               bits);
        return fromImageQuery(called.image, static_cast<unsigned>(index), bits);
    }
    if (auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(instruction)) {
        const auto* place = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2));
        if (place == nullptr) return unknown(bits);
        return place->getZExtValue() == index ? expr(insert->getOperand(1)) : ofOperand(0);
    }
    if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(instruction)) {
        const int from = shuffle->getMaskValue(static_cast<unsigned>(index));
        const auto* left = llvm::cast<llvm::FixedVectorType>(shuffle->getOperand(0)->getType());
        const auto width = static_cast<int>(left->getNumElements());
        if (from < 0) return unknown(bits);
        return from < width ? element(shuffle->getOperand(0), static_cast<std::uint64_t>(from))
                            : element(shuffle->getOperand(1), static_cast<std::uint64_t>(from - width));
    }
    if (llvm::isa<llvm::FreezeInst>(instruction)) return ofOperand(0);
    if (instruction->getOpcode() == llvm::Instruction::FNeg)
        return exprs_.unary(ExprOp::FNeg, bits, ofOperand(0));
    const ExprOp op = expressionOf(instruction->getOpcode());
    if (op == ExprOp::Invalid) return unknown(bits);
    if (instruction->getNumOperands() == 1) return exprs_.unary(op, bits, ofOperand(0));
    const ExprId a = ofOperand(0);
    return exprs_.binary(op, bits, a, ofOperand(1));
}

} // namespace warpstring::frontend
