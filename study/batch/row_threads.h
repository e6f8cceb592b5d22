// SPDX-License-Identifier: GPL-3.0-or-later
// The threads of a batch, whoever computes its rows.
#pragma once

#include <functional>

#include "study/batch/batch.h"
#include "study/batch/ordered_delivery.h"

namespace warpstring::batch {

/// What the thread of this number does: takes ranges of rows and delivers them until there are none. Returns
/// what ends the batch early.
using RowThread = std::function<Diagnostics(std::size_t number, OrderedDelivery& delivery)>;

/// Runs as many of them as there are jobs, for the rows below `rows`, with progress and cancellation as options
/// have them; `window` where those say none. What is written has no gaps.
[[nodiscard]] BatchOutcome runRowThreads(std::uint64_t rows, RowSink& sink, const BatchOptions& options,
                                         std::uint64_t window, const RowThread& rowThread);

} // namespace warpstring::batch
