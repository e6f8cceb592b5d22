// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/sets/point_sum.h"

#include <algorithm>
#include <numeric>

namespace warpstring::symbolic {

namespace {

constexpr int mostPower = 12;

/// Whether the polynomial is nowhere negative, seen by the bounds that variables have by themselves.
bool isNeverNegative(Polynomial polynomial, const std::vector<std::string>& variables,
                     const std::vector<Condition>& conditions) {
    for (const std::string& variable : variables) {
        if (!polynomial.mentions(variable)) continue;
        const auto powers = polynomial.byPowersOf(variable);
        if (powers.size() != 2 || !powers[1].constant() || powers[0].mentions(variable)) return false;
        const int sign = powers[1].constantTerm().sign();
        bool isBounded = false;
        for (const Condition& condition : conditions) {
            const Rational factor = factorOf(condition, variable);
            if (factor.sign() != sign || !isOneOrMinusOne(factor) || condition.isEquality) continue;
            const Polynomial rest = condition.left.replaced(variable, Polynomial());
            if (mentionsAny(rest, variables)) continue;
            polynomial = polynomial.replaced(variable, Polynomial(Rational(-1) * factor) * rest);
            isBounded = true;
            break;
        }
        if (!isBounded) return false;
    }
    return polynomial.isSurelyNonNegative();
}

/// Whether all but the constants of two polynomials is the same, or the opposite.
bool areLike(const Polynomial& a, const Polynomial& b, const Rational& sign) {
    const auto beyondConstant = [](const Polynomial& polynomial) {
        const auto& terms = polynomial.terms();
        return terms.begin() + (!terms.empty() && terms[0].first.factors.empty() ? 1 : 0);
    };
    return std::equal(
        beyondConstant(a), a.terms().end(), beyondConstant(b), b.terms().end(),
        [&](const auto& x, const auto& y) { return x.second == sign * y.second && x.first == y.first; });
}

/// The greatest number that divides the factors of all variables; 1 where some are no whole numbers.
std::int64_t commonFactor(const Polynomial& left, const std::vector<std::string>& variables) {
    Wide common = 0;
    for (const auto& [monomial, coefficient] : left.terms()) {
        const bool isOfVariables =
            std::any_of(monomial.factors.begin(), monomial.factors.end(), [&](const AtomPower& factor) {
                return factor.atom->numerator ? mentionsAny(*factor.atom->numerator, variables)
                                              : std::find(variables.begin(), variables.end(),
                                                          factor.atom->text) != variables.end();
            });
        if (!isOfVariables) continue;
        if (!coefficient.isInteger()) return 1;
        common = greatestCommonDivisor(common, coefficient.numerator());
    }
    return Rational(common).integer().value_or(1);
}

/// Bounds that a variable has by itself: 0 or more, and below `size` where that is a number. `isOther`:
/// conditions that are not these bounds.
struct Digit {
    bool isFromZero = false;
    std::optional<Polynomial> size;
    std::vector<std::size_t> others;
};

Digit digitOf(const PointSum& sum, const std::string& variable) {
    Digit digit;
    const Polynomial at = Polynomial::name(variable);
    for (std::size_t i = 0; i < sum.conditions.size(); ++i) {
        const Condition& condition = sum.conditions[i];
        if (!condition.left.mentions(variable)) continue;
        if (!condition.isEquality && condition.left == at) {
            digit.isFromZero = true;
            continue;
        }
        const Polynomial size = condition.left + at + 1;
        if (!condition.isEquality && !digit.size && !mentionsAny(size, sum.variables))
            digit.size = size;
        else
            digit.others.push_back(i);
    }
    return digit;
}

/// Whether the low digit of `size` values and the high one stand in it as low + size * high, some times, or not
/// at all.
bool asksForBoth(const Polynomial& left, const std::string& low, const std::string& high, std::int64_t size) {
    const auto ofLow = left.byPowersOf(low), ofHigh = left.byPowersOf(high);
    if (ofLow.size() > 2 || ofHigh.size() > 2 || ofLow[0].mentions(low) || ofHigh[0].mentions(high))
        return false;
    const auto one = ofLow.size() == 2 ? ofLow[1].constant() : Rational(0);
    const auto other = ofHigh.size() == 2 ? ofHigh[1].constant() : Rational(0);
    return one && other && *other == Rational(size) * *one;
}

bool mergeOnce(PointSum& sum) {
    for (const std::string& low : sum.variables) {
        const Digit digit = digitOf(sum, low);
        const auto constant = digit.size ? digit.size->constant() : std::nullopt;
        const auto size = constant ? constant->integer() : std::nullopt;
        if (!digit.isFromZero || !size || digit.others.empty() || sum.summand.mentions(low)) continue;
        for (const std::string& high : sum.variables) {
            if (high == low || sum.summand.mentions(high)) continue;
            const Digit above = digitOf(sum, high);
            const auto isOfBoth = [&](std::size_t i) {
                return asksForBoth(sum.conditions[i].left, low, high, *size);
            };
            if (!above.isFromZero || !std::all_of(digit.others.begin(), digit.others.end(), isOfBoth) ||
                !std::all_of(above.others.begin(), above.others.end(), isOfBoth))
                continue;
            // `low` is the number from now on: what the high digit adds to it goes with the digit.
            PointSum merged{sum.variables, {}, sum.summand};
            std::erase(merged.variables, high);
            const Polynomial at = Polynomial::name(low);
            for (const std::size_t i : digit.others)
                merged.conditions.push_back(
                    {sum.conditions[i].left.replaced(high, Polynomial()), sum.conditions[i].isEquality});
            for (const Condition& condition : sum.conditions)
                if (!condition.left.mentions(low) && !condition.left.mentions(high))
                    merged.conditions.push_back(condition);
            merged.conditions.push_back({at});
            if (above.size) merged.conditions.push_back({Polynomial(*size) * *above.size - 1 - at});
            sum = std::move(merged);
            return true;
        }
    }
    return false;
}

} // namespace

Rational factorOf(const Condition& condition, const std::string& variable) {
    const auto powers = condition.left.byPowersOf(variable);
    return powers.size() > 1 ? powers[1].constantTerm() : Rational(0);
}

bool isOneOrMinusOne(const Rational& number) { return number == Rational(1) || number == Rational(-1); }

bool mentionsAny(const Polynomial& polynomial, const std::vector<std::string>& variables) {
    return std::any_of(variables.begin(), variables.end(),
                       [&](const std::string& variable) { return polynomial.mentions(variable); });
}

std::optional<Polynomial> summed(const Polynomial& polynomial, const std::string& variable,
                                 const Polynomial& low, const Polynomial& high) {
    const auto powers = polynomial.byPowersOf(variable);
    if (powers.size() > mostPower + 1) return std::nullopt;
    Polynomial sum;
    for (std::size_t p = 0; p < powers.size(); ++p)
        if (!powers[p].isZero())
            sum += powers[p] * (powerSum(static_cast<int>(p), high) - powerSum(static_cast<int>(p), low - 1));
    return sum;
}

bool tidy(PointSum& sum) {
    std::vector<Condition> kept;
    for (Condition condition : sum.conditions) {
        const std::int64_t common = commonFactor(condition.left, sum.variables);
        if (common > 1) {
            const Polynomial divided = Polynomial::floorOf(condition.left, common);
            if (!condition.isEquality || Polynomial(common) * divided == condition.left)
                condition.left = divided;
        }
        if (const auto constant = condition.left.constant()) {
            if (condition.isEquality ? constant->sign() != 0 : constant->sign() < 0) return false;
            continue;
        }
        if (!condition.isEquality && condition.left.isSurelyNonNegative() &&
            !mentionsAny(condition.left, sum.variables))
            continue;
        bool isSaid = false;
        for (Condition& other : kept) {
            if (areLike(condition.left, other.left, 1)) {
                const Rational more = condition.left.constantTerm() - other.left.constantTerm();
                if (condition.isEquality && other.isEquality && more.sign() != 0) return false;
                if (condition.isEquality == other.isEquality) {
                    if (more.sign() < 0) other = condition; // the tighter one
                    isSaid = true;
                } else if (other.isEquality) {
                    if (more.sign() < 0) return false;
                    isSaid = true;
                }
            } else if (areLike(condition.left, other.left, -1)) {
                const Rational together = condition.left.constantTerm() + other.left.constantTerm();
                if (!condition.isEquality && !other.isEquality) {
                    if (together.sign() < 0) return false;
                    if (together.sign() == 0) other.isEquality = isSaid = true;
                } else if (condition.isEquality && other.isEquality) {
                    if (together.sign() != 0) return false;
                    isSaid = true;
                } else if (other.isEquality) {
                    if (together.sign() < 0) return false;
                    isSaid = true;
                }
            }
            if (isSaid) break;
        }
        if (!isSaid) kept.push_back(std::move(condition));
    }
    sum.conditions = std::move(kept);
    return true;
}

void mergeDigits(PointSum& sum) {
    while (mergeOnce(sum)) {
    }
}

void sumPlainly(PointSum& sum) {
    const auto isNever = [&](const Polynomial& polynomial) {
        return isNeverNegative(polynomial, sum.variables, sum.conditions);
    };
    bool isChanged = true;
    while (isChanged) {
        isChanged = false;
        for (const std::string& variable : sum.variables) {
            std::vector<Polynomial> lower, upper;
            bool isPlain = true;
            for (const Condition& condition : sum.conditions) {
                if (!condition.left.mentions(variable)) continue;
                const Rational factor = factorOf(condition, variable);
                isPlain = isPlain && isOneOrMinusOne(factor) && !condition.isEquality;
                const Polynomial rest = condition.left.replaced(variable, Polynomial());
                isPlain = isPlain && condition.left == rest + Polynomial(factor) * Polynomial::name(variable);
                auto& bounds = factor.sign() > 0 ? lower : upper;
                bounds.push_back(factor.sign() > 0 ? Polynomial() - rest : rest);
            }
            if (!isPlain) continue;
            // A bound that another one is always within does not matter.
            const auto keepTightest = [&](std::vector<Polynomial>& bounds, int sign) {
                for (std::size_t i = 0; i < bounds.size(); ++i)
                    for (std::size_t j = 0; j < bounds.size(); ++j)
                        if (i != j && isNever(Polynomial(sign) * (bounds[i] - bounds[j]))) {
                            bounds.erase(bounds.begin() + static_cast<std::ptrdiff_t>(j));
                            j = static_cast<std::size_t>(-1);
                            i = 0;
                        }
            };
            keepTightest(lower, 1);
            keepTightest(upper, -1);
            if (lower.size() != 1 || upper.size() != 1 || !isNever(upper[0] - lower[0] + 1)) continue;
            const auto total = summed(sum.summand, variable, lower[0], upper[0]);
            if (!total || !total->isValid()) return;
            sum.summand = *total;
            std::erase_if(sum.conditions,
                          [&](const Condition& condition) { return condition.left.mentions(variable); });
            std::erase(sum.variables, std::string(variable));
            isChanged = true;
            break;
        }
    }
}

} // namespace warpstring::symbolic
