// SPDX-License-Identifier: GPL-3.0-or-later
// What was measured when a sequence ran on a device: "warpstring.sequence-measurement/1" (docs/json.md). Times
// are in nanoseconds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/records/measurement.h"
#include "core/records/resolved_sequence.h"
#include "core/text/json.h"

namespace warpstring::records {

struct StepMeasurement {
    std::string number; ///< as SequenceLaunch::number
    std::string launch, kernel;
    std::string fingerprint; ///< of the launch
    std::uint64_t runs = 0;
    Samples all; ///< device time of all its runs together, one sample for each run of the sequence

    [[nodiscard]] double medianRunNs() const {
        return runs > 0 ? all.statistics.median / static_cast<double>(runs) : 0;
    }
};

/// A sequence measured on a device: one record.
struct SequenceMeasurement {
    MeasurementStatus status = MeasurementStatus::Failed;
    Diagnostics diagnostics;
    std::string name, file, description;
    std::string fingerprint; ///< core/records/resolved_sequence.h
    DeviceFacts device;
    std::string takenAt; ///< UTC, "2026-11-21T16:00:00Z"
    std::string tool;    ///< "warpstring 0.1.0"
    MeasureSettings settings;
    int warmUpRuns = 0;                 ///< of the sequence, as done
    std::vector<StepMeasurement> steps; ///< as launchesOf(); without samples where the driver does not profile
    Samples kernels; ///< device time of all kernels together; the host's where the driver does not profile
    Samples span;    ///< from the start of the first kernel to the end of the last; none without profiling
    Samples host;    ///< the same runs from enqueueing to completion, by the host's clock
    Verification verification; ///< by names of shared buffers
    /// From and to pinned memory around all kernels: shared buffers by the names that they have at the start,
    /// those of a launch alone as "launch.parameter".
    std::vector<TransferMeasurement> transfers;
    Samples total; ///< with these, by the host's clock; empty where transfers are not timed
};

/// What is known before anything has run: names, steps, fingerprints, settings, now as its time.
[[nodiscard]] SequenceMeasurement recordFor(const ResolvedSequence& resolved, const MeasureSettings& settings);

[[nodiscard]] bool isSequenceMeasurement(const Json& json);
[[nodiscard]] Json toJson(const SequenceMeasurement& measurement);
/// Precondition: isSequenceMeasurement(). Members that are missing take their defaults.
[[nodiscard]] SequenceMeasurement sequenceMeasurementFromJson(const Json& json);

} // namespace warpstring::records
