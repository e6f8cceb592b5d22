// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a batch in memory, for what looks at all of them together.
#pragma once

#include <vector>

#include "study/batch/batch.h"

namespace warpstring::batch {

struct RowCollection {
    std::vector<BatchRow> rows; ///< in the order of the plan; fewer where it was cancelled
    bool cancelled = false;
    Diagnostics faults;
};

[[nodiscard]] RowCollection collectRows(const BatchPlan& plan, const BatchOptions& options);

} // namespace warpstring::batch
