// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/drafting/group_guess.h"

#include <algorithm>
#include <numeric>

#include "study/drafting/expr_value.h"

namespace warpstring::drafting {

namespace {

using Sizes = std::vector<std::uint64_t>;

std::vector<Sizes> usualSizes(int dimensions) {
    if (dimensions == 1) return {{256}, {128}, {64}, {512}, {1024}, {32}, {16}};
    if (dimensions == 2)
        return {{16, 16}, {32, 8}, {32, 32}, {8, 8},  {32, 4},  {32, 16}, {16, 8},
                {64, 4},  {8, 32}, {4, 4},   {16, 4}, {256, 1}, {64, 1}};
    return {{8, 8, 4},   {8, 8, 8},  {4, 4, 4}, {16, 4, 4}, {16, 8, 1},
            {16, 16, 1}, {32, 4, 1}, {8, 4, 4}, {2, 2, 2}};
}

bool fits(const HardwareSpec& spec, const Sizes& sizes) {
    std::uint64_t product = 1;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        product *= sizes[d];
        const int most = spec.occupancy.groupSizes[d];
        if (most > 0 && sizes[d] > static_cast<std::uint64_t>(most)) return false;
    }
    return spec.occupancy.groupSize <= 0 || product <= static_cast<std::uint64_t>(spec.occupancy.groupSize);
}

/// Sizes that are what group IDs are multiplied with, or that divide it by the work of a work-item.
std::vector<Sizes> sizesOfStrides(const ScalarUses& uses, int dimensions) {
    std::vector<Sizes> all{{}};
    for (int d = 0; d < dimensions; ++d) {
        std::vector<std::uint64_t> own;
        const auto& strides = uses.groupStrides[d];
        for (const std::int64_t stride : strides)
            for (const std::int64_t work : {1, 2, 4, 8, 16})
                if (stride > 0 && stride <= 4096 && stride % work == 0 && stride / work <= 1024)
                    own.push_back(static_cast<std::uint64_t>(stride / work));
        if (own.empty())
            own = d == 0 ? std::vector<std::uint64_t>{16, 32, 8, 64} : std::vector<std::uint64_t>{16, 8, 4, 1};
        std::vector<Sizes> longer;
        for (const Sizes& shorter : all)
            for (const std::uint64_t size : own) {
                Sizes sizes = shorter;
                sizes.push_back(size);
                longer.push_back(std::move(sizes));
            }
        all = std::move(longer);
    }
    return all;
}

/// Dimensions in which the group's size is a constant that its ID is multiplied with.
int agreements(const ScalarUses& uses, const Sizes& sizes) {
    int count = 0;
    for (std::size_t d = 0; d < sizes.size(); ++d)
        count += uses.groupStrides[d].contains(static_cast<std::int64_t>(sizes[d])) ? 1 : 0;
    return count;
}

/// Whether the last work-item of such a group is surely led before local memory that the launch hands over, or
/// beyond what there is of it.
bool leavesLocalArguments(const Pdg& pdg, const HardwareSpec& spec, const Sizes& sizes) {
    WorkItem item;
    item.range.dimensions = static_cast<int>(sizes.size());
    std::copy(sizes.begin(), sizes.end(), item.range.local.begin());
    item.range.global = item.range.local;
    for (std::size_t d = 0; d < sizes.size(); ++d) item.local[d] = static_cast<std::int64_t>(sizes[d]) - 1;
    item.scalars.resize(slotCount(pdg));
    const auto most = static_cast<std::int64_t>(spec.occupancy.sharedBytesPerGroup);
    return std::any_of(pdg.accesses.begin(), pdg.accesses.end(), [&](const MemoryAccess& access) {
        if (access.space != MemorySpace::Shared || !access.objectIsArgument || !access.offset ||
            pdg.statements[access.statement].region != entryRegion)
            return false;
        const auto place = ExprValue(pdg, item).of(access.offset);
        return place && (*place < 0 || (most > 0 && *place >= most));
    });
}

} // namespace

GroupGuess guessGroup(const Pdg& pdg, const ScalarUses& uses, const HardwareSpec& spec, int dimensions,
                      const LocalFill& localFill) {
    if (!pdg.requiredGroupSize.empty()) {
        GroupGuess told{{}, "reqd_work_group_size"};
        for (int d = 0; d < dimensions; ++d) {
            const auto at = static_cast<std::size_t>(d);
            told.sizes.push_back(
                at < pdg.requiredGroupSize.size() ? static_cast<std::uint64_t>(pdg.requiredGroupSize[at]) : 1);
        }
        return told;
    }
    const bool hasStrides = std::any_of(uses.groupStrides, uses.groupStrides + dimensions,
                                        [](const auto& strides) { return !strides.empty(); });
    const bool hasArrays = std::any_of(pdg.arrays.begin(), pdg.arrays.end(), [](const MemoryArray& array) {
        return array.space == MemorySpace::Shared;
    });
    std::vector<Sizes> candidates = usualSizes(dimensions);
    if (!hasStrides && !hasArrays) {
        const auto first = std::find_if(candidates.begin(), candidates.end(), [&](const Sizes& sizes) {
            return fits(spec, sizes) && !leavesLocalArguments(pdg, spec, sizes);
        });
        return {first != candidates.end() ? *first : Sizes(static_cast<std::size_t>(dimensions), 1),
                "a usual size"};
    }
    if (hasStrides) {
        auto ofStrides = sizesOfStrides(uses, dimensions);
        candidates.insert(candidates.begin(), ofStrides.begin(), ofStrides.end());
    }
    // Filled arrays say most; then a stride, which may be that of several elements a work-item; then what is
    // usual.
    const Sizes* best = nullptr;
    double bestFill = -1;
    int bestAgreement = -1;
    constexpr double sameFill = 0.02;
    constexpr std::size_t mostTried = 64;
    for (std::size_t i = 0; i < std::min(mostTried, candidates.size()); ++i) {
        const Sizes& sizes = candidates[i];
        if (!fits(spec, sizes)) continue;
        const auto fill = hasArrays ? localFill(sizes) : std::optional<double>(1);
        if (!fill) continue;
        const int agreement = agreements(uses, sizes);
        const bool isBetter =
            *fill > bestFill + sameFill || (*fill > bestFill - sameFill && agreement > bestAgreement);
        if (!isBetter) continue;
        best = &sizes;
        bestFill = *fill;
        bestAgreement = agreement;
    }
    if (best != nullptr)
        return {*best, hasArrays ? "work-items fill the __local arrays" : "what group IDs are multiplied with"};
    return {usualSizes(dimensions).front(), "a usual size"};
}

} // namespace warpstring::drafting
