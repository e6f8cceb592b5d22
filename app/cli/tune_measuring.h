// SPDX-License-Identifier: GPL-3.0-or-later
// The fastest variants of a search, run on a device or held against records.
#pragma once

#include <atomic>
#include <vector>

#include "app/cli/tune_options.h"
#include "tuning/search/measured_variants.h"

namespace warpstring::cli {

/// All of it lives longer.
struct TuneMeasuring {
    const TuneOptions& options;
    search::VariantTextCache& texts;
    const search::SearchResult& result;
    const std::vector<search::DeviceAnswer>& answers;
    const std::atomic<bool>& interrupted;

    /// A result for each device of the search. With --measure one device runs the start and the fastest
    /// variants of all of them.
    [[nodiscard]] Result<std::vector<search::MeasuredSearch>> run() const;

private:
    [[nodiscard]] Result<std::vector<records::Measurement>> measured() const;
    [[nodiscard]] Result<std::vector<records::Measurement>> ofCache() const;
};

} // namespace warpstring::cli
