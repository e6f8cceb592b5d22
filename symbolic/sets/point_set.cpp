// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/sets/point_set.h"

#include <isl/options.h>

#include <algorithm>
#include <set>

#include "symbolic/sets/isl_translation.h"

namespace warpstring::symbolic {

namespace {

/// Equalities that inequalities come to, found within a share of operations of its own: of sets of many names
/// and quotients isl looks for them for minutes, and sums are as right without. The set as it is, where that
/// takes more.
IslSet withEqualities(PointSpace::Parts& parts, IslSet set) {
    constexpr std::uint64_t share = 10'000;
    if (parts.operationsLeft <= share || isl_ctx_last_error(parts.context) != isl_error_none) return set;
    parts.operationsLeft -= share;
    isl_ctx_reset_operations(parts.context);
    isl_ctx_set_max_operations(parts.context, share);
    IslSet found(isl_set_detect_equalities(set.copy()));
    if (!found) isl_ctx_reset_error(parts.context);
    isl_ctx_reset_operations(parts.context);
    isl_ctx_set_max_operations(parts.context, parts.operationsLeft);
    return found ? std::move(found) : std::move(set);
}

} // namespace

PointSpace::PointSpace(std::uint64_t operations) : parts_(std::make_unique<Parts>()) {
    parts_->context = isl_ctx_alloc();
    isl_options_set_on_error(parts_->context, ISL_ON_ERROR_CONTINUE);
    isl_ctx_set_max_operations(parts_->context, operations);
    parts_->operationsLeft = operations;
    parts_->known = IslSet(isl_set_universe(isl_space_set_alloc(parts_->context, 0, 0)));
    parts_->known = IslSet(isl_set_params(parts_->known.take()));
}

PointSpace::~PointSpace() {
    parts_->known = IslSet();
    isl_ctx_free(parts_->context);
}

void PointSpace::assume(const Condition& condition) {
    const std::vector<std::string> none;
    IslTranslation translation(*this, none);
    IslSet held = translation.set(condition);
    if (!held) return;
    held = IslSet(isl_set_params(held.take()));
    parts_->known = IslSet(isl_set_intersect(parts_->known.take(), held.take()));
    parts_->simplified.clear();
    parts_->assumed.push_back(condition);
}

std::unique_ptr<PointSpace> PointSpace::apart(const std::vector<Condition>& conditions) const {
    constexpr std::uint64_t share = 2'000;
    auto other = std::make_unique<PointSpace>(share);
    std::set<std::string> names;
    for (const Condition& condition : conditions)
        for (auto& name : condition.left.names()) names.insert(name);
    for (const Condition& condition : parts_->assumed) {
        const auto own = condition.left.names();
        const bool isOfThese = condition.left.terms().size() <= 2 && own.size() == 1 && names.contains(own[0]);
        if (isOfThese) other->assume(condition);
    }
    return other;
}

bool PointSpace::isSpent() const { return isl_ctx_last_error(parts_->context) != isl_error_none; }

PointSet::PointSet(PointSpacePointer space, std::vector<std::string> variables)
    : space_(std::move(space)), variables_(std::move(variables)), handle_(std::make_unique<Handle>()) {
    handle_->conditions.emplace();
}

PointSet::PointSet(PointSpacePointer space, std::vector<std::string> variables, Handle handle)
    : space_(std::move(space)), variables_(std::move(variables)),
      handle_(std::make_unique<Handle>(std::move(handle))) {}

PointSet::PointSet(const PointSet& other)
    : space_(other.space_), variables_(other.variables_), handle_(std::make_unique<Handle>(*other.handle_)) {}
PointSet::PointSet(PointSet&&) noexcept = default;
PointSet& PointSet::operator=(PointSet other) noexcept {
    handle_ = std::move(other.handle_); // before the space that it belongs to may go
    space_ = std::move(other.space_);
    variables_ = std::move(other.variables_);
    return *this;
}
PointSet::~PointSet() = default;

const PointSet::Handle& PointSet::materialised() const {
    if (handle_->set || !handle_->conditions) return *handle_;
    IslTranslation translation(*space_, variables_);
    handle_->set = IslSet(isl_set_from_basic_set(translation.basicSet(*handle_->conditions).take()));
    return *handle_;
}

std::optional<PointSet> PointSet::where(const Condition& condition) const {
    IslTranslation translation(*space_, variables_);
    if (!translation.isAffine(condition.left)) return std::nullopt;
    if (const auto constant = condition.left.constant()) {
        const bool holds = condition.isEquality ? constant->sign() == 0 : constant->sign() >= 0;
        return holds ? *this : nowhere();
    }
    if (handle_->conditions) {
        PointSet result(space_, variables_, {handle_->conditions, {}});
        auto& all = *result.handle_->conditions;
        if (std::find(all.begin(), all.end(), condition) == all.end()) all.push_back(condition);
        return result;
    }
    const IslSet held = translation.set(condition);
    return PointSet(space_, variables_, {{}, IslSet(isl_set_intersect(handle_->set.copy(), held.copy()))});
}

PointSet PointSet::nowhere() const { return {space_, variables_, {{{{Polynomial(-1)}}}, {}}}; }

PointSet PointSet::without(const PointSet& other) const {
    isl_set* left = isl_set_subtract(materialised().set.copy(), other.materialised().set.copy());
    return {space_, variables_, {{}, IslSet(left)}};
}

PointSet operator&(const PointSet& a, const PointSet& b) {
    if (a.handle_->conditions && b.handle_->conditions) {
        PointSet both = a;
        for (const Condition& condition : *b.handle_->conditions)
            if (auto& all = *both.handle_->conditions;
                std::find(all.begin(), all.end(), condition) == all.end())
                all.push_back(condition);
        both.handle_->set = IslSet();
        return both;
    }
    isl_set* both = isl_set_intersect(a.materialised().set.copy(), b.materialised().set.copy());
    return {a.space_, a.variables_, {{}, IslSet(both)}};
}

PointSet operator|(const PointSet& a, const PointSet& b) {
    isl_set* any = isl_set_union(a.materialised().set.copy(), b.materialised().set.copy());
    return {a.space_, a.variables_, {{}, IslSet(any)}};
}

PointSet PointSet::extended(const std::string& variable) const {
    std::vector<std::string> longer = variables_;
    longer.push_back(variable);
    if (handle_->conditions) return {space_, std::move(longer), {handle_->conditions, {}}};
    return {space_, std::move(longer), {{}, IslSet(isl_set_add_dims(handle_->set.copy(), isl_dim_set, 1))}};
}

PointSet PointSet::projected(const std::string& variable) const {
    const auto place = std::find(variables_.begin(), variables_.end(), variable);
    if (place == variables_.end()) return *this;
    std::vector<std::string> fewer = variables_;
    const auto at = place - variables_.begin();
    fewer.erase(fewer.begin() + at);
    isl_set* left = isl_set_project_out(materialised().set.copy(), isl_dim_set, static_cast<unsigned>(at), 1);
    return {space_, std::move(fewer), {{}, IslSet(left)}};
}

PointSet PointSet::simplified() const {
    IslSet set(isl_set_intersect_params(materialised().set.copy(), space_->parts_->known.copy()));
    set = withEqualities(*space_->parts_, std::move(set));
    return {space_, variables_, {{}, IslSet(isl_set_coalesce(set.take()))}};
}

bool PointSet::isEmpty() const {
    if (handle_->conditions && handle_->conditions->empty()) return false;
    const IslSet known(isl_set_intersect_params(materialised().set.copy(), space_->parts_->known.copy()));
    return known && isl_set_is_empty(known.get()) == isl_bool_true;
}

bool PointSet::isWithin(const PointSet& other) const { return without(other).isEmpty(); }

bool PointSet::implies(const Condition& condition) const {
    if (!condition.isEquality && condition.left.isSurelyNonNegative() &&
        std::none_of(variables_.begin(), variables_.end(),
                     [&](const std::string& variable) { return condition.left.mentions(variable); }))
        return true;
    if (handle_->conditions && !condition.isEquality) { // where it fails there is no point
        const auto fails = where({Polynomial(-1) - condition.left});
        return fails && fails->isEmpty();
    }
    const auto held = where(condition);
    return held && without(*held).isEmpty();
}

bool PointSet::constrains(const std::string& variable) const {
    if (handle_->conditions)
        return std::any_of(handle_->conditions->begin(), handle_->conditions->end(),
                           [&](const Condition& condition) { return condition.left.mentions(variable); });
    const auto place = std::find(variables_.begin(), variables_.end(), variable);
    if (place == variables_.end()) return false;
    return isl_set_involves_dims(handle_->set.get(), isl_dim_set,
                                 static_cast<unsigned>(place - variables_.begin()), 1) != isl_bool_false;
}

} // namespace warpstring::symbolic
