// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/evidence/value_counts.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace warpstring::evidence {

std::size_t ValueCounts::all() const { return std::accumulate(byKind.begin(), byKind.end(), std::size_t{0}); }

std::size_t ValueCounts::measured() const {
    return of(ProvenanceKind::Paper) + of(ProvenanceKind::Microbenchmark) + of(ProvenanceKind::Calibrated);
}

ValueCounts valueCounts(const HardwareSpec& spec) {
    ValueCounts counts;
    std::map<std::string, std::size_t> bySource;
    for (const auto& [key, provenance] : spec.provenance) {
        ++counts.byKind[static_cast<std::size_t>(provenance.kind)];
        if (provenance.source.empty()) continue;
        ++bySource[provenance.source];
        if (provenance.kind == ProvenanceKind::Estimated) ++counts.estimatedFromSource;
    }
    counts.sources.reserve(bySource.size());
    for (const auto& [source, count] : bySource) counts.sources.push_back({source, count});
    std::stable_sort(counts.sources.begin(), counts.sources.end(),
                     [](const SourceCount& a, const SourceCount& b) { return a.count > b.count; });
    return counts;
}

} // namespace warpstring::evidence
