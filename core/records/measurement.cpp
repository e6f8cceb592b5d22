// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/measurement.h"

#include <algorithm>
#include <ctime>
#include <numeric>

namespace warpstring::records {

std::string_view name(DeviceType type) {
    switch (type) {
    case DeviceType::Cpu: return "CPU";
    case DeviceType::Gpu: return "GPU";
    case DeviceType::Accelerator: return "accelerator";
    case DeviceType::Other: break;
    }
    return "other";
}

std::string_view name(CacheState state) { return state == CacheState::Warm ? "warm" : "cold"; }

std::string_view name(MeasurementStatus status) {
    switch (status) {
    case MeasurementStatus::Ok: return "ok";
    case MeasurementStatus::WrongOutput: return "wrong-output";
    case MeasurementStatus::Failed: break;
    }
    return "failed";
}

Distribution distributionOf(const std::vector<double>& values) {
    Distribution result;
    if (values.empty()) return result;
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    const auto at = [&](double fraction) { return quantileOf(sorted, fraction); };
    result.count = sorted.size();
    result.min = sorted.front();
    result.p5 = at(0.05);
    result.p25 = at(0.25);
    result.median = at(0.5);
    result.p75 = at(0.75);
    result.p90 = at(0.90);
    result.p95 = at(0.95);
    result.max = sorted.back();
    result.mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(sorted.size());
    return result;
}

std::string timeNow() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

std::string thisTool() { return "warpstring " WARPSTRING_VERSION; }

void stampNow(Measurement& record) {
    record.takenAt = timeNow();
    record.tool = thisTool();
}

double relativeSpread(const Samples& samples) {
    std::vector<double> kept;
    for (std::size_t i = 0; i < samples.ns.size(); ++i)
        if (!std::binary_search(samples.statistics.excluded.begin(), samples.statistics.excluded.end(), i))
            kept.push_back(samples.ns[i]);
    const double median = samples.statistics.median;
    return median > 0 ? (quantileOf(kept, 0.95) - quantileOf(kept, 0.05)) / median : 0;
}

} // namespace warpstring::records
