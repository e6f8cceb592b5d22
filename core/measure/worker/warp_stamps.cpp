// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/warp_stamps.h"

#include <algorithm>
#include <map>

#include "core/probe/probe_source.h"

namespace warpstring::measure {

namespace {

constexpr std::size_t mostDetailedGroups = 400;
/// More cycles than any warp takes: the difference of a clock that went backwards.
constexpr std::uint64_t mostCycles = std::uint64_t{1} << (probe::smShift - 1);

struct Span {
    std::uint64_t group = 0;
    std::uint64_t start = 0, end = 0; ///< the device's clock
};

/// How many spans overlap at most. A span that ends when another starts has left its place to it.
std::uint64_t mostAtOnce(const std::vector<Span>& spans) {
    std::vector<std::uint64_t> starts;
    std::vector<std::uint64_t> ends;
    for (const Span& span : spans) {
        starts.push_back(span.start);
        ends.push_back(span.end);
    }
    std::sort(starts.begin(), starts.end());
    std::sort(ends.begin(), ends.end());
    std::uint64_t now = 0;
    std::uint64_t most = 0;
    std::size_t ended = 0;
    for (const std::uint64_t start : starts) {
        ++now;
        while (ended < ends.size() && ends[ended] <= start) {
            ++ended;
            --now;
        }
        most = std::max(most, now);
    }
    return most;
}

} // namespace

void analyseStamps(const std::vector<std::uint64_t>& stamps, std::uint64_t warpsPerGroup, std::uint64_t stride,
                   records::WarpMeasurement& warp) {
    std::vector<double> warpCycles;
    std::vector<double> groupCycles;
    std::map<std::uint64_t, std::vector<Span>> bySm;
    const std::uint64_t wordsPerGroup = warpsPerGroup * probe::stampWords;
    for (std::uint64_t g = 0; (g + 1) * wordsPerGroup <= stamps.size(); ++g) {
        Span span{g * stride, ~std::uint64_t{0}, 0};
        for (std::uint64_t w = 0; w < warpsPerGroup; ++w) {
            const std::uint64_t* stamp = &stamps[g * wordsPerGroup + w * probe::stampWords];
            const std::uint64_t end = stamp[0];
            const std::uint64_t cycles = stamp[1] & ((std::uint64_t{1} << probe::smShift) - 1);
            if (cycles > end || cycles > mostCycles) continue;
            warpCycles.push_back(static_cast<double>(cycles));
            span.start = std::min(span.start, end - cycles);
            span.end = std::max(span.end, end);
        }
        if (span.end < span.start) continue;
        groupCycles.push_back(static_cast<double>(span.end - span.start));
        bySm[stamps[g * wordsPerGroup + 1] >> probe::smShift].push_back(span);
    }
    warp.warps = records::distributionOf(warpCycles);
    warp.groups = records::distributionOf(groupCycles);

    for (auto& [sm, spans] : bySm) {
        if (sm == probe::unknownSm) continue;
        std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.start < b.start; });
        const std::uint64_t first = spans.front().start;
        std::uint64_t last = first;
        for (const Span& span : spans) last = std::max(last, span.end);
        warp.schedule.push_back(
            {static_cast<int>(sm), spans.size(), mostAtOnce(spans), static_cast<double>(last - first)});
        if (warp.detailedSm >= 0) continue;
        warp.detailedSm = static_cast<int>(sm);
        for (const Span& span : spans) {
            if (warp.groupSpans.size() >= mostDetailedGroups) break;
            warp.groupSpans.push_back(
                {span.group, static_cast<double>(span.start - first), static_cast<double>(span.end - first)});
        }
    }
}

} // namespace warpstring::measure
