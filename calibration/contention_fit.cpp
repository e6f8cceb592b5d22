// SPDX-License-Identifier: GPL-3.0-or-later
// Where work-items of a warp, or instructions of several pipes, get in each other's way.
#include <algorithm>
#include <cmath>
#include <map>

#include "calibration/calibration.h"
#include "core/text/text_format.h"

namespace warpstring::calibration {

using records::ProbeRecord;
using records::ProbeSet;

namespace {

constexpr double sectorBytes = 32, lineBytes = 128;

/// Accesses of a warp to one multiprocessor.
double accessesOfUnit(const ProbeSet& set, const ProbeRecord& record) {
    const auto units = static_cast<double>(std::max<std::uint64_t>(1, set.device.computeUnits));
    return record.transactions /
           std::min(units, static_cast<double>(std::max<std::uint64_t>(1, record.groups)));
}

using Curve = std::map<double, double>; ///< cycles of a warp's access, by what varies

/// `at` tells where a series stands; series without a slope are left out.
Curve curveOf(const ProbeSet& set, const Calibration& calibration, const std::string& family,
              const std::function<std::optional<double>(const ProbeRecord&)>& at) {
    Curve curve;
    for (const auto& [id, series] : seriesOf(set, family)) {
        const auto place = at(*series.front());
        if (!place) continue;
        const Estimate one = slopeOf(
            series, [&](const ProbeRecord& r) { return accessesOfUnit(set, r); }, calibration.clockMhz / 1e3,
            false);
        if (one.value > 0) curve[*place] = one.value;
    }
    return curve;
}

std::optional<double> byWays(const ProbeRecord& record) { return static_cast<double>(record.ways); }

std::pair<std::vector<double>, std::vector<double>> pointsOf(const Curve& curve) {
    std::pair<std::vector<double>, std::vector<double>> points;
    for (const auto& [at, cycles] : curve) points.first.push_back(at), points.second.push_back(cycles);
    return points;
}

/// cycles = c0 + words x cost. One word is the operand that compilers make of it, and no measure.
void fitConstants(const ProbeSet& set, Calibration& calibration) {
    CalibratedValue word{"caches.constant_word_cycles", "cycles", {}, "constant memory was not measured"};
    Curve curve = curveOf(set, calibration, "constant", byWays);
    curve.erase(1);
    if (curve.size() > 2) {
        const auto [words, cycles] = pointsOf(curve);
        word.estimate = estimateOf(fitLine(words, cycles), 1);
        word.note = "loads of a program's table by different words of a warp";
    }
    calibration.values.push_back(word);
}

/// Whether lanes that add one to a word are counted rather than taken one after another.
void fitIncrements(const ProbeSet& set, Calibration& calibration) {
    CalibratedValue counts{
        "shared_memory.counts_increments", "", {}, "additions of one to local memory were not measured"};
    const Curve increments = curveOf(set, calibration, "local-increment", byWays),
                others = curveOf(set, calibration, "local-atomic", byWays);
    if (increments.size() > 2 && others.contains(increments.rbegin()->first)) {
        const auto& [lanes, cycles] = *increments.rbegin();
        const double returning = others.at(lanes);
        counts.estimate.value = cycles < 0.5 * returning ? 1 : 0;
        counts.estimate.points = increments.size();
        counts.estimate.identified = true;
        counts.note = formatted("%.0f lanes on a word take %.1f cycles adding one, %.1f where results are used",
                                lanes, cycles, returning);
    }
    calibration.values.push_back(counts);
}

/// Cycles of the device between two sectors of a window of B bytes:
///     sector / min(max(1, B / slice bytes), slices)
void fitWindows(const ProbeSet& set, Calibration& calibration) {
    const std::string missing = "atomic operations side by side in few bytes were not measured";
    CalibratedValue sector{"global_memory.atomic_sector_cycles", "cycles", {}, missing},
        slices{"caches.l2_slices", "", {}, missing}, sliceBytes{"caches.l2_slice_bytes", "bytes", {}, missing};
    const double sectors = std::max(1.0, calibration.warpSize * 4 / sectorBytes);
    std::vector<double> bytes, cycles;
    for (const auto& [id, series] : seriesOf(set, "global-atomic-window")) {
        const Estimate one = slopeOf(
            series, [&](const ProbeRecord& r) { return r.transactions * sectors; }, calibration.clockMhz / 1e3,
            false);
        if (one.value <= 0) continue;
        bytes.push_back(static_cast<double>(series.front()->footprintBytes));
        cycles.push_back(one.value);
        calibration.findings.push_back(
            {"atomic additions side by side in " + std::to_string(series.front()->footprintBytes) + " bytes",
             "cycles", one, "between two sectors of the whole device"});
    }
    if (cycles.size() > 5) {
        // The ends of the curve first: slices are not taken in turn, so that the way between them is uneven.
        const double slow = *std::max_element(cycles.begin(), cycles.end()),
                     fast = *std::min_element(cycles.begin(), cycles.end());
        std::vector<double> one, all, between, betweenBytes;
        for (std::size_t i = 0; i < cycles.size(); ++i)
            if (cycles[i] > 0.8 * slow) {
                one.push_back(cycles[i]);
            } else if (cycles[i] < 1.25 * fast) {
                all.push_back(cycles[i]);
            } else {
                between.push_back(cycles[i]);
                betweenBytes.push_back(bytes[i]);
            }
        const auto same = [](const std::vector<double>& p, std::size_t) { return p[0]; };
        sector.estimate = estimateOf(fitNonNegative(one, {slow}, same), 0);
        slices.estimate = estimateOf(fitNonNegative(all, {fast}, same), 0);
        if (slices.estimate.value > 0) {
            const double count = sector.estimate.value / slices.estimate.value;
            slices.estimate.standardError *= count / slices.estimate.value;
            slices.estimate.value = count;
        }
        if (!between.empty())
            sliceBytes.estimate =
                estimateOf(fitNonNegative(between, {512.0},
                                          [&](const std::vector<double>& p, std::size_t i) {
                                              return sector.estimate.value * p[0] / betweenBytes[i];
                                          }),
                           0);
        // They belong together: one of them without the others says something else.
        const bool identified = one.size() < cycles.size() && sector.estimate.identified &&
                                slices.estimate.identified && sliceBytes.estimate.identified;
        for (CalibratedValue* value : {&sector, &sliceBytes, &slices}) {
            value->estimate.identified = identified;
            value->note = "atomic additions side by side in windows of 128 bytes to 1 MB";
        }
    }
    calibration.values.insert(calibration.values.end(), {sector, slices, sliceBytes});
}

/// Cycles of a scheduler = issue x (multiply-adds + (1 + mixed) x others), where no pipe takes as long.
void fitMixtures(const ProbeSet& set, Calibration& calibration) {
    CalibratedValue mixed{
        "execution.mixed_issue_cycles", "cycles", {}, "mixtures of instructions were not measured"};
    const double units = static_cast<double>(std::max<std::uint64_t>(1, set.device.computeUnits));
    const auto mad = calibration.costs.find(OperationClass::FloatMad);
    std::vector<double> others, cycles;
    for (const auto& [id, series] : seriesOf(set, "mixture")) {
        const ProbeRecord& first = *series.front();
        const auto known = parseOperationClass(first.operation);
        if (!known || first.ways == 0 || mad == calibration.costs.end()) continue;
        const auto other = calibration.costs.find(*known);
        if (other == calibration.costs.end()) continue;
        const Estimate one = slopeOf(
            series,
            [&](const ProbeRecord& r) {
                return r.operations * static_cast<double>(r.groups * r.groupSize) / calibration.warpSize /
                       units;
            },
            calibration.clockMhz / 1e3, false);
        const double share = 1 / static_cast<double>(first.ways), alone = mad->second.cycles.value;
        if (one.value <= 0 || alone <= 0) continue;
        calibration.findings.push_back(
            {first.operation + " after every " + std::to_string(first.ways) + " multiply-adds", "cycles", one,
             "of a multiply-add and its share of the other"});
        if (share * other->second.cycles.value > 0.9 * alone * (1 + share)) continue; // its pipe is the limit
        others.push_back(share);
        cycles.push_back(one.value / alone);
    }
    if (cycles.size() > 2) {
        const FitResult fit = fitNonNegative(cycles, {0.1}, [&](const std::vector<double>& p, std::size_t i) {
            return 1 + (1 + p[0]) * others[i];
        });
        mixed.estimate = estimateOf(fit, 0);
        mixed.note = "slots lost to an instruction of another pipe among multiply-adds";
    }
    calibration.values.push_back(mixed);
}

/// Strided accesses that L2 answers. Loads take what is longer, their sectors or their lines; stores of parts
/// of lines take both. From strides of 8 words on, each lane has a sector of its own.
void fitLines(const ProbeSet& set, Calibration& calibration) {
    CalibratedValue load{"caches.load_line_cycles", "cycles", {}, "strided loads from L2 were not measured"},
        store{"caches.store_line_cycles", "cycles", {}, "strided stores to L2 were not measured"};
    const double lanes = calibration.warpSize;
    const auto linesOf = [&](double stride) { return std::min(lanes, lanes * 4 * stride / lineBytes); };
    const auto strided = [&](const std::string& operation) {
        Curve curve = curveOf(set, calibration, "stride", [&](const ProbeRecord& r) -> std::optional<double> {
            if (r.operation != operation || r.level != "l2") return std::nullopt;
            return static_cast<double>(r.stride);
        });
        std::erase_if(curve, [](const auto& point) { return point.first * 4 < sectorBytes; });
        return pointsOf(curve);
    };
    if (const auto [strides, cycles] = strided("strided_read"); cycles.size() > 2 && lanes > 1) {
        const FitResult fit =
            fitNonNegative(cycles, {0.5, 1.0}, [&](const std::vector<double>& p, std::size_t i) {
                return std::max(p[0] * lanes, p[1] * linesOf(strides[i]));
            });
        load.estimate = estimateOf(fit, 1);
        load.note = "loads of a sector each by strides of 8 to 32 words";
    }
    if (const auto [strides, cycles] = strided("strided_write"); cycles.size() > 2 && lanes > 1) {
        const FitResult fit =
            fitNonNegative(cycles, {1.0, 1.0}, [&](const std::vector<double>& p, std::size_t i) {
                return p[0] * lanes + p[1] * linesOf(strides[i]);
            });
        store.estimate = estimateOf(fit, 1);
        store.note = "stores of a sector each by strides of 8 to 32 words";
    }
    calibration.values.insert(calibration.values.end(), {load, store});
}

} // namespace

void fitContention(const ProbeSet& set, Calibration& calibration) {
    fitConstants(set, calibration);
    fitIncrements(set, calibration);
    fitWindows(set, calibration);
    fitMixtures(set, calibration);
    fitLines(set, calibration);
}

} // namespace warpstring::calibration
