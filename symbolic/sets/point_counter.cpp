// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/sets/point_counter.h"

#include <algorithm>

namespace warpstring::symbolic {

namespace {

constexpr int mostSteps = 4000;
constexpr int mostIntroduced = 64;
constexpr int mostPower = 12;
constexpr std::int64_t mostValues = 16; ///< that are taken one by one where no sum has bounds
constexpr std::size_t mostPieces = 64;

/// The factor of a variable in a condition.
Rational factorOf(const Condition& condition, const std::string& variable) {
    const auto powers = condition.left.byPowersOf(variable);
    return powers.size() > 1 ? powers[1].constantTerm() : Rational(0);
}

bool isOneOrMinusOne(const Rational& number) { return number == Rational(1) || number == Rational(-1); }

bool mentionsAny(const Polynomial& polynomial, const std::vector<std::string>& variables) {
    return std::any_of(variables.begin(), variables.end(),
                       [&](const std::string& variable) { return polynomial.mentions(variable); });
}

/// The sum of the polynomial over the variable from `low` to `high`.
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

/// Whether the polynomial is nowhere negative, seen by the bounds that variables have by themselves.
bool isNeverNegative(Polynomial polynomial, const std::vector<std::string>& variables,
                     const std::vector<Condition>& conditions) {
    for (const std::string& variable : variables) {
        if (!polynomial.mentions(variable)) continue;
        const auto powers = polynomial.byPowersOf(variable);
        if (powers.size() != 2 || !powers[1].constant()) return false;
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

} // namespace

bool PointCounter::fail(const std::string& reason) {
    if (reason_.empty()) reason_ = reason;
    return false;
}

std::optional<std::vector<Condition>> PointCounter::reduced(const Sum& sum) {
    IslTranslation translation(space_, sum.variables);
    IslBasicSet set = translation.basicSet(sum.conditions);
    if (!set) {
        fail("its bounds are not affine");
        return std::nullopt;
    }
    IslSet all(isl_set_from_basic_set(set.copy()));
    const IslSet known(isl_set_intersect_params(all.copy(), space_.parts_->known.copy()));
    if (isl_set_is_empty(known.get()) == isl_bool_true) return std::nullopt;
    set = IslBasicSet(isl_basic_set_remove_redundancies(isl_basic_set_detect_equalities(set.take())));
    all = IslSet(isl_set_gist_params(isl_set_from_basic_set(set.take()), space_.parts_->known.copy()));
    set = IslBasicSet(isl_set_simple_hull(all.take())); // one piece, so it is that piece
    auto conditions = set ? translation.conditions(set.get()) : std::nullopt;
    if (!conditions) fail("its bounds are too large");
    return conditions;
}

PointCounter::Bounds PointCounter::boundsOf(Sum& sum, const std::string& variable) {
    Bounds bounds;
    const std::size_t count = sum.conditions.size();
    for (std::size_t i = 0; i < count; ++i) {
        const Rational factor = factorOf(sum.conditions[i], variable);
        if (factor.sign() == 0) continue;
        const Rational size = factor.sign() < 0 ? Rational(-1) * factor : factor;
        Polynomial rest = sum.conditions[i].left.replaced(variable, Polynomial());
        if (size != Rational(1)) {
            // What divides exactly leaves the quotient; what is left of it with variables is a variable itself:
            // each point has one value of it.
            const Polynomial whole = Polynomial::floorOf(rest, size.integer().value_or(1));
            rest = Polynomial();
            for (const auto& [monomial, coefficient] : whole.terms()) {
                const Atom* quotient = monomial.degree() == 1 ? monomial.factors[0].atom.get() : nullptr;
                if (quotient == nullptr || !quotient->numerator ||
                    !mentionsAny(*quotient->numerator, sum.variables)) {
                    rest += Polynomial::monomial(monomial, coefficient);
                    continue;
                }
                const std::string name = "?" + std::to_string(introduced_++);
                const Polynomial left =
                    *quotient->numerator - Polynomial(quotient->divisor) * Polynomial::name(name);
                sum.variables.push_back(name);
                sum.conditions.push_back({left});
                sum.conditions.push_back({Polynomial(quotient->divisor - 1) - left});
                rest += Polynomial(coefficient) * Polynomial::name(name);
            }
        }
        if (factor.sign() > 0)
            bounds.lower.push_back({Polynomial() - rest, i});
        else
            bounds.upper.push_back({rest, i});
    }
    return bounds;
}

std::optional<std::string> PointCounter::nextVariable(const Sum& sum, bool& needsQuotient) const {
    std::optional<std::string> best;
    int bestCost = 0;
    for (const std::string& variable : sum.variables) {
        int lower = 0, upper = 0, quotients = 0, floors = 0;
        for (const Condition& condition : sum.conditions) {
            const Rational factor = factorOf(condition, variable);
            if (factor.sign() == 0) continue;
            ++(factor.sign() > 0 ? lower : upper);
            if (isOneOrMinusOne(factor)) continue;
            const std::int64_t size =
                (factor.sign() < 0 ? Rational(-1) * factor : factor).integer().value_or(1);
            const Polynomial whole = Polynomial::floorOf(condition.left.replaced(variable, Polynomial()), size);
            const bool isOfVariables =
                std::any_of(whole.terms().begin(), whole.terms().end(), [&](const auto& term) {
                    return std::any_of(
                        term.first.factors.begin(), term.first.factors.end(), [&](const AtomPower& own) {
                            return own.atom->numerator && mentionsAny(*own.atom->numerator, sum.variables);
                        });
                });
            ++(isOfVariables ? quotients : floors);
        }
        const int cost = 1000 * quotients + 10 * floors + lower * upper;
        if (best && cost >= bestCost) continue;
        best = variable;
        bestCost = cost;
        needsQuotient = quotients > 0;
    }
    return best;
}

bool PointCounter::byValues(const Sum& sum, int depth, bool& isDone) {
    for (const std::string& variable : sum.variables) {
        std::optional<std::int64_t> low, high;
        for (const Condition& condition : sum.conditions) {
            const Rational factor = factorOf(condition, variable);
            if (!isOneOrMinusOne(factor)) continue;
            const auto rest = condition.left.replaced(variable, Polynomial()).constant();
            const auto number = rest ? rest->integer() : std::nullopt;
            if (!number) continue;
            if (factor.sign() > 0)
                low = std::max(low.value_or(-*number), -*number);
            else
                high = std::min(high.value_or(*number), *number);
        }
        if (!low || !high || *high - *low >= mostValues) continue;
        isDone = true;
        for (std::int64_t value = *low; value <= *high; ++value) {
            Sum one = sum;
            std::erase(one.variables, variable);
            for (Condition& condition : one.conditions)
                condition.left = condition.left.replaced(variable, value);
            one.summand = one.summand.replaced(variable, value);
            if (!add(std::move(one), depth + 1)) return false;
        }
        return true;
    }
    return true;
}

bool PointCounter::byEquality(const Sum& sum, const Condition& equality, int depth, bool& isDone) {
    for (const std::string& variable : sum.variables) {
        const Rational factor = factorOf(equality, variable);
        if (factor.sign() == 0) continue;
        Polynomial value = equality.left.replaced(variable, Polynomial());
        Sum rest = sum;
        std::erase(rest.variables, variable);
        std::erase(rest.conditions, equality);
        if (isOneOrMinusOne(factor)) {
            value = Polynomial(Rational(-1) * factor) * value;
        } else if (!mentionsAny(value, sum.variables)) { // only where it divides
            const std::int64_t size = factor.integer().value_or(1), sign = size < 0 ? -1 : 1;
            value = Polynomial(-sign) * value;
            const Polynomial quotient = Polynomial::floorOf(value, sign * size);
            rest.conditions.push_back({value - Polynomial(sign * size) * quotient, true});
            value = quotient;
        } else {
            continue;
        }
        for (Condition& condition : rest.conditions) condition.left = condition.left.replaced(variable, value);
        rest.summand = rest.summand.replaced(variable, value);
        isDone = true;
        return add(std::move(rest), depth + 1);
    }
    return true;
}

bool PointCounter::byBounds(Sum sum, const std::string& variable, int depth) {
    const Bounds bounds = boundsOf(sum, variable);
    if (introduced_ > mostIntroduced) return fail("its bounds are too intricate to be summed");
    if (bounds.lower.empty() || bounds.upper.empty()) return fail("it has no bounds");
    Sum rest;
    rest.variables = sum.variables;
    std::erase(rest.variables, variable);
    for (const Condition& condition : sum.conditions)
        if (factorOf(condition, variable).sign() == 0) rest.conditions.push_back(condition);
    for (std::size_t l = 0; l < bounds.lower.size(); ++l)
        for (std::size_t u = 0; u < bounds.upper.size(); ++u) {
            const Polynomial low = bounds.lower[l].value, high = bounds.upper[u].value;
            Sum part = rest;
            // The greatest of the lower and the least of the upper ones; of equal ones the first.
            for (std::size_t i = 0; i < bounds.lower.size(); ++i)
                if (i != l) part.conditions.push_back({low - bounds.lower[i].value - (i < l ? 1 : 0)});
            for (std::size_t i = 0; i < bounds.upper.size(); ++i)
                if (i != u) part.conditions.push_back({bounds.upper[i].value - high - (i < u ? 1 : 0)});
            // The sum is 0 where the upper one is just below the lower one, which makes fewer pieces.
            part.conditions.push_back({high - low + 1});
            const auto total = summed(sum.summand, variable, low, high);
            if (!total || !total->isValid()) return fail("its numbers do not fit 128 bits");
            part.summand = *total;
            if (!add(std::move(part), depth + 1)) return false;
        }
    return true;
}

bool PointCounter::add(Sum sum, int depth) {
    if (++steps_ > mostSteps || depth > 64) return fail("it has too many pieces to be summed");
    if (sum.summand.isZero()) return true;
    auto conditions = reduced(sum);
    if (space_.isSpent()) return fail("its share of operations is spent");
    if (!conditions) return reason_.empty();
    sum.conditions = std::move(*conditions);
    if (sum.variables.empty()) {
        pieces_.push_back({std::move(sum.conditions), std::move(sum.summand)});
        return true;
    }
    bool isDone = false;
    for (const Condition& condition : sum.conditions)
        if (condition.isEquality) {
            if (!byEquality(sum, condition, depth, isDone)) return false;
            if (isDone) return true;
        }
    // Equalities of several variables without a factor of one: two bounds each.
    std::vector<Condition> inequalities;
    for (const Condition& condition : sum.conditions) {
        inequalities.push_back({condition.left});
        if (condition.isEquality && mentionsAny(condition.left, sum.variables))
            inequalities.push_back({Polynomial() - condition.left});
        else
            inequalities.back().isEquality = condition.isEquality;
    }
    sum.conditions = std::move(inequalities);
    bool needsQuotient = false;
    const auto next = nextVariable(sum, needsQuotient);
    if (needsQuotient && (!byValues(sum, depth, isDone) || isDone)) return isDone && reason_.empty();
    return byBounds(sum, *next, depth);
}

void PointCounter::sumPlainly(Sum& sum) {
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

bool PointCounter::addApart(const Sum& sum) {
    std::vector<Sum> parts;
    for (const std::string& variable : sum.variables) {
        Sum own{{variable}, {}, 1};
        std::erase_if(parts, [&](const Sum& other) {
            const bool isLinked =
                std::any_of(sum.conditions.begin(), sum.conditions.end(), [&](const Condition& condition) {
                    return condition.left.mentions(variable) && mentionsAny(condition.left, other.variables);
                });
            if (isLinked)
                own.variables.insert(own.variables.end(), other.variables.begin(), other.variables.end());
            return isLinked;
        });
        parts.push_back(std::move(own));
    }
    std::vector<FormulaPiece> product{{{}, 1}};
    for (const Condition& condition : sum.conditions)
        if (!mentionsAny(condition.left, sum.variables)) product[0].where.push_back(condition);
    for (Sum& part : parts) {
        for (const Condition& condition : sum.conditions)
            if (mentionsAny(condition.left, part.variables)) part.conditions.push_back(condition);
        pieces_.clear();
        sumPlainly(part);
        if (part.variables.empty())
            pieces_.push_back({{}, part.summand});
        else if (!add(std::move(part), 0))
            return false;
        std::vector<FormulaPiece> next;
        for (const FormulaPiece& left : product)
            for (const FormulaPiece& right : pieces_) {
                next.push_back({left.where, left.value * right.value});
                next.back().where.insert(next.back().where.end(), right.where.begin(), right.where.end());
            }
        product = std::move(next);
        if (product.size() > mostPieces) return fail("it has too many pieces to be told");
    }
    pieces_ = std::move(product);
    return true;
}

std::optional<Formula> PointCounter::joined() {
    if (std::all_of(all_.begin(), all_.end(), [](const FormulaPiece& piece) { return piece.where.empty(); })) {
        Polynomial sum;
        for (const FormulaPiece& piece : all_) sum += piece.value;
        return Formula(sum);
    }
    struct Part {
        IslSet where;
        Polynomial value;
    };
    const std::vector<std::string> none;
    IslTranslation translation(space_, none);
    std::vector<Part> parts;
    for (const FormulaPiece& piece : all_) {
        const auto known = [&](isl_set* set) {
            return IslSet(isl_set_intersect_params(set, space_.parts_->known.copy()));
        };
        IslSet rest = known(isl_set_from_basic_set(translation.basicSet(piece.where).take()));
        std::vector<Part> next;
        for (Part& part : parts) {
            IslSet both(isl_set_intersect(part.where.copy(), rest.copy()));
            if (isl_set_is_empty(both.get()) != isl_bool_true) {
                IslSet others(isl_set_subtract(part.where.copy(), rest.copy()));
                rest = IslSet(isl_set_subtract(rest.take(), part.where.copy()));
                next.push_back({std::move(both), part.value + piece.value});
                part.where = std::move(others);
            }
            if (isl_set_is_empty(part.where.get()) != isl_bool_true) next.push_back(std::move(part));
        }
        if (isl_set_is_empty(rest.get()) != isl_bool_true) next.push_back({std::move(rest), piece.value});
        parts.clear();
        for (Part& part : next) {
            const auto same = std::find_if(parts.begin(), parts.end(),
                                           [&](const Part& other) { return other.value == part.value; });
            if (same == parts.end())
                parts.push_back(std::move(part));
            else
                same->where = IslSet(isl_set_union(same->where.take(), part.where.take()));
        }
        if (parts.size() > mostPieces) {
            fail("it has too many pieces to be told");
            return std::nullopt;
        }
    }
    std::vector<FormulaPiece> pieces;
    for (Part& part : parts) {
        isl_set* apart = isl_set_make_disjoint(isl_set_coalesce(part.where.take()));
        const IslSet where(isl_set_gist_params(isl_set_compute_divs(apart), space_.parts_->known.copy()));
        if (!where) {
            fail("its share of operations is spent");
            return std::nullopt;
        }
        struct Collection {
            IslTranslation& translation;
            std::vector<std::vector<Condition>> all;
        } collection{translation, {}};
        const auto visit = [](isl_basic_set* set, void* user) {
            auto& into = *static_cast<Collection*>(user);
            const IslBasicSet own(set);
            auto conditions = into.translation.conditions(own.get());
            if (!conditions) return isl_stat_error;
            into.all.push_back(std::move(*conditions));
            return isl_stat_ok;
        };
        if (isl_set_foreach_basic_set(where.get(), visit, &collection) != isl_stat_ok) {
            fail("its bounds are too large");
            return std::nullopt;
        }
        for (auto& conditions : collection.all) pieces.push_back({std::move(conditions), part.value});
    }
    return Formula(std::move(pieces));
}

bool PointCounter::add(const PointSet& set) {
    const auto hasQuotient = [&](const Condition& condition) { // of variables
        return std::any_of(condition.left.terms().begin(), condition.left.terms().end(), [&](const auto& term) {
            return std::any_of(
                term.first.factors.begin(), term.first.factors.end(), [&](const AtomPower& factor) {
                    return factor.atom->numerator && mentionsAny(*factor.atom->numerator, set.variables());
                });
        });
    };
    const auto& plain = set.handle_->conditions;
    if (plain && std::none_of(plain->begin(), plain->end(), hasQuotient)) {
        if (!addApart({set.variables(), *plain, 1})) return false;
        all_.insert(all_.end(), pieces_.begin(), pieces_.end());
        return true;
    }
    IslSet apart(isl_set_make_disjoint(set.simplified().handle_->set.copy()));
    apart = IslSet(isl_set_compute_divs(apart.take()));
    std::vector<IslBasicSet> lifted;
    const auto visit = [](isl_basic_set* piece, void* user) {
        static_cast<std::vector<IslBasicSet>*>(user)->emplace_back(
            isl_basic_set_flatten(isl_basic_set_lift(piece)));
        return isl_stat_ok;
    };
    if (!apart || isl_set_foreach_basic_set(apart.get(), visit, &lifted) != isl_stat_ok)
        return fail("its share of operations is spent");
    for (const IslBasicSet& piece : lifted) {
        Sum sum{set.variables(), {}, 1};
        const int dimensions = piece ? isl_basic_set_dim(piece.get(), isl_dim_set) : -1;
        for (int extra = static_cast<int>(sum.variables.size()); extra < dimensions; ++extra)
            sum.variables.push_back("?" + std::to_string(introduced_++));
        auto conditions = piece ? IslTranslation(space_, sum.variables).conditions(piece.get()) : std::nullopt;
        if (!conditions) return fail("its bounds are too large");
        sum.conditions = std::move(*conditions);
        if (!addApart(sum)) return false;
        all_.insert(all_.end(), pieces_.begin(), pieces_.end());
    }
    return true;
}

void PointCounter::add(const Formula& formula) {
    all_.insert(all_.end(), formula.pieces().begin(), formula.pieces().end());
}

std::optional<Formula> PointSet::count(std::string& reason) const { return countAll({*this}, reason); }

std::optional<Formula> PointSet::countAll(const std::vector<PointSet>& sets, std::string& reason) {
    if (sets.empty()) return Formula();
    PointCounter counter(*sets[0].space_);
    std::optional<Formula> counted;
    if (std::all_of(sets.begin(), sets.end(), [&](const PointSet& set) { return counter.add(set); }))
        counted = counter.total();
    if (!counted) reason = counter.reason();
    return counted;
}

std::optional<Formula> sumOf(PointSpace& space, const std::vector<Formula>& formulas) {
    PointCounter counter(space);
    for (const Formula& formula : formulas) counter.add(formula);
    return counter.total();
}

} // namespace warpstring::symbolic
