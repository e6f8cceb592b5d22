// SPDX-License-Identifier: GPL-3.0-or-later
// A cost model as a person writes it: an expression of features, parameters and functions (docs/fit.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace warpstring::fit {

/// How steep the switch of overlap() and max() is: 0 stands for the true maximum.
struct Sharpness {
    double edge = 0;
};

class ModelExpression {
public:
    /// expression := term (("+" | "-") term)*; term := factor (("*" | "/") factor)*; factor := number | name |
    /// name "(" expression ("," expression)* ")" | "(" expression ")" | "-" factor. Functions: overlap(a, b,
    /// k), max(a, b), min(a, b). Codes: fit.syntax, fit.unknown-function, fit.arguments, fit.no-parameters.
    [[nodiscard]] static Result<ModelExpression> parse(std::string_view text);

    [[nodiscard]] const std::vector<std::string>& features() const { return features_; } ///< f_..., each once
    [[nodiscard]] const std::vector<std::string>& parameters() const { return parameters_; }
    /// Parameters that stand as an overlap alone: of 0 to 1.
    [[nodiscard]] const std::vector<bool>& isShare() const { return isShare_; }

    /// Values in the order of the names.
    [[nodiscard]] double value(const std::vector<double>& features, const std::vector<double>& parameters,
                               Sharpness sharpness = {}) const;

private:
    friend class ModelParser;
    enum class Kind {
        Number,
        Feature,
        Parameter,
        Sum,
        Difference,
        Product,
        Quotient,
        Overlap,
        Maximum,
        Minimum
    };
    struct Node {
        Kind kind = Kind::Number;
        double number = 0;
        std::size_t index = 0;          ///< of the feature or the parameter
        std::vector<std::size_t> parts; ///< nodes
    };
    [[nodiscard]] double valueOf(std::size_t node, const std::vector<double>& features,
                                 const std::vector<double>& parameters, Sharpness sharpness) const;

    std::vector<Node> nodes_; ///< the last is the whole
    std::vector<std::string> features_, parameters_;
    std::vector<bool> isShare_;
};

/// max(a, b) + (1 - k) min(a, b), k held within 0 and 1. With an edge the maximum is that of the thesis's
/// switch in a form that no unit changes: s((a - b) / (a + b)), s(x) = (tanh(edge x) + 1) / 2.
[[nodiscard]] double overlap(double a, double b, double k, Sharpness sharpness = {});

} // namespace warpstring::fit
