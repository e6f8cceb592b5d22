// SPDX-License-Identifier: GPL-3.0-or-later
// The part of ExprEvaluator that says what the launch does not tell, and draws it.
#include <algorithm>
#include <limits>

#include "pdg/evaluation/expr_evaluator.h"
#include "pdg/evaluation/random_contents.h"

namespace warpstring::evaluation {

namespace {

bool makesFloat(const Expr& expr) {
    return expr.bits > 1 && (expr.op == ExprOp::FloatConstant || expr.op == ExprOp::SIntToFloat ||
                             expr.op == ExprOp::UIntToFloat || expr.op == ExprOp::FloatConvert ||
                             (expr.op >= ExprOp::FAdd && expr.op <= ExprOp::FFloor));
}

/// An element of an object, numbered so that no two objects share a number.
std::uint64_t objectNumber(const MemoryAccess& access) {
    return (std::uint64_t{access.object} << 1) | (access.objectIsArgument ? 1 : 0);
}

} // namespace

/// Whether the launch says what a load reads.
bool ExprEvaluator::isTold(const MemoryAccess& access, int bits) const {
    if (!access.offset || !access.objectIsArgument || access.object == none || !launch_.data[access.object])
        return false;
    if (pdg_.arguments[access.object].layout.bytes > 0) return bits % 8 == 0;
    const ValueType& element = pdg_.arguments[access.object].element;
    // Elements of three lie four apart.
    return bits == 8 * bytes(element.scalar) && (element.width != 3 || access.bytes == bytes(element.scalar));
}

void ExprEvaluator::findUntold() {
    const ExprPool& exprs = pdg_.exprs;
    isUntold_.assign(exprs.size(), false);
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t i = 1; i < exprs.size(); ++i) {
            if (isUntold_[i]) continue;
            const Expr& expr = exprs[ExprId{i}];
            bool untold =
                isUntold_[expr.a.index] || isUntold_[expr.b.index] || isUntold_[expr.c.index] ||
                expr.op == ExprOp::Unknown ||
                (expr.op == ExprOp::Parameter && expr.index < firstImageSize && !launch_.scalars[expr.index]);
            if (expr.op == ExprOp::Load) {
                const AccessId access = pdg_.loads[expr.index].access;
                untold = access == none || !isTold(pdg_.accesses[access], expr.bits) ||
                         isUntold_[pdg_.accesses[access].offset.index];
            }
            if (expr.op == ExprOp::Final) untold = untold || isUntold_[pdg_.loops[expr.index].continues.index];
            if (!untold) continue;
            isUntold_[i] = changed = true;
        }
    }
}

bool ExprEvaluator::isUntold(ExprId id) {
    if (isUntold_.empty()) findUntold();
    return isUntold_[id.index];
}

void ExprEvaluator::drawAnew(std::uint64_t seed) {
    seed_ = seed;
    known_.forget();
    series_.clear();
    finals_.clear();
    trips_.clear();
    std::fill(laneOnly_.begin(), laneOnly_.end(), std::nullopt);
}

/// What untold memory holds: a number a place. A private array's places are each work-item's own, local
/// memory's the group's.
LaneValue ExprEvaluator::contents(const MemoryAccess& access, int byteOffset, const LaneValue& offset,
                                  int bits) const {
    const bool isOwn = access.space == MemorySpace::Private, isGroups = access.space == MemorySpace::Shared;
    std::uint64_t owner = seed_;
    for (BoxVariable d = 0; d < 3 && (isOwn || isGroups); ++d)
        owner = randomBits({owner, static_cast<std::uint64_t>(box_.variables[d].first)});
    const std::size_t width = isOwn ? static_cast<std::size_t>(launch_.groupSize) : offset.width();
    Lanes values(width);
    for (std::size_t i = 0; i < width; ++i)
        values[i] = wrap(static_cast<std::int64_t>(randomBits(
                             {owner, objectNumber(access),
                              static_cast<std::uint64_t>(offset.lowAt(i) + byteOffset), isOwn ? i : 0})),
                         bits);
    return LaneValue::integers(std::move(values));
}

/// A value for what is untold: what memory holds at the address, else any of what it can be, by work-item and
/// point. Floating point stays unknown.
LaneValue ExprEvaluator::drawn(ExprId id, const Expr& expr, const LaneValue& known) {
    if (makesFloat(expr) || known.kind == LaneValue::Kind::Float) return known;
    if (expr.op == ExprOp::Load && pdg_.loads[expr.index].access != none) {
        const LoadedValue& loaded = pdg_.loads[expr.index];
        const MemoryAccess& access = pdg_.accesses[loaded.access];
        if (access.offset)
            if (const LaneValue offset = value(access.offset); offset.isFixed())
                return contents(access, loaded.byteOffset, offset, expr.bits);
    }
    std::uint64_t place = randomBits({seed_, id.index});
    for (const auto& variable : box_.variables)
        place = randomBits({place, static_cast<std::uint64_t>(variable.first)});
    const bool isBounded = known.kind == LaneValue::Kind::Integer;
    LaneValue values = LaneValue::integers(Lanes(static_cast<std::size_t>(launch_.groupSize)));
    for (std::size_t i = 0; i < values.low.size(); ++i) {
        const std::uint64_t bits = randomBits({place, i});
        values.low[i] = isBounded ? randomBetween(known.lowAt(i), known.highAt(i), bits)
                                  : wrap(static_cast<std::int64_t>(bits), expr.bits);
    }
    if (isBounded) values.terms = known.terms;
    return values;
}

/// The least or greatest of an untold value and a limit. Random numbers know nothing of the sizes that programs
/// clamp to: those beyond the limit come back into the range as far as they were out of it, so that they
/// neither pile up at the limit nor lose their distances.
LaneValue ExprEvaluator::withinLimit(const Expr& expr, const LaneValue& value, const LaneValue& limit) const {
    if (!value.isFixed() || !limit.isFixed()) return {};
    const bool isUnsigned = expr.op == ExprOp::UMin || expr.op == ExprOp::UMax;
    const bool isLeast = expr.op == ExprOp::SMin || expr.op == ExprOp::UMin;
    if (isUnsigned && expr.bits >= 64) return {};
    const auto read = [&](std::int64_t entry) {
        return isUnsigned ? static_cast<std::int64_t>(asUnsigned(entry, expr.bits)) : entry;
    };
    const std::size_t width = std::max(value.width(), limit.width());
    Lanes values(width);
    for (std::size_t i = 0; i < width; ++i) {
        const std::int64_t x = read(value.lowAt(i)), end = read(limit.lowAt(i));
        std::int64_t back = x;
        if (isLeast && x > end)
            back = end >= 0 && end < std::numeric_limits<std::int64_t>::max() ? x % (end + 1) : end;
        else if (!isLeast && x < end && __builtin_sub_overflow(2 * end, x, &back))
            back = end;
        values[i] = wrap(back, expr.bits);
    }
    return LaneValue::integers(std::move(values));
}

} // namespace warpstring::evaluation
