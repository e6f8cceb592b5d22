// SPDX-License-Identifier: GPL-3.0-or-later
// The TOML form of AccuracySets, schema "warpstring.accuracy-sets/1" (docs/measuring.md).
#pragma once

#include <filesystem>
#include <string_view>

#include "core/records/accuracy_sets.h"
#include "core/result.h"

namespace warpstring::files {

/// All faults with file, line and hint. Whether the kernels exist is checkSets' business.
[[nodiscard]] Result<records::AccuracySets> readAccuracySets(const std::filesystem::path& path);
[[nodiscard]] Result<records::AccuracySets> parseAccuracySets(std::string_view text,
                                                              const std::filesystem::path& path);

} // namespace warpstring::files
