// SPDX-License-Identifier: GPL-3.0-or-later
// A time as a person writes it over names: "3e-9*n^2", in seconds.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace warpstring::transfers {

/// Numbers, names, + - * / ^ (to the right, above signs), parentheses, log2(x), sqrt(x), min(a,b), max(a,b).
class TimeFormula {
public:
    /// Fails with transfers.bad-formula, whose message says where.
    [[nodiscard]] static Result<TimeFormula> parse(std::string_view text);

    /// Fails with transfers.bad-formula where a name has no value or the result is no number of 0 or more.
    [[nodiscard]] Result<double> evaluate(const std::map<std::string, double>& values) const;
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    friend class TimeFormulaParser;
    enum class Operation {
        Number,
        Name,
        Negate,
        Add,
        Subtract,
        Multiply,
        Divide,
        Power,
        Log2,
        Root,
        Least,
        Most
    };
    struct Step {
        Operation operation = Operation::Number;
        double number = 0;
        std::string name;
    };

    std::string text_;
    std::vector<Step> steps_; ///< operands before what takes them
};

} // namespace warpstring::transfers
