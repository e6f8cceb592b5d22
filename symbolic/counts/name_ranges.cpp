// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/counts/name_ranges.h"

#include <algorithm>
#include <cmath>

namespace warpstring::symbolic {

namespace {

constexpr double mostExact = 0x1p50; ///< whole numbers up to it, and sums of some, are exact

double realOf(const Rational& number) {
    return number.isValid()
               ? static_cast<double>(number.numerator()) / static_cast<double>(number.denominator())
               : NAN;
}

/// Nothing of a value without end is nothing.
double productOf(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

NumberRange productOf(NumberRange a, NumberRange b) {
    const auto [low, high] = std::minmax({productOf(a.low, b.low), productOf(a.low, b.high),
                                          productOf(a.high, b.low), productOf(a.high, b.high)});
    return {low, high};
}

/// The polynomial with quotients replaced by what they are without rounding; it is up to `slack` more than it.
struct Unrounded {
    Polynomial polynomial;
    double below = 0, above = 0; ///< how much less, and more, the polynomial itself may be
};

bool isQuotient(const Monomial& monomial) {
    return monomial.degree() == 1 && monomial.factors[0].atom->numerator;
}

Unrounded unrounded(const Polynomial& polynomial) {
    Unrounded result;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (!isQuotient(monomial)) {
            result.polynomial += Polynomial::monomial(monomial, coefficient);
            continue;
        }
        const Atom& quotient = *monomial.factors[0].atom;
        const Rational share = coefficient / Rational(quotient.divisor);
        result.polynomial += Polynomial(share) * *quotient.numerator;
        const double slack = realOf(share) * static_cast<double>(quotient.divisor - 1);
        (slack > 0 ? result.below : result.above) += std::fabs(slack);
    }
    return result;
}

NumberRange plainRange(const Polynomial& polynomial, const NameRanges& names) {
    NumberRange sum;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        NumberRange product{realOf(coefficient), realOf(coefficient)};
        for (const AtomPower& factor : monomial.factors) {
            NumberRange base{-HUGE_VAL, HUGE_VAL};
            if (factor.atom->numerator) {
                const NumberRange above = plainRange(*factor.atom->numerator, names);
                const auto divisor = static_cast<double>(factor.atom->divisor);
                base = {std::floor(above.low / divisor), std::floor(above.high / divisor)};
            } else if (const auto found = names.find(factor.atom->text); found != names.end()) {
                base = found->second;
            }
            for (int i = 0; i < factor.power; ++i) product = productOf(product, base);
        }
        sum = {sum.low + product.low, sum.high + product.high};
    }
    return sum;
}

} // namespace

NumberRange rangeOf(const Polynomial& polynomial, const NameRanges& names) {
    const NumberRange range = plainRange(polynomial, names);
    const auto& terms = polynomial.terms();
    if (std::none_of(terms.begin(), terms.end(), [](const auto& term) { return isQuotient(term.first); }))
        return range;
    const Unrounded smooth = unrounded(polynomial);
    const NumberRange other = plainRange(smooth.polynomial, names);
    return {std::max(range.low, other.low - smooth.below), std::min(range.high, other.high + smooth.above)};
}

void narrow(NameRanges& names, const Conjunction& where) {
    for (const Condition& condition : where) {
        const auto& terms = condition.left.terms(); // the constant before the name
        if (terms.empty() || terms.size() > 2 || (terms.size() == 2 && !terms[0].first.factors.empty()))
            continue;
        const auto& [monomial, factor] = terms.back();
        if (monomial.degree() != 1 || monomial.factors[0].atom->numerator) continue;
        const Rational end = (Rational(0) - condition.left.constantTerm()) / factor;
        if (!end.isValid() || std::fabs(realOf(end)) > mostExact) continue;
        NumberRange& range =
            names.try_emplace(monomial.factors[0].atom->text, NumberRange{-HUGE_VAL, HUGE_VAL}).first->second;
        if (condition.isEquality || factor.sign() > 0) range.low = std::max(range.low, std::ceil(realOf(end)));
        if (condition.isEquality || factor.sign() < 0)
            range.high = std::min(range.high, std::floor(realOf(end)));
    }
}

std::optional<bool> decided(const Condition& condition, const NameRanges& names) {
    if (!condition.left.hasIntegerCoefficients()) return std::nullopt;
    const NumberRange range = rangeOf(condition.left, names);
    const auto isPlain = [](double end) { return std::fabs(end) <= mostExact; };
    // Whole numbers: half of one is enough for what rounding does to quotients.
    const bool isPositive = isPlain(range.low) && range.low > 0.5;
    const bool isNegative = isPlain(range.high) && range.high < -0.5;
    if (isNegative || (condition.isEquality && isPositive)) return false;
    const bool isNotNegative = isPlain(range.low) && range.low > -0.5;
    const bool isNotPositive = isPlain(range.high) && range.high < 0.5;
    if (isNotNegative && (!condition.isEquality || isNotPositive)) return true;
    return std::nullopt;
}

} // namespace warpstring::symbolic
