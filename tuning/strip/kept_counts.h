// SPDX-License-Identifier: GPL-3.0-or-later
// How much of what a strip keeps is executed: to be held against the original.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/hardware_spec.h"
#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"

namespace warpstring::strip {

struct KeptCounts {
    /// Bytes that all work-items ask for, by object and "load", "store" or "atomic"; absent where data decides.
    std::map<std::pair<std::string, std::string>, std::optional<std::int64_t>> bytes;
    std::optional<std::int64_t> barriers = 0;        ///< met by work-items
    std::optional<std::int64_t> floatOperations = 0; ///< of all work-items, single and double precision
};

/// Of the objects that are named.
[[nodiscard]] Result<KeptCounts> keptCounts(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                                            const std::vector<std::string>& names,
                                            const evaluation::EvaluationOptions& options = {});

/// What differs, a sentence each: "loads of a: 4096 bytes before, 2048 after". Empty: all that is known is the
/// same. Barriers count with local memory alone.
[[nodiscard]] std::vector<std::string> differences(const KeptCounts& before, const KeptCounts& after,
                                                   bool withBarriers);

} // namespace warpstring::strip
