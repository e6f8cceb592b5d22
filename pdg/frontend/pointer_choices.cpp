// SPDX-License-Identifier: GPL-3.0-or-later
// ValueExpressions: pointers of which a condition or a loop decides where they lead.
#include "pdg/frontend/value_expressions.h"

namespace warpstring::frontend {

namespace {

/// Nothing but the space, where that is the same.
SymbolicAddress somewhereAmong(const SymbolicAddress& one, const SymbolicAddress& other) {
    SymbolicAddress somewhere;
    if (one.space == other.space) somewhere.space = one.space;
    return somewhere;
}

MemorySpace spaceOf(const std::vector<MemoryObject>& objects) {
    for (const auto& object : objects)
        if (object.space != objects.front().space) return MemorySpace::Unknown;
    return objects.front().space;
}

} // namespace

SymbolicAddress ValueExpressions::chosenAddress(llvm::SelectInst& select) {
    const auto chosen = address(select.getTrueValue());
    const auto other = address(select.getFalseValue());
    auto objects = pointedObjects(select, context_).objects;
    if (objects.empty() || !chosen.offset || !other.offset) return somewhereAmong(chosen, other);
    const ExprId condition = expr(select.getCondition());
    const auto space = spaceOf(objects);
    return {std::move(objects), exprs_.ternary(ExprOp::Select, 32, condition, chosen.which, other.which),
            exprs_.ternary(ExprOp::Select, offsetBits(), condition, chosen.offset, other.offset), space};
}

SymbolicAddress ValueExpressions::mergedAddress(llvm::PHINode& phi) {
    auto objects = pointedObjects(phi, context_).objects;
    bool isKnown = !objects.empty();
    auto somewhere = address(phi.getIncomingValue(0));
    for (auto& incoming : phi.incoming_values()) {
        const auto one = address(incoming);
        isKnown = isKnown && one.offset;
        somewhere = somewhereAmong(somewhere, one);
    }
    if (!isKnown) return somewhere;
    const auto incoming = [&](unsigned i) { return address(phi.getIncomingValue(i)); };
    const auto space = spaceOf(objects);
    return {std::move(objects),
            mergePhi(
                phi, [&](unsigned i) { return incoming(i).which; }, 32),
            mergePhi(phi, [&](unsigned i) { return incoming(i).offset; }, offsetBits()), space};
}

SymbolicAddress ValueExpressions::carriedAddress(llvm::PHINode& phi, llvm::Loop& loop) {
    const int bits = offsetBits();
    const LoopId id = context_.loopIds.lookup(&loop);
    auto start = address(phi.getIncomingValueForBlock(loop.getLoopPreheader()));
    const auto* evolution = llvm::dyn_cast<llvm::SCEVAddRecExpr>(context_.evolution.getSCEV(&phi));
    if (start.offset && evolution != nullptr && evolution->getLoop() == &loop && evolution->isAffine()) {
        if (const ExprId step = fromEvolution(evolution->getStepRecurrence(context_.evolution))) {
            start.offset = exprs_.binary(ExprOp::Add, bits, start.offset,
                                         exprs_.binary(ExprOp::Mul, bits, exprs_.counter(id, bits), step));
            return start;
        }
    }
    auto [objects, areWhole] = pointedObjects(phi, context_);
    SymbolicAddress carried;
    carried.space = start.space;
    if (objects.empty() || !start.offset) return carried;
    if (const auto circle = rotation(phi, loop); !circle.empty())
        if (auto rotated = rotatedAddress(circle, loop); rotated.offset) return rotated;
    const bool isOne = objects.size() == 1;
    carried.space = spaceOf(objects);
    carried.objects = std::move(objects);
    carried.which = isOne ? start.which : exprs_.recurrence(id, 32, start.which);
    carried.offset = areWhole ? start.offset : exprs_.recurrence(id, bits, start.offset);
    addresses_[&phi] = carried; // before its next one, which refers to it
    const auto next = address(phi.getIncomingValueForBlock(loop.getLoopLatch()));
    if (!isOne) exprs_.setNext(carried.which, next.offset ? next.which : unknown(32));
    if (!areWhole) exprs_.setNext(carried.offset, next.offset ? next.offset : unknown(bits));
    return carried;
}

/// In iteration t the pointer has the first value of number t of the circle, modulo its length.
SymbolicAddress ValueExpressions::rotatedAddress(const std::vector<const llvm::PHINode*>& circle,
                                                 llvm::Loop& loop) {
    const ExprId counter = exprs_.counter(context_.loopIds.lookup(&loop), 32);
    const auto length = static_cast<std::int64_t>(circle.size());
    const ExprId turn = exprs_.binary(ExprOp::URem, 32, counter, exprs_.constant(length, 32));
    auto objects = pointedObjects(*circle.front(), context_).objects;
    const auto space = spaceOf(objects);
    SymbolicAddress rotated{std::move(objects), {}, {}, space};
    for (std::int64_t t = length - 1; t >= 0; --t) {
        const auto first =
            address(circle[static_cast<std::size_t>(t)]->getIncomingValueForBlock(loop.getLoopPreheader()));
        if (!first.offset) return {};
        const ExprId isTurn = exprs_.binary(ExprOp::Equal, 1, turn, exprs_.constant(t, 32));
        const auto joined = [&](ExprId own, ExprId others, int bits) {
            return others ? exprs_.ternary(ExprOp::Select, bits, isTurn, own, others) : own;
        };
        rotated.which = joined(first.which, rotated.which, 32);
        rotated.offset = joined(first.offset, rotated.offset, offsetBits());
    }
    return rotated;
}

} // namespace warpstring::frontend
