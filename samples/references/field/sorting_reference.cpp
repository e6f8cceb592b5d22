// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <stdexcept>

#include "samples/references/field/buffer_words.h"
#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

/// How often the digit of index / groups occurs in the block of keys index % groups.
std::vector<double> countReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "counts") return {};
    const auto keys = launch.buffer("keys");
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const auto shift = launch.integer("shift");
    const auto radix = std::uint64_t{1} << launch.integer("BITS");
    const auto block = static_cast<std::uint64_t>(launch.integer("WG") * launch.integer("ITEMS"));
    const std::uint64_t groups = launch.launch().range.groupCount();
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t first = index % groups * block;
        double count = 0;
        for (std::uint64_t i = first; i < std::min(first + block, n); ++i)
            if ((wordAt(keys, i) >> shift) % radix == index / groups) ++count;
        values.push_back(count);
    }
    return values;
}

/// The digit of the scatter, as its kernel's comment has it.
std::uint32_t mixedDigit(std::uint32_t key, std::uint32_t bits) {
    const std::uint32_t high = key >> bits;
    return ((key ^ (high * 0x9e3779b1U) >> 20U) * 0x2fU + high) % (1U << bits);
}

/// A stable partition by digits of keys 0 to n - 1, of which every 2^BITS in a row have each digit once: key
/// number r of a digit is among the r-th of these runs.
std::vector<double> scatterReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto bits = static_cast<std::uint32_t>(launch.integer("BITS"));
    const std::uint64_t radix = std::uint64_t{1} << bits;
    const std::uint64_t perDigit = launch.scalarCount("keys") / radix;
    const auto keys = launch.buffer("keys");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double value = -1;
        for (std::uint64_t i = index % perDigit * radix; i < (index % perDigit + 1) * radix; ++i)
            if (mixedDigit(static_cast<std::uint32_t>(keys[i]), bits) == index / perDigit) value = keys[i];
        values.push_back(value);
    }
    return values;
}

/// The elements that `arrange` leaves of each stretch of `block` elements, at the places `indices`.
template <class Arrange>
std::vector<double> arrangedBlocks(const LaunchData::Buffer& in, std::uint64_t block, Indices indices,
                                   Arrange arrange) {
    std::vector<double> values;
    std::vector<std::uint64_t> elements;
    std::uint64_t first = ~std::uint64_t{0};
    for (const std::uint64_t index : indices) {
        if (index / block * block != first) {
            first = index / block * block;
            elements.clear();
            for (std::uint64_t i = first; i < first + block; ++i) elements.push_back(wordAt(in, i));
            arrange(elements, first);
        }
        values.push_back(static_cast<double>(elements[index - first]));
    }
    return values;
}

/// Each block of WG keys is stably sorted by BITS bits from `shift` on.
std::vector<double> splitReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto shift = launch.integer("shift");
    const auto radix = std::uint64_t{1} << launch.integer("BITS");
    const auto digit = [&](std::uint64_t key) { return (key >> shift) % radix; };
    return arrangedBlocks(launch.buffer("keys"), static_cast<std::uint64_t>(launch.integer("WG")), indices,
                          [&](auto& keys, std::uint64_t) {
                              std::stable_sort(keys.begin(), keys.end(),
                                               [&](auto a, auto b) { return digit(a) < digit(b); });
                          });
}

/// Blocks of 2 * WG keys are sorted, every other one downwards.
std::vector<double> bitonicBlockReference(const LaunchData& launch, const std::string& buffer,
                                          Indices indices) {
    if (buffer != "out") return {};
    const auto block = 2 * static_cast<std::uint64_t>(launch.integer("WG"));
    return arrangedBlocks(launch.buffer("in"), block, indices, [&](auto& keys, std::uint64_t first) {
        std::sort(keys.begin(), keys.end());
        if (first / block % 2 == 1) std::reverse(keys.begin(), keys.end());
    });
}

/// Element `index` after the compare-and-exchange steps of all distances from `distance` to `last`.
std::uint64_t afterSteps(const LaunchData::Buffer& in, std::uint64_t index, std::uint64_t size,
                         std::uint64_t distance, std::uint64_t last) {
    const auto before = [&](std::uint64_t i) {
        return last == distance ? wordAt(in, i) : afterSteps(in, i, size, distance, 2 * last);
    };
    const std::uint64_t own = before(index);
    const std::uint64_t other = before(index ^ last);
    const bool takesSmaller = ((index & last) == 0) == ((index & size) == 0);
    return takesSmaller ? std::min(own, other) : std::max(own, other);
}

/// STEPS steps of a bitonic merge of `size` keys, from `gap` on.
std::vector<double> bitonicStepsReference(const LaunchData& launch, const std::string& buffer,
                                          Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    const auto size = static_cast<std::uint64_t>(launch.integer("size"));
    const auto distance = static_cast<std::uint64_t>(launch.integer("gap"));
    std::vector<double> values;
    for (const std::uint64_t index : indices)
        values.push_back(static_cast<double>(
            afterSteps(in, index, size, distance, distance >> (launch.integer("STEPS") - 1))));
    return values;
}

/// How many of the ascending `list` are below `value`.
std::uint64_t countBelow(const LaunchData::Buffer& list, std::uint64_t count, double value) {
    std::uint64_t low = 0;
    while (count > 0) {
        const std::uint64_t half = count / 2;
        if (list[low + half] < value) {
            low += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return low;
}

/// The element number `index` of both lists together: by bisection of the value.
std::vector<double> mergedRuns(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto a = launch.buffer("a");
    const auto b = launch.buffer("b");
    const auto na = static_cast<std::uint64_t>(launch.integer("na"));
    const auto nb = static_cast<std::uint64_t>(launch.integer("nb"));
    const double largest = std::max(a[na - 1], b[nb - 1]);
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        // The largest value that at most `index` elements are below.
        double low = 0, high = largest + 1;
        while (low + 1 < high) {
            const double middle = static_cast<double>(static_cast<std::uint64_t>((low + high) / 2));
            if (countBelow(a, na, middle) + countBelow(b, nb, middle) <= index)
                low = middle;
            else
                high = middle;
        }
        values.push_back(low);
    }
    return values;
}

} // namespace

References sortingReferences() {
    return {
        {"field-bitonic-block", {bitonicBlockReference, exact}},
        {"field-bitonic-steps", {bitonicStepsReference, exact}},
        {"field-merge", {mergedRuns, exact}},
        {"field-radix-count", {countReference, exact}},
        {"field-radix-scatter", {scatterReference, exact}},
        {"field-radix-split", {splitReference, exact}},
    };
}

} // namespace warpstring::samples::field
