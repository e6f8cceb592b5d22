// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/address_set.h"

#include <algorithm>
#include <cstdlib>

namespace warpstring::timeline {

namespace {

/// Intervals beyond which copies are counted rather than written out.
constexpr std::size_t mostIntervals = 4096;

std::int64_t floorTo(std::int64_t value, std::int64_t granule) {
    const std::int64_t rest = ((value % granule) + granule) % granule;
    return value - rest;
}

} // namespace

void AddressSet::insert(std::int64_t first, std::int64_t end) {
    // Lanes mostly come in the order of their addresses.
    if (!intervals_.empty() && intervals_.back().first <= first && first <= intervals_.back().second)
        intervals_.back().second = std::max(intervals_.back().second, end);
    else
        intervals_.emplace_back(first, end);
    if (intervals_.size() >= unitedAt_) {
        normalise();
        unitedAt_ = std::max(unitedAt_, 2 * intervals_.size());
    }
}

void AddressSet::normalise() {
    if (!std::is_sorted(intervals_.begin(), intervals_.end())) std::sort(intervals_.begin(), intervals_.end());
    std::size_t kept = 0;
    for (const auto& interval : intervals_) {
        if (kept > 0 && interval.first <= intervals_[kept - 1].second)
            intervals_[kept - 1].second = std::max(intervals_[kept - 1].second, interval.second);
        else
            intervals_[kept++] = interval;
    }
    intervals_.resize(kept);
}

void AddressSet::repeat(std::int64_t distance, std::uint64_t count, std::int64_t granule) {
    normalise();
    if (intervals_.empty() || count <= 1 || distance == 0) return;
    const std::int64_t step = std::llabs(distance);
    const std::int64_t extent = intervals_.back().second - intervals_.front().first + beyond_;
    const auto copies = static_cast<std::int64_t>(count);
    std::int64_t shortest = INT64_MAX;
    for (const auto& [first, end] : intervals_) shortest = std::min(shortest, end - first);
    if (times_ == 1 && step < shortest + granule) { // gapless
        for (auto& interval : intervals_) interval.second += step * (copies - 1);
        normalise();
        return;
    }
    if (times_ == 1 && intervals_.size() * count <= mostIntervals) {
        const auto once = intervals_;
        for (std::int64_t copy = 1; copy < copies; ++copy)
            for (const auto& [first, end] : once)
                intervals_.emplace_back(first + step * copy, end + step * copy);
        normalise();
        return;
    }
    double held = 0;
    for (const auto& [first, end] : intervals_) held += static_cast<double>(end - first);
    const double grown =
        static_cast<double>(extent) + static_cast<double>(step) * static_cast<double>(copies - 1);
    // Apart, all copies count; interleaved, they cannot fill more than the space that they cover.
    times_ *= step >= extent ? static_cast<double>(count)
                             : std::min(static_cast<double>(count), std::max(1.0, grown / (held * times_)));
    beyond_ += step * (copies - 1);
}

void AddressSet::shift(std::int64_t distance) {
    for (auto& [first, end] : intervals_) {
        first += distance;
        end += distance;
    }
}

void AddressSet::unite(const AddressSet& other) {
    for (const auto& [first, end] : other.intervals_) insert(first, end);
}

double AddressSet::bytes(std::int64_t granule) const {
    AddressSet whole;
    for (const auto& [first, end] : intervals_)
        whole.insert(floorTo(first, granule), floorTo(end - 1, granule) + granule);
    whole.normalise();
    double sum = 0;
    for (const auto& [first, end] : whole.intervals_) sum += static_cast<double>(end - first);
    // Copies within one granule count once: never more than the space from the first to the last.
    const double space =
        whole.intervals_.empty()
            ? 0
            : static_cast<double>(whole.intervals_.back().second - whole.intervals_.front().first +
                                  floorTo(beyond_ + granule - 1, granule));
    return std::min(sum * times_, space);
}

} // namespace warpstring::timeline
