// SPDX-License-Identifier: GPL-3.0-or-later
// What a written row says of itself, read without the plan that it is of.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "study/batch/row_columns.h"
#include "study/batch/row_sink.h"

namespace warpstring::shards {

struct RowIdentity {
    std::uint64_t index = 0;
    bool isError = false;
};

/// Of a record with its line end, JSON Lines of that schema or CSV. Nothing where it is no whole row.
[[nodiscard]] std::optional<RowIdentity> identityOf(std::string_view record, batch::RowFileFormat format,
                                                    std::string_view schema = batch::batchRowSchema);

/// The schema that a record of JSON Lines names; empty where it names none.
[[nodiscard]] std::string_view schemaOf(std::string_view record);

} // namespace warpstring::shards
