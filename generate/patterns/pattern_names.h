// SPDX-License-Identifier: GPL-3.0-or-later
// The names of patterns in the notation.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generate/form/build.h"
#include "generate/form/expr.h"

namespace warpstring::generate {

/// A pattern, or what is short for several.
struct PatternName {
    enum class Form { Plain, Stencil, AllPairs, Padded, ByTurns };

    Form form = Form::Plain;
    Op op = Op::Map;
    build::Run run;
    std::string_view usage; // "map(f)"
};

/// "mapLocal1", "reduceSeqUnroll", "zip"; nullopt for a name that is no pattern's.
[[nodiscard]] std::optional<PatternName> patternNamed(std::string_view name);

/// What patternNamed() knows the node by.
[[nodiscard]] std::string patternName(const Node& node);

/// Those without a level, to suggest from.
[[nodiscard]] std::vector<std::string> patternNames();

/// "+" for "add"; a name of the form's operators is its own; empty for what is no function's name.
[[nodiscard]] std::string_view operatorNamed(std::string_view name);

/// "add" for "+"; empty for what has no name but its sign.
[[nodiscard]] std::string_view nameOfInfix(std::string_view infixOperator);

} // namespace warpstring::generate
