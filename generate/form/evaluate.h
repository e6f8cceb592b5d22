// SPDX-License-Identifier: GPL-3.0-or-later
// What an expression is worth on given values: the meaning that rules keep and that generated code has to have
// (seeds/003, definitions 5.1 to 5.15).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "generate/form/expr.h"

namespace warpstring::generate {

/// A number, or the elements of an array, the parts of a tuple, the components of a vector. Parts are shared
/// and never change.
class Value {
public:
    Value() = default;
    Value(double number) : number_(number) {} // NOLINT(google-explicit-constructor): a number is a value
    explicit Value(std::vector<Value> parts)
        : parts_(std::make_shared<const std::vector<Value>>(std::move(parts))) {}

    [[nodiscard]] double number() const { return number_; }
    [[nodiscard]] bool hasParts() const { return parts_ != nullptr; }
    [[nodiscard]] const std::vector<Value>& parts() const;

    friend bool operator==(const Value& a, const Value& b);

private:
    double number_ = 0;
    std::shared_ptr<const std::vector<Value>> parts_;
};

/// "[[1, 2], [3, 4]]" for messages, of which some hundred characters are given.
[[nodiscard]] std::string toText(const Value& value);

using Environment = std::map<const Variable*, Value>;
/// What user functions compute, by their names: their text is OpenCL C, which is not read here.
using Definitions = std::map<std::string, std::function<Value(const std::vector<Value>&)>>;

/// Numbers are doubles, of which each operation's result is brought to its type as OpenCL C does: integers
/// wrap, quotients of integers are rounded to zero, floats are rounded to float (half to float too). Whole
/// numbers are exact to 2^53. Levels and memories change nothing, and the permutation that `reorder` may choose
/// is the identity. Errors: evaluate.variable, evaluate.function (no definition), evaluate.index (outside of
/// the array), evaluate.division (an integer by 0), evaluate.length (not a constant, or does not fit the
/// value).
[[nodiscard]] Result<Value> evaluate(const Expr& expr, const Environment& environment,
                                     const Definitions& definitions = {});

/// The program's body with its inputs in the order of its parameters.
[[nodiscard]] Result<Value> evaluate(const Program& program, const std::vector<Value>& inputs,
                                     const Definitions& definitions = {});

} // namespace warpstring::generate
