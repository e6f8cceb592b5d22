// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/growth.h"

#include <algorithm>
#include <cmath>

#include "core/random/costs.h"
#include "core/random/grower.h"

namespace warpstring::random_kernels {

namespace {

constexpr Groups fewGroups{64, 1, 1};
constexpr double mostItems = 1 << 24;
/// For every multiprocessor of a large GPU a few.
constexpr double leastGroups = 256;

using Local = std::array<std::uint64_t, 3>;
const std::vector<Local> lines{{32, 1, 1},  {64, 1, 1},  {128, 1, 1},  {128, 1, 1}, {256, 1, 1}, {256, 1, 1},
                               {256, 1, 1}, {512, 1, 1}, {1024, 1, 1}, {96, 1, 1},  {192, 1, 1}, {100, 1, 1}};
const std::vector<Local> planes{{16, 16, 1}, {32, 8, 1}, {32, 4, 1}, {8, 8, 1},
                                {64, 4, 1},  {16, 8, 1}, {32, 16, 1}};
const std::vector<Local> boxes{{8, 8, 4}, {16, 4, 4}, {32, 4, 2}, {4, 4, 4}};

/// The groups spread over the dimensions, x the longest.
Groups spread(double groups, int dimensions) {
    const auto whole = [](double value) {
        return static_cast<std::uint64_t>(std::max(1.0, std::floor(value)));
    };
    if (dimensions == 1) return {whole(groups), 1, 1};
    if (dimensions == 2) {
        const std::uint64_t x = whole(std::sqrt(groups));
        return {x, whole(groups / static_cast<double>(x)), 1};
    }
    std::uint64_t x = 1; // not by cbrt, which libraries round in their own ways
    while (static_cast<double>((x + 1) * (x + 1) * (x + 1)) <= groups) ++x;
    return {x, x, whole(groups / static_cast<double>(x * x))};
}

/// What a store of results gives a work-item or a group.
ExprPtr sumOf(const std::vector<ExprPtr>& values, Operation operation) {
    ExprPtr sum = values.front();
    for (std::size_t i = 1; i < values.size(); ++i)
        sum = apply(operation, sum->type, {sum, values[i]}, std::min(sum->low, values[i]->low),
                    std::max(sum->high, values[i]->high), sum->exact && values[i]->exact);
    return sum;
}

/// Marks what `e` reads.
void markUsed(const ExprPtr& e, std::vector<char>& used) {
    if (!e) return;
    if (e->kind == ExprKind::Variable) used[static_cast<std::size_t>(e->slot)] = 1;
    for (const ExprPtr& operand : e->operands) markUsed(operand, used);
}

void markUsed(const std::vector<Statement>& body, std::vector<char>& used) {
    for (const Statement& s : body) {
        markUsed(s.value, used);
        markUsed(s.index, used);
        markUsed(s.body, used);
        markUsed(s.otherwise, used);
    }
}

} // namespace

void Grower::chooseShape(const std::optional<Groups>& groups) {
    NDRange& range = kernel_.range;
    isSimple_ = draws_.chance(25);
    range.dimensions = 1 + draws_.weighted({60, 32, isSimple_ ? 0 : 8});
    range.local = draws_.of(range.dimensions == 1 ? lines : range.dimensions == 2 ? planes : boxes);
    const Groups over = groups.value_or(range.dimensions == 1 ? fewGroups : spread(64, range.dimensions));
    for (std::size_t d = 0; d < 3; ++d) range.global[d] = over[d] * range.local[d];
    groupItems_ = range.groupSize();
    items_ = groupItems_ * range.groupCount();
    note(range.dimensions == 1 ? "dimensions-1" : range.dimensions == 2 ? "dimensions-2" : "dimensions-3");
}

void Grower::declareIds() {
    const NDRange& range = kernel_.range;
    const auto declared = [&](const std::string& name, const ExprPtr& value) {
        Statement statement;
        statement.kind = StatementKind::Declare;
        kernel_.variables.push_back({name, intType});
        statement.slot = static_cast<int>(kernel_.variables.size()) - 1;
        statement.value = value;
        emit(statement);
        return named(ExprKind::Variable, statement.slot, intType, value->low, value->high);
    };
    const auto id = [](ExprKind kind, int d, std::uint64_t size) {
        return named(kind, d, intType, 0, static_cast<double>(size) - 1);
    };
    const auto linear = [&](const std::array<ExprPtr, 3>& ids, const std::array<std::uint64_t, 3>& sizes) {
        ExprPtr value = ids[static_cast<std::size_t>(range.dimensions) - 1];
        for (int d = range.dimensions - 2; d >= 0; --d)
            value = plus(times(value, whole(static_cast<double>(sizes[static_cast<std::size_t>(d)]))),
                         ids[static_cast<std::size_t>(d)]);
        return value;
    };
    std::array<ExprPtr, 3> groupIds;
    std::array<std::uint64_t, 3> groupCounts{};
    constexpr std::array axes{"x", "y", "z"};
    for (int d = 0; d < range.dimensions; ++d) {
        const auto at = static_cast<std::size_t>(d);
        const std::string axis = axes[at];
        global_[at] = declared(axis, id(ExprKind::GlobalId, d, range.global[at]));
        local_[at] = declared("l" + axis, id(ExprKind::LocalId, d, range.local[at]));
        groupCounts[at] = range.groups(d);
        groupIds[at] = declared("g" + axis, id(ExprKind::GroupId, d, groupCounts[at]));
    }
    item_ = declared("item", linear(global_, range.global));
    itemOfGroup_ = declared("lid", linear(local_, range.local));
    group_ = declared("group", linear(groupIds, groupCounts));
}

void Grower::storeResults() {
    std::vector<ExprPtr> floats, doubles, words, perGroup;
    if (isGroupResult_) {
        perGroup = {results_.back()};
        results_.pop_back();
    }
    const bool joins = draws_.chance(50); // words with the floats
    bool hasFloat = false;
    for (const ExprPtr& value : results_) hasFloat = hasFloat || isFloating(value->type.scalar);
    for (const ExprPtr& value : results_) {
        if (value->type == uintType && (!hasFloat || !joins))
            words.push_back(value);
        else if (value->type == uintType)
            floats.push_back(combined(Operation::Multiply,
                                      asFloating(floatType, convert(intType, masked(value, 0xffff), 0, 0xffff)),
                                      literal(floatType, 1.0 / 65536)));
        else if (value->type == doubleType)
            doubles.push_back(value);
        else if (value->type.width > 1) {
            ExprPtr sum = component(value, 0);
            for (int c = 1; c < value->type.width; ++c)
                sum = combined(Operation::Add, sum, component(value, c));
            floats.push_back(sum);
        } else {
            floats.push_back(value);
        }
    }
    const auto output = [&](ValueType type, Placement placement, std::uint64_t factor) {
        Memory memory;
        memory.name = "out" + std::to_string(kernel_.memories.size());
        memory.type = type;
        memory.placement = placement;
        memory.factor = factor;
        const std::uint64_t owners = placement == Placement::Groups ? items_ / groupItems_ : items_;
        memory.count = owners * factor;
        return addMemory(std::move(memory));
    };
    const auto store = [&](ValueType type, std::vector<ExprPtr> values, Operation operation) {
        if (values.empty()) return;
        for (ExprPtr& value : values)
            if (isFloating(type.scalar)) value = bounded(value, 65536);
        ExprPtr value = sumOf(values, operation);
        const bool isPlane = kernel_.range.dimensions == 2;
        const bool isLarge = items_ * 4 > mostElements(type);
        switch (draws_.weighted({64, isLarge ? 0 : 9, isLarge ? 0 : 6, isLarge ? 0 : 6, isPlane ? 12 : 0, 8,
                                 type == floatType && !isLarge ? 6 : 0})) {
        case 0: return emitStore(output(type, Placement::Items, 1), item_, value);
        case 1: {
            note("store-strided");
            const auto stride = static_cast<std::uint64_t>(draws_.of({2, 4}));
            const int memory = output(type, Placement::Items, stride);
            return emitStore(memory, times(item_, whole(static_cast<double>(stride))), value);
        }
        case 2:
        case 3: { // several elements a work-item
            const bool isRow = draws_.chance(50);
            note(isRow ? "store-rows" : "store-planes");
            const auto count = static_cast<double>(draws_.of({2, 3, 4}));
            const int memory =
                output(type, isRow ? Placement::Items : Placement::Planes, static_cast<std::uint64_t>(count));
            return emitLoopTo(whole(count), count, [&] {
                const ExprPtr& counter = counters_.back();
                ExprPtr index = isRow ? plus(times(item_, whole(count)), counter)
                                      : plus(times(counter, whole(static_cast<double>(items_))), item_);
                ExprPtr more = convert(type, counter, 0, count);
                emitStore(
                    memory, index,
                    apply(Operation::Add, type, {value, more}, value->low, value->high + count, value->exact));
            });
        }
        case 4:
            note("store-turned");
            return emitStore(
                output(type, Placement::Turned, 1),
                plus(times(global_[0], whole(static_cast<double>(kernel_.range.global[1]))), global_[1]),
                value);
        case 5: {
            note("store-conditional");
            const int memory = output(type, Placement::Items, 1);
            const bool onData = draws_.chance(50);
            ExprPtr test = condition(onData);
            return emitIf(test, blockOf([&] { emitStore(memory, item_, value); }));
        }
        default: {
            note("store-float4");
            Expr vector; // the same in every component
            vector.kind = ExprKind::Convert;
            vector.type = {ScalarType::Float, 4};
            vector.operands = {value};
            vector.low = value->low;
            vector.high = value->high;
            vector.exact = value->exact;
            return emitStore(output(vector.type, Placement::Items, 1), item_,
                             std::make_shared<const Expr>(vector));
        }
        }
    };
    store(floatType, floats, Operation::Add);
    store(doubleType, doubles, Operation::Add);
    store(uintType, words, Operation::Xor);
    if (!perGroup.empty()) {
        note("store-group");
        const int memory = output(perGroup[0]->type, Placement::Groups, 1);
        emitIf(equal(itemOfGroup_, whole(0)), blockOf([&] { emitStore(memory, group_, perGroup[0]); }));
    }
}

void Grower::dropUnused() {
    for (bool changed = true; changed;) {
        std::vector<char> used(kernel_.variables.size());
        markUsed(kernel_.body, used);
        const auto before = kernel_.body.size();
        std::erase_if(kernel_.body, [&](const Statement& s) {
            return s.kind == StatementKind::Declare && !used[static_cast<std::size_t>(s.slot)];
        });
        changed = kernel_.body.size() < before;
    }
}

KernelTree Grower::tree(const std::optional<Groups>& groups) {
    block_ = &kernel_.body;
    chooseShape(groups);
    declareIds();
    if (isSimple_) {
        note("simple");
        int nodes = static_cast<int>(draws_.between(2, 50));
        const bool isSum = draws_.chance(50);
        ExprPtr left = simpleTree(nodes), right = simpleTree(nodes);
        results_.push_back(combined(isSum ? Operation::Add : Operation::Multiply, left, right));
    } else {
        const auto motifs = draws_.between(1, 4);
        for (std::int64_t m = 0; m < motifs && !isGroupResult_; ++m) motif();
        if (results_.empty()) straight();
    }
    storeResults();
    dropUnused();
    for (Memory& memory : kernel_.memories) memory.count = std::max<std::uint64_t>(memory.count, 1);
    return std::move(kernel_);
}

KernelTree grownOver(std::uint64_t seed, std::uint64_t index, const std::array<std::uint64_t, 3>& groups) {
    return Grower(seed, index).tree(groups);
}

KernelTree grown(std::uint64_t seed, std::uint64_t index, std::uint64_t mostGroups) {
    const KernelTree few = Grower(seed, index).tree(std::nullopt);
    // From 60 us to 4 ms, evenly over the magnitudes.
    Draws draws(~seed, index);
    const double octave = std::ldexp(1.0, static_cast<int>(draws.between(0, 5)));
    const double wantedNs = 60e3 * octave * (1 + static_cast<double>(draws.between(0, 127)) / 128);
    const auto groupItems = static_cast<double>(few.range.groupSize());
    double count = std::min(wantedNs / nanosecondsOfItem(few), mostItems) / groupItems;
    count = std::max(count, leastGroups);
    if (mostGroups > 0) count = std::min(count, static_cast<double>(mostGroups));
    return grownOver(seed, index, spread(std::floor(count), few.range.dimensions));
}

} // namespace warpstring::random_kernels
