// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/last_wave.h"

#include <algorithm>

namespace warpstring::timeline {

std::uint64_t mostGroupsOfOne(const LastWave& launch) {
    const std::uint64_t first = launch.multiprocessors * launch.resident;
    const std::uint64_t even = (launch.groups + launch.multiprocessors - 1) / launch.multiprocessors;
    if (launch.groups <= first || launch.ends.empty()) return even;
    const std::uint64_t later = launch.groups - first;
    std::vector<double> places; // that become free, on all multiprocessors
    places.reserve(launch.multiprocessors * launch.ends.size());
    const auto last = static_cast<double>(launch.multiprocessors - 1);
    for (std::uint64_t m = 0; m < launch.multiprocessors; ++m) {
        const double at = last > 0 ? 2 * static_cast<double>(m) / last - 1 : 0;
        for (const double end : launch.ends) places.push_back(end * (1 + fasterAtMost * at));
    }
    if (later > places.size()) return even;
    const auto taken = places.begin() + static_cast<std::ptrdiff_t>(later - 1);
    std::nth_element(places.begin(), taken, places.end());
    const auto freed = std::upper_bound(launch.ends.begin(), launch.ends.end(), *taken / (1 - fasterAtMost));
    return std::max(even, launch.resident + static_cast<std::uint64_t>(freed - launch.ends.begin()));
}

} // namespace warpstring::timeline
