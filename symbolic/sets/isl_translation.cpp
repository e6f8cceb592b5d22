// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/sets/isl_translation.h"

#include <isl/id.h>
#include <isl/local_space.h>
#include <isl/val.h>

#include <algorithm>
#include <limits>

namespace warpstring::symbolic {

namespace {

constexpr Wide largest = std::numeric_limits<std::int64_t>::max();

std::optional<Rational> numberOf(isl_val* value) {
    std::optional<Rational> number;
    if (value != nullptr && isl_val_is_rat(value) == isl_bool_true &&
        isl_val_n_abs_num_chunks(value, sizeof(std::int64_t)) <= 1) {
        isl_val* below = isl_val_get_den_val(value);
        if (below != nullptr && isl_val_n_abs_num_chunks(below, sizeof(std::int64_t)) <= 1) {
            std::uint64_t magnitude = 0, denominator = 1;
            isl_val_get_abs_num_chunks(value, sizeof magnitude, &magnitude);
            isl_val_get_abs_num_chunks(below, sizeof denominator, &denominator);
            const Wide above = static_cast<Wide>(magnitude) * isl_val_sgn(value);
            number = Rational(above, static_cast<Wide>(denominator));
        }
        isl_val_free(below);
    }
    isl_val_free(value);
    return number;
}

bool fitsIsl(const Rational& number) {
    return number.isValid() && number.numerator() <= largest && number.numerator() >= -largest &&
           number.denominator() <= largest;
}

isl_val* valueOf(isl_ctx* context, const Rational& number) {
    if (!fitsIsl(number)) return nullptr;
    return isl_val_div(isl_val_int_from_si(context, static_cast<long>(number.numerator())),
                       isl_val_int_from_si(context, static_cast<long>(number.denominator())));
}

isl_basic_set* solutionsOf(IslAff left, bool isEquality) {
    return isl_basic_set_from_constraint(isEquality ? isl_equality_from_aff(left.take())
                                                    : isl_inequality_from_aff(left.take()));
}

} // namespace

IslSpace IslTranslation::space() const {
    isl_space* made = isl_space_set_alloc(parts_.context, static_cast<unsigned>(parts_.parameters.size()),
                                          static_cast<unsigned>(variables_.size()));
    unsigned place = 0;
    for (const auto& [name, meaning] : parts_.parameters)
        made = isl_space_set_dim_id(made, isl_dim_param, place++,
                                    isl_id_alloc(parts_.context, name.c_str(), nullptr));
    return IslSpace(made);
}

bool IslTranslation::varies(const AtomPower& factor) const {
    const auto isVariable = [&](const std::string& name) {
        return std::find(variables_.begin(), variables_.end(), name) != variables_.end();
    };
    if (!factor.atom->numerator) return isVariable(factor.atom->text);
    const auto names = factor.atom->numerator->names();
    return std::any_of(names.begin(), names.end(), isVariable);
}

void IslTranslation::registerParameters(const Polynomial& polynomial) {
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (monomial.factors.empty()) continue;
        const bool isOfVariables = std::any_of(monomial.factors.begin(), monomial.factors.end(),
                                               [&](const AtomPower& factor) { return varies(factor); });
        const Atom& first = *monomial.factors[0].atom;
        if (isOfVariables) {
            if (first.numerator) registerParameters(*first.numerator);
            continue;
        }
        const Polynomial meaning = Polynomial::monomial(monomial, 1);
        if (!parts_.parameters.emplace(meaning.text(), meaning).second) continue;
        if (!first.numerator || monomial.degree() > 1) continue;
        const Polynomial rest = *first.numerator - Polynomial(first.divisor) * meaning; // from 0 to d - 1
        space_.assume({rest});
        space_.assume({Polynomial(first.divisor - 1) - rest});
    }
}

bool IslTranslation::isAffine(const Polynomial& polynomial) const {
    return std::all_of(polynomial.terms().begin(), polynomial.terms().end(), [&](const auto& term) {
        const auto& [monomial, coefficient] = term;
        const bool isOfVariables = std::any_of(monomial.factors.begin(), monomial.factors.end(),
                                               [&](const AtomPower& factor) { return varies(factor); });
        if (!fitsIsl(coefficient)) return false;
        if (!isOfVariables) return true;
        const Atom& first = *monomial.factors[0].atom;
        return monomial.degree() == 1 && (!first.numerator || isAffine(*first.numerator));
    });
}

IslAff IslTranslation::affine(const Polynomial& polynomial) {
    registerParameters(polynomial);
    return affineOfRegistered(polynomial);
}

IslAff IslTranslation::affineOfRegistered(const Polynomial& polynomial) const {
    IslAff sum(isl_aff_zero_on_domain(isl_local_space_from_space(space().take())));
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        const bool isOfVariables = std::any_of(monomial.factors.begin(), monomial.factors.end(),
                                               [&](const AtomPower& factor) { return varies(factor); });
        if (isOfVariables && monomial.degree() > 1) return {};
        isl_val* number = valueOf(parts_.context, coefficient);
        if (number == nullptr) return {};
        if (monomial.factors.empty()) {
            sum = IslAff(isl_aff_add_constant_val(sum.take(), number));
        } else if (!isOfVariables) {
            const auto found = parts_.parameters.find(Polynomial::monomial(monomial, 1).text());
            const auto place = std::distance(parts_.parameters.begin(), found);
            sum =
                IslAff(isl_aff_add_coefficient_val(sum.take(), isl_dim_param, static_cast<int>(place), number));
        } else if (const Atom& atom = *monomial.factors[0].atom; atom.numerator) {
            IslAff above = affineOfRegistered(*atom.numerator);
            if (!above) {
                isl_val_free(number);
                return {};
            }
            isl_val* below = isl_val_int_from_si(parts_.context, atom.divisor);
            isl_aff* quotient = isl_aff_floor(isl_aff_scale_down_val(above.take(), below));
            sum = IslAff(isl_aff_add(sum.take(), isl_aff_scale_val(quotient, number)));
        } else {
            const auto place = std::find(variables_.begin(), variables_.end(), atom.text) - variables_.begin();
            sum = IslAff(isl_aff_add_coefficient_val(sum.take(), isl_dim_in, static_cast<int>(place), number));
        }
    }
    return sum;
}

IslSet IslTranslation::set(const Condition& condition) {
    IslAff left = affine(condition.left);
    if (!left) return {};
    return IslSet(isl_set_from_basic_set(solutionsOf(std::move(left), condition.isEquality)));
}

IslBasicSet IslTranslation::basicSet(const std::vector<Condition>& conditions) {
    for (const Condition& condition : conditions) registerParameters(condition.left);
    isl_basic_set* all = isl_basic_set_universe(space().take());
    for (const Condition& condition : conditions) {
        IslAff left = affineOfRegistered(condition.left);
        if (!left) {
            isl_basic_set_free(all);
            return {};
        }
        all = isl_basic_set_intersect(all, solutionsOf(std::move(left), condition.isEquality));
    }
    return IslBasicSet(all);
}

std::optional<Polynomial> IslTranslation::polynomial(isl_aff* affine) const {
    const auto constant = numberOf(isl_aff_get_constant_val(affine));
    if (!constant) return std::nullopt;
    Polynomial sum(*constant);
    for (const isl_dim_type kind : {isl_dim_param, isl_dim_in, isl_dim_div}) {
        const int count = isl_aff_dim(affine, kind);
        for (int i = 0; i < count; ++i) {
            const auto coefficient = numberOf(isl_aff_get_coefficient_val(affine, kind, i));
            if (!coefficient) return std::nullopt;
            if (*coefficient == Rational(0)) continue;
            std::optional<Polynomial> factor;
            if (kind == isl_dim_param) {
                const auto found =
                    parts_.parameters.find(isl_aff_get_dim_name(affine, kind, static_cast<unsigned>(i)));
                if (found != parts_.parameters.end()) factor = found->second;
            } else if (kind == isl_dim_in) {
                factor = Polynomial::name(variables_[static_cast<std::size_t>(i)]);
            } else {
                const IslAff within(isl_aff_get_div(affine, i));
                if (within) factor = polynomial(within.get());
                if (factor) factor = Polynomial::floorOf(*factor, 1);
            }
            if (!factor) return std::nullopt;
            sum += Polynomial(*coefficient) * *factor;
        }
    }
    return sum;
}

std::optional<std::vector<Condition>> IslTranslation::conditions(isl_basic_set* set) const {
    struct Collection {
        const IslTranslation& translation;
        std::vector<Condition> conditions;
    } collection{*this, {}};
    const auto visit = [](isl_constraint* constraint, void* user) {
        auto& into = *static_cast<Collection*>(user);
        const bool isEquality = isl_constraint_is_equality(constraint) == isl_bool_true;
        const bool definesQuotient = isl_constraint_is_div_constraint(constraint) == isl_bool_true;
        const IslAff left(isl_constraint_get_aff(constraint));
        isl_constraint_free(constraint);
        if (definesQuotient) return isl_stat_ok;
        const auto polynomial = left ? into.translation.polynomial(left.get()) : std::nullopt;
        if (!polynomial) return isl_stat_error;
        into.conditions.push_back({*polynomial, isEquality});
        return isl_stat_ok;
    };
    if (isl_basic_set_foreach_constraint(set, visit, &collection) != isl_stat_ok) return std::nullopt;
    return std::move(collection.conditions);
}

} // namespace warpstring::symbolic
