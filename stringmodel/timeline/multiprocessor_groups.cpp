// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/multiprocessor_groups.h"

#include <algorithm>

namespace warpstring {

namespace {

/// Groups of a multiprocessor that are put in the order of their work.
constexpr std::uint64_t mostSortedGroups = 1u << 16;

} // namespace

MultiprocessorGroups::MultiprocessorGroups(const Pdg& pdg, const Evaluation& evaluation,
                                           const HardwareSpec& spec, std::uint64_t count, int chosen)
    : work_(pdg, evaluation), all_(evaluation.launch.range.groupCount()),
      apart_(static_cast<std::uint64_t>(spec.execution.multiprocessors)),
      start_(chosen >= 0 ? std::min<std::uint64_t>(static_cast<std::uint64_t>(chosen), all_ - 1)
                         : work_.busiestMultiprocessor(apart_, count)),
      isByWork_(work_.isUneven() && count <= mostSortedGroups) {
    if (!isByWork_) return;
    (void)first(count);
    std::stable_sort(groups_.begin(), groups_.end(), [&](auto a, auto b) { return work_.of(a) > work_.of(b); });
}

std::vector<std::uint64_t> MultiprocessorGroups::first(std::uint64_t count) {
    for (std::uint64_t i = groups_.size(); i < count; ++i) groups_.push_back((start_ + i * apart_) % all_);
    return {groups_.begin(), groups_.begin() + static_cast<std::ptrdiff_t>(count)};
}

double MultiprocessorGroups::workOf(double from, double to) const {
    double sum = 0;
    for (auto i = static_cast<std::size_t>(from); i < static_cast<std::size_t>(to); ++i)
        sum += work_.of(groups_[i]);
    return sum;
}

double MultiprocessorGroups::rest(double small, double large, double all) const {
    const double byCount = (all - large) / (large - small);
    if (!isByWork_) return byCount;
    const double between = workOf(small, large);
    return between > 0 ? workOf(large, all) / between : byCount;
}

bool MultiprocessorGroups::keepHeaviestBeyond(std::uint64_t count) {
    const std::uint64_t heaviest = work_.heaviestGroup();
    const auto listed = groups_.begin() + static_cast<std::ptrdiff_t>(count);
    if (!work_.isUneven() || std::find(groups_.begin(), listed, heaviest) != listed) return false;
    groups_ = {heaviest};
    return true;
}

} // namespace warpstring
