// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/formula/polynomial.h"

#include <algorithm>
#include <array>
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

constexpr std::size_t mostPower = 12;

/// By the power: of x^0, x^1, ... in 1^p + ... + x^p. (x + 1)^(p + 1) - 1 = sum over k <= p of C(p + 1, k)
/// S_k(x), solved for S_p.
std::array<std::vector<Rational>, mostPower + 1> faulhaberCoefficients() {
    std::array<std::vector<Rational>, mostPower + 1> sums;
    std::vector<Rational> binomials{1, 1}; // C(p + 1, k)
    for (std::size_t p = 0; p <= mostPower; ++p) {
        std::vector<Rational> left = binomials;
        left[0] = 0;
        for (std::size_t k = 0; k < p; ++k)
            for (std::size_t i = 0; i < sums[k].size(); ++i) left[i] = left[i] - binomials[k] * sums[k][i];
        for (Rational& one : left) one = one / Rational(static_cast<Wide>(p) + 1);
        sums[p] = std::move(left);
        std::vector<Rational> next(binomials.size() + 1, 1);
        for (std::size_t k = 1; k < binomials.size(); ++k) next[k] = binomials[k - 1] + binomials[k];
        binomials = std::move(next);
    }
    return sums;
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

bool operator==(const Monomial& a, const Monomial& b) {
    return std::equal(a.factors.begin(), a.factors.end(), b.factors.begin(), b.factors.end(),
                      [](const AtomPower& x, const AtomPower& y) {
                          return x.power == y.power && (x.atom == y.atom || x.atom->text == y.atom->text);
                      });
}

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
    for (const auto& [monomial, coefficient] : a.terms())
        denominator = denominator / greatestCommonDivisor(denominator, coefficient.denominator()) *
                      coefficient.denominator();
    Wide below = denominator * divisor;
    Polynomial before, within;
    for (const auto& [monomial, coefficient] : a.terms()) {
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
    for (const auto& [monomial, coefficient] : within.terms())
        if (!monomial.factors.empty()) common = greatestCommonDivisor(common, coefficient.numerator());
    if (common > 1) { // floor((c x + r) / (c d)) = floor((x + floor(r / c)) / d)
        Polynomial divided;
        for (const auto& [monomial, coefficient] : within.terms())
            divided.add(monomial, Rational(coefficient.numerator(), common).floor());
        within = divided;
        below /= common;
    }
    if (within.terms().back().second.sign() < 0) { // floor(-x / d) = -floor((x + d - 1) / d) of whole numbers
        const auto size = static_cast<std::int64_t>(below);
        return before - floorOf(Polynomial(size - 1) - within, size);
    }
    Atom made;
    made.divisor = static_cast<std::int64_t>(below);
    const bool isSum = within.terms().size() > 1;
    made.text = "floor(" + std::string(isSum ? "(" : "") + within.text() + (isSum ? ")" : "") + "/" +
                std::to_string(made.divisor) + ")";
    made.numerator = std::make_shared<const Polynomial>(std::move(within));
    return before + atom(std::make_shared<const Atom>(std::move(made)));
}

std::optional<Rational> Polynomial::constant() const {
    if (isZero()) return Rational(0);
    if (terms().size() == 1 && terms()[0].first.factors.empty()) return terms()[0].second;
    return std::nullopt;
}

Rational Polynomial::constantTerm() const {
    return !isZero() && terms()[0].first.factors.empty() ? terms()[0].second : Rational(0);
}

bool Polynomial::isValid() const {
    return std::all_of(terms().begin(), terms().end(), [](const auto& term) { return term.second.isValid(); });
}

bool Polynomial::hasIntegerCoefficients() const {
    return std::all_of(terms().begin(), terms().end(),
                       [](const auto& term) { return term.second.isInteger(); });
}

std::vector<std::string> Polynomial::names() const {
    std::set<std::string> found;
    collectNames(*this, found);
    return {found.begin(), found.end()};
}

bool Polynomial::mentions(const std::string& name) const {
    for (const auto& [monomial, coefficient] : terms())
        for (const auto& factor : monomial.factors)
            if (factor.atom->numerator ? factor.atom->numerator->mentions(name) : factor.atom->text == name)
                return true;
    return false;
}

namespace {

/// Whether what is not constant in one is `sign` times what is not in the other.
bool isAlike(const Polynomial::Terms& a, const Polynomial::Terms& b, int sign) {
    const auto ofNames = [](const Polynomial::Terms& terms) {
        return terms.begin() + (!terms.empty() && terms[0].first.factors.empty() ? 1 : 0);
    };
    return std::equal(ofNames(a), a.end(), ofNames(b), b.end(), [&](const auto& x, const auto& y) {
        return x.first == y.first && (sign < 0 ? (x.second + y.second).sign() == 0 : x.second == y.second);
    });
}

} // namespace

std::optional<Rational> Polynomial::constantSum(const Polynomial& other) const {
    if (!isAlike(terms(), other.terms(), -1)) return std::nullopt;
    return constantTerm() + other.constantTerm();
}

std::optional<Rational> Polynomial::constantDifference(const Polynomial& other) const {
    if (!isAlike(terms(), other.terms(), 1)) return std::nullopt;
    return constantTerm() - other.constantTerm();
}

std::vector<Polynomial> Polynomial::byPowersOf(const std::string& name) const {
    std::vector<Polynomial> powers(1);
    for (const auto& [monomial, coefficient] : terms()) {
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
    for (const auto& [monomial, coefficient] : terms()) {
        const bool isMoved =
            std::any_of(monomial.factors.begin(), monomial.factors.end(), [&](const auto& own) {
                return own.atom->numerator ? own.atom->numerator->mentions(name) : own.atom->text == name;
            });
        if (!isMoved) {
            result.add(monomial, coefficient);
            continue;
        }
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
    for (const auto& [monomial, coefficient] : terms()) {
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
    if (hasNoNegativeCoefficient(*this)) return true;
    if (constant()) return false;
    // Quotients at the end of their range that makes the number least.
    Polynomial least;
    for (const auto& [monomial, coefficient] : terms()) {
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

const Polynomial::Terms& Polynomial::terms() const {
    static const Terms nothing;
    return terms_ ? *terms_ : nothing;
}

Polynomial::Terms& Polynomial::ownTerms() {
    if (!terms_)
        terms_ = std::make_shared<Terms>();
    else if (terms_.use_count() > 1)
        terms_ = std::make_shared<Terms>(*terms_);
    return *terms_;
}

void Polynomial::add(const Monomial& monomial, const Rational& coefficient) {
    if (coefficient == Rational(0)) return;
    Terms& terms = ownTerms();
    const auto place = std::lower_bound(terms.begin(), terms.end(), monomial,
                                        [](const auto& term, const Monomial& own) { return term.first < own; });
    if (place == terms.end() || monomial < place->first) {
        terms.insert(place, {monomial, coefficient});
        return;
    }
    place->second = place->second + coefficient;
    if (!(place->second == Rational(0))) return;
    terms.erase(place);
    if (terms.empty()) terms_ = nullptr;
}

Polynomial& Polynomial::operator+=(const Polynomial& other) {
    if (isZero()) return *this = other;
    for (const auto& [monomial, coefficient] : other.terms()) add(monomial, coefficient);
    return *this;
}

Polynomial operator-(Polynomial a, const Polynomial& b) {
    for (const auto& [monomial, coefficient] : b.terms()) a.add(monomial, Rational(0) - coefficient);
    return a;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
    if (b.constant() && !a.constant()) return b * a;
    Polynomial result;
    if (const auto factor = a.constant()) {
        if (factor == Rational(0)) return result;
        if (b.isZero() || factor == Rational(1)) return b;
        result = b;
        for (auto& [monomial, coefficient] : result.ownTerms()) coefficient = *factor * coefficient;
        return result;
    }
    for (const auto& [left, x] : a.terms())
        for (const auto& [right, y] : b.terms()) result.add(productOf(left, right), x * y);
    return result;
}

Polynomial powerSum(int power, const Polynomial& x) {
    static const auto coefficients = faulhaberCoefficients();
    const auto& own = coefficients[static_cast<std::size_t>(power)];
    Polynomial sum;
    for (auto factor = own.rbegin(); factor != own.rend(); ++factor) sum = sum * x + Polynomial(*factor);
    return sum;
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
