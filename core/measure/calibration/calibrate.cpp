// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/calibration/calibrate.h"

#include "core/measure/calibration/probe_families.h"
#include "core/records/device_choice.h"

namespace warpstring::measure {

namespace {

/// What a warp is as far as the driver tells: the preferred multiple of a group's size. A CPU's thread runs the
/// work-items of a group one after another, whatever it prefers: a probe's one warp must be one of them.
std::uint64_t warpMultipleOf(ProbeRunner& runner) {
    if (runner.isCpu()) return 1;
    records::ProbeRecord about;
    about.id = about.family = "warp-multiple";
    const cl::Program program = runner.build(launchKernels(), about);
    if (program() == nullptr) return 1;
    const cl::Kernel kernel = runner.kernel(program, "empty", about);
    if (kernel() == nullptr) return 1;
    return kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(runner.device());
}

} // namespace

Diagnostics runCalibration(const CalibrationRun& run, const ProbeLineSink& sink) {
    const auto devices = findDevices();
    if (!devices) return fromSurroundings(devices.diagnostics());
    std::vector<records::DeviceFacts> facts;
    for (const cl::Device& device : *devices) facts.push_back(factsOf(device));
    const auto chosen = chooseDevice(facts, run.device);
    if (!chosen) return chosen.diagnostics();

    bool canWrite = true;
    std::size_t ok = 0;
    std::vector<records::ProbeRecord> early; // before the first line is out
    bool isHeaderOut = false;
    const auto deliver = [&](const records::ProbeRecord& record) {
        if (record.status == records::ProbeStatus::Ok) ++ok;
        if (!isHeaderOut) return early.push_back(record);
        canWrite = canWrite && sink(toJson(record));
    };
    ProbeRunner runner((*devices)[*chosen], {run.mostSeconds, run.quick}, deliver);
    if (Diagnostics faults = runner.open(); !faults.empty()) return fromSurroundings(std::move(faults));
    runner.setWarp(std::clamp<std::uint64_t>(warpMultipleOf(runner), 1, 128));

    records::ProbeSet header;
    header.device = facts[*chosen];
    records::Measurement stamp;
    stampNow(stamp);
    header.takenAt = stamp.takenAt;
    header.tool = stamp.tool;
    header.warpMultiple = runner.warp();
    header.quick = run.quick;
    header.hasDouble = runner.hasDouble();
    isHeaderOut = true;
    canWrite = sink(headerJson(header));
    for (const records::ProbeRecord& record : early) canWrite = canWrite && sink(toJson(record));

    // What most of a spec hangs on comes first: what does not fit the time is skipped.
    for (const auto probe :
         {warmUpDevice,      probeOperations, probeLaunches,        probeBarriers,      probeLocalMemory,
          probePointerChase, probeStreams,    probeStrides,         probeGlobalAtomics, probePairs,
          probeMixtures,     probeConstants,  probeLocalIncrements, probeAtomicWindows, probeLineLatency,
          probePredication,  probeWarps,      probeDivergence,      probeResidency,     probeTransfers}) {
        if (!canWrite || runner.isLost()) break;
        probe(runner);
    }
    if (runner.isLost())
        return {{"measure.device-lost",
                 Severity::Error,
                 {},
                 "the device failed several times in a row; " + std::to_string(ok) + " probes were kept",
                 "the last lines of the output say how it failed",
                 Origin::Surroundings}};
    if (!canWrite) return {unwritable("probes", "")};
    return {};
}

} // namespace warpstring::measure
