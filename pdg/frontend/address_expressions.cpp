// SPDX-License-Identifier: GPL-3.0-or-later
// ValueExpressions: pointers as objects and offsets, what loads read there, and elements of arrays that live in
// registers.
#include <algorithm>

#include "pdg/frontend/struct_arguments.h"
#include "pdg/frontend/value_expressions.h"

namespace warpstring::frontend {

SymbolicAddress ValueExpressions::address(llvm::Value* pointer) {
    if (const auto found = addresses_.find(pointer); found != addresses_.end()) return found->second;
    if (depth_ > deepest) return {};
    ++depth_;
    const SymbolicAddress result = computeAddress(pointer);
    --depth_;
    addresses_[pointer] = result;
    return result;
}

ExprId ValueExpressions::elementOffset(llvm::GEPOperator& gep) {
    const int bits = offsetBits();
    ExprId offset = exprs_.constant(0, bits);
    for (auto step = llvm::gep_type_begin(gep); step != llvm::gep_type_end(gep); ++step) {
        llvm::Value* index = step.getOperand();
        if (auto* structure = step.getStructTypeOrNull()) {
            const auto field = llvm::cast<llvm::ConstantInt>(index)->getZExtValue();
            const auto bytes =
                context_.layout.getStructLayout(structure)->getElementOffset(static_cast<unsigned>(field));
            offset = exprs_.binary(ExprOp::Add, bits, offset,
                                   exprs_.constant(static_cast<std::int64_t>(bytes.getFixedValue()), bits));
            continue;
        }
        const auto stride = step.getSequentialElementStride(context_.layout).getFixedValue();
        ExprId scaled = expr(index);
        const int width = bitsOf(index->getType());
        if (width < bits) scaled = exprs_.unary(ExprOp::SExt, bits, scaled);
        if (width > bits) scaled = exprs_.unary(ExprOp::Trunc, bits, scaled);
        scaled =
            exprs_.binary(ExprOp::Mul, bits, scaled, exprs_.constant(static_cast<std::int64_t>(stride), bits));
        offset = exprs_.binary(ExprOp::Add, bits, offset, scaled);
    }
    return offset;
}

ExprId objectNumber(const MemoryObject& object, ExprPool& exprs) {
    constexpr std::int64_t firstArray = 1 << 16;
    return exprs.constant(object.isArgument ? object.index : firstArray + object.index, 32);
}

ExprId ValueExpressions::leadsTo(const SymbolicAddress& address, const MemoryObject& object) {
    const ExprId number = objectNumber(object, exprs_);
    constexpr int deepestChoice = 8;
    const auto follow = [&](const auto& self, ExprId which, int depth) -> ExprId {
        const Expr choice = exprs_[which];
        if (choice.op != ExprOp::Select || depth == deepestChoice)
            return exprs_.binary(ExprOp::Equal, 1, which, number);
        const ExprId chosen = exprs_.conjunction(choice.a, self(self, choice.b, depth + 1));
        return exprs_.disjunction(
            chosen, exprs_.conjunction(exprs_.negation(choice.a), self(self, choice.c, depth + 1)));
    };
    return follow(follow, address.which, 0);
}

SymbolicAddress ValueExpressions::computeAddress(llvm::Value* pointer) {
    if (const auto object = objectAt(*pointer, context_))
        return {{*object}, objectNumber(*object, exprs_), exprs_.constant(0, offsetBits()), object->space};
    if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
        SymbolicAddress base = address(gep->getPointerOperand());
        if (base.offset)
            base.offset = exprs_.binary(ExprOp::Add, offsetBits(), base.offset, elementOffset(*gep));
        return base;
    }
    if (auto* same = llvm::dyn_cast<llvm::Operator>(pointer);
        same != nullptr &&
        (same->getOpcode() == llvm::Instruction::AddrSpaceCast ||
         same->getOpcode() == llvm::Instruction::BitCast || same->getOpcode() == llvm::Instruction::Freeze))
        return address(same->getOperand(0));
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(pointer)) return chosenAddress(*select);
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(pointer)) {
        auto* loop = context_.loops.getLoopFor(phi->getParent());
        const bool isCarried = loop != nullptr && loop->getHeader() == phi->getParent();
        return isCarried ? carriedAddress(*phi, *loop) : mergedAddress(*phi);
    }
    SymbolicAddress somewhere;
    somewhere.space = context_.language.space(pointer->getType()->getPointerAddressSpace());
    return somewhere;
}

/// The struct's member there by its name: "p.n", "p.v[2]"; by its place where no name is known.
static std::string fieldName(const KernelArgument& argument, std::uint64_t offset) {
    for (const auto& member : argument.layout.members) {
        const auto component = static_cast<std::uint64_t>(bytes(member.type.scalar));
        const auto size = component * static_cast<std::uint64_t>(member.type.width);
        if (offset < member.offset || offset >= member.offset + size) continue;
        const std::string name = argument.name + "." + member.path;
        return member.type.width == 1 ? name
                                      : name + "[" + std::to_string((offset - member.offset) / component) + "]";
    }
    return argument.name + "+" + std::to_string(offset);
}

ExprId ValueExpressions::field(const llvm::LoadInst& load, std::uint64_t element) {
    const auto place = fieldRead(load);
    const auto* scalar = load.getType()->getScalarType();
    const int bits = bitsOf(scalar);
    if (!place || scalar->isPointerTy() || bits > 64 || bits % 8 != 0) return {};
    ArgumentField wanted;
    wanted.argument = place->argument->getArgNo();
    wanted.offset = place->offset + element * static_cast<std::uint64_t>(bits / 8);
    wanted.type = scalar->isHalfTy()     ? ScalarType::Half
                  : scalar->isFloatTy()  ? ScalarType::Float
                  : scalar->isDoubleTy() ? ScalarType::Double
                  : bits == 8            ? ScalarType::Char
                  : bits == 16           ? ScalarType::Short
                  : bits == 32           ? ScalarType::Int
                                         : ScalarType::Long;
    if (scalar->isIntegerTy() && bits != 8 * bytes(wanted.type)) return {};
    auto& pdg = context_.pdg;
    const auto same = std::find_if(pdg.fields.begin(), pdg.fields.end(), [&](const ArgumentField& field) {
        return field.argument == wanted.argument && field.offset == wanted.offset && field.type == wanted.type;
    });
    const auto known = static_cast<std::size_t>(same - pdg.fields.begin());
    if (known == pdg.fields.size()) {
        wanted.name = fieldName(pdg.arguments[wanted.argument], wanted.offset);
        pdg.fields.push_back(std::move(wanted));
    }
    return exprs_.leaf(ExprOp::Parameter, static_cast<std::uint32_t>(pdg.arguments.size() + known), bits);
}

ExprId ValueExpressions::loaded(llvm::LoadInst& load, std::uint64_t element) {
    const int bits = bitsOf(load.getType());
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(load.getType());
    const std::uint32_t width = vector == nullptr ? 1 : vector->getNumElements();
    const SymbolicAddress from = address(load.getPointerOperand());
    auto number = loadNumberOf(load) + static_cast<std::uint32_t>(element);
    ExprId value = exprs_.leaf(ExprOp::Load, number, bits);
    for (std::size_t i = 1; i < from.objects.size(); ++i)
        value = exprs_.ternary(ExprOp::Select, bits, leadsTo(from, from.objects[i]),
                               exprs_.leaf(ExprOp::Load, number += width, bits), value);
    return value;
}

/// An element of a register array that one loop fills, element x in iteration x, has the value stored there.
ExprId ValueExpressions::registerElement(llvm::LoadInst& load) {
    const auto* array = llvm::dyn_cast<llvm::AllocaInst>(load.getPointerOperand()->stripInBoundsOffsets());
    if (array == nullptr || !context_.registerArrays.contains(array)) return {};
    llvm::StoreInst* only = nullptr;
    std::vector<const llvm::Value*> pending{array};
    while (!pending.empty()) {
        const auto* pointer = pending.back();
        pending.pop_back();
        for (const auto* user : pointer->users()) {
            if (llvm::isa<llvm::GetElementPtrInst>(user)) pending.push_back(user);
            const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
            if (store == nullptr) continue;
            if (only != nullptr) return {};
            only = const_cast<llvm::StoreInst*>(store);
        }
    }
    if (only == nullptr || !context_.dominators.dominates(only, &load)) return {};
    auto* loop = context_.loops.getLoopFor(only->getParent());
    if (loop == nullptr || loop->contains(&load) || only->getValueOperand()->getType() != load.getType())
        return {};
    const LoopId id = context_.loopIds.lookup(loop);
    const int bits = offsetBits();
    const auto element =
        static_cast<std::int64_t>(context_.layout.getTypeStoreSize(load.getType()).getFixedValue());
    const auto scaled = [&](ExprId x) {
        return exprs_.binary(ExprOp::Mul, bits, x, exprs_.constant(element, bits));
    };
    const ExprId counter = exprs_.counter(id, bits);
    const SymbolicAddress from = address(load.getPointerOperand());
    if (!from.offset || address(only->getPointerOperand()).offset != scaled(counter)) return {};
    const ExprId index = exprs_.binary(ExprOp::UDiv, bits, from.offset, exprs_.constant(element, bits));
    return exprs_.substituteCounter(expr(only->getValueOperand()), id, index);
}

} // namespace warpstring::frontend
