// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/counters/launch_order.h"

#include <algorithm>
#include <map>
#include <string>

namespace warpstring::counters {

std::vector<std::size_t> roundRobin(const std::vector<records::ResolvedLaunch>& launches, std::size_t every) {
    std::map<std::string, std::size_t> seen;
    std::vector<std::size_t> round(launches.size()), order(launches.size());
    for (std::size_t i = 0; i < launches.size(); ++i) {
        round[i] = seen[launches[i].launch.kernel]++;
        order[i] = i;
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return round[a] < round[b]; });
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < order.size(); i += std::max<std::size_t>(every, 1)) chosen.push_back(order[i]);
    return chosen;
}

} // namespace warpstring::counters
