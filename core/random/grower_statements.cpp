// SPDX-License-Identifier: GPL-3.0-or-later
// Motifs: pieces of a kernel that each come to a result.
#include <algorithm>
#include <bit>
#include <cmath>

#include "core/random/grower.h"

namespace warpstring::random_kernels {

namespace {

constexpr std::uint64_t mostLocalBytes = 32U << 10U;
/// Of the loops around a statement together.
constexpr int mostLoopTrips = 256;

} // namespace

int Grower::addVariable(const std::string& stem, ValueType type) {
    kernel_.variables.push_back({stem + std::to_string(kernel_.variables.size()), type});
    return static_cast<int>(kernel_.variables.size()) - 1;
}

std::vector<Statement> Grower::blockOf(const Body& body) {
    std::vector<Statement> statements;
    auto* around = block_;
    const std::size_t names = names_.size();
    block_ = &statements;
    body();
    block_ = around;
    names_.resize(names);
    return statements;
}

void Grower::emitStore(int memory, ExprPtr index, ExprPtr value, StatementKind kind) {
    Statement store;
    store.kind = kind;
    store.slot = memory;
    store.index = std::move(index);
    store.value = std::move(value);
    emit(std::move(store));
}

void Grower::emitBarrier() {
    note("barrier");
    emit(Statement{});
}

void Grower::emitIf(ExprPtr test, std::vector<Statement> body, std::vector<Statement> otherwise) {
    Statement branch;
    branch.kind = StatementKind::If;
    branch.value = std::move(test);
    branch.body = std::move(body);
    branch.otherwise = std::move(otherwise);
    emit(std::move(branch));
}

void Grower::emitLoopTo(ExprPtr limit, double trips, const Body& body) {
    Statement loop;
    loop.kind = StatementKind::Loop;
    loop.slot = addVariable("i", intType);
    loop.index = whole(0);
    loop.trips = std::max(1.0, (limit->low + limit->high) / 2);
    loop.value = std::move(limit);
    const double around = trips_;
    trips_ *= trips;
    counters_.push_back(named(ExprKind::Variable, loop.slot, intType, 0, trips - 1));
    loop.body = blockOf(body);
    counters_.pop_back();
    trips_ = around;
    emit(std::move(loop));
}

void Grower::emitLoop(int most, bool isUniform, const Body& body) {
    const auto trips = static_cast<double>(std::min<std::int64_t>(
        most, draws_.of({2, 3, 4, 5, 7, 8, 8, 10, 12, 16, 16, 20, 24, 32, 32, 48, 64, 100, 128})));
    const bool mayBeTriangular = !isUniform && !counters_.empty() && counters_.back()->high < most;
    const bool mayVary = !isUniform && most >= 4;
    // 2^k - 1: the limits that vary lie from 1 to 2^k.
    const std::int64_t cut = std::min<std::int64_t>(
        draws_.of({3, 7, 15, 31}), static_cast<std::int64_t>(std::bit_floor(static_cast<unsigned>(most))) - 1);
    switch (draws_.weighted({35, 25, mayBeTriangular ? 30 : 0, mayVary ? 12 : 0, mayVary ? 10 : 0})) {
    case 0: note("loop-constant"); return emitLoopTo(whole(trips), trips, body);
    case 1: {
        note("loop-argument");
        const int slot = addScalar("trips", intType, trips);
        return emitLoopTo(named(ExprKind::Argument, slot, intType, trips, trips), trips, body);
    }
    case 2: { // up to the counter around
        note("loop-triangular");
        ExprPtr limit = plus(counters_.back(), whole(1));
        const double last = limit->high;
        return emitLoopTo(std::move(limit), last, body);
    }
    case 3: { // each work-item its own number
        note("loop-id");
        ExprPtr limit = plus(masked(itemOfGroup_, cut), whole(1));
        const double last = limit->high;
        return emitLoopTo(std::move(limit), last, body);
    }
    default: {
        note("loop-data");
        ExprPtr read = masked(loaded(uintType), cut);
        ExprPtr limit = plus(convert(intType, read, read->low, read->high), whole(1));
        // Read once, not with every trip.
        Statement keep;
        keep.kind = StatementKind::Declare;
        keep.slot = addVariable("limit", intType);
        keep.value = limit;
        emit(keep);
        return emitLoopTo(named(ExprKind::Variable, keep.slot, intType, limit->low, limit->high), limit->high,
                          body);
    }
    }
}

ValueType Grower::accumulatorType() {
    switch (draws_.weighted({54, 26, 6, 9, 5})) {
    case 0: return floatType;
    case 1: return uintType;
    case 2: note("type-double"); return doubleType;
    case 3: note("type-float4"); return {ScalarType::Float, 4};
    default: note("type-float2"); return {ScalarType::Float, 2};
    }
}

Grower::Accumulator Grower::declare(ValueType type) {
    Statement statement;
    statement.kind = StatementKind::Declare;
    statement.slot = addVariable("v", type);
    statement.value = draws_.chance(50) ? literal(type, 0) : leaf(type);
    const Expr& value = *statement.value;
    const Accumulator made{statement.slot, type, value.low, value.high, value.exact};
    emit(std::move(statement));
    return made;
}

ExprPtr Grower::valueOf(const Accumulator& a) const {
    return named(ExprKind::Variable, a.slot, a.type, a.low, a.high, a.exact);
}

void Grower::assign(Accumulator& a, ExprPtr value) {
    a.low = std::min(a.low, value->low);
    a.high = std::max(a.high, value->high);
    a.exact = a.exact && value->exact;
    Statement statement;
    statement.kind = StatementKind::Assign;
    statement.slot = a.slot;
    statement.value = std::move(value);
    emit(std::move(statement));
}

void Grower::update(Accumulator& a) {
    const int nodes = static_cast<int>(draws_.between(1, 7));
    const bool isFirst = draws_.chance(50);
    ExprPtr e = grow(a.type, nodes), old = valueOf(a);
    if (a.type == uintType) {
        a.low = 0;
        a.high = mostUint;
        const auto any = [&](Operation operation, ExprPtr left, ExprPtr right) {
            return apply(operation, uintType, {std::move(left), std::move(right)}, 0, mostUint, true);
        };
        switch (draws_.weighted({50, 20, 20, 10})) {
        case 0: return assign(a, any(Operation::Add, old, e));
        case 1:
            return assign(a, any(Operation::Add, any(Operation::Multiply, old, literal(uintType, 1664525)), e));
        case 2: return assign(a, any(Operation::Xor, any(Operation::Rotate, old, literal(uintType, 5)), e));
        default: return assign(a, any(isFirst ? Operation::Minimum : Operation::Maximum, old, e));
        }
    }
    e = bounded(std::move(e), 256);
    const double most = std::max(magnitude(*e), 1e-3);
    switch (draws_.weighted({55, 30, 15})) {
    case 0:
        // What all trips together may add; the sum itself is not known to be less.
        a.low -= (trips_ - 1) * most;
        a.high += (trips_ - 1) * most;
        return assign(a, apply(Operation::Add, a.type, {old, e}, a.low - most, a.high + most, false));
    case 1: {
        const double limit = std::max({std::fabs(a.low), std::fabs(a.high), 2 * most});
        return assign(
            a, apply(Operation::MultiplyAdd, a.type, {old, literal(a.type, 0.5), e}, -limit, limit, false));
    }
    default:
        return assign(a, apply(isFirst ? Operation::Minimum : Operation::Maximum, a.type, {old, e},
                               std::min(a.low, e->low), std::max(a.high, e->high), false));
    }
}

void Grower::finish(const Accumulator& a) {
    names_.push_back(valueOf(a));
    results_.push_back(valueOf(a));
}

void Grower::straight() {
    const ValueType type = accumulatorType();
    Statement statement;
    statement.kind = StatementKind::Declare;
    statement.value = grow(type, static_cast<int>(draws_.between(2, 14)));
    statement.slot = addVariable("v", type);
    const Accumulator made{statement.slot, type, statement.value->low, statement.value->high,
                           statement.value->exact};
    emit(std::move(statement));
    finish(made);
}

void Grower::loopBody(Accumulator& a, int depth) {
    const auto pieces = draws_.between(1, 2);
    for (std::int64_t piece = 0; piece < pieces; ++piece) {
        const int room = static_cast<int>(mostLoopTrips / trips_);
        switch (draws_.weighted({60, 12, 8, depth < 2 && room >= 2 ? 35 : 0})) {
        case 0: update(a); break;
        case 1:
        case 2: {
            const bool onData = draws_.chance(50), hasOther = draws_.chance(40);
            ExprPtr test = condition(onData);
            std::vector<Statement> taken = blockOf([&] { update(a); }), other;
            if (hasOther) other = blockOf([&] { update(a); });
            emitIf(std::move(test), std::move(taken), std::move(other));
            break;
        }
        default:
            note("loop-nested");
            emitLoop(room, false, [&] { loopBody(a, depth + 1); });
            break;
        }
    }
}

void Grower::loops() {
    Accumulator a = declare(accumulatorType());
    emitLoop(128, false, [&] { loopBody(a, 1); });
    finish(a);
}

void Grower::branch() {
    Accumulator a = declare(accumulatorType());
    const bool onData = draws_.chance(50), hasOther = draws_.chance(60);
    ExprPtr test = condition(onData);
    std::vector<Statement> taken = blockOf([&] { loopBody(a, 1); }), other;
    if (hasOther) other = blockOf([&] { loopBody(a, 1); });
    emitIf(std::move(test), std::move(taken), std::move(other));
    finish(a);
}

void Grower::privateArray() {
    const ValueType type = draws_.chance(70) ? floatType : uintType;
    const std::int64_t count = draws_.of({4, 8, 8, 16, 32});
    Memory memory;
    memory.space = MemorySpace::Private;
    memory.name = "p" + std::to_string(kernel_.memories.size());
    memory.type = type;
    memory.count = static_cast<std::uint64_t>(count);
    const int slot = addMemory(memory);
    Statement array;
    array.kind = StatementKind::Array;
    array.slot = slot;
    emit(std::move(array));
    note("private-array");
    const auto limit = static_cast<double>(count);
    emitLoopTo(whole(limit), limit, [&] {
        ExprPtr value = grow(type, static_cast<int>(draws_.between(1, 4)));
        if (type == floatType) value = bounded(value, 256);
        Memory& filled = kernel_.memories[static_cast<std::size_t>(slot)];
        filled.low = value->low;
        filled.high = value->high;
        emitStore(slot, counters_.back(), value);
    });
    Accumulator a = declare(type);
    const bool isDynamic = draws_.chance(50);
    if (isDynamic) note("private-array-dynamic");
    const auto read = [&] {
        ExprPtr index = counters_.back();
        if (isDynamic) {
            ExprPtr word = masked(loaded(uintType), count - 1);
            index = masked(plus(convert(intType, word, word->low, word->high), index), count - 1);
        }
        ExprPtr e = load(slot, index, 0);
        if (type == uintType) {
            a.high = mostUint;
            a.low = 0;
            return assign(
                a, apply(Operation::Xor, type,
                         {apply(Operation::Rotate, type, {valueOf(a), literal(type, 3)}, 0, mostUint, true), e},
                         0, mostUint, true));
        }
        const double limitOfSum = std::max(magnitude(*valueOf(a)), 2 * magnitude(*e));
        assign(a, apply(Operation::MultiplyAdd, type, {valueOf(a), literal(type, 0.5), e}, -limitOfSum,
                        limitOfSum, false));
    };
    emitLoopTo(whole(limit), limit, read);
    finish(a);
}

void Grower::counters() {
    Memory memory;
    memory.name = "counters" + std::to_string(kernel_.memories.size());
    memory.type = uintType;
    memory.placement = Placement::Groups;
    memory.factor = static_cast<std::uint64_t>(draws_.of({1, 8, 64}));
    memory.count = memory.factor * (items_ / groupItems_);
    memory.isAdded = true;
    const auto factor = static_cast<std::int64_t>(memory.factor);
    const int slot = addMemory(std::move(memory));
    note("atomics");
    note("atomics-global");
    const auto add = [&] {
        ExprPtr cell = masked(loaded(uintType), factor - 1);
        ExprPtr index = plus(times(group_, whole(static_cast<double>(factor))),
                             convert(intType, cell, 0, static_cast<double>(factor - 1)));
        emitStore(slot, std::move(index), masked(grow(uintType, 2), 15), StatementKind::AtomicAdd);
    };
    if (draws_.chance(40)) {
        ExprPtr test = condition(true);
        emitIf(std::move(test), blockOf(add));
    } else {
        add();
    }
}

void Grower::motif() {
    const bool hasRoom = localBytes_ < mostLocalBytes / 2 && !isGroupResult_;
    switch (draws_.weighted(
        {22, 30, 13, 7, 6, hasRoom ? 8 : 0, hasRoom ? 6 : 0, hasRoom ? 5 : 0, hasRoom ? 4 : 0})) {
    case 0: return straight();
    case 1: return loops();
    case 2: return branch();
    case 3: return privateArray();
    case 4: return counters();
    case 5: return exchange();
    case 6: return staged();
    case 7: return reduction();
    default: return histogram();
    }
}

} // namespace warpstring::random_kernels
