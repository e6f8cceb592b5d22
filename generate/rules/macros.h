// SPDX-License-Identifier: GPL-3.0-or-later
// Derivations that are worth a name: lists of rules that together make one known implementation.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "generate/rules/applicable.h"

namespace warpstring::generate {

struct Macro {
    std::string_view name;    ///< "reduce-in-chunks"
    std::string_view says;    ///< in one sentence
    std::string_view numbers; ///< "group chunk"; all are wanted
    /// The steps that make it of what is at `site`. Errors: derivation.step.
    Result<std::vector<Step>> (*steps)(const Expr& whole, const Path& site, const Numbers& numbers);
};

[[nodiscard]] std::span<const Macro> macros();
/// Null where none is called so.
[[nodiscard]] const Macro* findMacro(std::string_view name);

/// The numbers that are sensible for fused-tiles; none where tile-2d fits as it is.
[[nodiscard]] std::vector<Numbers> fusedTileChoices(const Expr& site);

} // namespace warpstring::generate
