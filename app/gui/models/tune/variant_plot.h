// SPDX-License-Identifier: GPL-3.0-or-later
// The variants of a search as points: for each axis of the space which of its values, and the time.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/models/tune/tune_run.h"

namespace warpstring::gui {

struct PlotAxis {
    std::string name;
    std::vector<std::string> words; ///< its values, "none" for no rewrite
};

struct PlottedVariant {
    search::VariantId id = 0;
    search::Choice choice;
    double timeUs = 0; ///< by the model; of a dominated one by the closed form
    std::optional<double> measuredUs;
    bool isDominated = false;
    std::string name{}; ///< what it is called; empty: by its values of the axes
};

struct VariantPlot {
    std::vector<PlotAxis> axes;
    std::vector<PlottedVariant> variants; ///< the slowest first: the fastest is drawn over the others
    std::size_t dominated = 0;            ///< of them, all in front
    double leastUs = 1, mostUs = 1;       ///< of all times, measured ones too
    std::size_t measured = 0;

    /// nullptr: it is not among them.
    [[nodiscard]] const PlottedVariant* find(search::VariantId id) const;
    /// "STRIDE=1,local=64\n39.4 us, measured 42.0 us"
    [[nodiscard]] std::string textOf(const PlottedVariant& variant) const;
    /// The ranked one that is `steps` slower, faster for a negative number; the fastest where there is no id.
    [[nodiscard]] std::optional<search::VariantId> step(std::optional<search::VariantId> id, int steps) const;
};
using SharedVariantPlot = std::shared_ptr<const VariantPlot>;

/// Of those that have a time. `measuredUs`: of variants by id.
[[nodiscard]] VariantPlot plotOf(const TuneOutcome& outcome,
                                 const std::map<search::VariantId, double>& measuredUs);

} // namespace warpstring::gui
