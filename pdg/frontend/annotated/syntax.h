// SPDX-License-Identifier: GPL-3.0-or-later
// Annotated C as a plain tree: functions, their statements and expressions, the pragmas on loops. Nothing of
// Clang is left in it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "core/value_type.h"

namespace warpstring::frontend {

/// An expression of an arithmetic type.
struct CExpression {
    enum class Kind {
        Integer,     // integer
        Floating,    // number
        Variable,    // variable
        Subscript,   // variable, and an operand for each dimension that is indexed, the outermost first
        Unary,       // name is "-", "!" or "~"
        Binary,      // name is an operator of C that changes nothing
        Conditional, // three operands
        Convert,     // to `type`
        Call,        // name is the function's
        Other,       // name says what it is; operands are what is in it
    };

    Kind kind = Kind::Other;
    ValueType type;
    std::string name;
    std::int64_t integer = 0;
    double number = 0;
    int variable = -1; // an index in the function's variables
    std::vector<CExpression> operands;
    SourceLocation place;
};

struct CVariable {
    std::string name;
    ValueType type; // of an array's or a pointer's elements
    SourceLocation place;
    bool isParameter = false;
    bool isGlobal = false;  // or static
    bool isPointer = false; // or an array
    bool isRestrict = false;
    bool isConstant = false; // what it has, or points to
    bool isOther = false;    // of a type that is none of OpenCL C's arithmetic ones
    bool isAlias = false;    // a pointer that is no parameter
    /// Of a pointer's elements, or an array: lengths, the outermost first. `isOpen` of what a parameter says
    /// none of.
    std::vector<CExpression> lengths;
    bool isOpen = false;    // the outermost length is not known
    std::string definition; // of a global constant, as C
};

/// #pragma warpstring parallel simd reduction(+: s)
struct LoopAnnotation {
    struct Reduction {
        std::string operation; // "+", "*", "min", "max", "&", "|", "^", "&&", "||"
        std::string variable;
    };

    bool isParallel = false;
    bool isSimd = false;
    std::vector<Reduction> reductions;
    SourceLocation place;
};

[[nodiscard]] inline std::string elementName(const std::string& array) { return "its_" + array; }

struct CStatement {
    enum class Kind {
        Block,    // children
        Declare,  // variable, expressions: the value where there is one
        Assign,   // expressions: what is written (Variable or Subscript), the value
        Evaluate, // expressions: one whose value nobody takes
        If,       // expressions: the condition; children: then, else where there is one
        For,      // counted where `step` is not 0: variable, from, condition; children: the body
        While,    // any other loop; children: what is in it
        Return,   // expressions: the value where there is one
        Other,    // name says what it is
    };

    Kind kind = Kind::Other;
    std::string name;
    int variable = -1;
    std::vector<CExpression> expressions; // of For: from, bound
    std::string comparison;    // of For: what the variable is to the bound: "<", "<=", ">", ">=", "!="
    std::int64_t step = 0;     // of For
    LoopAnnotation annotation; // of a loop
    /// Of an annotated loop its body, macros expanded. An element of an array that it writes is
    /// elementName() there.
    std::string text;
    std::vector<CStatement> children;
    SourceLocation place;
};

struct CFunction {
    std::string name;
    bool hasResult = false;
    ValueType result;
    bool isOther = false;             // its result's type is none of OpenCL C's arithmetic ones
    std::vector<CVariable> variables; // parameters first
    std::size_t parameters = 0;
    CStatement body;
    std::string text;               // as OpenCL C takes it, macros expanded
    std::vector<std::string> calls; // functions by name, each once
    bool isAnnotated = false;       // a loop of it has a pragma
    SourceLocation place;
};

/// #pragma warpstring size n = 1024
struct SizeAnnotation {
    std::string name;
    std::int64_t value = 0;
    SourceLocation place;
};

struct CFile {
    std::vector<CFunction> functions; // with a body, in the order of the source
    std::vector<SizeAnnotation> sizes;
    Diagnostics warnings;
};

} // namespace warpstring::frontend
