// SPDX-License-Identifier: GPL-3.0-or-later
// What a batch's results depend on, written down beside them: by it --resume knows that it goes on with the
// same batch.
#pragma once

#include <string>

#include "core/result.h"
#include "study/batch/batch_plan.h"
#include "study/batch/row_plan.h"

namespace warpstring::batch {

/// "warpstring.batch-plan/1", a JSON text: settings, specs, launch files, sources and data files, each file
/// with a hash of its contents. Headers that a source includes are not among them. Fails when a file cannot be
/// read.
[[nodiscard]] Result<std::string> planRecord(const BatchPlan& plan, const std::string& programVersion);

/// The same of rows that are no launch files': "warpstring.row-plan/1".
[[nodiscard]] std::string planRecord(const RowPlan& plan, const std::string& programVersion);
inline constexpr const char* rowPlanSchema = "warpstring.row-plan/1";

/// Of rows whose plan names no "row_schema": plans did not, then.
inline constexpr const char* firstRowSchema = "warpstring.batch-row/1";

/// batch.other-schema: `output` holds rows of the schema `rows`, this program writes `wanted`.
[[nodiscard]] Diagnostic otherRowSchema(const std::string& output, const std::string& rows,
                                        const std::string& wanted, std::string hint);

/// One fault (batch.plan-changed) for everything that differs, or one of otherRowSchema(); none when `kept` and
/// `now` are of the same batch. `output` names the results in messages.
[[nodiscard]] Diagnostics planDifferences(const std::string& kept, const std::string& now,
                                          const std::string& output);

} // namespace warpstring::batch
