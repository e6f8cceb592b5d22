// SPDX-License-Identifier: GPL-3.0-or-later
// What a computation's stages can become: the moves of the search over derivations.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "generate/code/generated.h"
#include "generate/rules/derivation.h"

namespace warpstring::generate {

/// One way to lower a stage with its numbers: steps of rules, told by the name of what they make, and the size
/// of groups.
struct Choice {
    std::string name; ///< "reduce-in-two-kernels(chunk = 4096, group = 256)"
    std::vector<Step> steps;
    CodeOptions code;
    std::string way; ///< the Way's name and the numbers that it was made with
    Numbers numbers;
};

/// What a stage can become, its numbers open.
struct Way {
    std::string name;            ///< of no other way of the stage: "reduce-in-two-kernels"
    std::vector<Numbers> listed; ///< that are worth a try, the plainest first; one empty set where it has none
    /// Nullopt where the numbers do not fit, or a rule is not allowed.
    std::function<std::optional<Choice>(const Numbers&)> choice;
};

/// Which numbers of a way are tried.
enum class Extent {
    Listed, ///< Way::listed
    Wide    ///< all combinations of what is listed of each number and of powers of two around and between it
};

/// The first pattern in the order of the data that no rule has given a place to run, outside of all functions;
/// nullopt where every stage has one.
[[nodiscard]] std::optional<Path> openStage(const Expr& whole);

/// Ways to lower the stage at `path`, the plainest first. Rules that `allowed` does not let through are in
/// none of their choices. Numbers are not tried: a way may have no choice at all.
[[nodiscard]] std::vector<Way> waysAt(const Expr& whole, const Path& path, const Allowed& allowed);
[[nodiscard]] std::vector<Numbers> numbersOf(const Way& way, Extent extent);

/// All choices with listed numbers that fit.
[[nodiscard]] std::vector<Choice> choicesAt(const Expr& whole, const Path& path, const Allowed& allowed);

} // namespace warpstring::generate
