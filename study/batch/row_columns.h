// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of a row, the same in every format.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "study/batch/batch_row.h"

namespace warpstring::batch {

inline constexpr const char* batchRowSchema = "warpstring.batch-row/2";

/// Nothing: unknown, unlimited or not applicable.
using RowValue = std::variant<std::monostate, std::int64_t, double, std::string>;

struct RowColumn {
    enum class Type { Integer, Real, Text, Json };
    const char* name; ///< with its unit
    Type type;
    RowValue (*value)(const BatchRow& row); ///< Json: a JSON text
};

/// The first four are index, launch, spec and status: by them a row is recognised.
inline constexpr std::size_t identifyingColumns = 4;

[[nodiscard]] const std::vector<RowColumn>& rowColumns(bool withStrings);

/// "ok" or "error".
[[nodiscard]] const char* statusText(bool isError);

} // namespace warpstring::batch
