// SPDX-License-Identifier: GPL-3.0-or-later
// Rows in the table "rows" of an SQLite database; the table "plan" says what they are of.
#pragma once

#include "study/batch/row_sink.h"

namespace warpstring::batch {

/// See openSink(). A finished database has the same bytes however often its batch was interrupted.
[[nodiscard]] Result<OpenedSink> openSqliteSink(const std::filesystem::path& path, OutputMode mode,
                                                const BatchPlan& plan, const std::string& record);

} // namespace warpstring::batch
