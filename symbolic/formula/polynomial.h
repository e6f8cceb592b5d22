// SPDX-License-Identifier: GPL-3.0-or-later
// Polynomials with fractions as coefficients in names and in quotients rounded down: what counts of work-items,
// sizes and addresses are written in.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "symbolic/formula/rational.h"

namespace warpstring::symbolic {

class Polynomial;

/// A name, or floor(P / d).
struct Atom {
    std::string text;                            ///< "n", "floor((n + 15)/16)": also what tells it from others
    std::shared_ptr<const Polynomial> numerator; ///< null: a name
    std::int64_t divisor = 1;
};
using AtomPointer = std::shared_ptr<const Atom>;

struct AtomPower {
    AtomPointer atom;
    int power = 1;
};

/// Atoms by their texts, each once; empty: the constant.
struct Monomial {
    std::vector<AtomPower> factors;

    [[nodiscard]] int degree() const;
    friend bool operator<(const Monomial& a, const Monomial& b);
    friend bool operator==(const Monomial& a, const Monomial& b);
};

using NameValues = std::map<std::string, std::int64_t>;

class Polynomial {
public:
    Polynomial() = default;
    Polynomial(Rational constant); // NOLINT(google-explicit-constructor): a number is one
    Polynomial(std::int64_t constant)
        : Polynomial(Rational(constant)) {} // NOLINT(google-explicit-constructor): a number is one
    [[nodiscard]] static Polynomial name(const std::string& text);
    [[nodiscard]] static Polynomial atom(const AtomPointer& atom);
    [[nodiscard]] static Polynomial monomial(const Monomial& monomial, const Rational& coefficient);
    /// floor(a / divisor), divisor > 0: what divides exactly stands before the quotient.
    [[nodiscard]] static Polynomial floorOf(const Polynomial& a, std::int64_t divisor);

    /// By their monomials.
    using Terms = std::vector<std::pair<Monomial, Rational>>;
    [[nodiscard]] const Terms& terms() const;
    [[nodiscard]] bool isZero() const { return !terms_; }
    [[nodiscard]] std::optional<Rational> constant() const;
    [[nodiscard]] Rational constantTerm() const;
    /// All coefficients fit.
    [[nodiscard]] bool isValid() const;
    /// A whole number whatever its names stand for, as far as its coefficients tell.
    [[nodiscard]] bool hasIntegerCoefficients() const;
    /// Whether `name` stands in it, within quotients too.
    [[nodiscard]] bool mentions(const std::string& name) const;
    /// Of the two; nullopt where names are left in it.
    [[nodiscard]] std::optional<Rational> constantSum(const Polynomial& other) const;
    [[nodiscard]] std::optional<Rational> constantDifference(const Polynomial& other) const;
    /// Names within quotients too, each once.
    [[nodiscard]] std::vector<std::string> names() const;
    /// The polynomial that the p-th power of `name` is multiplied by, for p = 0, 1, ... Within quotients it
    /// is not looked for.
    [[nodiscard]] std::vector<Polynomial> byPowersOf(const std::string& name) const;
    [[nodiscard]] Polynomial replaced(const std::string& name, const Polynomial& by) const;
    /// nullopt where a name has no value or a number does not fit.
    [[nodiscard]] std::optional<Rational> evaluate(const NameValues& values) const;
    /// Never negative whatever whole numbers from 1 on the names stand for; false where that is not seen.
    [[nodiscard]] bool isSurelyNonNegative() const;

    /// "2*n^3/16 + n - 1", highest powers first.
    [[nodiscard]] std::string text() const;

    Polynomial& operator+=(const Polynomial& other);
    friend Polynomial operator+(Polynomial a, const Polynomial& b) { return a += b; }
    friend Polynomial operator-(Polynomial a, const Polynomial& b);
    friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
    friend bool operator==(const Polynomial& a, const Polynomial& b) {
        return a.terms_ == b.terms_ || a.terms() == b.terms();
    }

private:
    void add(const Monomial& monomial, const Rational& coefficient);
    /// To be changed: its own, not shared with copies of this polynomial.
    Terms& ownTerms();

    std::shared_ptr<Terms> terms_; ///< shared by copies, which are many; null: 0. No coefficient is 0
};

/// 1^p + 2^p + ... + x^p as a polynomial in x (Faulhaber), p from 0 to 12.
[[nodiscard]] Polynomial powerSum(int power, const Polynomial& x);

/// a / b where b divides it as a polynomial; nullopt where it does not. `b` is one term.
[[nodiscard]] std::optional<Polynomial> exactQuotient(const Polynomial& a, const Polynomial& b);

} // namespace warpstring::symbolic
