// SPDX-License-Identifier: GPL-3.0-or-later
// Options of `tune`.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/row_file.h"
#include "app/common/choice_options.h"
#include "tuning/search/variant_evaluator.h"

namespace warpstring::cli {

/// Of commands that try variants of one launch.
struct VariantOptions {
    std::string launch;
    std::vector<std::string> specs;
    std::string specFolder, options;
    int jobs = 1;
    bool json = false, quiet = false;
    search::EvaluationSettings evaluation;
    ChoiceOptions choice;

    void addTo(CLI::App& command);
};

struct TuneOptions : VariantOptions {
    std::string space, state, output;
    std::string records, device, curve;
    std::string cache, kernelTuner, t4;
    bool measure = false;
    std::size_t top = 10;
    double budgetSeconds = 60;
    std::optional<std::uint64_t> evaluations;
    std::uint64_t seed = 1;
    bool csv = false;
    RowFileOptions rows;
    bool resume = false; ///< of the rows

    void addTo(CLI::App& command);
    /// Whether measured times are at hand, or will be.
    [[nodiscard]] bool isMeasured() const { return measure || !records.empty() || !cache.empty(); }
    /// What figures hang on besides texts and devices.
    [[nodiscard]] std::string settingsText() const;
};

/// "90", "90s", "2m", "1h": seconds; nothing where it is none of these, or not above 0.
[[nodiscard]] std::optional<double> secondsOf(const std::string& text);

} // namespace warpstring::cli
