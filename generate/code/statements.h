// SPDX-License-Identifier: GPL-3.0-or-later
// The statements of a kernel while it is written, and their text.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace warpstring::generate {

struct Statement {
    enum class Kind { Line, Block, Barrier };

    Kind kind = Kind::Line;
    std::string text;   // of a block what stands before its brace; of a barrier its fences
    std::string before; // a line of its own before a block: a pragma
    std::vector<Statement> body;
};

using Statements = std::vector<Statement>;

/// A line for each statement, indented by four columns a level from `level`; a block of one statement has no
/// braces where it needs none.
[[nodiscard]] std::string toText(const Statements& statements, int level);

[[nodiscard]] bool hasBarrier(const Statements& statements);

} // namespace warpstring::generate
