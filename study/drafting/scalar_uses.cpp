// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/drafting/scalar_uses.h"

#include <optional>
#include <unordered_map>

#include "study/drafting/expr_value.h"

namespace warpstring::drafting {

void Ingredients::join(const Ingredients& other) {
    groups.insert(other.groups.begin(), other.groups.end());
    locals.insert(other.locals.begin(), other.locals.end());
    scalars.insert(other.scalars.begin(), other.scalars.end());
    hasCounter = hasCounter || other.hasCounter;
    hasSize = hasSize || other.hasSize;
    hasGlobalSize = hasGlobalSize || other.hasGlobalSize;
    hasUntold = hasUntold || other.hasUntold;
}

namespace {

class Reader {
public:
    explicit Reader(const Pdg& pdg) : pdg_(pdg), seen_(pdg.exprs.size()), seenInAddress_(pdg.exprs.size()) {}

    ScalarUses read() {
        for (const auto& access : pdg_.accesses)
            if (access.offset) visit(access.offset, true);
        for (const auto& predicate : pdg_.predicates)
            if (predicate.condition) visit(predicate.condition, false);
        for (const auto& loop : pdg_.loops) {
            if (loop.continues) visit(loop.continues, false);
            for (const auto& induction : loop.inductions)
                if (induction.value) visit(induction.value, false);
        }
        return std::move(uses_);
    }

private:
    const Expr& at(ExprId id) const { return pdg_.exprs[id]; }

    const Ingredients& ingredients(ExprId id) {
        if (const auto found = ingredients_.find(id.index); found != ingredients_.end()) return found->second;
        ingredients_[id.index]; // a recurrence that names itself
        Ingredients own;
        if (depth_ > deepestExpression) {
            own.hasUntold = true;
            return ingredients_[id.index] = std::move(own);
        }
        const Expr& expr = at(id);
        switch (expr.op) {
        case ExprOp::Constant: break;
        case ExprOp::LocalId: own.locals.insert(expr.index); break;
        case ExprOp::GroupId: own.groups.insert(expr.index); break;
        case ExprOp::GlobalSize:
        case ExprOp::GroupCount: own.hasGlobalSize = own.hasSize = true; break;
        case ExprOp::LocalSize:
        case ExprOp::WorkDimensions: own.hasSize = true; break;
        case ExprOp::Parameter: own.scalars.insert(slotOf(pdg_, expr.index)); break;
        case ExprOp::Counter:
        case ExprOp::Recurrence: own.hasCounter = true; break;
        case ExprOp::Load:
        case ExprOp::Unknown:
        case ExprOp::Invalid:
        case ExprOp::FloatConstant: own.hasUntold = true; break;
        default: break;
        }
        ++depth_;
        for (const ExprId part : {expr.a, expr.b, expr.c})
            if (part) own.join(Ingredients(ingredients(part)));
        --depth_;
        return ingredients_[id.index] = std::move(own);
    }

    [[nodiscard]] ExprId withoutConversions(ExprId id) const {
        while (id && (at(id).op == ExprOp::ZExt || at(id).op == ExprOp::SExt || at(id).op == ExprOp::Trunc))
            id = at(id).a;
        return id;
    }

    /// The scalar that an expression is, conversions aside.
    [[nodiscard]] std::optional<std::uint32_t> scalarAt(ExprId id) const {
        id = withoutConversions(id);
        if (!id || at(id).op != ExprOp::Parameter) return std::nullopt;
        return slotOf(pdg_, at(id).index);
    }

    void noteDimension(const Expr& expr) {
        switch (expr.op) {
        case ExprOp::LocalId:
        case ExprOp::GroupId:
        case ExprOp::LocalSize:
        case ExprOp::GlobalSize:
        case ExprOp::GroupCount: uses_.dimensions.insert(expr.index); break;
        default: break;
        }
    }

    void noteLimit(ExprId a, ExprId b) {
        for (const auto& [moving, limit] : {std::pair{a, b}, std::pair{b, a}}) {
            const Ingredients& ofMoving = ingredients(moving);
            const Ingredients& ofLimit = ingredients(limit);
            if (!(ofMoving.hasIds() || ofMoving.hasCounter) || ofMoving.hasUntold) continue;
            if (ofLimit.hasIds() || ofLimit.hasCounter || ofLimit.hasUntold || ofLimit.hasSize) continue;
            uses_.limits.push_back({moving, limit, ofMoving, ofLimit});
        }
    }

    void noteScaled(const Expr& expr, bool isInAddress) {
        using Kind = ScaledUse::Kind;
        const auto note = [&](Kind kind, ExprId scalar, ExprId factor) {
            if (const auto index = scalarAt(scalar))
                uses_.scaled.push_back({kind, *index, ingredients(factor), isInAddress});
        };
        switch (expr.op) {
        case ExprOp::Mul:
            note(Kind::Product, expr.a, expr.b);
            note(Kind::Product, expr.b, expr.a);
            break;
        case ExprOp::Add:
            note(Kind::Summand, expr.a, expr.b);
            note(Kind::Summand, expr.b, expr.a);
            break;
        case ExprOp::UDiv:
        case ExprOp::SDiv:
        case ExprOp::URem:
        case ExprOp::SRem: note(Kind::Divisor, expr.b, expr.a); break;
        case ExprOp::Shl:
        case ExprOp::LShr:
        case ExprOp::AShr: note(Kind::Shift, expr.b, expr.a); break;
        default: break;
        }
    }

    /// The constant that a group ID is multiplied with, shifts among it.
    [[nodiscard]] std::optional<std::pair<unsigned, std::int64_t>> strideAt(ExprId id) const {
        const Expr& expr = at(withoutConversions(id));
        if (expr.op != ExprOp::Mul && expr.op != ExprOp::Shl) return std::nullopt;
        for (const auto& [group, factor] : {std::pair{expr.a, expr.b}, std::pair{expr.b, expr.a}}) {
            const Expr& of = at(withoutConversions(group));
            if (of.op != ExprOp::GroupId || at(factor).op != ExprOp::Constant) continue;
            const std::int64_t by = at(factor).value;
            if (expr.op == ExprOp::Mul) return std::pair{of.index, by};
            if (group == expr.a && by >= 0 && by <= 20) return std::pair{of.index, std::int64_t{1} << by};
        }
        return std::nullopt;
    }

    /// group ID * constant + local ID of the same dimension.
    void noteStride(const Expr& expr) {
        if (expr.op != ExprOp::Add) return;
        for (const auto& [group, local] : {std::pair{expr.a, expr.b}, std::pair{expr.b, expr.a}}) {
            const auto stride = strideAt(group);
            const Expr& item = at(withoutConversions(local));
            if (stride && item.op == ExprOp::LocalId && item.index == stride->first)
                uses_.groupStrides[stride->first % 3].insert(stride->second);
        }
    }

    void visit(ExprId id, bool isInAddress) {
        auto& seen = isInAddress ? seenInAddress_ : seen_;
        if (seen[id.index] || depth_ > deepestExpression) return;
        seen[id.index] = true;
        const Expr& expr = at(id);
        if (expr.op == ExprOp::Parameter) uses_.used.insert(slotOf(pdg_, expr.index));
        noteDimension(expr);
        noteScaled(expr, isInAddress);
        noteStride(expr);
        switch (expr.op) {
        case ExprOp::Equal:
        case ExprOp::NotEqual:
        case ExprOp::ULess:
        case ExprOp::ULessEqual:
        case ExprOp::SLess:
        case ExprOp::SLessEqual:
        case ExprOp::UMin:
        case ExprOp::SMin: noteLimit(expr.a, expr.b); break;
        case ExprOp::Sub:
            if (at(expr.a).op == ExprOp::Constant)
                if (const auto scalar = scalarAt(expr.b)) uses_.negated.insert(*scalar);
            break;
        default: break;
        }
        ++depth_;
        for (const ExprId part : {expr.a, expr.b, expr.c})
            if (part) visit(part, isInAddress);
        --depth_;
    }

    const Pdg& pdg_;
    ScalarUses uses_;
    std::unordered_map<std::uint32_t, Ingredients> ingredients_;
    std::vector<bool> seen_, seenInAddress_;
    int depth_ = 0;
};

} // namespace

ScalarUses scalarUsesOf(const Pdg& pdg) { return Reader(pdg).read(); }

} // namespace warpstring::drafting
