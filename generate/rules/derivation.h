// SPDX-License-Identifier: GPL-3.0-or-later
// How a form was found: the steps from a program to it, as a value that can be told, kept and done again.
#pragma once

#include <string>
#include <vector>

#include "core/text/json.h"
#include "generate/rules/applicable.h"

namespace warpstring::generate {

struct Derivation {
    Program start;
    std::vector<Step> steps;
};

/// The body before the first step and after each. Errors: those of after(), with the step's number.
[[nodiscard]] Result<std::vector<Expr>> replay(const Derivation& derivation);
/// The last of them alone.
[[nodiscard]] Result<Program> derived(const Derivation& derivation);

/// An array of {"rule": "split-join", "at": [0, 1], "numbers": {"n": 128}}. The program is not in it.
[[nodiscard]] Json toJson(const std::vector<Step>& steps);
/// Errors: derivation.json.
[[nodiscard]] Result<std::vector<Step>> stepsOf(const Json& json);

} // namespace warpstring::generate
