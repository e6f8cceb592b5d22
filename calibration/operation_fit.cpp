// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "calibration/calibration.h"
#include "core/records/sample_statistics.h"

namespace warpstring::calibration {

using records::ProbeRecord;
using records::ProbeSet;

namespace {

std::string noteNumber(double value, const char* format = "%.4g") {
    char text[40];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

/// Operation classes that every step of a probe contains besides; as in core/measure/calibration.
struct Extra {
    OperationClass operation, extra;
    double count;
    bool sharesPipe; ///< both limit the same execution units, so their cycles add up
};
constexpr Extra extras[] = {
    {OperationClass::IntegerRemainder, OperationClass::IntegerAdd, 1, true},
    {OperationClass::IntegerCompare, OperationClass::Select, 1, true},
    {OperationClass::IntegerMinMax, OperationClass::Logic, 1, true},
    {OperationClass::LongRemainder, OperationClass::LongAdd, 1, true},
    {OperationClass::LongCompare, OperationClass::Select, 2, true},
    {OperationClass::LongMinMax, OperationClass::LongLogic, 1, true},
    {OperationClass::FloatCompare, OperationClass::Select, 1, true},
    {OperationClass::OtherMath, OperationClass::FloatAdd, 1, true},
    {OperationClass::DoubleCompare, OperationClass::Select, 2, false},
};

/// cost - count x extra, with errors added in squares; not identified where little is left.
Estimate without(Estimate cost, const Estimate& extra, double count) {
    const double whole = cost.value;
    cost.value = std::max(0.0, whole - count * extra.value);
    cost.standardError = std::hypot(cost.standardError, count * extra.standardError);
    cost.identified = cost.identified && extra.identified && cost.value > 0.1 * whole &&
                      cost.standardError <= 0.5 * cost.value;
    return cost;
}

const Estimate* cyclesOf(const Calibration& calibration, OperationClass operation) {
    const auto found = calibration.costs.find(operation);
    return found != calibration.costs.end() && found->second.cycles.identified ? &found->second.cycles
                                                                               : nullptr;
}

void removeExtras(Calibration& calibration) {
    // A select follows a comparison always, so neither is told alone: it is taken to cost as much as logic
    // does.
    const auto logic = calibration.costs.find(OperationClass::Logic);
    std::map<OperationClass, CalibratedCost> measured = calibration.costs;
    if (logic != calibration.costs.end()) measured[OperationClass::Select] = logic->second;
    for (const Extra& extra : extras) {
        const auto found = calibration.costs.find(extra.operation);
        if (found == calibration.costs.end()) continue;
        const auto other = measured.find(extra.extra);
        if (other == measured.end()) {
            found->second.cycles.identified = found->second.latency.identified = false;
            found->second.note = "not told apart from " + std::string(name(extra.extra));
            continue;
        }
        // Two selects of one comparison run side by side.
        found->second.latency = without(found->second.latency, other->second.latency, 1);
        if (extra.sharesPipe)
            found->second.cycles = without(found->second.cycles, other->second.cycles, extra.count);
        else
            found->second.cycles.identified = false;
        found->second.note = "less " + std::string(name(extra.extra)) + " of each step";
        if (extra.extra == OperationClass::Select) found->second.note += ", taken to cost as logic does";
    }
}

void addPipe(Calibration& calibration, const char* pipe, const Estimate* cycles, const std::string& from) {
    CalibratedValue value;
    value.key = "pipes." + std::string(pipe);
    value.unit = "lanes/cycle";
    value.note = "from " + from;
    if (cycles != nullptr && cycles->value > 0) {
        value.estimate = *cycles;
        value.estimate.value = calibration.warpSize / cycles->value;
        value.estimate.standardError = value.estimate.value * cycles->standardError / cycles->value;
    } else {
        value.note = from + " was not measured, or not well enough";
    }
    calibration.values.push_back(value);
}

void fitPipes(const std::map<std::string, Estimate>& byName, Calibration& calibration) {
    addPipe(calibration, "fma", cyclesOf(calibration, OperationClass::FloatMad), "float_mad");
    addPipe(calibration, "alu", cyclesOf(calibration, OperationClass::Logic), "logic");
    addPipe(calibration, "integer_multiply", cyclesOf(calibration, OperationClass::IntegerMultiply),
            "integer_multiply");
    // One special instruction each; the fastest is the one with nothing around it.
    const Estimate* special = nullptr;
    std::string from = "special functions";
    for (const char* candidate :
         {"bit_count", "reciprocal", "reciprocal_square_root.native", "native_sine_cosine"})
        if (const auto found = byName.find(candidate); found != byName.end() && found->second.identified)
            if (special == nullptr || found->second.value < special->value)
                special = &found->second, from = candidate;
    addPipe(calibration, "special", special, from);
    if (byName.contains("double_mad"))
        addPipe(calibration, "double", cyclesOf(calibration, OperationClass::DoubleMad), "double_mad");
}

void fitIssue(Calibration& calibration) {
    constexpr OperationClass singles[] = {OperationClass::FloatAdd,   OperationClass::FloatMultiply,
                                          OperationClass::FloatMad,   OperationClass::IntegerAdd,
                                          OperationClass::IntegerMad, OperationClass::Logic};
    CalibratedValue issue, latency;
    issue.key = "execution.issue_cycles";
    issue.unit = latency.unit = "cycles";
    latency.key = "execution.pipeline_latency";
    for (const OperationClass operation : singles)
        if (const Estimate* cycles = cyclesOf(calibration, operation))
            if (!issue.estimate.identified || cycles->value < issue.estimate.value) {
                issue.estimate = *cycles;
                issue.note = "the least of any single instruction, " + std::string(name(operation));
            }
    if (!issue.estimate.identified) issue.note = "no single instruction was measured well enough";
    const auto mad = calibration.costs.find(OperationClass::FloatMad);
    if (mad != calibration.costs.end()) latency.estimate = mad->second.latency;
    latency.note =
        latency.estimate.identified ? "of float_mad" : "float_mad was not measured, or not well enough";
    calibration.values.push_back(issue);
    calibration.values.push_back(latency);
}

/// How much of the shorter of two is hidden behind the longer: 1 for separate pipes, 0 for one.
void fitPairs(const ProbeSet& set, const std::map<std::string, Estimate>& byName,
              const std::function<double(const ProbeRecord&)>& work, Calibration& calibration) {
    for (const auto& [id, series] : seriesOf(set, "pair")) {
        const std::string& both = series.front()->operation;
        const auto first = byName.find(both.substr(0, both.find('+'))),
                   second = byName.find(both.substr(both.find('+') + 1));
        if (first == byName.end() || second == byName.end()) continue;
        const double a = first->second.value, b = second->second.value;
        CalibratedValue value;
        value.key = "overlap of " + both;
        value.estimate = slopeOf(series, work, calibration.clockMhz / 1e3, false);
        const double together = value.estimate.value;
        value.note =
            noteNumber(together) + " cycles together, " + noteNumber(a) + " and " + noteNumber(b) + " alone";
        value.estimate.value = std::clamp((a + b - together) / std::min(a, b), 0.0, 1.0);
        value.estimate.standardError /= std::min(a, b);
        calibration.findings.push_back(value);
    }
}

void fitSchedulers(const ProbeSet& set, Calibration& calibration) {
    CalibratedValue value;
    value.key = "execution.schedulers";
    value.note = "needs the time of one group by its warps";
    std::map<std::uint64_t, Estimate> byWarps;
    for (const auto& [id, series] : seriesOf(set, "warps"))
        byWarps[series.front()->groupSize / static_cast<std::uint64_t>(std::max(1, calibration.warpSize))] =
            slopeOf(
                series, [](const ProbeRecord& r) { return r.operations; }, calibration.clockMhz / 1e3, true);
    if (byWarps.contains(1) && byWarps.size() > 4) {
        const double one = byWarps[1].value;
        std::uint64_t most = 1;
        for (const auto& [warps, cycles] : byWarps) {
            if (cycles.value > 1.2 * one) break;
            most = warps;
        }
        value.estimate = byWarps[1];
        value.estimate.value = static_cast<double>(most);
        value.estimate.standardError = 0;
        value.estimate.identified = most < byWarps.rbegin()->first;
        value.note = "one group takes as long with up to " + std::to_string(most) + " warps as with one";
    }
    calibration.values.push_back(value);
}

} // namespace

void fitOperations(const ProbeSet& set, const HardwareSpec*, Calibration& calibration) {
    const double perNs = calibration.clockMhz / 1e3;
    const double warp = calibration.warpSize,
                 units = static_cast<double>(std::max<std::uint64_t>(1, set.device.computeUnits));
    const auto onOneUnit = [&](const ProbeRecord& r) {
        return r.operations * static_cast<double>(r.groups * r.groupSize) / warp / units;
    };
    std::map<std::string, Estimate> byName;
    for (const auto& [id, series] : seriesOf(set, "throughput")) {
        const Estimate cycles = slopeOf(series, onOneUnit, perNs, false);
        byName[series.front()->operation] = cycles;
        if (const auto operation = parseOperationClass(series.front()->operation))
            calibration.costs[*operation].cycles = cycles;
        else
            calibration.findings.push_back({"issue of " + series.front()->operation, "cycles", cycles, ""});
    }
    for (const auto& [id, series] : seriesOf(set, "latency")) {
        const Estimate cycles = slopeOf(series, [](const ProbeRecord& r) { return r.operations; }, perNs, true);
        if (const auto operation = parseOperationClass(series.front()->operation))
            calibration.costs[*operation].latency = cycles;
        else
            calibration.findings.push_back({"latency of " + series.front()->operation, "cycles", cycles, ""});
    }
    removeExtras(calibration);
    fitPipes(byName, calibration);
    fitIssue(calibration);
    fitPairs(set, byName, onOneUnit, calibration);
    fitSchedulers(set, calibration);
}

void fitLaunches(const ProbeSet& set, Calibration& calibration) {
    const double perNs = calibration.clockMhz / 1e3;
    const double units = static_cast<double>(std::max<std::uint64_t>(1, set.device.computeUnits));
    std::map<std::uint64_t, RecordSeries> bySize;
    for (const auto& [id, series] : seriesOf(set, "empty"))
        bySize[series.front()->groupSize].push_back(series.front());
    CalibratedValue start{"host.kernel_start_us", "us", {}, "needs empty kernels of several sizes"};
    CalibratedValue group{"execution.group_start_cycles", "cycles", {}, start.note};
    for (const auto& [size, series] : bySize) {
        std::vector<double> at, ns;
        for (const ProbeRecord* record : series) {
            at.push_back(static_cast<double>(record->groups) / units);
            ns.push_back(record->medianNs);
        }
        if (at.size() < 3) continue;
        const FitResult line = fitLine(at, ns);
        Estimate first = estimateOf(line, 0), second = estimateOf(line, 1);
        first.value /= 1e3, first.standardError /= 1e3;
        second.value *= perNs, second.standardError *= perNs;
        const std::string note = "empty kernels in groups of " + std::to_string(size) + ", by groups";
        if (size == bySize.begin()->first) {
            start.estimate = first, group.estimate = second;
            start.note = note;
            group.note = note + "; each multiprocessor's share, whether it or the whole device is the limit";
        } else {
            calibration.findings.push_back(
                {"group start, groups of " + std::to_string(size), "cycles", second, note});
        }
    }
    calibration.values.push_back(start);
    calibration.values.push_back(group);

    RecordSeries host;
    for (const auto& [id, series] : seriesOf(set, "launch-host")) host.push_back(series.front());
    CalibratedValue launch{"host.launch_overhead_us", "us", {}, "needs launches in a row"};
    if (host.size() > 2) {
        launch.estimate = slopeOf(host, [](const ProbeRecord& r) { return r.transactions * 1e3; }, 1.0, false);
        launch.note = "each of many empty kernels in a row, by the host's clock";
    }
    calibration.values.push_back(launch);

    // time of a barrier = latency + warps x cycles
    std::vector<double> warps, cycles;
    for (const auto& [id, series] : seriesOf(set, "barrier")) {
        const Estimate one = slopeOf(series, [](const ProbeRecord& r) { return r.transactions; }, perNs, true);
        if (!one.identified) continue;
        warps.push_back(static_cast<double>(series.front()->groupSize) / calibration.warpSize);
        cycles.push_back(one.value);
    }
    CalibratedValue latency{
        "execution.barrier_latency", "cycles", {}, "needs barriers of groups of several sizes"};
    CalibratedValue issue{"execution.barrier_cycles", "cycles", {}, latency.note};
    if (warps.size() > 2) {
        const FitResult line = fitLine(warps, cycles);
        latency.estimate = estimateOf(line, 0), issue.estimate = estimateOf(line, 1);
        latency.note = issue.note = "one group a multiprocessor, by its warps";
    }
    calibration.values.push_back(latency);
    calibration.values.push_back(issue);

    for (const std::string direction : {"to-device", "from-device"}) {
        RecordSeries transfers;
        for (const auto& [id, series] : seriesOf(set, "transfer"))
            if (series.front()->operation == direction) transfers.push_back(series.front());
        if (transfers.size() < 3) continue;
        Estimate perByte = slopeOf(transfers, [](const ProbeRecord& r) { return r.bytes; }, 1.0, false);
        if (perByte.value <= 0) continue;
        const double rate = 1 / perByte.value;
        perByte.standardError *= rate / perByte.value;
        perByte.value = rate;
        calibration.findings.push_back(
            {"transfer " + direction, "GB/s", perByte, "pageable memory, by the host's clock"});
    }
}

void fitClockAndWarp(const ProbeSet& set, const HardwareSpec* base, Calibration& calibration) {
    CalibratedValue clock{"execution.clock_mhz", "MHz", {}, "a kernel cannot read this device's clock"};
    // time = start + cycles / clock: every series has a start of its own, the slopes have one value.
    std::vector<double> slopes;
    double most = 0;
    for (const char* family : {"latency", "warps"})
        for (const auto& [id, series] : seriesOf(set, family)) {
            const ProbeRecord &first = *series.front(), &last = *series.back();
            if (first.cycles <= 0 || last.medianNs <= first.medianNs) continue;
            slopes.push_back((last.cycles - first.cycles) / (last.medianNs - first.medianNs) * 1e3);
            most = std::max(most, last.medianNs);
        }
    if (slopes.size() > 2) {
        const double median = records::medianOf(slopes);
        std::vector<double> distances;
        for (const double slope : slopes) distances.push_back(std::abs(slope - median));
        const double spread = 1.4826 * records::medianOf(distances);
        clock.estimate.value = median;
        clock.estimate.standardError = spread / std::sqrt(static_cast<double>(slopes.size()));
        clock.estimate.residual = spread / median;
        clock.estimate.points = slopes.size();
        clock.estimate.identified = spread < 0.1 * median;
        clock.note = "cycles of the device's clock over time";
    }
    calibration.clockMhz = clock.estimate.identified ? clock.estimate.value
                           : base != nullptr         ? base->execution.clockMhz
                           : set.device.clockMhz > 0 ? static_cast<double>(set.device.clockMhz)
                                                     : 1000;
    calibration.values.push_back(clock);

    CalibratedValue warp{"execution.warp_size", "lanes", {}, "branches by period were not measured"};
    std::map<std::uint64_t, double> byPeriod;
    for (const auto& [id, series] : seriesOf(set, "divergence"))
        byPeriod[series.front()->ways] =
            slopeOf(series, [](const ProbeRecord& r) { return r.operations; }, 1.0, false).value;
    if (byPeriod.size() > 2) {
        const double whole = byPeriod.begin()->second;
        for (const auto& [period, time] : byPeriod)
            if (time < 0.75 * whole) {
                warp.estimate.value = static_cast<double>(period);
                warp.estimate.points = byPeriod.size();
                warp.estimate.identified = true;
                warp.note = "branches whose sides alternate every " + std::to_string(period) +
                            " work-items run at full speed";
                break;
            }
        if (!warp.estimate.identified) warp.note = "no period of a branch's sides runs faster than another";
    }
    const double told =
        set.device.type == records::DeviceType::Cpu
            ? 1 // what its driver prefers is the width of its vectors; they take turns all the same
            : static_cast<double>(std::max<std::uint64_t>(1, set.warpMultiple));
    if (warp.estimate.identified && set.warpMultiple > 0 && warp.estimate.value != told)
        warp.note += "; the driver tells " + noteNumber(told);
    calibration.warpSize = base != nullptr            ? base->execution.warpSize
                           : warp.estimate.identified ? static_cast<int>(warp.estimate.value)
                                                      : static_cast<int>(told);
    calibration.values.push_back(warp);
}

const CalibratedValue* Calibration::find(const std::string& key) const {
    for (const CalibratedValue& value : values)
        if (value.key == key) return &value;
    return nullptr;
}

Calibration fitProbes(const ProbeSet& set, const HardwareSpec* base) {
    Calibration calibration;
    fitClockAndWarp(set, base, calibration);
    fitOperations(set, base, calibration);
    fitLaunches(set, calibration);
    fitMemory(set, base, calibration);
    fitContention(set, calibration);
    fitSpreads(set, calibration);
    fitPredication(set, calibration);
    return calibration;
}

} // namespace warpstring::calibration
