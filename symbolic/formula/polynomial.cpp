// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/formula/polynomial.h"

#include <algorithm>
#include <set>

namespace warpstring::symbolic {

namespace {

Monomial productOf(const Monomial& a, const Monomial& b) {
    Monomial result;
    auto left = a.factors.begin(), right = b.factors.begin();
    while (left != a.factors.end() || right != b.factors.end()) {
        const int order = right == b.factors.end()  ? -1
                          : left == a.factors.end() ? 1
                                                    : left->atom->text.compare(right->atom->text);
        if (order < 0)
            result.factors.push_back(*left++);
        else if (order > 0)
            result.factors.push_back(*right++);
        else
            result.factors.push_back({left->atom, left++->power + right++->power});
    }
    return result;
}

void collectNames(const Polynomial& polynomial, std::set<std::string>& names) {
    for (const auto& [monomial, coefficient] : polynomial.terms())
        for (const auto& factor : monomial.factors) {
            if (factor.atom->numerator)
                collectNames(*factor.atom->numerator, names);
            else
                names.insert(factor.atom->text);
        }
}

bool hasNoNegativeCoefficient(const Polynomial& polynomial) {
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (!coefficient.isValid() || coefficient.sign() < 0) return false;
        for (const auto& factor : monomial.factors)
            if (factor.atom->numerator && !hasNoNegativeCoefficient(*factor.atom->numerator)) return false;
    }
    return true;
}

Polynomial powerOf(const Polynomial& base, int power) {
    Polynomial result = 1;
    for (int i = 0; i < power; ++i) result = result * base;
    return result;
}

} // namespace

int Monomial::degree() const {
    int sum = 0;
    for (const auto& factor : factors) sum += factor.power;
    return sum;
}

bool operator<(const Monomial& a, const Monomial& b) {
    return std::lexicographical_compare(a.factors.begin(), a.factors.end(), b.factors.begin(), b.factors.end(),
                                        [](const AtomPower& x, const AtomPower& y) {
                                            if (x.atom != y.atom)
                                                if (const int order = x.atom->text.compare(y.atom->text);
                                                    order != 0)
                                                    return order < 0;
                                            return x.power < y.power;
                                        });
}

bool operator==(const Monomial& a, const Monomial& b) { return !(a < b) && !(b < a); }

Polynomial::Polynomial(Rational constant) { add({}, constant); }

Polynomial Polynomial::atom(const AtomPointer& atom) { return monomial({{{atom, 1}}}, 1); }

Polynomial Polynomial::monomial(const Monomial& monomial, const Rational& coefficient) {
    Polynomial result;
    result.add(monomial, coefficient);
    return result;
}

Polynomial Polynomial::name(const std::string& text) {
    return atom(std::make_shared<const Atom>(Atom{text, nullptr, 1}));
}

Polynomial Polynomial::floorOf(const Polynomial& a, std::int64_t divisor) {
    // Over the common denominator of a's coefficients, what the divisor divides leaves the quotient.
    Wide denominator = 1;
    for (const auto& [monomial, coefficient] : a.terms_)
        denominator = denominator / greatestCommonDivisor(denominator, coefficient.denominator()) *
                      coefficient.denominator();
    Wide below = denominator * divisor;
    Polynomial before, within;
    for (const auto& [monomial, coefficient] : a.terms_) {
        const Wide above = (coefficient * Rational(denominator)).numerator();
        if (monomial.factors.empty()) {
            const Rational whole = Rational(above, below).floor();
            before.add(monomial, whole);
            within.add(monomial, Rational(above) - whole * Rational(below));
        } else if (above % below == 0) {
            before.add(monomial, Rational(above / below));
        } else {
            within.add(monomial, Rational(above));
        }
    }
    if (within.constant()) return before; // from 0 to below - 1
    Wide common = below;
    for (const auto& [monomial, coefficient] : within.terms_)
        if (!monomial.factors.empty()) common = greatestCommonDivisor(common, coefficient.numerator());
    if (common > 1) { // floor((c x + r) / (c d)) = floor((x + floor(r / c)) / d)
        Polynomial divided;
        for (const auto& [monomial, coefficient] : within.terms_)
            divided.add(monomial, Rational(coefficient.numerator(), common).floor());
        within = divided;
        below /= common;
    }
    if (within.terms_.rbegin()->second.sign() < 0) { // floor(-x / d) = -floor((x + d - 1) / d) of whole numbers
        const auto size = static_cast<std::int64_t>(below);
        return before - floorOf(Polynomial(size - 1) - within, size);
    }
    Atom made;
    made.divisor = static_cast<std::int64_t>(below);
    const bool isSum = within.terms_.size() > 1;
    made.text = "floor(" + std::string(isSum ? "(" : "") + within.text() + (isSum ? ")" : "") + "/" +
                std::to_string(made.divisor) + ")";
    made.numerator = std::make_shared<const Polynomial>(std::move(within));
    return before + atom(std::make_shared<const Atom>(std::move(made)));
}

std::optional<Rational> Polynomial::constant() const {
    if (terms_.empty()) return Rational(0);
    if (terms_.size() == 1 && terms_.begin()->first.factors.empty()) return terms_.begin()->second;
    return std::nullopt;
}

Rational Polynomial::constantTerm() const {
    const auto found = terms_.find({});
    return found == terms_.end() ? Rational(0) : found->second;
}

bool Polynomial::isValid() const {
    return std::all_of(terms_.begin(), terms_.end(), [](const auto& term) { return term.second.isValid(); });
}

bool Polynomial::hasIntegerCoefficients() const {
    return std::all_of(terms_.begin(), terms_.end(), [](const auto& term) { return term.second.isInteger(); });
}

std::vector<std::string> Polynomial::names() const {
    std::set<std::string> found;
    collectNames(*this, found);
    return {found.begin(), found.end()};
}

bool Polynomial::mentions(const std::string& name) const {
    for (const auto& [monomial, coefficient] : terms_)
        for (const auto& factor : monomial.factors)
            if (factor.atom->numerator ? factor.atom->numerator->mentions(name) : factor.atom->text == name)
                return true;
    return false;
}

std::vector<Polynomial> Polynomial::byPowersOf(const std::string& name) const {
    std::vector<Polynomial> powers(1);
    for (const auto& [monomial, coefficient] : terms_) {
        Monomial rest;
        std::size_t power = 0;
        for (const auto& factor : monomial.factors) {
            if (!factor.atom->numerator && factor.atom->text == name)
                power = static_cast<std::size_t>(factor.power);
            else
                rest.factors.push_back(factor);
        }
        if (powers.size() <= power) powers.resize(power + 1);
        powers[power].add(rest, coefficient);
    }
    return powers;
}

Polynomial Polynomial::replaced(const std::string& name, const Polynomial& by) const {
    if (!mentions(name)) return *this;
    Polynomial result;
    for (const auto& [monomial, coefficient] : terms_) {
        Polynomial product = coefficient;
        for (const auto& factor : monomial.factors) {
            Polynomial base;
            if (factor.atom->numerator)
                base = floorOf(factor.atom->numerator->replaced(name, by), factor.atom->divisor);
            else
                base = factor.atom->text == name ? by : atom(factor.atom);
            product = product * powerOf(base, factor.power);
        }
        result += product;
    }
    return result;
}

std::optional<Rational> Polynomial::evaluate(const NameValues& values) const {
    Rational sum = 0;
    for (const auto& [monomial, coefficient] : terms_) {
        Rational product = coefficient;
        for (const auto& factor : monomial.factors) {
            Rational base;
            if (factor.atom->numerator) {
                const auto above = factor.atom->numerator->evaluate(values);
                if (!above) return std::nullopt;
                base = (*above / Rational(factor.atom->divisor)).floor();
            } else {
                const auto found = values.find(factor.atom->text);
                if (found == values.end()) return std::nullopt;
                base = Rational(found->second);
            }
            for (int i = 0; i < factor.power; ++i) product = product * base;
        }
        sum = sum + product;
    }
    return sum.isValid() ? std::optional(sum) : std::nullopt;
}

bool Polynomial::isSurelyNonNegative() const {
    if (!isValid()) return false;
    // Quotients at the end of their range that makes the number least.
    Polynomial least;
    for (const auto& [monomial, coefficient] : terms_) {
        const bool isQuotient = monomial.degree() == 1 && monomial.factors[0].atom->numerator;
        if (!isQuotient) {
            least.add(monomial, coefficient);
            continue;
        }
        const Atom& quotient = *monomial.factors[0].atom;
        const Polynomial above =
            coefficient.sign() > 0 ? *quotient.numerator - (quotient.divisor - 1) : *quotient.numerator;
        least += Polynomial(coefficient / Rational(quotient.divisor)) * above;
    }
    for (const Polynomial* candidate : {this, static_cast<const Polynomial*>(&least)}) {
        // With 1 + x for every name, x from 0 on: no negative coefficient, no negative number.
        Polynomial moved = *candidate;
        for (const auto& name : candidate->names()) moved = moved.replaced(name, Polynomial::name(name) + 1);
        if (hasNoNegativeCoefficient(moved)) return true;
    }
    return false;
}

void Polynomial::add(const Monomial& monomial, const Rational& coefficient) {
    if (coefficient == Rational(0)) return;
    const auto [place, isNew] = terms_.try_emplace(monomial, coefficient);
    if (isNew) return;
    place->second = place->second + coefficient;
    if (place->second == Rational(0)) terms_.erase(place);
}

Polynomial& Polynomial::operator+=(const Polynomial& other) {
    for (const auto& [monomial, coefficient] : other.terms_) add(monomial, coefficient);
    return *this;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
    Polynomial result;
    for (const auto& [left, x] : a.terms_)
        for (const auto& [right, y] : b.terms_) result.add(productOf(left, right), x * y);
    return result;
}

Polynomial powerSum(int power, const Polynomial& x) {
    // (x + 1)^(p + 1) - 1 = sum over k <= p of C(p + 1, k) S_k(x), solved for S_p.
    std::vector<Polynomial> sums;
    Polynomial next = x + 1;
    for (int p = 0; p <= power; ++p, next = next * (x + 1)) {
        Polynomial left = next - 1;
        Rational binomial = 1;
        for (int k = 0; k < p; ++k) {
            left = left - Polynomial(binomial) * sums[static_cast<std::size_t>(k)];
            binomial = binomial * Rational(p + 1 - k, k + 1);
        }
        sums.push_back(Polynomial(Rational(1, p + 1)) * left);
    }
    return sums.back();
}

std::optional<Polynomial> exactQuotient(const Polynomial& a, const Polynomial& b) {
    if (b.terms().size() != 1) return std::nullopt;
    const auto& [divisor, factor] = *b.terms().begin();
    Polynomial result;
    for (const auto& [monomial, coefficient] : a.terms()) {
        Monomial left;
        std::size_t used = 0;
        for (const auto& own : monomial.factors) {
            int power = own.power;
            for (const auto& other : divisor.factors)
                if (other.atom->text == own.atom->text) power -= other.power, ++used;
            if (power < 0) return std::nullopt;
            if (power > 0) left.factors.push_back({own.atom, power});
        }
        if (used != divisor.factors.size()) return std::nullopt;
        result += Polynomial::monomial(left, coefficient / factor);
    }
    return result;
}

} // namespace warpstring::symbolic
