// SPDX-License-Identifier: GPL-3.0-or-later
// What a calibration found (docs/calibration.md): values of a hardware spec with errors, and what has no key
// there.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "calibration/probe_series.h"
#include "core/hardware_spec.h"
#include "core/records/measurement.h"
#include "core/records/probe_record.h"
#include "core/result.h"

namespace warpstring::calibration {

/// No driver's word is asked for it: of a cache line, on the CPUs that OpenCL runs on.
inline constexpr double usualCpuLineBytes = 64;

/// A value of the spec, in the unit of its key.
struct CalibratedValue {
    std::string key; ///< "global_memory.latency"; of findings, a name of their own
    std::string unit;
    Estimate estimate;
    std::string note;                   ///< how it was found; why not, where it is not identified
    bool isKept = false;                ///< identified, but the base's value, a data sheet's, stands
    std::string source = "CALIBRATION"; ///< key in the spec's [sources]
};

/// What was measured of an operation class, in cycles of a warp on one multiprocessor.
struct CalibratedCost {
    Estimate cycles;  ///< issue cycles of an operation of a warp, others side by side
    Estimate latency; ///< of a dependent operation
    std::string note;
};

struct Calibration {
    std::vector<CalibratedValue> values; ///< by key, each at most once; not identified ones as well
    std::map<OperationClass, CalibratedCost> costs;
    std::vector<CalibratedValue> findings; ///< of things that a spec has no key for
    double clockMhz = 0;                   ///< in which all cycles count
    int warpSize = 1;

    [[nodiscard]] const CalibratedValue* find(const std::string& key) const;
};

/// Fits every family of probes. `base`, where given, supplies what the probes do not tell: clock, peak
/// bandwidth.
[[nodiscard]] Calibration fitProbes(const records::ProbeSet& set, const HardwareSpec* base);

/// The families, one after another. They add to `calibration`.
void fitClockAndWarp(const records::ProbeSet& set, const HardwareSpec* base, Calibration& calibration);
void fitOperations(const records::ProbeSet& set, const HardwareSpec* base, Calibration& calibration);
void fitLaunches(const records::ProbeSet& set, Calibration& calibration);
void fitMemory(const records::ProbeSet& set, const HardwareSpec* base, Calibration& calibration);
void fitContention(const records::ProbeSet& set, Calibration& calibration);
void fitSpreads(const records::ProbeSet& set, Calibration& calibration); ///< after fitMemory
void fitPredication(const records::ProbeSet& set, Calibration& calibration);

struct CalibratedSpec {
    std::string text; ///< a hardware spec file that loads
    HardwareSpec spec;
    Calibration calibration;
    Diagnostics warnings;
};

/// The spec of the probes' device: `baseText` (the file `baseFile`) with its values replaced where they are
/// identified, comments and order kept; a generated spec with estimates where `baseText` is empty. `name`
/// empty: the base's, or one made from the device's. `records` tell the host's times (transfer_fit.h): those of
/// the probes' device or, where `set` has no probes, of the base's `device.opencl_name`; others are passed
/// over. Fails with what is wrong with the base, `calibration.no-records` where all are of others, or
/// `calibration.bad-spec`.
[[nodiscard]] Result<CalibratedSpec> calibrateSpec(const records::ProbeSet& set, const std::string& baseText,
                                                   const std::string& baseFile, const std::string& name,
                                                   const std::vector<records::Measurement>& records = {});

/// A complete spec from what the driver tells, everything else estimated. `name` as in the file.
[[nodiscard]] std::string defaultSpecText(const records::ProbeSet& set, const std::string& name);

/// Tables for a terminal: parameters with errors, what is not identified, findings.
[[nodiscard]] std::string reportText(const CalibratedSpec& calibrated, const records::ProbeSet& set);

} // namespace warpstring::calibration
