// SPDX-License-Identifier: GPL-3.0-or-later
// What a computation's stages can become: the moves of the search over derivations.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generate/code/generated.h"
#include "generate/rules/derivation.h"

namespace warpstring::generate {

/// One way to lower a stage: steps of rules, told by the name of what they make, and the size of groups.
struct Choice {
    std::string name; ///< "reduce-in-two-kernels(chunk = 4096, group = 256)"
    std::vector<Step> steps;
    CodeOptions code;
};

/// The first pattern in the order of the data that no rule has given a place to run, outside of all functions;
/// nullopt where every stage has one.
[[nodiscard]] std::optional<Path> openStage(const Expr& whole);

/// Ways to lower the stage at `path`, the plainest first. Rules that `allowed` does not let through are in
/// none.
[[nodiscard]] std::vector<Choice> choicesAt(const Expr& whole, const Path& path, const Allowed& allowed);

} // namespace warpstring::generate
