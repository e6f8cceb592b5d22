// SPDX-License-Identifier: GPL-3.0-or-later
// How far ratios of kernel times are off on a device, as the accuracy records of a folder have it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "study/accuracy/ratio_error.h"

namespace warpstring::accuracy {

struct RecordedRatioError {
    RatioErrors errors;
    std::string of;               ///< the set that they are over
    std::filesystem::path record; ///< empty: no record is of the device, and `errors` are assumed
};

/// Assumed where no record tells: 5 %.
inline constexpr double assumedRatioError = 0.05;

/// Of the first accuracy-*.json of the folder, by name, that is of the spec and has one of the sets
/// "field-checked-on" (kernels as they are found, none of them tuned on), "checked-on" and "all", in this
/// order. Files that are no records are passed over.
[[nodiscard]] RecordedRatioError recordedRatioError(std::string_view spec, const std::filesystem::path& folder);

/// "12.9 %, the median of 2025 pairs measured on it (field-checked-on)"
[[nodiscard]] std::string toText(const RecordedRatioError& error);

} // namespace warpstring::accuracy
