// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/comparison/comparison_filter.h"

#include <algorithm>

#include "core/text/text_format.h"

namespace warpstring {

const std::string& wordOf(const ComparedLaunch& launch, std::size_t word) {
    static const std::string warm(name(CacheState::Warm)), cold(name(CacheState::Cold)), nothing;
    switch (word) {
    case 0: return launch.launch;
    case 1: return launch.kernel;
    case 2: return launch.family;
    case 3: return launch.spec;
    case 4: return launch.device;
    case 5: return launch.device.empty() ? nothing : launch.cache == CacheState::Cold ? cold : warm;
    case 6: return launch.boundBy;
    case 7: return launch.kernelTime.reason();
    case 8: return launch.warpLatency.reason();
    default: return nothing;
    }
}

std::string haystackOf(const ComparedLaunch& launch) {
    std::string text;
    for (std::size_t word = 0; word < comparedWords; ++word) {
        text += wordOf(launch, word);
        text += '\n';
    }
    return lowered(std::move(text));
}

std::vector<std::string> filterWords(std::string_view text) {
    std::vector<std::string> words;
    for (std::size_t from = 0; (from = text.find_first_not_of(" \t", from)) != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(" \t", from), text.size());
        words.push_back(lowered(std::string(text.substr(from, end - from))));
        from = end;
    }
    return words;
}

bool holdsAll(const std::string& haystack, const std::vector<std::string>& words) {
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return haystack.find(word) != std::string::npos; });
}

Comparison filtered(Comparison comparison, std::optional<CacheState> caches, std::string_view words) {
    const auto wanted = filterWords(words);
    if (!caches && wanted.empty()) return comparison;
    std::erase_if(comparison.launches, [&](const ComparedLaunch& launch) {
        if (caches && !launch.device.empty() && launch.cache != *caches) return true;
        return !wanted.empty() && !holdsAll(haystackOf(launch), wanted);
    });
    comparison.summaries = summariesOf(comparison.launches);
    return comparison;
}

} // namespace warpstring
