// SPDX-License-Identifier: GPL-3.0-or-later
// The typed form between a computation's description and its kernels: expressions of algorithmic patterns and
// of the patterns that say where OpenCL runs them and where their results lie (seeds/003, tables 5.1 and 5.2).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostic.h"
#include "core/result.h"
#include "generate/form/type.h"

namespace warpstring::generate {

enum class Op {
    // Of scalars, vectors and tuples.
    Variable,
    Literal,
    Operator, // OpenCL C's operators, and its built-in functions, by `name`
    Call,     // a user function in OpenCL C, by `name`
    Tuple,
    Get, // a tuple's part, `index` from 0
    Let, // its function's body with the input for the parameter: computed once
    // Algorithmic patterns: definitions 5.1 to 5.7.
    Map,
    Reduce,  // of an associative and commutative operator with its identity: an array of one element
    PartRed, // definition 5.15: each `number` elements become one
    Scan,    // exclusive: the element before the first is the identity
    Zip,
    Split, // into arrays of `number`
    Join,
    Iterate, // `count` times
    Reorder,
    // Shapes and accesses beside them.
    Transpose,
    Gather, // element i is element index(i) of the input; the function takes an int and gives one
    Slide,  // windows of `number` elements, `step` apart
    Pad,    // `number` elements before, `step` behind, by the boundary
    Take,   // the first `number` elements
    Iota,   // 0, 1, ... `number` - 1
    Fill,   // an array of `number` times the same
    At,     // an element of an array; the second input is an int
    // Where work and data are put: section 5.3.2. What level runs a Map or a Reduce is its `level`.
    ReorderStride, // by `number`, or where ofLength is set by the input's length over `number`
    // With `number` elements of room behind each row of the last dimension; where `count` is 2 there are two
    // places, which the rounds of the loop around take by turns.
    ToLocal,
    ToGlobal,
    ToPrivate,
    AsVector, // of `number` components
    AsScalar,
};

/// Who runs the calls of a map's function, or of a reduction's operator.
enum class Level { Abstract, Workgroup, Global, Local, Warp, Lane, Sequential };

/// What lies outside of an array: a value, the nearest element, the array anew.
enum class Boundary { Constant, Nearest, Wrap };

class Expr;

/// A name for a value: compared by identity, not by its text.
struct Variable {
    std::string name;
    Type type;
};
using VariablePointer = std::shared_ptr<const Variable>;

/// A function of patterns: \ parameters . body.
struct Function {
    std::vector<VariablePointer> parameters;
    std::shared_ptr<const struct Node> body;

    [[nodiscard]] Expr expr() const;
};

/// One pattern with what it is applied to. Which members mean something hangs on `op`.
struct Node {
    Op op = Op::Literal;
    Type type; // infer() finds it
    std::vector<Expr> inputs;
    std::vector<Function> functions;
    VariablePointer variable;
    std::string name;
    double value = 0; // of a literal
    Nat number;
    Nat step;
    bool ofLength = false; // of ReorderStride
    int index = 0;
    std::int64_t count = 0;
    Level level = Level::Abstract;
    int dimension = 0;         // of Workgroup, Global and Local
    bool unroll = false;       // a sequential loop is written out
    bool byComponents = false; // of a Call: vectors may stand for its function's scalars
    Boundary boundary = Boundary::Constant;
    SourceLocation place;
};

/// Shared and never changed.
class Expr {
public:
    Expr() = default;
    explicit Expr(std::shared_ptr<const Node> node) : node_(std::move(node)) {}

    const Node* operator->() const { return node_.get(); }
    const Node& operator*() const { return *node_; }
    [[nodiscard]] const std::shared_ptr<const Node>& pointer() const { return node_; }
    [[nodiscard]] bool empty() const { return node_ == nullptr; }
    [[nodiscard]] const Type& type() const { return node_->type; }

private:
    std::shared_ptr<const Node> node_;
};

/// Types of what a Call may name.
struct UserFunction {
    std::string name;
    std::vector<ValueType> parameters; // of a pointer what it points to: a Call hands a whole array to it
    ValueType result;
    std::string text;               // its definition in OpenCL C
    std::vector<std::string> names; // of its parameters
    std::string returned;           // the expression, where it does nothing else and that goes by components
    SourceLocation place;

    /// Whether vectors may stand for its scalars.
    [[nodiscard]] bool isByComponents() const { return !returned.empty(); }

    friend bool operator==(const UserFunction&, const UserFunction&) = default;
};

/// A computation by its inputs and the expression of its result.
struct Program {
    std::string name;
    std::vector<VariablePointer> parameters;
    Expr body;
    std::vector<UserFunction> functions; // in the order of the source
    std::string preamble;                // OpenCL C that stands before them
};

/// The node with the type that its inputs give it. Errors (pattern.type) say at the node's place what was
/// expected.
[[nodiscard]] Result<Expr> infer(Node node);

/// The functions of a node see its inputs' types by these: what the parameters of a new function have to be.
/// Nullopt where the inputs do not fit the pattern, which infer() tells.
[[nodiscard]] std::optional<std::vector<Type>> parameterTypes(const Node& node, std::size_t function);

/// The names that Operator knows, with how many operands each takes.
[[nodiscard]] int operandCount(std::string_view operatorName);
[[nodiscard]] bool isInfix(std::string_view operatorName);

[[nodiscard]] std::string_view name(Level level);
[[nodiscard]] std::string_view name(Boundary boundary);

} // namespace warpstring::generate
