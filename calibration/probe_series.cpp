// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/probe_series.h"

#include <algorithm>

namespace warpstring::calibration {

std::map<std::string, RecordSeries> seriesOf(const records::ProbeSet& set, const std::string& family) {
    std::map<std::string, RecordSeries> found;
    for (const records::ProbeRecord& record : set.probes)
        if (record.family == family && record.status == records::ProbeStatus::Ok)
            found[record.id].push_back(&record);
    return found;
}

Estimate estimateOf(const FitResult& result, std::size_t which) {
    return {result.values[which], result.standardErrors[which],
            result.residual,      result.condition,
            result.points,        result.converged && result.identified[which]};
}

Estimate slopeOf(const RecordSeries& series, const std::function<double(const records::ProbeRecord&)>& work,
                 double cyclesPerNs, bool byClock) {
    const bool hasClock = byClock && std::all_of(series.begin(), series.end(),
                                                 [](const records::ProbeRecord* r) { return r->cycles > 0; });
    std::vector<double> at, cycles;
    for (const records::ProbeRecord* record : series) {
        at.push_back(work(*record));
        cycles.push_back(hasClock ? record->cycles : record->medianNs * cyclesPerNs);
    }
    if (at.size() < 2) {
        Estimate alone; // one size: an upper bound, start included
        alone.value = at.empty() || at[0] <= 0 ? 0 : cycles[0] / at[0];
        alone.points = at.size();
        return alone;
    }
    return estimateOf(fitLine(at, cycles), 1);
}

} // namespace warpstring::calibration
