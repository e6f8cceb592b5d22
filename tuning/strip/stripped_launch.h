// SPDX-License-Identifier: GPL-3.0-or-later
// The launch file of a stripped kernel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tuning/strip/stripped_source.h"

namespace warpstring::strip {

/// `source` is the new file's name. With the index of a launch of the sweep its values stand in place of the
/// sweep. References, families, published figures and what [tune] says are of the original alone.
[[nodiscard]] Result<std::string> strippedLaunch(const transform::KernelText& text,
                                                 const StrippedSource& stripped, const std::string& kind,
                                                 const std::string& source, std::optional<std::uint64_t> index);

/// Whether the sweep has values of "global" itself.
[[nodiscard]] bool sweepsSizes(const transform::KernelText& text);

} // namespace warpstring::strip
