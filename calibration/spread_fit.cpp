// SPDX-License-Identifier: GPL-3.0-or-later
// What a warp waits for the latest of its lines beyond the wait for one: the exponential part of a latency.
#include <map>

#include "calibration/calibration.h"

namespace warpstring::calibration {

using records::ProbeRecord;
using records::ProbeSet;

namespace {

/// Cycles of a dependent load by the lines that a warp loads together.
using LineCurve = std::map<double, double>;

/// By footprint.
std::map<double, LineCurve> lineCurves(const ProbeSet& set, const Calibration& calibration,
                                       const std::string& level) {
    std::map<double, LineCurve> curves;
    for (const auto& [id, series] : seriesOf(set, "line-latency")) {
        const ProbeRecord& first = *series.front();
        if (first.level != level || first.ways == 0) continue;
        const Estimate one = slopeOf(
            series, [](const ProbeRecord& r) { return r.operations; }, calibration.clockMhz / 1e3, true);
        if (one.value > 0)
            curves[static_cast<double>(first.footprintBytes)][static_cast<double>(first.ways)] = one.value;
    }
    return curves;
}

/// The mean of the largest of n exponentials of scale 1: 1 + 1/2 + ... + 1/n.
double harmonic(double n) {
    double sum = 0;
    for (double i = 1; i <= n; ++i) sum += 1 / i;
    return sum;
}

/// cycles = latency + spread x (1 + 1/2 + ... + 1/n) + n x line
void fitSpread(CalibratedValue& value, const LineCurve& curve) {
    if (curve.size() < 4) return;
    std::vector<double> lines, cycles;
    for (const auto& [n, one] : curve) lines.push_back(n), cycles.push_back(one);
    const FitResult fit =
        fitNonNegative(cycles, {cycles.front(), 20, 1}, [&](const std::vector<double>& p, std::size_t i) {
            return p[0] + p[1] * harmonic(lines[i]) + p[2] * lines[i];
        });
    value.estimate = estimateOf(fit, 1);
    value.note =
        "a warp's dependent loads of 1 to " + std::to_string(static_cast<int>(lines.back())) + " lines";
}

} // namespace

void fitSpreads(const ProbeSet& set, Calibration& calibration) {
    const std::string missing = "loads of several lines at a time were not measured";
    CalibratedValue ofL2{"caches.l2_latency_spread", "cycles", {}, missing},
        ofMemory{"global_memory.latency_spread", "cycles", {}, missing};
    const CalibratedValue* l2 = calibration.find("caches.l2_bytes");
    const double l2Bytes = l2 != nullptr ? l2->estimate.value : 0;
    // The largest footprint that L2 holds with room to spare: of smaller ones L1 answers more.
    for (const auto& [bytes, curve] : lineCurves(set, calibration, "l2"))
        if (bytes <= l2Bytes / 2 || ofL2.estimate.points == 0) fitSpread(ofL2, curve);
    for (const auto& [bytes, curve] : lineCurves(set, calibration, "global"))
        if (bytes > 4 * l2Bytes) fitSpread(ofMemory, curve);
    calibration.values.insert(calibration.values.end(), {ofL2, ofMemory});
}

} // namespace warpstring::calibration
