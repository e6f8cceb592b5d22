// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs and the classes of their indices: the thesis' constant, interval, continuous and complex, and strides,
// turned matrices, indices from memory and by loop counters.
#include <algorithm>
#include <bit>

#include "core/random/grower.h"

namespace warpstring::random_kernels {

namespace {

constexpr std::uint64_t mostBufferBytes = 128U << 20U;
/// Bytes that an access moves for each that it uses, about.
constexpr double cachedTraffic = 0.1, scatteredTraffic = 8;

std::string typeWord(ValueType type) { return name(type); }

} // namespace

std::uint64_t Grower::mostElements(ValueType type) const {
    return mostBufferBytes / static_cast<std::uint64_t>(bytes(type));
}

int Grower::addMemory(Memory memory) {
    kernel_.memories.push_back(std::move(memory));
    return static_cast<int>(kernel_.memories.size()) - 1;
}

int Grower::addScalar(const std::string& stem, ValueType type, double value) {
    kernel_.scalars.push_back({stem + std::to_string(kernel_.scalars.size()), type, value});
    return static_cast<int>(kernel_.scalars.size()) - 1;
}

int Grower::inputOf(ValueType type) {
    std::vector<int> known;
    for (std::size_t m = 0; m < kernel_.memories.size(); ++m)
        if (const Memory& memory = kernel_.memories[m];
            memory.space == MemorySpace::Global && !memory.isOutput() && memory.type == type)
            known.push_back(static_cast<int>(m));
    if (!known.empty() && (known.size() > 1 || draws_.chance(60))) return draws_.of(known);
    Memory memory;
    memory.name = "in" + std::to_string(kernel_.memories.size());
    memory.type = type;
    memory.seed = inputSeed_ + kernel_.memories.size();
    switch (type.scalar) {
    case ScalarType::UChar: memory.high = 255; break;
    case ScalarType::Short:
        memory.low = -1000;
        memory.high = 1000;
        break;
    case ScalarType::Int:
    case ScalarType::UInt: memory.high = static_cast<double>(draws_.of({255, 65535, 2147483647})); break;
    default:
        memory.low = draws_.chance(50) ? -1 : 0.5;
        memory.high = draws_.chance(50) ? 1 : 2;
        break;
    }
    if (type.width > 1 || (type != floatType && type != uintType && type != intType))
        note("type-" + typeWord(type));
    return addMemory(std::move(memory));
}

ExprPtr Grower::load(int memory, ExprPtr index, double traffic) {
    Memory& from = kernel_.memories[static_cast<std::size_t>(memory)];
    if (from.space == MemorySpace::Global) {
        index = within(std::move(index), mostElements(from.type));
        from.count = std::max(from.count, static_cast<std::uint64_t>(index->high) + 1);
    }
    Expr e;
    e.kind = ExprKind::Load;
    e.slot = memory;
    e.type = from.type;
    e.number = traffic;
    e.low = from.low;
    e.high = from.high;
    e.operands = {std::move(index)};
    return std::make_shared<const Expr>(std::move(e));
}

ExprPtr Grower::countedIndex(double& traffic) {
    const ExprPtr& counter = counters_.back();
    const double trips = counter->high + 1;
    switch (draws_.weighted({30, 15, 25, 15, 15})) {
    case 0: note("access-sliding"); return plus(item_, counter);
    case 1: // a row a work-item
        note("access-rows");
        traffic = trips >= 8 ? scatteredTraffic / 2 : 2;
        return plus(times(item_, whole(trips)), counter);
    case 2: note("access-planes"); return plus(times(counter, whole(static_cast<double>(items_))), item_);
    case 3:
        note("access-constant");
        traffic = cachedTraffic;
        return counter;
    default:
        note("access-interval");
        traffic = cachedTraffic;
        return plus(times(counter, whole(static_cast<double>(groupItems_))), itemOfGroup_);
    }
}

ExprPtr Grower::loaded(ValueType type) {
    const int memory = inputOf(type);
    double traffic = 1;
    if (!counters_.empty() && draws_.chance(65)) {
        ExprPtr index = countedIndex(traffic);
        return load(memory, std::move(index), traffic);
    }
    const NDRange& range = kernel_.range;
    switch (draws_.weighted({8, 12, 40, 12, 10, 8, range.dimensions > 1 ? 10 : 0})) {
    case 0:
        note("access-constant");
        return load(memory, whole(static_cast<double>(draws_.between(0, 1023))), 0);
    case 1: {
        note("access-interval");
        const std::int64_t mask = draws_.of({31, 127, 1023});
        return load(memory, masked(item_, mask), cachedTraffic);
    }
    case 2:
        note("access-continuous");
        if (draws_.chance(70)) return load(memory, item_, traffic);
        return load(memory, plus(item_, whole(static_cast<double>(draws_.between(1, 33)))), traffic);
    case 3: {
        note("access-strided");
        const std::int64_t stride = draws_.of({2, 3, 4, 5, 8, 16, 17, 32});
        return load(memory, times(item_, whole(static_cast<double>(stride))),
                    static_cast<double>(std::min<std::int64_t>(stride, 8)));
    }
    case 4: { // the thesis' complex access: a product of the ID that scatters
        note("access-complex");
        const auto factor = static_cast<double>(draws_.between(300, 99'999) * 2 + 1);
        ExprPtr id = convert(uintType, item_, 0, item_->high);
        ExprPtr product =
            apply(Operation::Multiply, uintType, {id, literal(uintType, factor)}, 0, 4294967295.0, true);
        const auto span = std::bit_ceil(std::max<std::uint64_t>(items_, 64)) - 1;
        ExprPtr cut = masked(product, static_cast<std::int64_t>(std::min(span, mostElements(type) - 1)));
        return load(memory, convert(intType, cut, cut->low, cut->high), scatteredTraffic);
    }
    case 5: { // from memory
        note("access-indirect");
        const int indices = inputOf(uintType);
        ExprPtr read = load(indices, item_, 1);
        const std::int64_t span = draws_.of({1023, 65535, 1048575});
        ExprPtr cut = masked(read, span);
        return load(memory, convert(intType, cut, cut->low, cut->high), span > 1023 ? scatteredTraffic / 2 : 1);
    }
    default:
        note("access-turned");
        return load(memory, plus(times(global_[0], whole(static_cast<double>(range.global[1]))), global_[1]),
                    scatteredTraffic);
    }
}

} // namespace warpstring::random_kernels
