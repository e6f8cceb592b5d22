// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/row_plan.h"

namespace warpstring::batch {

std::uint64_t RowPlan::rows() const {
    if (!part) return allRows;
    std::uint64_t count = 0;
    for (const RowRange& range : part->rows) count += range.end - range.first;
    return count;
}

RowRange RowPlan::rangeFrom(std::uint64_t row) const {
    if (!part) return {row, allRows};
    for (const RowRange& range : part->rows) {
        const std::uint64_t count = range.end - range.first;
        if (row < count) return {range.first + row, range.end};
        row -= count;
    }
    return {allRows, allRows};
}

std::string wordOf(ModelChoice model) {
    switch (model) {
    case ModelChoice::ClosedForm: return "closed form";
    case ModelChoice::Timeline: return "timeline";
    case ModelChoice::BySpec: break;
    }
    return "by spec";
}

} // namespace warpstring::batch
