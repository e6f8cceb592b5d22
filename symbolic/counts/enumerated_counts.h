// SPDX-License-Identifier: GPL-3.0-or-later
// What an evaluation tells of one launch, work-item by work-item: where there is no formula.
#pragma once

#include <cstdint>
#include <optional>

#include "pdg/evaluation/evaluation.h"

namespace warpstring::symbolic {

/// Executions of a region by work-items; nullopt where the evaluation does not know each of them.
[[nodiscard]] std::optional<std::int64_t> enumeratedExecutions(const evaluation::Evaluation& evaluation,
                                                               RegionId region);

/// Different bytes that accesses touch together; nullopt where their addresses are not all known, or lie too
/// differently to be counted.
[[nodiscard]] std::optional<std::int64_t> enumeratedFootprint(const Pdg& pdg,
                                                              const evaluation::Evaluation& evaluation,
                                                              const std::vector<const MemoryAccess*>& accesses);

/// Transactions of all warps; nullopt where they are bounded, sampled or drawn.
[[nodiscard]] std::optional<std::int64_t> enumeratedTransactions(const evaluation::Evaluation& evaluation,
                                                                 AccessId access);

} // namespace warpstring::symbolic
