// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/gate/baseline_update.h"

#include <map>

#include "tuning/gate/kept_launch.h"

namespace warpstring::gate {

BaselineUpdate updated(const Baseline& old, std::vector<CurrentLaunch> launches,
                       const std::function<bool(const BaselineLaunch&)>& isGone) {
    BaselineUpdate update;
    update.baseline.sources = old.sources;
    std::map<std::pair<std::string, std::string>, const BaselineLaunch*> before;
    for (const auto& launch : old.launches) before[launch.key()] = &launch;
    std::vector<const BaselineLaunch*> kept;
    for (auto& now : launches) {
        const auto known = before.find(now.key());
        const BaselineLaunch* was = known == before.end() ? nullptr : known->second;
        if (was != nullptr) before.erase(known);
        if (!now.launch || !now.faults.empty()) {
            update.faults.insert(update.faults.end(), now.faults.begin(), now.faults.end());
            if (was != nullptr) kept.push_back(was);
            continue;
        }
        const std::string source = sourceKey(now.text);
        if (was == nullptr)
            ++update.added;
        else if (was->source != source || keptToJson(was->launch) != keptToJson(now.kept))
            ++update.changed;
        update.baseline.sources[source] = now.text;
        update.baseline.launches.push_back({now.kept, source, {}});
        update.written.push_back(std::move(now));
    }
    for (const auto& [key, was] : before) {
        if (isGone(*was)) {
            ++update.dropped;
            continue;
        }
        ++update.kept;
        kept.push_back(was);
    }
    for (const auto* was : kept) update.baseline.launches.push_back(*was);
    return update;
}

} // namespace warpstring::gate
