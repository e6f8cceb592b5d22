// SPDX-License-Identifier: GPL-3.0-or-later
// Which worker gets which rows: those of a source go to a worker that has parsed it, as long as there are
// others to do.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "study/batch/batch_plan.h"
#include "study/batch/ordered_delivery.h"

namespace warpstring::workers {

/// Not for several threads at once.
class SourceShares {
public:
    SourceShares(const batch::BatchPlan& plan, batch::RowRange rows, std::size_t workers);

    /// The next `most` rows or fewer of one source, all below `end`, for this worker: of a source that it has
    /// begun, else of one that nobody has, else of the one with the most rows left. The first
    /// share of a source is one row: how long its rows take is not known.
    [[nodiscard]] std::optional<batch::RowRange> take(std::size_t worker, std::uint64_t end,
                                                      std::uint64_t most);

private:
    struct Stretch {
        batch::RowRange left;
        std::size_t source = 0;
    };
    [[nodiscard]] Stretch* chosen(std::size_t worker, std::uint64_t end);

    std::vector<Stretch> stretches_;       ///< in the order of rows
    std::size_t firstOpen_ = 0;            ///< those before it have no rows left
    std::vector<std::vector<bool>> begun_; ///< by source and worker
};

} // namespace warpstring::workers
