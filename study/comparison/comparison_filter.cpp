// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/comparison/comparison_filter.h"

#include <algorithm>

#include "core/text/text_format.h"

namespace warpstring::comparison {

const std::string& wordOf(const ComparedLaunch& launch, LaunchWord word) {
    static const std::string warm(name(records::CacheState::Warm)), cold(name(records::CacheState::Cold)),
        nothing;
    switch (word) {
    case LaunchWord::Launch: return launch.launch;
    case LaunchWord::Kernel: return launch.kernel;
    case LaunchWord::Family: return launch.family;
    case LaunchWord::Spec: return launch.spec;
    case LaunchWord::Device: return launch.device;
    case LaunchWord::Caches:
        return launch.device.empty() ? nothing : launch.cache == records::CacheState::Cold ? cold : warm;
    case LaunchWord::BoundBy: return launch.boundBy;
    case LaunchWord::KernelTimeExclusion: return launch.kernelTime.reason();
    case LaunchWord::WarpLatencyExclusion: return launch.warpLatency.reason();
    }
    return nothing;
}

std::string haystackOf(const ComparedLaunch& launch) {
    std::string text;
    for (const LaunchWord word : launchWords) {
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

Comparison filtered(Comparison comparison, std::optional<records::CacheState> caches, std::string_view words) {
    const auto wanted = filterWords(words);
    if (!caches && wanted.empty()) return comparison;
    std::erase_if(comparison.launches, [&](const ComparedLaunch& launch) {
        if (caches && !launch.device.empty() && launch.cache != *caches) return true;
        return !wanted.empty() && !holdsAll(haystackOf(launch), wanted);
    });
    comparison.summaries = summariesOf(comparison.launches);
    return comparison;
}

} // namespace warpstring::comparison
