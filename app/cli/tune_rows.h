// SPDX-License-Identifier: GPL-3.0-or-later
// `tune --rows`: all variants of a space go to a file, in parts where they are many.
#pragma once

#include <atomic>
#include <optional>

#include "app/cli/tune_input.h"
#include "app/cli/tune_options.h"
#include "tuning/search/variant_rows.h"

namespace warpstring::cli {

struct TuneRows {
    std::optional<search::VariantRows> rows;
    int exit = 0; ///< where there are none to tell of
};

struct TuneRowsRun {
    const TuneOptions& options;
    const CLI::App& command;
    const TuneInput& input;
    search::VariantTextCache& texts;
    batch::GraphCache& graphs;
    std::uint64_t evaluations = 0; ///< a device
    const std::atomic<bool>& interrupted;
};

[[nodiscard]] TuneRows rowsOf(const TuneRowsRun& run);

} // namespace warpstring::cli
