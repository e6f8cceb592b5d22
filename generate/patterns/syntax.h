// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern file as it is written: what stands where, before anything has a type.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace warpstring::generate {

/// A part of an expression, or of a type, and what stands in it.
struct Syntax {
    enum class Kind {
        Number,      // text
        Name,        // text
        Section,     // (+) as a function; text is the operator
        Tuple,       // children
        Lambda,      // children: the parameters (Name or Tuple), last the body
        Let,         // children: the name (or a Tuple of names), its value, the body
        Apply,       // children: the function, its arguments
        Pipe,        // children: the value, the function
        Binary,      // text is the operator; two children
        Unary,       // text is the operator; one child
        Conditional, // three children
        Part,        // text is what follows the point; one child
        Index,       // children: the array, the index
        ArrayType,   // children: the element's type, the lengths from the outermost
    };

    Kind kind = Kind::Name;
    std::string text;
    std::vector<Syntax> children;
    int depth = 1; // with all that stands in it
    SourceLocation place;
};

struct SizeItem {
    std::string name;
    Syntax value;
    SourceLocation place;
};

/// A function in OpenCL C, or what stands before such functions.
struct CItem {
    bool isFunction = false;
    std::string text;
    SourceLocation place;
};

struct DefinitionItem {
    struct Parameter {
        std::string name;
        std::vector<Syntax> type; // one, or none where it is left out
        SourceLocation place;
    };
    std::string name;
    std::vector<Parameter> parameters;
    Syntax body;
    SourceLocation place;
};

/// Each kind in the order of the source.
struct PatternFile {
    std::vector<SizeItem> sizes;
    std::vector<CItem> codes;
    std::vector<DefinitionItem> definitions;
};

/// How deep expressions, braces and parameters may stand in each other.
inline constexpr int deepestNesting = 100;
/// The same with chains, which are nested from the left: a + b + c.
inline constexpr int deepestChain = 300;

/// Error: pattern.syntax, with what was expected where. `file` is what places call the text.
[[nodiscard]] Result<PatternFile> parsePattern(std::string_view text, const std::string& file);

/// From 1, those that bind closest last; 0 for what is no infix operator. As in C.
[[nodiscard]] int precedence(std::string_view infixOperator);

} // namespace warpstring::generate
