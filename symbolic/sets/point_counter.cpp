// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/sets/point_counter.h"

#include <algorithm>

#include "symbolic/sets/piece_sum.h"

namespace warpstring::symbolic {

namespace {

constexpr int mostSteps = 600;
constexpr int mostIntroduced = 64;
constexpr std::int64_t mostValues = 16; ///< that are taken one by one where no sum has bounds
constexpr std::size_t mostPieces = 64;

} // namespace

bool PointCounter::fail(const std::string& reason) {
    if (reason_.empty()) reason_ = reason;
    return false;
}

std::optional<std::vector<Condition>> PointCounter::reduced(const Sum& sum) {
    const auto space = space_.apart(sum.conditions);
    IslTranslation translation(*space, sum.variables);
    IslBasicSet set = translation.basicSet(sum.conditions);
    if (!set) {
        fail("its bounds are not affine");
        return std::nullopt;
    }
    IslSet all(isl_set_from_basic_set(set.copy()));
    const IslSet known(isl_set_intersect_params(all.copy(), space->parts_->known.copy()));
    if (isl_set_is_empty(known.get()) == isl_bool_true) return std::nullopt;
    set = IslBasicSet(isl_basic_set_remove_redundancies(isl_basic_set_detect_equalities(set.take())));
    all = IslSet(isl_set_gist_params(isl_set_from_basic_set(set.take()), space->parts_->known.copy()));
    set = IslBasicSet(isl_set_simple_hull(all.take())); // one piece, so it is that piece
    auto conditions = set ? translation.conditions(set.get()) : std::nullopt;
    if (!conditions) fail(space->isSpent() ? "its share of operations is spent" : "its bounds are too large");
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
    if (sum.summand.isZero() || !tidy(sum)) return true;
    sumPlainly(sum);
    if (sum.variables.empty()) {
        pieces_.push_back({std::move(sum.conditions), std::move(sum.summand)});
        return true;
    }
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
        if (!tidy(part)) {
            pieces_.clear();
            return true;
        }
        mergeDigits(part);
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

std::optional<Formula> PointCounter::total() {
    auto sum = sumOfPieces(space_, all_);
    if (!sum) fail("it has too many pieces to be told");
    return sum;
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
