// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel as a tree: what the grammar grows, the printer writes as OpenCL C and the interpreter runs.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/launch.h"

namespace warpstring::random_kernels {

enum class Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Less,
    Equal,
    // Functions
    Minimum,
    Maximum,
    Absolute,
    SquareRoot,
    Exponential,
    Sine,
    Cosine,
    NativeSine,
    MultiplyAdd,
    PopulationCount,
    Rotate
};

enum class ExprKind {
    Literal,  ///< `number`; in every component of a vector
    Variable, ///< `slot` of the kernel's variables
    Argument, ///< `slot` of the kernel's scalars
    GlobalId, ///< `slot` is the dimension
    LocalId,
    GroupId,
    Load,   ///< of memory `slot` at operands[0]
    Apply,  ///< `operation` to the operands
    Choose, ///< operands[0] ? operands[1] : operands[2]
    Convert,
    Component ///< `slot` of a vector
};

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

/// A value. Conditions are ints.
struct Expr {
    ExprKind kind = ExprKind::Literal;
    ValueType type;
    Operation operation = Operation::Add;
    int slot = 0;
    double number = 0;
    std::vector<ExprPtr> operands;
    /// What the value lies between, in every component: this is why indices stay in bounds.
    double low = 0, high = 0;
    /// Whether no rounding was needed: conditions on anything else could go either way on another device.
    bool exact = true;
};

struct Variable {
    std::string name;
    ValueType type;
};

struct ScalarParameter {
    std::string name;
    ValueType type;
    double value = 0;
};

enum class MemorySpace { Global, Local, Private };

/// Which work-item writes an element of an output.
enum class Placement {
    None,   ///< of inputs, local and private memory
    Items,  ///< `factor` elements in a row for each work-item, the first work-item's first
    Planes, ///< `factor` planes of an element a work-item
    Turned, ///< two-dimensional: element x * height + y
    Groups  ///< `factor` elements in a row for each work-group
};

struct Memory {
    MemorySpace space = MemorySpace::Global;
    std::string name;
    ValueType type;
    std::uint64_t count = 0; ///< elements
    /// Of inputs: random values from low to high.
    double low = 0, high = 0;
    std::uint64_t seed = 0;
    Placement placement = Placement::None;
    std::uint64_t factor = 1;
    bool isAdded = false; ///< by atomics, from 0

    [[nodiscard]] bool isOutput() const { return placement != Placement::None; }
};

enum class StatementKind {
    Declare,   ///< variable `slot`, initially `value`
    Assign,    ///< variable `slot`
    If,        ///< `value`, `body`, `otherwise`
    Loop,      ///< counter `slot` from `index` while below `value`, by `step`
    Halving,   ///< counter `slot` from `value`, halved while above 0
    Store,     ///< `value` to memory `slot` at `index`
    AtomicAdd, ///< the same
    Array,     ///< private memory `slot` is declared
    Barrier
};

struct Statement {
    StatementKind kind = StatementKind::Barrier;
    int slot = 0;
    ExprPtr value, index;
    int step = 1;
    double trips = 1; ///< of a loop, about
    std::vector<Statement> body{}, otherwise{};
};

struct KernelTree {
    NDRange range;
    std::vector<Variable> variables;
    std::vector<ScalarParameter> scalars;
    std::vector<Memory> memories;
    std::vector<Statement> body;
    /// Words such as "loop-triangular": what the kernel has.
    std::set<std::string> features;
};

} // namespace warpstring::random_kernels
