// SPDX-License-Identifier: GPL-3.0-or-later
// What was measured when a launch ran on a device: the value behind a measurement record (docs/measuring.md).
// Times are in nanoseconds, clocks of a device in its cycles.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "core/launch.h"
#include "core/records/sample_statistics.h"
#include "core/records/verification.h"

namespace warpstring::records {

enum class DeviceType { Cpu, Gpu, Accelerator, Other };

[[nodiscard]] std::string_view name(DeviceType type);

/// An OpenCL device as its driver describes it.
struct DeviceFacts {
    std::string platform, name, vendor;
    std::string version; ///< "OpenCL 3.0 CUDA"
    std::string driver;  ///< the driver's version
    DeviceType type = DeviceType::Other;
    std::uint64_t computeUnits = 0;
    std::uint64_t clockMhz = 0; ///< the highest, as the driver tells
    std::uint64_t localMemoryBytes = 0;
    std::uint64_t globalMemoryBytes = 0;
    std::uint64_t cacheBytes = 0; ///< of the global memory's cache
    std::uint64_t mostGroupSize = 0;
    std::uint64_t addressBits = 0;
};

enum class CacheState {
    Warm, ///< runs follow each other
    Cold  ///< a buffer larger than the caches is written before every run
};

[[nodiscard]] std::string_view name(CacheState state);

struct MeasureSettings {
    StopRule stop;
    ExclusionRule exclusion;
    CacheState cache = CacheState::Warm;
    int warmUpRuns = 3;            ///< at least
    double warmUpSeconds = 0.02;   ///< at least, of kernel time; so that clocks have risen
    int transferRuns = 3;          ///< per buffer and direction; 0: transfers are not timed
    bool warpLatency = true;       ///< whether the probe runs as well
    double timeLimitSeconds = 120; ///< for the whole launch; then its process is killed
};

enum class MeasurementStatus {
    Ok,
    WrongOutput, ///< timed, but the outputs differ from the reference
    Failed       ///< not timed; the diagnostics say why
};

[[nodiscard]] std::string_view name(MeasurementStatus status);

/// Samples of one quantity. What the exclusion rule leaves out stays here and is named by the statistics.
struct Samples {
    std::vector<double> ns;
    SampleStatistics statistics;
};

struct TransferMeasurement {
    std::string buffer;
    bool toDevice = true;
    bool pinned = false; ///< from or to memory that the driver keeps in place; else pageable
    std::uint64_t bytes = 0;
    Samples device; ///< by event profiling
    Samples host;   ///< by the host's clock, the call's overhead included; none of pinned memory
};

struct BuildFacts {
    std::string options; ///< as the driver got them
    std::string log;
    /// Where the driver tells; bytes per work-item, local memory per work-group.
    std::optional<std::uint64_t> registers, spillStoreBytes, spillLoadBytes, privateBytes, localBytes;
};

/// Of some cycle counts. `p90` is 0 in records of before it was kept.
struct Distribution {
    std::uint64_t count = 0;
    double min = 0, p5 = 0, p25 = 0, median = 0, p75 = 0, p90 = 0, p95 = 0, max = 0, mean = 0;
};

[[nodiscard]] Distribution distributionOf(const std::vector<double>& values);

/// What ran on one SM during the probed launch.
struct SmSchedule {
    int sm = 0;
    std::uint64_t groups = 0;
    std::uint64_t mostResidentGroups = 0; ///< at one time
    double spanCycles = 0;                ///< from the first warp's start to the last one's end
};

/// A work-group on its SM, in cycles after the SM's first warp started.
struct GroupSpan {
    std::uint64_t group = 0; ///< linear group ID
    double start = 0, end = 0;
};

/// Cycles from a warp's first instruction to its last, stamped by a probe around the kernel.
struct WarpMeasurement {
    bool measurable = false;
    std::string why;            ///< why not, when not
    std::string clock;          ///< which clock was read
    int warpSize = 0;           ///< work-items that share a stamp; 1 where the device has no warps
    Distribution warps;         ///< latency per warp, cycles
    Distribution groups;        ///< from a work-group's first start to its last end, cycles; SM clocks only
    double stampedFraction = 1; ///< of the launch's work-groups; large launches are sampled evenly
    std::vector<SmSchedule> schedule;
    int detailedSm = -1;               ///< the SM of `groupSpans`
    std::vector<GroupSpan> groupSpans; ///< in order of their starts, the first some hundred
    Samples probed;                    ///< kernel time with the probe, ns
    double probedRatio = 0;            ///< probed / plain median
    bool probeChangedCode = false;     ///< more than 5 % apart
};

/// A launch measured on a device: one record.
struct Measurement {
    MeasurementStatus status = MeasurementStatus::Failed;
    Diagnostics diagnostics;
    Launch launch; ///< arguments and sizes as measured; without its source's text
    std::string
        fingerprint; ///< of source, options, kernel, sizes and arguments: core/records/resolved_launch.h
    DeviceFacts device;
    std::string takenAt; ///< UTC, "2026-11-21T16:00:00Z"
    std::string tool;    ///< "warpstring 0.1.0"
    MeasureSettings settings;
    int warmUpRuns = 0; ///< as done
    Samples kernel;     ///< device time between the start and the end of the kernel, by event profiling
    Samples host;       ///< the same runs from enqueueing to completion, by the host's clock
    Verification verification;
    std::vector<TransferMeasurement> transfers;
    /// Pinned uploads, the launch and pinned downloads together, by the host's clock. Empty in records of
    /// before it was measured, and where transfers are not timed.
    Samples total;
    BuildFacts build;
    WarpMeasurement warp;
};

/// UTC, "2026-11-21T16:00:00Z".
[[nodiscard]] std::string timeNow();
/// "warpstring 0.1.0": this version.
[[nodiscard]] std::string thisTool();
/// Sets when the record was taken and by which version: now, and this one.
void stampNow(Measurement& record);

/// (p95 - p5) / median of the kept kernel samples: the run-to-run spread.
[[nodiscard]] double relativeSpread(const Samples& samples);

} // namespace warpstring::records
