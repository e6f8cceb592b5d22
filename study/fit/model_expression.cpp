// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/fit/model_expression.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace warpstring::fit {

namespace {

double largest(double a, double b, Sharpness sharpness) {
    const double sum = std::abs(a) + std::abs(b);
    if (sharpness.edge <= 0 || sum == 0) return std::max(a, b);
    const double share = (std::tanh(sharpness.edge * (a - b) / sum) + 1) / 2;
    return a * share + b * (1 - share);
}

} // namespace

double overlap(double a, double b, double k, Sharpness sharpness) {
    const double most = largest(a, b, sharpness);
    return most + (1 - std::clamp(k, 0.0, 1.0)) * (a + b - most);
}

/// By recursive descent; the first fault ends it.
class ModelParser {
public:
    explicit ModelParser(std::string_view text) : text_(text) {}

    Result<ModelExpression> parsed() {
        sum();
        skipBlanks();
        if (!fault_ && at_ < text_.size()) fail("syntax", "an operator or the end is expected", "");
        if (fault_) return *fault_;
        if (model_.parameters_.empty())
            return Diagnostic{"fit.no-parameters",
                              Severity::Error,
                              {},
                              "the model has no parameter to fit",
                              "every name that does not begin with f_ is one: \"t_launch + c*f_gmem\""};
        return model_;
    }

private:
    using Kind = ModelExpression::Kind;
    static constexpr int mostDepth = 200;

    void fail(const std::string& code, const std::string& message, const std::string& hint) {
        if (!fault_)
            fault_ = Diagnostic{"fit." + code,
                                Severity::Error,
                                {},
                                "the model, at character " + std::to_string(at_ + 1) + ": " + message,
                                hint};
        at_ = text_.size();
    }
    void skipBlanks() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    }
    bool take(char wanted) {
        skipBlanks();
        if (at_ >= text_.size() || text_[at_] != wanted) return false;
        ++at_;
        return true;
    }
    std::size_t made(Kind kind, std::vector<std::size_t> parts = {}, double number = 0, std::size_t index = 0) {
        model_.nodes_.push_back({kind, number, index, std::move(parts)});
        return model_.nodes_.size() - 1;
    }

    std::size_t sum() {
        std::size_t all = product();
        while (true) {
            if (take('+'))
                all = made(Kind::Sum, {all, product()});
            else if (take('-'))
                all = made(Kind::Difference, {all, product()});
            else
                return all;
        }
    }
    std::size_t product() {
        std::size_t all = factor();
        while (true) {
            if (take('*'))
                all = made(Kind::Product, {all, factor()});
            else if (take('/'))
                all = made(Kind::Quotient, {all, factor()});
            else
                return all;
        }
    }
    std::size_t factor() {
        if (++depth_ > mostDepth) fail("syntax", "the expression is nested too deeply", "");
        const std::size_t node = primary();
        --depth_;
        return node;
    }
    std::size_t primary() {
        skipBlanks();
        if (at_ >= text_.size()) {
            fail("syntax", "a number, a name or \"(\" is expected", "");
            return made(Kind::Number);
        }
        if (take('-')) return made(Kind::Difference, {made(Kind::Number), factor()});
        if (take('(')) {
            const std::size_t inner = sum();
            if (!take(')')) fail("syntax", "\")\" is expected", "");
            return inner;
        }
        const char next = text_[at_];
        if (std::isdigit(static_cast<unsigned char>(next)) != 0 || next == '.') return number();
        if (std::isalpha(static_cast<unsigned char>(next)) != 0 || next == '_') return named();
        fail("syntax", std::string("\"") + next + "\" is not expected here", "");
        return made(Kind::Number);
    }
    std::size_t number() {
        const std::string rest(text_.substr(at_));
        char* end = nullptr;
        const double value = std::strtod(rest.c_str(), &end);
        if (end == rest.c_str()) fail("syntax", "a number is expected", "");
        at_ += static_cast<std::size_t>(end - rest.c_str());
        return made(Kind::Number, {}, value);
    }
    std::size_t named() {
        const std::size_t begin = at_;
        while (at_ < text_.size() &&
               (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
            ++at_;
        const std::string name(text_.substr(begin, at_ - begin));
        if (take('(')) return function(name);
        if (name.starts_with("f_")) return made(Kind::Feature, {}, 0, placeOf(model_.features_, name));
        const std::size_t place = placeOf(model_.parameters_, name);
        model_.isShare_.resize(model_.parameters_.size());
        return made(Kind::Parameter, {}, 0, place);
    }
    std::size_t function(const std::string& name) {
        std::vector<std::size_t> arguments;
        do arguments.push_back(sum());
        while (take(','));
        if (!take(')')) fail("syntax", "\",\" or \")\" is expected", "");
        const Kind kind = name == "overlap" ? Kind::Overlap : name == "max" ? Kind::Maximum : Kind::Minimum;
        if (name != "overlap" && name != "max" && name != "min")
            fail("unknown-function", "there is no function \"" + name + "\"",
                 "there are overlap(a, b, k), max(a, b), min(a, b)");
        else if (arguments.size() != (kind == Kind::Overlap ? 3U : 2U))
            fail("arguments", name + " takes " + (kind == Kind::Overlap ? "three" : "two") + " arguments", "");
        else if (const auto& last = model_.nodes_[arguments.back()];
                 kind == Kind::Overlap && last.kind == Kind::Parameter)
            model_.isShare_[last.index] = true;
        return made(kind, std::move(arguments));
    }
    static std::size_t placeOf(std::vector<std::string>& names, const std::string& name) {
        const auto found = std::find(names.begin(), names.end(), name);
        if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
        names.push_back(name);
        return names.size() - 1;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    ModelExpression model_;
    std::optional<Diagnostic> fault_;
};

Result<ModelExpression> ModelExpression::parse(std::string_view text) { return ModelParser(text).parsed(); }

double ModelExpression::value(const std::vector<double>& features, const std::vector<double>& parameters,
                              Sharpness sharpness) const {
    return valueOf(nodes_.size() - 1, features, parameters, sharpness);
}

double ModelExpression::valueOf(std::size_t node, const std::vector<double>& features,
                                const std::vector<double>& parameters, Sharpness sharpness) const {
    const Node& own = nodes_[node];
    const auto part = [&](std::size_t i) { return valueOf(own.parts[i], features, parameters, sharpness); };
    switch (own.kind) {
    case Kind::Number: return own.number;
    case Kind::Feature: return features[own.index];
    case Kind::Parameter:
        return isShare_[own.index] ? std::min(parameters[own.index], 1.0) : parameters[own.index];
    case Kind::Sum: return part(0) + part(1);
    case Kind::Difference: return part(0) - part(1);
    case Kind::Product: return part(0) * part(1);
    case Kind::Quotient: return part(0) / part(1);
    case Kind::Overlap: return overlap(part(0), part(1), part(2), sharpness);
    case Kind::Maximum: return largest(part(0), part(1), sharpness);
    case Kind::Minimum: {
        const double a = part(0), b = part(1);
        return a + b - largest(a, b, sharpness);
    }
    }
    return 0;
}

} // namespace warpstring::fit
