// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "calibration/calibration.h"
#include "core/text/text_format.h"

namespace warpstring::calibration {

using records::ProbeRecord;
using records::ProbeSet;

namespace {

double unitsOf(const ProbeSet& set) {
    return static_cast<double>(std::max<std::uint64_t>(1, set.device.computeUnits));
}

/// Accesses of a warp to one multiprocessor.
std::function<double(const ProbeRecord&)> accessesOfUnit(const ProbeSet& set) {
    return [units = unitsOf(set)](const ProbeRecord& r) {
        return r.transactions / std::min(units, static_cast<double>(std::max<std::uint64_t>(1, r.groups)));
    };
}

/// Most lanes on one of `banks` words of 4 bytes when lane k takes word k x stride; one word counts once.
double waysOf(std::uint64_t stride, std::uint64_t banks, std::uint64_t lanes) {
    std::map<std::uint64_t, std::set<std::uint64_t>> words;
    for (std::uint64_t lane = 0; lane < lanes; ++lane) words[lane * stride % banks].insert(lane * stride);
    std::size_t most = 1;
    for (const auto& [bank, distinct] : words) most = std::max(most, distinct.size());
    return static_cast<double>(most);
}

void fitLocal(const ProbeSet& set, Calibration& calibration) {
    const double perNs = calibration.clockMhz / 1e3;
    const auto lanes = static_cast<std::uint64_t>(calibration.warpSize);
    std::vector<double> cycles;
    std::vector<std::uint64_t> strides;
    for (const auto& [id, series] : seriesOf(set, "local")) {
        const Estimate one = slopeOf(series, accessesOfUnit(set), perNs, false);
        if (!one.identified) continue;
        strides.push_back(series.front()->stride);
        cycles.push_back(one.value);
    }
    CalibratedValue banks{"shared_memory.banks", "", {}, "no stride is slower than another: no banks are seen"};
    CalibratedValue access{"shared_memory.cycles_per_access", "cycles", {}, "local memory was not measured"};
    CalibratedValue broadcast{"shared_memory.broadcast", "", {}, banks.note};
    const bool hasConflicts =
        lanes > 1 && cycles.size() > 3 &&
        *std::max_element(cycles.begin(), cycles.end()) > 1.5 * *std::min_element(cycles.begin(), cycles.end());
    double best = 0;
    for (std::uint64_t count = 2; hasConflicts && count <= 128; count *= 2) {
        const FitResult fit = fitNonNegative(cycles, {1.0}, [&](const std::vector<double>& p, std::size_t i) {
            return p[0] * waysOf(strides[i], count, lanes);
        });
        if (best > 0 && fit.residual >= best) continue;
        best = fit.residual;
        access.estimate = estimateOf(fit, 0);
        access.note = "by strides of 1 to 64 words, each way of a conflict";
        banks.estimate = access.estimate;
        banks.estimate.value = static_cast<double>(count);
        banks.estimate.standardError = 0;
        banks.estimate.identified = fit.residual < 0.25;
        banks.note = "the count whose conflicts explain the strides best; of words of 4 bytes";
    }
    if (lanes == 1 && cycles.size() > 3) {
        // Nothing stands beside a work-item that it could meet at a bank, and nothing hides its chain of loads.
        const FitResult fit =
            fitNonNegative(cycles, {1.0}, [](const std::vector<double>& p, std::size_t) { return p[0]; });
        access.estimate = estimateOf(fit, 0);
        access.note = "a chain of loads in each work-item, one after another";
        banks.note = "a warp of one work-item has no conflicts";
    } else if (!hasConflicts && !cycles.empty()) {
        access.estimate.value = *std::min_element(cycles.begin(), cycles.end());
        access.note = "the conflicts that would tell it from its surroundings are not seen";
    }
    if (hasConflicts && banks.estimate.identified)
        for (std::size_t i = 0; i < strides.size(); ++i)
            if (strides[i] == 0) {
                broadcast.estimate = access.estimate;
                broadcast.estimate.value = cycles[i] < 2 * access.estimate.value ? 1 : 0;
                broadcast.note = "all lanes at one word";
            }
    calibration.values.insert(calibration.values.end(), {banks, access, broadcast});
    CalibratedValue pipe = access;
    pipe.key = "pipes.memory", pipe.unit = "lanes/cycle";
    if (access.estimate.value > 0) {
        pipe.estimate.value = calibration.warpSize / access.estimate.value;
        pipe.estimate.standardError *= pipe.estimate.value / access.estimate.value;
    }
    pipe.note = "lanes of shared_memory.cycles_per_access";
    calibration.values.push_back(pipe);

    CalibratedValue latency{"shared_memory.latency", "cycles", {}, "local memory was not measured"};
    for (const auto& [id, series] : seriesOf(set, "local-latency")) {
        latency.estimate = slopeOf(series, [](const ProbeRecord& r) { return r.operations; }, perNs, true);
        latency.note = "one warp's chain of loads without conflicts";
    }
    calibration.values.push_back(latency);

    std::vector<double> ways, atomics;
    for (const auto& [id, series] : seriesOf(set, "local-atomic")) {
        ways.push_back(static_cast<double>(series.front()->ways));
        atomics.push_back(slopeOf(series, accessesOfUnit(set), perNs, false).value);
    }
    CalibratedValue atomic{"shared_memory.atomic_cycles", "cycles", {}, "atomic operations were not measured"};
    if (ways.size() > 2) {
        atomic.estimate = estimateOf(fitLine(ways, atomics), 1);
        atomic.note = "by lanes of a warp on one word, 8 warps side by side";
    }
    calibration.values.push_back(atomic);
}

struct Level {
    double latency = 0;  ///< cycles, geometric mean
    double capacity = 0; ///< bytes up to which it answers; of the last level the largest footprint
};

/// Splits latencies, ascending by footprint, into at most three plateaus with the least squares of their
/// logarithms.
std::vector<Level> plateausOf(const std::vector<double>& bytes, const std::vector<double>& cycles) {
    const std::size_t n = cycles.size();
    const auto squares = [&](std::size_t from, std::size_t to) {
        double sum = 0, all = 0;
        for (std::size_t i = from; i < to; ++i) sum += std::log(cycles[i]);
        const double mean = sum / static_cast<double>(to - from);
        for (std::size_t i = from; i < to; ++i) all += std::pow(std::log(cycles[i]) - mean, 2);
        return all;
    };
    double least = squares(0, n);
    std::vector<std::size_t> ends{n};
    for (std::size_t a = 1; a < n; ++a)
        for (std::size_t b = a; b < n; ++b) {
            const double all = squares(0, a) + (b > a ? squares(a, b) : 0) + squares(b, n);
            if (all >= least - 1e-12) continue;
            least = all;
            ends = b > a ? std::vector<std::size_t>{a, b, n} : std::vector<std::size_t>{a, n};
        }
    std::vector<Level> levels;
    std::size_t from = 0;
    for (const std::size_t end : ends) {
        double sum = 0;
        for (std::size_t i = from; i < end; ++i) sum += std::log(cycles[i]);
        const double latency = std::exp(sum / static_cast<double>(end - from));
        if (!levels.empty() && latency < 1.3 * levels.back().latency)
            levels.back().capacity = bytes[end - 1];
        else
            levels.push_back({latency, bytes[end - 1]});
        from = end;
    }
    return levels;
}

/// latency(F) = sum over levels of latency x (hits here - hits above); hits of a cache of capacity C: 1 for F
/// <= C, else (C / F)^s, s >= 0 the same for all: small for random replacement, large for least recently used.
FitResult fitLevels(const std::vector<double>& bytes, const std::vector<double>& cycles,
                    const std::vector<Level>& levels) {
    const std::size_t count = levels.size();
    std::vector<double> start;
    for (const Level& level : levels) start.push_back(level.latency);
    for (std::size_t k = 0; k + 1 < count; ++k) start.push_back(levels[k].capacity * 1.1);
    if (count > 1) start.push_back(3.0);
    return fitNonNegative(cycles, start, [&](const std::vector<double>& p, std::size_t i) {
        double latency = 0, above = 0;
        for (std::size_t k = 0; k < count; ++k) {
            const double hits = k + 1 == count || bytes[i] <= p[count + k]
                                    ? 1.0
                                    : std::pow(p[count + k] / bytes[i], p[2 * count - 1]);
            latency += p[k] * std::max(0.0, hits - above);
            above = std::max(above, hits);
        }
        return latency;
    });
}

void fitChase(const ProbeSet& set, Calibration& calibration) {
    std::map<double, double> latencies;
    for (const auto& [id, series] : seriesOf(set, "chase")) {
        const Estimate one = slopeOf(
            series, [](const ProbeRecord& r) { return r.operations; }, calibration.clockMhz / 1e3, true);
        if (one.value > 0) latencies[static_cast<double>(series.front()->footprintBytes)] = one.value;
    }
    std::vector<double> bytes, cycles;
    for (const auto& [footprint, latency] : latencies) bytes.push_back(footprint), cycles.push_back(latency);
    const std::string missing = "needs pointer chases of many footprints";
    CalibratedValue l1{"caches.l1_latency", "cycles", {}, missing},
        l1Bytes{"caches.l1_bytes", "bytes", {}, missing}, l2{"caches.l2_latency", "cycles", {}, missing},
        l2Bytes{"caches.l2_bytes", "bytes", {}, missing},
        memory{"global_memory.latency", "cycles", {}, missing};
    if (cycles.size() >= 6) {
        const auto levels = plateausOf(bytes, cycles);
        const FitResult fit = fitLevels(bytes, cycles, levels);
        const std::size_t count = levels.size();
        const std::string note = "pointer chase by footprint, " + std::to_string(count) + " levels";
        const auto take = [&](CalibratedValue& value, std::size_t which) {
            value.estimate = estimateOf(fit, which);
            value.note = note;
        };
        const bool reachesMemory =
            bytes.back() > 2.0 * static_cast<double>(set.device.cacheBytes) || count == 3;
        take(l1, 0);
        if (count > 1) take(l1Bytes, count);
        if (count == 3) take(l2, 1), take(l2Bytes, 4);
        if (count == 2 && !reachesMemory) take(l2, 1);
        if (count > 1 && reachesMemory) take(memory, count - 1);
        if (!memory.estimate.identified) memory.note = "no footprint is larger than the caches";
        for (std::size_t i = 0; i < bytes.size(); ++i)
            calibration.findings.push_back(
                {"load latency at " + std::to_string(static_cast<std::uint64_t>(bytes[i])) + " bytes",
                 "cycles",
                 {cycles[i], 0, 0, 1, 3, true},
                 ""});
    }
    calibration.values.insert(calibration.values.end(), {l1, l1Bytes, l2, l2Bytes, memory});
}

void fitStreams(const ProbeSet& set, const HardwareSpec* base, Calibration& calibration) {
    const double perNs = calibration.clockMhz / 1e3, units = unitsOf(set);
    // 1/slope: bytes over ns are GB/s.
    const auto rateOf = [](const RecordSeries& series) {
        Estimate rate = slopeOf(series, [](const ProbeRecord& r) { return r.bytes; }, 1.0, false);
        if (rate.value <= 0) return rate;
        const double value = 1 / rate.value;
        rate.standardError *= value / rate.value;
        rate.value = value;
        return rate;
    };
    CalibratedValue memory{"global_memory.bandwidth_gb_s", "GB/s", {}, "streams were not measured"};
    CalibratedValue attained{"global_memory.attained_fraction", "", {}, "streams were not measured"};
    CalibratedValue l2{
        "caches.l2_bandwidth_gb_s", "GB/s", {}, "streams that fit the L2 cache were not measured"};
    CalibratedValue l1{
        "caches.l1_bytes_per_cycle", "bytes", {}, "streams that fit the L1 cache were not measured"};
    std::map<std::uint64_t, Estimate> reads;
    for (const auto& [id, series] : seriesOf(set, "stream")) {
        const Estimate rate = rateOf(series);
        const ProbeRecord& first = *series.front();
        calibration.findings.push_back(
            {first.operation + " of " + std::to_string(first.footprintBytes) + " bytes", "GB/s", rate, ""});
        if (first.operation == "read_float4") reads[first.footprintBytes] = rate;
        if (first.operation == "private_float4") {
            l1.estimate = rate;
            l1.estimate.value /= perNs * units, l1.estimate.standardError /= perNs * units;
            l1.note = "reads of 16 bytes that stay in a multiprocessor";
            // The data path takes whole lines. Where a warp's access has less, its time is that of a line.
            const double line = base != nullptr && base->caches.l1LineBytes > 0 ? base->caches.l1LineBytes
                                : set.device.type == records::DeviceType::Cpu   ? usualCpuLineBytes
                                                                                : 128;
            const double accessed = 16.0 * calibration.warpSize;
            if (accessed < line) {
                l1.estimate.value *= line / accessed, l1.estimate.standardError *= line / accessed;
                l1.note += formatted(", each counted as a line of %.0f", line);
            }
        }
    }
    if (!reads.empty()) {
        const auto& [largest, rate] = *reads.rbegin();
        memory.estimate = attained.estimate = rate;
        memory.note = "reads of " + std::to_string(largest) + " bytes";
        attained.note = memory.note + " over the peak";
        if (base != nullptr) {
            // The peak is the data sheet's; what is reached of it is measured.
            const double peak = std::max(base->globalMemory.bandwidthGBs, rate.value);
            attained.estimate.value = rate.value / peak,
            attained.estimate.standardError = rate.standardError / peak;
            memory.estimate.identified = rate.value > base->globalMemory.bandwidthGBs;
            if (!memory.estimate.identified)
                memory.note += " reach the part that attained_fraction tells; the peak stands";
        } else {
            attained.estimate.identified = false;
            attained.note = "the peak is not known: the bandwidth is what is reached";
        }
        const double cache = base != nullptr && base->caches.l2Bytes > 0
                                 ? base->caches.l2Bytes
                                 : static_cast<double>(set.device.cacheBytes);
        // The largest that fits with room to spare: of smaller ones a part stays in L1.
        for (const auto& [footprint, one] : reads)
            if (static_cast<double>(footprint) <= 0.35 * cache) {
                l2.estimate = one;
                l2.note = "reads of " + std::to_string(footprint) + " bytes, again and again";
            }
    }
    calibration.values.insert(calibration.values.end(), {memory, attained, l2, l1});
}

void fitStrides(const ProbeSet& set, Calibration& calibration) {
    const double perNs = calibration.clockMhz / 1e3;
    const double lanes = calibration.warpSize;
    std::map<std::string, std::map<std::uint64_t, double>> curves;
    for (const auto& [id, series] : seriesOf(set, "stride"))
        curves[series.front()->operation + "/" + series.front()->level][series.front()->stride] =
            slopeOf(series, accessesOfUnit(set), perNs, false).value;
    for (const auto& [id, series] : seriesOf(set, "l1-stride"))
        curves["l1"][series.front()->stride] = slopeOf(series, accessesOfUnit(set), perNs, false).value;

    CalibratedValue sector{
        "global_memory.min_transaction_bytes", "bytes", {}, "loads by stride were not measured"};
    const auto& reads = curves["strided_read/dram"];
    if (calibration.warpSize == 1)
        sector.note = "a warp of one work-item shares no sector with another";
    else if (reads.size() > 3) {
        sector.note = "loads by stride show no size beyond which they cost no more";
        // Time grows with the stride as long as neighbouring lanes share a sector.
        for (auto at = reads.begin(); std::next(at) != reads.end(); ++at)
            if (std::next(at)->second < 1.4 * at->second && at->first > 1) {
                sector.estimate.value = static_cast<double>(4 * at->first);
                sector.estimate.points = reads.size();
                sector.estimate.identified = true;
                sector.note = "the stride beyond which a load from memory costs no more";
                break;
            }
    }
    calibration.values.push_back(sector);

    CalibratedValue issue{"global_memory.issue_cycles", "cycles", {}, "loads that hit L1 were not measured"};
    if (const auto& l1 = curves["l1"]; l1.contains(1)) {
        issue.estimate = {l1.at(1), 0, 0, 1, 3, l1.at(1) > 0};
        issue.note = "a warp's load of one line that hits L1";
    }
    calibration.values.push_back(issue);

    // cycles of an access = issue + sectors x a + lines x b
    for (const auto& [name, curve] : curves) {
        std::vector<double> cycles, sectors, lines;
        for (const auto& [stride, value] : curve) {
            if (stride == 0 || value <= 0) continue;
            cycles.push_back(value);
            const double span = lanes * 4 * static_cast<double>(stride);
            sectors.push_back(std::min(lanes, std::max(1.0, span / 32)));
            lines.push_back(std::min(lanes, std::max(1.0, span / 128)));
        }
        if (cycles.size() < 4) continue;
        const FitResult fit =
            fitNonNegative(cycles, {1.0, 0.5, 1.0}, [&](const std::vector<double>& p, std::size_t i) {
                return p[0] + p[1] * sectors[i] + p[2] * lines[i];
            });
        const char* parts[] = {"an access", "a sector of 32 bytes", "a line of 128 bytes"};
        for (std::size_t k = 0; k < 3; ++k)
            calibration.findings.push_back({name + ": " + parts[k], "cycles", estimateOf(fit, k),
                                            "access + sectors + lines, strides 1 to 32"});
        for (const auto& [stride, value] : curve)
            calibration.findings.push_back({name + " at stride " + std::to_string(stride),
                                            "cycles",
                                            {value, 0, 0, 1, 3, true},
                                            "of a warp's access"});
    }
}

void fitAtomicsAndResidency(const ProbeSet& set, Calibration& calibration) {
    const double perNs = calibration.clockMhz / 1e3;
    CalibratedValue atomic{"global_memory.atomic_cycles", "cycles", {}, "atomic operations were not measured"};
    for (const auto& [id, series] : seriesOf(set, "global-atomic")) {
        const Estimate one = slopeOf(series, [](const ProbeRecord& r) { return r.transactions; }, perNs, false);
        if (series.front()->operation == "same") {
            atomic.estimate = one;
            atomic.note = "every work-item at one word";
        } else {
            calibration.findings.push_back(
                {"global atomic, a word each", "cycles", one, "between two of the whole device"});
        }
    }
    calibration.values.push_back(atomic);

    CalibratedValue groups{"occupancy.groups", "", {}, "waiting groups were not measured"};
    CalibratedValue items{"occupancy.work_items", "", {}, groups.note};
    std::map<std::uint64_t, std::map<std::uint64_t, double>> bySize;
    for (const auto& [id, series] : seriesOf(set, "residency"))
        bySize[series.front()->groupSize]
              [static_cast<std::uint64_t>(static_cast<double>(series.front()->groups) / unitsOf(set))] =
                  series.front()->medianNs;
    for (const auto& [size, times] : bySize)
        for (auto at = times.begin(); std::next(at) != times.end(); ++at)
            if (std::next(at)->second > 1.4 * at->second) {
                // Capacities between two counts are not told apart.
                const bool isExact = std::next(at)->first == at->first + 1;
                const auto capacity = static_cast<double>(at->first);
                const Estimate found{capacity, 0, 0, 1, times.size(), isExact};
                const std::string note =
                    "groups of " + std::to_string(size) + " take a second turn beyond this count";
                if (size == bySize.begin()->first) groups.estimate = found, groups.note = note;
                if (capacity * static_cast<double>(size) > items.estimate.value && isExact) {
                    items.estimate = found;
                    items.estimate.value = capacity * static_cast<double>(size);
                    items.note = note;
                }
                break;
            }
    calibration.values.push_back(groups);
    calibration.values.push_back(items);
}

} // namespace

void fitMemory(const ProbeSet& set, const HardwareSpec* base, Calibration& calibration) {
    fitLocal(set, calibration);
    fitChase(set, calibration);
    fitStreams(set, base, calibration);
    fitStrides(set, calibration);
    fitAtomicsAndResidency(set, calibration);
}

} // namespace warpstring::calibration
