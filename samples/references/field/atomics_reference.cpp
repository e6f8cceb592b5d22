// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

/// The kernels' choice of words.
class Words {
public:
    explicit Words(const LaunchData& launch)
        : count_(static_cast<std::uint32_t>(launch.integer("WORDS"))), rounds_(launch.integer("ROUNDS")),
          scattered_(launch.integer("SCATTERED") != 0) {}

    /// Calls visit(word, round) for what work-items 0 to items - 1 touch.
    template <class Visit>
    void each(std::uint64_t items, Visit visit) const {
        for (std::uint64_t item = 0; item < items; ++item)
            for (std::int64_t round = 0; round < rounds_; ++round) {
                const auto number = static_cast<std::uint32_t>(item) + static_cast<std::uint32_t>(round) * 7U;
                visit((scattered_ ? number * 0x9e3779b1U >> 8U : number) % count_, round);
            }
    }

    [[nodiscard]] std::size_t count() const { return count_; }

private:
    std::uint32_t count_;
    std::int64_t rounds_;
    bool scattered_;
};

/// 32 bits wrap around.
std::vector<double> chosen(const std::vector<std::uint32_t>& sums, Indices indices) {
    std::vector<double> values;
    for (const std::uint64_t index : indices) values.push_back(sums[index % sums.size()]);
    return values;
}

std::vector<std::uint32_t> sumsOf(const LaunchData& launch, std::uint64_t items) {
    const Words words(launch);
    const auto addend = static_cast<std::uint32_t>(launch.integer("addend"));
    std::vector<std::uint32_t> sums(words.count());
    words.each(items, [&](std::uint32_t word, std::int64_t round) {
        sums[word] += addend + static_cast<std::uint32_t>(round);
    });
    return sums;
}

std::vector<double> atomicAddReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "words") return {};
    return chosen(sumsOf(launch, launch.launch().range.groupCount() * launch.launch().range.groupSize()),
                  indices);
}

/// All groups do the same.
std::vector<double> addLocalReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "sums") return {};
    return chosen(sumsOf(launch, launch.launch().range.groupSize()), indices);
}

/// How many took a ticket, and as many entries in each queue as it has room for.
std::vector<double> ticketsReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    const Words words(launch);
    std::vector<std::uint32_t> counts(words.count());
    words.each(launch.launch().range.groupCount() * launch.launch().range.groupSize(),
               [&](std::uint32_t word, std::int64_t) { ++counts[word]; });
    if (buffer == "words") return chosen(counts, indices);
    const auto room = static_cast<std::uint64_t>(launch.integer("ROOM"));
    std::vector<double> values;
    for (const std::uint64_t index : indices)
        values.push_back(index % room < counts[index / room] ? launch.number("mark") : 0.0);
    return values;
}

std::vector<double> extremesReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "extremes") return {};
    const auto in = launch.buffer("in");
    const auto before = launch.buffer("extremes");
    double smallest = before[0];
    double largest = before[1];
    for (std::uint64_t i = 0; i < launch.scalarCount("in"); ++i) {
        smallest = std::min(smallest, in[i]);
        largest = std::max(largest, in[i]);
    }
    std::vector<double> values;
    for (const std::uint64_t index : indices) values.push_back(index == 0 ? smallest : largest);
    return values;
}

/// The bits of the float sums: of whole numbers, so they are exact.
std::vector<double> floatReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "sums") return {};
    const auto in = launch.buffer("values");
    const auto targets = launch.buffer("targets");
    std::vector<float> sums(launch.scalarCount("sums"));
    for (std::uint64_t i = 0; i < launch.scalarCount("values"); ++i)
        sums[static_cast<std::uint64_t>(targets[i])] += static_cast<float>(static_cast<int>(in[i]));
    std::vector<double> values;
    for (const std::uint64_t index : indices) values.push_back(std::bit_cast<std::uint32_t>(sums[index]));
    return values;
}

} // namespace

References atomicsReferences() {
    return {
        {"field-atomic-add", {atomicAddReference, exact}},
        {"field-atomic-add-local", {addLocalReference, exact}},
        {"field-atomic-extremes", {extremesReference, exact}},
        {"field-atomic-float", {floatReference, exact}},
        {"field-atomic-tickets", {ticketsReference, exact}},
    };
}

} // namespace warpstring::samples::field
