// SPDX-License-Identifier: GPL-3.0-or-later
// Polynomials as people write them.
#include <algorithm>

#include "symbolic/formula/polynomial.h"

namespace warpstring::symbolic {

namespace {

/// "2*n^3/16"; of the sign nothing.
std::string termText(const Monomial& monomial, const Rational& coefficient) {
    if (!coefficient.isValid()) return "?";
    const Wide above = coefficient.sign() < 0 ? -coefficient.numerator() : coefficient.numerator();
    std::string text;
    if (above != 1 || monomial.factors.empty()) text = wideText(above);
    for (const auto& factor : monomial.factors) {
        if (!text.empty()) text += '*';
        text += factor.atom->text;
        if (factor.power > 1) {
            text += '^';
            text += std::to_string(factor.power);
        }
    }
    if (coefficient.denominator() != 1) {
        text += '/';
        text += wideText(coefficient.denominator());
    }
    return text;
}

} // namespace

std::string Polynomial::text() const {
    if (isZero()) return "0";
    std::vector<std::pair<Monomial, Rational>> ordered(terms().begin(), terms().end());
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const auto& a, const auto& b) { return a.first.degree() > b.first.degree(); });
    std::string text;
    for (const auto& [monomial, coefficient] : ordered) {
        const bool isNegative = coefficient.sign() < 0;
        if (text.empty())
            text = isNegative ? "-" : "";
        else
            text += isNegative ? " - " : " + ";
        text += termText(monomial, coefficient);
    }
    return text;
}

} // namespace warpstring::symbolic
