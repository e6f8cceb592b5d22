// SPDX-License-Identifier: GPL-3.0-or-later
// Files of other tuners: Kernel Tuner's cache (1.4.0) and the T4 results of the auto-tuning community
// ("1.0.0").
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/records/measurement.h"
#include "tuning/search/search.h"
#include "tuning/search/tuner_parameters.h"

namespace warpstring::search {

/// "NVIDIA H200 (predicted by Warpstring)": nobody shall take it for measured.
[[nodiscard]] std::string predictedDevice(const HardwareSpec& spec);

/// A closed cache file of what was found on a device; times are ms. Variants that the closed form dropped have
/// its time and a metric "dominated": 1; what is left out has "__error__".
[[nodiscard]] std::string kernelTunerCache(const DeviceSearch& found, const SearchSpace& space,
                                           const Launch& start);
/// The same as T4 results.
[[nodiscard]] std::string t4Results(const DeviceSearch& found, const SearchSpace& space);

struct TunerEntry {
    std::vector<files::TomlValue> values; ///< in the order of the parameters
    std::vector<double> timesMs;          ///< empty where it failed
    std::string error;                    ///< "CompilationFailedConfig", ...; empty where it did not
    std::string timestamp;
};
struct TunerCache {
    std::string device, kernel;
    std::vector<TunerParameter> parameters;
    std::vector<TunerEntry> entries;
};
/// Reads a cache, closed or as a run that was killed leaves it. tune.not-a-cache says what is missing.
[[nodiscard]] Result<TunerCache> readKernelTunerCache(const std::string& text, const std::string& file);

/// The measured entries as records of the variants that they are of; those that the space does not have, or
/// that make no launch, are passed over.
[[nodiscard]] std::vector<records::Measurement> recordsOf(const TunerCache& cache, VariantTextCache& texts);

} // namespace warpstring::search
