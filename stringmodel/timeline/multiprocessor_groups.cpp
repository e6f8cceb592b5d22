// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/multiprocessor_groups.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stringmodel/timeline/group_dispatch.h"

namespace warpstring::timeline {

namespace {

/// Groups of a launch that are dispatched one by one.
constexpr std::uint64_t mostDispatchedGroups = 1u << 17;
/// Groups of a multiprocessor that are put in the order of their work.
constexpr std::uint64_t mostSortedGroups = 1u << 16;

/// Multiples of an irrational number, which are spread evenly over [0, 1).
double partOfTurn(std::uint64_t i) {
    const double at = static_cast<double>(i) * 0.6180339887498949;
    return at - std::floor(at);
}

} // namespace

MultiprocessorGroups::MultiprocessorGroups(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                           const HardwareSpec& spec, std::uint64_t resident, int chosen)
    : work_(pdg, evaluation), all_(evaluation.launch.range.groupCount()),
      apart_(static_cast<std::uint64_t>(spec.execution.multiprocessors)), count_((all_ + apart_ - 1) / apart_),
      resident_(resident), areAlike_(chosen == ofAlikeGroups) {
    if (areAlike_) return;
    if (work_.isUneven() && all_ <= mostDispatchedGroups && all_ > apart_) {
        dispatchByWork(resident, chosen);
        return;
    }
    start_ = chosen >= 0 ? std::min<std::uint64_t>(static_cast<std::uint64_t>(chosen), all_ - 1)
                         : work_.busiestMultiprocessor(apart_, count_);
    isByWork_ = work_.isUneven() && count_ <= mostSortedGroups;
    if (!isByWork_) return;
    (void)first(count_);
    sortByWork();
}

void MultiprocessorGroups::dispatchByWork(std::uint64_t resident, int chosen) {
    auto each = dispatch({all_, apart_, resident, [this](std::uint64_t group) { return work_.of(group); }});
    const auto load = [&](std::uint64_t multiprocessor) {
        const auto& groups = each[multiprocessor];
        return std::accumulate(groups.begin(), groups.end(), 0.0,
                               [&](double sum, std::uint64_t group) { return sum + work_.of(group); });
    };
    const std::uint64_t here =
        chosen >= 0 ? std::min<std::uint64_t>(static_cast<std::uint64_t>(chosen), each.size() - 1)
                    : evaluation::busiestOf(each.size(), each.size() / 2, load);
    groups_ = std::move(each[here]);
    count_ = groups_.size();
    isByWork_ = true;
    sortByWork();
}

void MultiprocessorGroups::sortByWork() {
    std::stable_sort(groups_.begin(), groups_.end(), [&](auto a, auto b) { return work_.of(a) > work_.of(b); });
}

std::vector<std::uint64_t> MultiprocessorGroups::first(std::uint64_t count) {
    for (std::uint64_t i = groups_.size(); i < count; ++i) {
        // The first of each multiprocessor come in turn, the others where a place is free, which may be
        // anywhere.
        const auto turn =
            i < resident_ ? 0 : static_cast<std::uint64_t>(partOfTurn(i) * static_cast<double>(apart_));
        groups_.push_back(((start_ + turn) % apart_ + i * apart_) % all_);
    }
    return {groups_.begin(), groups_.begin() + static_cast<std::ptrdiff_t>(count)};
}

double MultiprocessorGroups::workOfListed(double from, double to) const {
    double sum = 0;
    for (auto i = static_cast<std::size_t>(from); i < static_cast<std::size_t>(to); ++i)
        sum += work_.of(groups_[i]);
    return sum;
}

double MultiprocessorGroups::rest(double small, double large, double all) const {
    const double byCount = (all - large) / (large - small);
    if (!isByWork_) return byCount;
    const double between = workOfListed(small, large);
    return between > 0 ? workOfListed(large, all) / between : byCount;
}

std::optional<std::uint64_t> MultiprocessorGroups::heaviestBeyond(std::uint64_t count) const {
    const std::uint64_t heaviest = work_.heaviestGroup();
    const auto listed = groups_.begin() + static_cast<std::ptrdiff_t>(count);
    if (areAlike_ || !work_.isUneven() || std::find(groups_.begin(), listed, heaviest) != listed)
        return std::nullopt;
    return heaviest;
}

std::vector<std::uint64_t> MultiprocessorGroups::ofLaunch(std::uint64_t stride) const {
    const std::uint64_t all = (all_ - 1) / stride + 1;
    std::vector<std::uint64_t> some(std::min(all, mostSortedGroups));
    for (std::uint64_t i = 0; i < some.size(); ++i)
        some[i] =
            stride *
            (some.size() == all ? i : static_cast<std::uint64_t>(partOfTurn(i) * static_cast<double>(all)));
    return some;
}

} // namespace warpstring::timeline
