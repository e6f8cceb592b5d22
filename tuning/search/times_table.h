// SPDX-License-Identifier: GPL-3.0-or-later
// Measured times of a space's variants as comma-separated values: docs/data/spaces.
#pragma once

#include <string>
#include <vector>

#include "core/records/measurement.h"
#include "tuning/search/variant_maker.h"

namespace warpstring::search {

/// Whether a text is such a table: a line of its head names the column of times.
[[nodiscard]] bool isTimesTable(const std::string& text);

/// Records of the variants that its rows are of. A column for each axis of the space and `kernel_us`, the time;
/// lines that begin with # are comments, the first of which names the device up to its first comma. Rows that
/// the space does not have, or that make no launch, are passed over. Fails with tune.bad-times where a column
/// is missing or a cell is no time.
[[nodiscard]] Result<std::vector<records::Measurement>>
recordsOfTimes(const std::string& text, const std::string& file, VariantTextCache& texts);

} // namespace warpstring::search
