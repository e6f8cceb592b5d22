// SPDX-License-Identifier: GPL-3.0-or-later
// What the micro-benchmarks of a calibration measured (docs/calibration.md): "warpstring.probes/1", a line of
// JSON for the device and one for every size of every probe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/records/measurement.h"
#include "core/result.h"
#include "core/text/json.h"

namespace warpstring::records {

enum class ProbeStatus {
    Ok,
    NotApplicable, ///< makes no sense on this device; `why` says so
    Failed,        ///< the driver refused it; `why` says how
    Skipped        ///< the time was up
};

[[nodiscard]] std::string_view name(ProbeStatus status);

/// One size of a micro-benchmark. A *series* are the records that share `id`: they differ in `iterations` (in
/// `groups` for launches, in `bytes` for transfers) alone, so that a slope can be taken.
struct ProbeRecord {
    std::string id;        ///< "throughput/float_mad", "chase/global/65536"
    std::string family;    ///< "throughput", "latency", "chase", ...: which model explains it
    std::string operation; ///< operation class, or what a memory probe does: "read", "store"
    std::string level;     ///< "global", "local"; what is meant to answer
    ProbeStatus status = ProbeStatus::Ok;
    std::string why;

    std::uint64_t stride = 0;         ///< elements of 4 bytes between neighbouring work-items
    std::uint64_t footprintBytes = 0; ///< of the whole launch; of a work-group for local memory
    std::uint64_t ways = 0;           ///< work-items of a warp on one word or bank
    std::uint64_t chainLength = 0;    ///< dependent operations of an iteration
    std::uint64_t chains = 0;         ///< independent ones side by side
    std::uint64_t iterations = 0;
    std::uint64_t groups = 0;
    std::uint64_t groupSize = 0;

    double medianNs = 0, minNs = 0, madNs = 0;
    std::uint64_t samples = 0;
    double cycles = 0; ///< median, by the device's clock as the first warp saw it; 0 where it cannot be read

    double operations = 0;   ///< of one work-item, whole launch
    double bytes = 0;        ///< of all work-items
    double transactions = 0; ///< warps' accesses, barriers or launches: what the family counts; all work-items
};

/// A run of all micro-benchmarks on one device.
struct ProbeSet {
    DeviceFacts device;
    std::string takenAt; ///< UTC
    std::string tool;
    std::uint64_t warpMultiple = 0; ///< preferred work-group size multiple, in work-items
    bool quick = false;             ///< few probes in small sizes
    bool hasDouble = false;
    std::vector<ProbeRecord> probes;
    Diagnostics warnings; ///< lines that could not be read
};

/// The first line of a file: all but the probes.
[[nodiscard]] Json headerJson(const ProbeSet& set);
[[nodiscard]] Json toJson(const ProbeRecord& probe);

/// Lines of JSON. A line that is cut off or no probe is passed over with a warning (`probes.bad-line`); fails
/// with `probes.no-header` without the line of the device, with `probes.empty` without any probe.
[[nodiscard]] Result<ProbeSet> parseProbes(std::string_view text, const std::string& file = "");
/// Fails with `probes.unreadable` as well.
[[nodiscard]] Result<ProbeSet> readProbes(const std::filesystem::path& path);

} // namespace warpstring::records
