// SPDX-License-Identifier: GPL-3.0-or-later
// Measurements of grown kernels: out of records, and in a form short enough to be kept by the thousand.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/records/measurement.h"
#include "core/result.h"
#include "study/validation/validation_row.h"

namespace warpstring::validation {

struct RandomMeasurement {
    std::uint64_t seed = 0, index = 0;
    std::string fingerprint;
    double medianUs = 0; ///< 0 when failed
    double spread = 0;   ///< (p95 - p5) / median
    std::string status;  ///< "ok", "wrong-output", "failed"
};

/// Of one device.
struct RandomMeasurements {
    std::string device, driver, takenAt; ///< of the first record
    std::vector<RandomMeasurement> kernels;
};

/// Those of the records that are of grown kernels, on devices with `device` in their names.
[[nodiscard]] RandomMeasurements measurementsOf(const std::vector<records::Measurement>& records,
                                                const std::string& device = "");

/// JSON Lines: one of schema "warpstring.random-measurements/1" with the device, then one a kernel.
[[nodiscard]] std::string compactText(const RandomMeasurements& measurements);

/// Either form: measurement records, or the compact text. Fails with record.syntax or compare.no-records.
[[nodiscard]] Result<RandomMeasurements> readRandomMeasurements(const std::filesystem::path& path,
                                                                const std::string& device = "");

/// Puts measurements into the rows of the same fingerprints; the number of measurements that no row is of.
std::size_t addMeasurements(std::vector<ValidationRow>& rows, const RandomMeasurements& measurements);

/// A record with what is known of a kernel alone: for comparisons of compact measurements.
[[nodiscard]] records::Measurement recordOf(const RandomMeasurement& kernel, const RandomMeasurements& of);

} // namespace warpstring::validation
