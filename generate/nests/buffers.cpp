// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/nests/buffers.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "generate/nests/nest_fault.h"

namespace warpstring::generate {

namespace {

/// Indices of generated code are of int.
constexpr std::int64_t mostElements = std::numeric_limits<std::int32_t>::max();

std::string subscriptText(const ElementAccess& access, const NestBuffer& buffer) {
    return buffer.name + "[" + toText(*access.element, access.loops) + "]";
}

/// Accesses of one buffer alone.
std::vector<const ElementAccess*> accessesOf(std::size_t buffer, const std::vector<ElementAccess>& accesses) {
    std::vector<const ElementAccess*> own;
    for (const ElementAccess& access : accesses) {
        if (access.buffer == buffer) own.push_back(&access);
    }
    return own;
}

/// So many elements as are indexed for certain.
std::int64_t reachedLength(const NestBuffer& buffer, const std::vector<const ElementAccess*>& accesses) {
    std::int64_t most = 0;
    for (const ElementAccess* access : accesses) {
        if (!access->element) {
            if (access->isConditional) continue;
            refuseNest("nest.size", access->place,
                       "how long \"" + buffer.name + "\" is cannot be seen: a subscript is no sum of counters",
                       "say it where it is declared: " + buffer.name + "[n]");
        }
        if (!access->isConditional) most = std::max(most, rangeOf(*access->element, access->loops).high + 1);
    }
    return most;
}

void refuseOutside(const NestBuffer& buffer, std::int64_t length,
                   const std::vector<const ElementAccess*>& accesses) {
    for (const ElementAccess* access : accesses) {
        if (!access->element || access->isConditional) continue;
        const NatRange range = rangeOf(*access->element, access->loops);
        if (range.low >= 0 && range.high < length) continue;
        refuseNest("nest.bounds", access->place,
                   subscriptText(*access, buffer) + " is element " +
                       std::to_string(range.low < 0 ? range.low : range.high) + " of " +
                       std::to_string(length));
    }
}

/// Rows of a flat array, as factors of its subscripts tell them; empty where they do not.
std::vector<std::int64_t> rowsOf(std::int64_t length, bool isOpen,
                                 const std::vector<const ElementAccess*>& accesses) {
    std::set<std::int64_t, std::greater<>> factors;
    for (const ElementAccess* access : accesses) {
        if (!access->element) return {};
        for (const auto& [counter, factor] : access->element->factors)
            if (std::abs(factor) > 1) factors.insert(std::abs(factor));
    }
    std::vector<std::int64_t> rows;
    for (const std::int64_t factor : factors) {
        if (rows.empty() || rows.back() % factor == 0) rows.push_back(factor);
    }
    for (; !rows.empty(); rows.pop_back()) {
        if (!isOpen && length % rows.front() != 0) continue;
        std::vector<std::int64_t> shape = {(length + rows.front() - 1) / rows.front()};
        for (std::size_t i = 0; i < rows.size(); ++i)
            shape.push_back(i + 1 < rows.size() ? rows[i] / rows[i + 1] : rows[i]);
        if (std::ranges::all_of(accesses, [&](const ElementAccess* access) {
                return subscriptsOf(*access->element, shape, access->loops).has_value();
            }))
            return shape;
    }
    return {};
}

} // namespace

std::vector<std::int64_t> stridesOf(const std::vector<std::int64_t>& lengths) {
    std::vector<std::int64_t> strides(lengths.size(), 1);
    for (std::size_t i = lengths.size(); i-- > 1;) strides[i - 1] = strides[i] * lengths[i];
    return strides;
}

std::optional<std::vector<Affine>> subscriptsOf(const Affine& element, const std::vector<std::int64_t>& shape,
                                                const std::vector<NestLoop>& loops) {
    const std::vector<std::int64_t> strides = stridesOf(shape);
    std::vector<Affine> subscripts;
    Affine rest = element;
    for (std::size_t i = 0; i + 1 < shape.size(); ++i) {
        const std::int64_t stride = strides[i];
        Affine own;
        const std::map<const Variable*, std::int64_t> factors = rest.factors;
        for (const auto& [counter, factor] : factors) {
            if (factor % stride != 0) continue;
            own.factors[counter] = factor / stride;
            rest.factors.erase(counter);
        }
        const NatRange range = rangeOf(rest, loops);
        own.constant = quotientDown(range.low, stride);
        if (quotientDown(range.high, stride) != own.constant) return std::nullopt;
        rest.constant -= own.constant * stride;
        subscripts.push_back(std::move(own));
    }
    subscripts.push_back(std::move(rest));
    for (std::size_t i = 1; i < shape.size(); ++i) {
        const NatRange range = rangeOf(subscripts[i], loops);
        if (range.low < 0 || range.high >= shape[i]) return std::nullopt;
    }
    return subscripts;
}

void settleShapes(std::vector<NestBuffer>& buffers, const std::vector<ElementAccess>& accesses) {
    for (std::size_t b = 0; b < buffers.size(); ++b) {
        NestBuffer& buffer = buffers[b];
        const std::vector<const ElementAccess*> own = accessesOf(b, accesses);
        buffer.shape = buffer.lengths;
        const bool isOpen = buffer.lengths.front() == 0;
        std::int64_t row = 1; // elements of all but the outermost dimension
        for (std::size_t i = 1; i < buffer.lengths.size(); ++i) row *= buffer.lengths[i];
        if (isOpen) buffer.shape.front() = (reachedLength(buffer, own) + row - 1) / row;
        refuseOutside(buffer, buffer.shape.front() * row, own);
        if (buffer.shape.size() == 1) {
            std::vector<std::int64_t> rows = rowsOf(buffer.shape.front(), isOpen, own);
            if (!rows.empty()) buffer.shape = std::move(rows);
        }
        double elements = 1;
        for (const std::int64_t length : buffer.shape) elements *= static_cast<double>(length);
        if (elements > static_cast<double>(mostElements))
            refuseNest("nest.size", buffer.place,
                       "\"" + buffer.name + "\" has more elements than an int counts: " +
                           std::to_string(static_cast<std::int64_t>(elements)),
                       "give its sizes smaller values: -D NAME=VALUE");
        Type type = Type::of(buffer.type);
        for (std::size_t i = buffer.shape.size(); i-- > 0;) type = Type::array(type, Nat(buffer.shape[i]));
        buffer.parameter = std::make_shared<const Variable>(Variable{buffer.name, type});
    }
}

} // namespace warpstring::generate
