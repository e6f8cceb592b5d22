// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/value_expressions.h"

#include <algorithm>

namespace warpstring::frontend {

ExprOp expressionOf(unsigned opcode) {
    switch (opcode) {
    case llvm::Instruction::Add: return ExprOp::Add;
    case llvm::Instruction::Sub: return ExprOp::Sub;
    case llvm::Instruction::Mul: return ExprOp::Mul;
    case llvm::Instruction::UDiv: return ExprOp::UDiv;
    case llvm::Instruction::SDiv: return ExprOp::SDiv;
    case llvm::Instruction::URem: return ExprOp::URem;
    case llvm::Instruction::SRem: return ExprOp::SRem;
    case llvm::Instruction::Shl: return ExprOp::Shl;
    case llvm::Instruction::LShr: return ExprOp::LShr;
    case llvm::Instruction::AShr: return ExprOp::AShr;
    case llvm::Instruction::And: return ExprOp::And;
    case llvm::Instruction::Or: return ExprOp::Or;
    case llvm::Instruction::Xor: return ExprOp::Xor;
    case llvm::Instruction::FAdd: return ExprOp::FAdd;
    case llvm::Instruction::FSub: return ExprOp::FSub;
    case llvm::Instruction::FMul: return ExprOp::FMul;
    case llvm::Instruction::FDiv: return ExprOp::FDiv;
    case llvm::Instruction::ZExt: return ExprOp::ZExt;
    case llvm::Instruction::SExt: return ExprOp::SExt;
    case llvm::Instruction::Trunc: return ExprOp::Trunc;
    case llvm::Instruction::SIToFP: return ExprOp::SIntToFloat;
    case llvm::Instruction::UIToFP: return ExprOp::UIntToFloat;
    case llvm::Instruction::FPToSI: return ExprOp::FloatToSInt;
    case llvm::Instruction::FPToUI: return ExprOp::FloatToUInt;
    case llvm::Instruction::FPExt:
    case llvm::Instruction::FPTrunc: return ExprOp::FloatConvert;
    default: return ExprOp::Invalid;
    }
}

int ValueExpressions::bitsOf(const llvm::Type* type) const {
    if (type->isPointerTy()) return offsetBits();
    const auto bits = type->getScalarSizeInBits();
    return bits == 0 ? 32 : static_cast<int>(bits);
}

ExprId ValueExpressions::expr(llvm::Value* value) {
    if (const auto found = known_.find(value); found != known_.end()) return found->second;
    const int bits = bitsOf(value->getType());
    if (depth_ > deepest || bits > 64) return unknown(std::min(bits, 64));
    ++depth_;
    const ExprId result = compute(value);
    --depth_;
    known_[value] = result;
    return result;
}

/// Values of which nothing is known are not the same for that.
ExprId ValueExpressions::unknown(int bits) { return exprs_.unknown(bits, ++unknowns_); }

ExprId ValueExpressions::compute(llvm::Value* value) {
    const int bits = bitsOf(value->getType());
    if (value->getType()->isVectorTy()) return unknown(bits);
    if (auto* integer = llvm::dyn_cast<llvm::ConstantInt>(value))
        return exprs_.constant(integer->getSExtValue(), bits);
    if (auto* real = llvm::dyn_cast<llvm::ConstantFP>(value)) {
        if (value->getType()->isFloatTy())
            return exprs_.floatConstant(real->getValueAPF().convertToFloat(), 32);
        if (value->getType()->isDoubleTy())
            return exprs_.floatConstant(real->getValueAPF().convertToDouble(), 64);
        return unknown(bits);
    }
    if (auto* argument = llvm::dyn_cast<llvm::Argument>(value))
        return argument->getType()->isPointerTy() ? unknown(bits)
                                                  : exprs_.leaf(ExprOp::Parameter, argument->getArgNo(), bits);
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr) return unknown(bits);

    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction)) {
        auto* loop = context_.loops.getLoopFor(phi->getParent());
        if (loop != nullptr && loop->getHeader() == phi->getParent()) return headerPhi(*phi, *loop);
        return mergePhi(*phi, [&](unsigned i) { return expr(phi->getIncomingValue(i)); }, bits);
    }
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(instruction)) {
        if (select->getType()->isPointerTy()) return unknown(bits);
        return exprs_.ternary(ExprOp::Select, bits, expr(select->getCondition()), expr(select->getTrueValue()),
                              expr(select->getFalseValue()));
    }
    if (auto* compare = llvm::dyn_cast<llvm::CmpInst>(instruction)) return comparison(*compare);
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(instruction)) return fromCall(*call);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
        if (instruction->getType()->isPointerTy()) return unknown(bits);
        if (const ExprId member = field(*load, 0)) return member;
        if (const ExprId element = registerElement(*load)) return element;
        return loaded(*load, 0);
    }
    if (auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(instruction)) {
        const auto* index = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
        return index == nullptr ? unknown(bits) : element(extract->getVectorOperand(), index->getZExtValue());
    }
    if (llvm::isa<llvm::FreezeInst>(instruction)) return expr(instruction->getOperand(0));
    if (instruction->getOpcode() == llvm::Instruction::FNeg)
        return exprs_.unary(ExprOp::FNeg, bits, expr(instruction->getOperand(0)));
    if (const ExprId low = lowAddressBits(*instruction, bits)) return low;
    const ExprOp op = expressionOf(instruction->getOpcode());
    if (op == ExprOp::Invalid) return unknown(bits);
    if (instruction->getNumOperands() == 1) return exprs_.unary(op, bits, expr(instruction->getOperand(0)));
    const ExprId a = expr(instruction->getOperand(0));
    const ExprId b = expr(instruction->getOperand(1));
    // "or disjoint" is how LLVM writes an addition that carries nothing.
    if (auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(instruction);
        disjoint != nullptr && disjoint->isDisjoint())
        return exprs_.binary(ExprOp::Add, bits, a, b);
    return exprs_.binary(op, bits, a, b);
}

/// Buffers begin at multiples of 256: how far an address lies behind one of a smaller power of two, the offset
/// says.
ExprId ValueExpressions::lowAddressBits(llvm::Instruction& instruction, int bits) {
    constexpr std::uint64_t aligned = 256;
    if (instruction.getOpcode() != llvm::Instruction::And) return {};
    const auto* mask = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
    auto* number = llvm::dyn_cast<llvm::PtrToIntInst>(instruction.getOperand(0));
    if (mask == nullptr || number == nullptr || mask->getValue().uge(aligned)) return {};
    const auto place = address(number->getPointerOperand());
    const bool areArguments = std::all_of(place.objects.begin(), place.objects.end(),
                                          [](const MemoryObject& object) { return object.isArgument; });
    if (!place.offset || !areArguments || exprs_[place.offset].bits != bits) return {};
    return exprs_.binary(ExprOp::And, bits, place.offset,
                         exprs_.constant(static_cast<std::int64_t>(mask->getZExtValue()), bits));
}

ExprId ValueExpressions::comparison(llvm::CmpInst& compare) {
    using Predicate = llvm::CmpInst::Predicate;
    if (compare.getOperand(0)->getType()->isPointerTy()) {
        const auto left = address(compare.getOperand(0));
        const auto right = address(compare.getOperand(1));
        // What a launch hands over is there.
        const auto isNull = [&](unsigned i) {
            return llvm::isa<llvm::ConstantPointerNull>(compare.getOperand(i)->stripPointerCasts());
        };
        if (compare.isEquality() && ((isNull(1) && left.offset) || (isNull(0) && right.offset)))
            return exprs_.constant(compare.getPredicate() == Predicate::ICMP_NE ? 1 : 0, 1);
        if (!left.offset || !right.offset || !compare.isEquality()) return unknown(1);
        const ExprId isEqual = exprs_.conjunction(exprs_.binary(ExprOp::Equal, 1, left.which, right.which),
                                                  exprs_.binary(ExprOp::Equal, 1, left.offset, right.offset));
        return compare.getPredicate() == Predicate::ICMP_EQ ? isEqual : exprs_.negation(isEqual);
    }
    const ExprId a = expr(compare.getOperand(0));
    const ExprId b = expr(compare.getOperand(1));
    switch (compare.getPredicate()) {
    case Predicate::ICMP_EQ: return exprs_.binary(ExprOp::Equal, 1, a, b);
    case Predicate::ICMP_NE: return exprs_.binary(ExprOp::NotEqual, 1, a, b);
    case Predicate::ICMP_ULT: return exprs_.binary(ExprOp::ULess, 1, a, b);
    case Predicate::ICMP_ULE: return exprs_.binary(ExprOp::ULessEqual, 1, a, b);
    case Predicate::ICMP_UGT: return exprs_.binary(ExprOp::ULess, 1, b, a);
    case Predicate::ICMP_UGE: return exprs_.binary(ExprOp::ULessEqual, 1, b, a);
    case Predicate::ICMP_SLT: return exprs_.binary(ExprOp::SLess, 1, a, b);
    case Predicate::ICMP_SLE: return exprs_.binary(ExprOp::SLessEqual, 1, a, b);
    case Predicate::ICMP_SGT: return exprs_.binary(ExprOp::SLess, 1, b, a);
    case Predicate::ICMP_SGE: return exprs_.binary(ExprOp::SLessEqual, 1, b, a);
    case Predicate::FCMP_OEQ: return exprs_.binary(ExprOp::FEqual, 1, a, b);
    case Predicate::FCMP_UNE: return exprs_.negation(exprs_.binary(ExprOp::FEqual, 1, a, b));
    case Predicate::FCMP_OLT: return exprs_.binary(ExprOp::FLess, 1, a, b);
    case Predicate::FCMP_OLE: return exprs_.binary(ExprOp::FLessEqual, 1, a, b);
    case Predicate::FCMP_OGT: return exprs_.binary(ExprOp::FLess, 1, b, a);
    case Predicate::FCMP_OGE: return exprs_.binary(ExprOp::FLessEqual, 1, b, a);
    case Predicate::FCMP_UGE: return exprs_.negation(exprs_.binary(ExprOp::FLess, 1, a, b));
    case Predicate::FCMP_UGT: return exprs_.negation(exprs_.binary(ExprOp::FLessEqual, 1, a, b));
    case Predicate::FCMP_ULE: return exprs_.negation(exprs_.binary(ExprOp::FLess, 1, b, a));
    case Predicate::FCMP_ULT: return exprs_.negation(exprs_.binary(ExprOp::FLessEqual, 1, b, a));
    default: return unknown(1);
    }
}

ExprId ValueExpressions::edgeCondition(const ControlEdge& edge) {
    auto* branch = llvm::cast<llvm::BranchInst>(edge.block->getTerminator());
    const ExprId condition = expr(branch->getCondition());
    return edge.side ? condition : exprs_.negation(condition);
}

ExprId ValueExpressions::leaveLoops(ExprId value, const llvm::Loop* from, const llvm::Loop* to) {
    for (const auto* loop = from; loop != to && loop != nullptr; loop = context_.control.levelAround(*loop))
        value = exprs_.final(context_.loopIds.lookup(loop), value);
    return value;
}

ExprId ValueExpressions::guard(RegionId region) {
    if (const auto found = guards_.find(region); found != guards_.end()) return found->second;
    const auto& skeleton = context_.control.regions[region];
    ExprId joined = exprs_.truth();
    if (skeleton.kind == Region::Kind::Branch) {
        joined = exprs_.falsehood();
        for (const auto& edge : skeleton.controls)
            joined = exprs_.disjunction(
                joined, outwards(edgeCondition(edge), edge.block, skeleton.level, skeleton.parent));
    }
    guards_[region] = joined;
    return joined;
}

ExprId ValueExpressions::pathCondition(llvm::BasicBlock* block, RegionId from) {
    return pathCondition(context_.control.regionOf.lookup(block), from);
}

ExprId ValueExpressions::pathCondition(RegionId region, RegionId from) {
    ExprId path = exprs_.truth();
    for (; region != from && region != none; region = context_.control.regions[region].parent) {
        if (context_.control.regions[region].kind == Region::Kind::LoopBody) continue;
        path = exprs_.conjunction(guard(region), path);
    }
    return path;
}

ExprId ValueExpressions::outwards(ExprId condition, llvm::BasicBlock* block, const llvm::Loop* level,
                                  RegionId root) {
    const auto& regions = context_.control.regions;
    RegionId region = context_.control.regionOf.lookup(block);
    for (const auto* loop = context_.control.levelOf(block); loop != level && loop != nullptr;
         loop = context_.control.levelAround(*loop)) {
        RegionId body = region;
        while (regions[body].kind != Region::Kind::LoopBody) body = regions[body].parent;
        condition = exprs_.final(context_.loopIds.lookup(loop),
                                 exprs_.conjunction(pathCondition(region, body), condition));
        region = regions[body].parent;
    }
    return exprs_.conjunction(pathCondition(region, context_.control.commonAncestor(root, region)), condition);
}

ExprId ValueExpressions::incomingCondition(llvm::PHINode& phi, unsigned index) {
    auto* block = phi.getIncomingBlock(index);
    auto* level = context_.control.levelOf(phi.getParent());
    auto* dominator = context_.dominators.getNode(phi.getParent())->getIDom()->getBlock();
    ExprId condition = exprs_.truth();
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (branch != nullptr && branch->isConditional())
        condition = edgeCondition({block, branch->getSuccessor(0) == phi.getParent()});
    return outwards(condition, block, level, context_.control.regionAtLevel(dominator, level));
}

ExprId ValueExpressions::mergePhi(llvm::PHINode& phi, const std::function<ExprId(unsigned)>& incoming,
                                  int bits) {
    auto* level = context_.control.levelOf(phi.getParent());
    const auto valueOf = [&](unsigned i) {
        return leaveLoops(incoming(i), context_.control.levelOf(phi.getIncomingBlock(i)), level);
    };
    ExprId merged = valueOf(0);
    for (unsigned i = 1; i < phi.getNumIncomingValues(); ++i) {
        const ExprId value = valueOf(i);
        if (value == merged) continue;
        merged = exprs_.ternary(ExprOp::Select, bits, incomingCondition(phi, i), value, merged);
    }
    return merged;
}

ExprId ValueExpressions::fromEvolution(const llvm::SCEV* evolution) {
    const int bits = bitsOf(evolution->getType());
    if (auto* constant = llvm::dyn_cast<llvm::SCEVConstant>(evolution))
        return exprs_.constant(constant->getValue()->getSExtValue(), bits);
    if (auto* value = llvm::dyn_cast<llvm::SCEVUnknown>(evolution))
        return value->getType()->isPointerTy() ? ExprId{} : expr(value->getValue());
    if (auto* cast = llvm::dyn_cast<llvm::SCEVCastExpr>(evolution)) {
        const ExprId operand = fromEvolution(cast->getOperand());
        if (!operand) return {};
        switch (cast->getSCEVType()) {
        case llvm::scTruncate: return exprs_.unary(ExprOp::Trunc, bits, operand);
        case llvm::scZeroExtend: return exprs_.unary(ExprOp::ZExt, bits, operand);
        case llvm::scSignExtend: return exprs_.unary(ExprOp::SExt, bits, operand);
        default: return {};
        }
    }
    if (llvm::isa<llvm::SCEVAddExpr>(evolution) || llvm::isa<llvm::SCEVMulExpr>(evolution)) {
        const ExprOp op = llvm::isa<llvm::SCEVAddExpr>(evolution) ? ExprOp::Add : ExprOp::Mul;
        ExprId joined;
        for (const auto* operand : llvm::cast<llvm::SCEVNAryExpr>(evolution)->operands()) {
            const ExprId next = fromEvolution(operand);
            if (!next) return {};
            joined = joined ? exprs_.binary(op, bits, joined, next) : next;
        }
        return joined;
    }
    return {};
}

ExprId ValueExpressions::geometricPhi(llvm::PHINode& phi, llvm::Loop& loop) {
    auto* next = llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
    if (next == nullptr || next->getOperand(0) != &phi || !loop.isLoopInvariant(next->getOperand(1))) return {};
    const int bits = bitsOf(phi.getType());
    const ExprId first = expr(phi.getIncomingValueForBlock(loop.getLoopPreheader()));
    const ExprId factor = expr(next->getOperand(1));
    const ExprId counter = exprs_.counter(context_.loopIds.lookup(&loop), bits);
    const auto shifted = [&](ExprOp op, ExprId beyond) {
        const ExprId amount = exprs_.binary(ExprOp::Mul, bits, counter, factor);
        const ExprId fits = exprs_.binary(ExprOp::ULess, 1, amount, exprs_.constant(bits, bits));
        return exprs_.ternary(ExprOp::Select, bits, fits, exprs_.binary(op, bits, first, amount), beyond);
    };
    switch (next->getOpcode()) {
    case llvm::Instruction::Shl: return shifted(ExprOp::Shl, exprs_.constant(0, bits));
    case llvm::Instruction::LShr: return shifted(ExprOp::LShr, exprs_.constant(0, bits));
    case llvm::Instruction::AShr:
        return shifted(ExprOp::AShr, exprs_.binary(ExprOp::AShr, bits, first, exprs_.constant(bits - 1, bits)));
    case llvm::Instruction::Mul:
        return exprs_.binary(ExprOp::Mul, bits, first, exprs_.binary(ExprOp::Power, bits, factor, counter));
    default: return {};
    }
}

ExprId ValueExpressions::headerPhi(llvm::PHINode& phi, llvm::Loop& loop) {
    const int bits = bitsOf(phi.getType());
    auto* latch = loop.getLoopLatch();
    auto* preheader = loop.getLoopPreheader();
    if (latch == nullptr || preheader == nullptr) return unknown(bits);
    const LoopId id = context_.loopIds.lookup(&loop);
    if (phi.getType()->isIntegerTy()) {
        const auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(context_.evolution.getSCEV(&phi));
        if (recurrence != nullptr && recurrence->getLoop() == &loop && recurrence->isAffine()) {
            const ExprId step = fromEvolution(recurrence->getStepRecurrence(context_.evolution));
            if (step)
                return exprs_.binary(ExprOp::Add, bits, expr(phi.getIncomingValueForBlock(preheader)),
                                     exprs_.binary(ExprOp::Mul, bits, exprs_.counter(id, bits), step));
        }
        if (const ExprId closed = geometricPhi(phi, loop)) return closed;
    }
    const ExprId recurrence = exprs_.recurrence(id, bits, expr(phi.getIncomingValueForBlock(preheader)));
    known_[&phi] = recurrence; // before its next value, which refers to it
    exprs_.setNext(recurrence, expr(phi.getIncomingValueForBlock(latch)));
    return recurrence;
}

} // namespace warpstring::frontend
