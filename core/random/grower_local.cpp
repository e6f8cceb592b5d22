// SPDX-License-Identifier: GPL-3.0-or-later
// Motifs in local memory. Each ends with a barrier, so that the next may use the same arrays.
#include <algorithm>
#include <bit>

#include "core/random/grower.h"

namespace warpstring::random_kernels {

namespace {

constexpr std::uint64_t mostTileBytes = 16U << 10U;

} // namespace

int Grower::addLocal(ValueType type, std::uint64_t count) {
    Memory memory;
    memory.space = MemorySpace::Local;
    memory.name = "tile" + std::to_string(kernel_.memories.size());
    memory.type = type;
    memory.count = count;
    localBytes_ += count * static_cast<std::uint64_t>(bytes(type));
    note("local-memory");
    return addMemory(std::move(memory));
}

ExprPtr Grower::neighbour(std::uint64_t count) {
    const auto last = static_cast<double>(count) - 1;
    const auto size = static_cast<std::int64_t>(count);
    const ExprPtr& self = itemOfGroup_;
    const auto& local = kernel_.range.local;
    const auto clamped = [&](Operation operation, ExprPtr index) {
        return apply(operation, intType, {std::move(index), whole(operation == Operation::Minimum ? last : 0)},
                     0, last, true);
    };
    switch (draws_.weighted({20, 25, 15, 15, 8, kernel_.range.dimensions == 2 ? 15 : 0, 10})) {
    case 0: return minus(whole(last), self);
    case 1: return remainder(plus(self, whole(static_cast<double>(draws_.between(1, size - 1)))), size);
    case 2: return clamped(Operation::Maximum, minus(self, whole(1)));
    case 3: return clamped(Operation::Minimum, plus(self, whole(1)));
    case 4: return whole(static_cast<double>(draws_.between(0, size - 1)));
    case 5: return plus(times(local_[0], whole(static_cast<double>(local[1]))), local_[1]);
    default: {
        note("local-indirect");
        ExprPtr word = remainder(convert(intType, masked(loaded(uintType), 0xffff), 0, 0xffff), size);
        return word;
    }
    }
}

void Grower::exchange() {
    constexpr std::uint64_t scalarBytes = 4;
    const ValueType type = draws_.chance(65) ? floatType : uintType;
    auto stride = static_cast<std::uint64_t>(draws_.of({1, 1, 1, 2, 3, 4, 8, 16, 32}));
    if (groupItems_ * stride * scalarBytes > mostTileBytes) stride = 1;
    if (stride > 1) note("local-strided");
    const int tile = addLocal(type, groupItems_ * stride);
    const auto placed = [&](ExprPtr index) {
        return stride == 1 ? index : times(index, whole(static_cast<double>(stride)));
    };
    ExprPtr value = grow(type, static_cast<int>(draws_.between(2, 6)));
    if (type == floatType) value = bounded(value, 256);
    kernel_.memories[static_cast<std::size_t>(tile)].low = value->low;
    kernel_.memories[static_cast<std::size_t>(tile)].high = value->high;
    emitStore(tile, placed(itemOfGroup_), value);
    emitBarrier();
    Accumulator a = declare(type);
    const auto reads = draws_.between(1, 3);
    for (std::int64_t read = 0; read < reads; ++read) {
        ExprPtr e = load(tile, placed(neighbour(groupItems_)), 0);
        if (type == uintType) {
            a.low = 0;
            a.high = mostUint;
            assign(a, apply(Operation::Add, type, {valueOf(a), e}, 0, mostUint, true));
        } else {
            assign(a, combined(Operation::Add, valueOf(a), e));
        }
    }
    emitBarrier();
    finish(a);
}

void Grower::staged() {
    const int tile = addLocal(floatType, groupItems_);
    note("local-staged");
    Accumulator a = declare(floatType);
    const int input = inputOf(floatType);
    const bool isTurning = draws_.chance(50);
    emitLoop(16, true, [&] {
        const double tiles = counters_.back()->high + 1;
        ExprPtr first = plus(times(group_, whole(tiles)), counters_.back());
        ExprPtr value =
            load(input, plus(times(first, whole(static_cast<double>(groupItems_))), itemOfGroup_), 1);
        Memory& memory = kernel_.memories[static_cast<std::size_t>(tile)];
        memory.low = value->low;
        memory.high = value->high;
        emitStore(tile, itemOfGroup_, value);
        emitBarrier();
        const auto inner = static_cast<double>(std::min<std::uint64_t>(groupItems_, 32));
        emitLoopTo(whole(inner), inner, [&] {
            ExprPtr index = counters_.back();
            if (isTurning) index = remainder(plus(itemOfGroup_, index), static_cast<std::int64_t>(groupItems_));
            ExprPtr e = load(tile, index, 0);
            const double limit = std::max(magnitude(*valueOf(a)), 2 * magnitude(*e));
            assign(a, apply(Operation::MultiplyAdd, floatType, {valueOf(a), literal(floatType, 0.5), e}, -limit,
                            limit, false));
        });
        emitBarrier();
    });
    finish(a);
}

void Grower::reduction() {
    if (!std::has_single_bit(groupItems_)) return exchange();
    const ValueType type = draws_.chance(70) ? floatType : uintType;
    const int tile = addLocal(type, groupItems_);
    note("local-reduction");
    ExprPtr value = grow(type, static_cast<int>(draws_.between(2, 6)));
    if (type == floatType) value = bounded(value, 16);
    Memory& memory = kernel_.memories[static_cast<std::size_t>(tile)];
    const auto count = static_cast<double>(groupItems_);
    const double most = type == uintType ? mostUint : magnitude(*value) * count;
    memory.low = type == uintType ? 0 : -most;
    memory.high = most;
    emitStore(tile, itemOfGroup_, value);
    emitBarrier();
    Statement halving;
    halving.kind = StatementKind::Halving;
    halving.slot = addVariable("half", intType);
    halving.value = whole(count / 2);
    halving.trips = static_cast<double>(std::bit_width(groupItems_)) - 1;
    const ExprPtr half = named(ExprKind::Variable, halving.slot, intType, 1, count / 2);
    halving.body = blockOf([&] {
        ExprPtr other = apply(Operation::Add, intType, {itemOfGroup_, half}, 0, count - 1, true);
        ExprPtr sum = apply(Operation::Add, type, {load(tile, itemOfGroup_, 0), load(tile, other, 0)},
                            memory.low, memory.high, type == uintType);
        emitIf(less(itemOfGroup_, half), blockOf([&] { emitStore(tile, itemOfGroup_, sum); }));
        emitBarrier();
    });
    emit(std::move(halving));
    Statement result;
    result.kind = StatementKind::Declare;
    result.slot = addVariable("v", type);
    result.value = load(tile, whole(0), 0);
    const Accumulator a{result.slot, type, memory.low, memory.high, type == uintType};
    emit(std::move(result));
    emitBarrier();
    finish(a);
    isGroupResult_ = draws_.chance(50);
}

void Grower::histogram() {
    const auto bins = static_cast<std::int64_t>(std::min<std::uint64_t>(
        static_cast<std::uint64_t>(draws_.of({8, 16, 32, 64})), std::bit_floor(groupItems_)));
    const int tile = addLocal(uintType, static_cast<std::uint64_t>(bins));
    note("atomics");
    note("atomics-local");
    const auto last = static_cast<double>(bins - 1);
    ExprPtr self = apply(Operation::And, intType, {itemOfGroup_, whole(last)}, 0, last, true);
    emitIf(less(itemOfGroup_, whole(static_cast<double>(bins))), blockOf([&] {
               ExprPtr own = named(ExprKind::Variable, itemOfGroup_->slot, intType, 0, last);
               emitStore(tile, own, literal(uintType, 0));
           }));
    emitBarrier();
    emitLoop(16, false, [&] {
        ExprPtr word = masked(loaded(uintType), bins - 1);
        emitStore(tile, convert(intType, word, 0, last), literal(uintType, 1), StatementKind::AtomicAdd);
    });
    emitBarrier();
    Memory& memory = kernel_.memories[static_cast<std::size_t>(tile)];
    memory.high = mostUint;
    Statement result;
    result.kind = StatementKind::Declare;
    result.slot = addVariable("v", uintType);
    result.value = load(tile, self, 0);
    const Accumulator a{result.slot, uintType, 0, mostUint, true};
    emit(std::move(result));
    emitBarrier();
    finish(a);
}

} // namespace warpstring::random_kernels
