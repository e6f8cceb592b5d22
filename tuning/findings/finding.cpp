// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/findings/finding.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace warpstring::findings {

std::string_view name(Level level) {
    switch (level) {
    case Level::Note: return "note";
    case Level::Warning: return "warning";
    case Level::Error: return "error";
    }
    return "";
}

std::vector<Finding> costliestFirst(std::vector<Finding> findings) {
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        return std::tie(b.level, b.cost) < std::tie(a.level, a.cost);
    });
    std::map<std::tuple<std::string, std::string, Region>, std::size_t> places;
    std::vector<Finding> first;
    std::vector<std::size_t> more;
    for (auto& finding : findings) {
        const auto [place, isNew] =
            places.try_emplace({finding.rule, finding.file, finding.region}, first.size());
        if (!isNew) {
            ++more[place->second];
            continue;
        }
        first.push_back(std::move(finding));
        more.push_back(0);
    }
    for (std::size_t i = 0; i < first.size(); ++i)
        if (more[i] > 0)
            first[i].message += " (and " + std::to_string(more[i]) + " more here" +
                                (more[i] == 1 ? ", which costs" : ", which cost") + " less)";
    return first;
}

} // namespace warpstring::findings
