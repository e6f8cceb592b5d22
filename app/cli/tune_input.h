// SPDX-License-Identifier: GPL-3.0-or-later
// The launch, its kernel and the devices that variants are tried for.
#pragma once

#include <string>
#include <vector>

#include "app/cli/tune_options.h"
#include "study/batch/graph_cache.h"
#include "tuning/search/space_reading.h"

namespace warpstring::cli {

struct TuneInput {
    std::vector<HardwareSpec> specs;  ///< one or more
    std::string specReason;           ///< why it is this one, where nobody named one
    search::NamedText launch, source; ///< the file's, or a draft for a bare kernel; the kernel's
    std::vector<std::string> guesses; ///< of the draft
    Launch start;                     ///< with the values that the file states
};

[[nodiscard]] Result<TuneInput> tuneInput(const VariantOptions& options, batch::GraphCache& graphs);

/// Of the start, on the first device.
[[nodiscard]] batch::GraphCache::Graph graphOf(const TuneInput& input, batch::GraphCache& graphs);

} // namespace warpstring::cli
