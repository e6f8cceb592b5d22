// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/plan_sources.h"

#include <string>
#include <unordered_map>

#include "study/batch/graph_cache.h"

namespace warpstring::batch {

std::vector<std::size_t> sourcesOf(const BatchPlan& plan) {
    std::vector<std::size_t> all;
    all.reserve(plan.files().size());
    std::unordered_map<std::string, std::size_t> numbers;
    for (files::LaunchSweep file : plan.files()) {
        const auto launch = file.at(0);
        // A faulty launch has no source; its file is one of its own.
        const std::string key =
            launch ? GraphCache::keyOf(*launch, 0, plan.settings().sourceShape) : std::to_string(all.size());
        all.push_back(numbers.emplace(key, numbers.size()).first->second);
    }
    return all;
}

} // namespace warpstring::batch
