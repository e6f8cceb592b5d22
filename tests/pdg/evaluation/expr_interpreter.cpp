// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pdg/evaluation/expr_interpreter.h"

#include <bit>
#include <cmath>

namespace warpstring::oracle {

namespace {

__extension__ using Wide = __int128;
constexpr std::int64_t mostIterations = 10000;

Wide modulus(int bits) { return Wide{1} << bits; }

/// The number of `bits` that `value` is congruent to: from 0 on, or around 0.
Wide unsignedNumber(Wide value, int bits) {
    const Wide rest = value % modulus(bits);
    return rest < 0 ? rest + modulus(bits) : rest;
}

std::int64_t signedNumber(Wide value, int bits) {
    const Wide number = unsignedNumber(value, bits);
    return static_cast<std::int64_t>(bits > 1 && number >= modulus(bits) / 2 ? number - modulus(bits) : number);
}

double roundedTo(double value, int bits) {
    return bits == 32 ? static_cast<double>(static_cast<float>(value)) : value;
}

PointValue floatOperation(ExprOp op, int bits, double a, double b, double c) {
    switch (op) {
    case ExprOp::FAdd: return roundedTo(a + b, bits);
    case ExprOp::FSub: return roundedTo(a - b, bits);
    case ExprOp::FMul: return roundedTo(a * b, bits);
    case ExprOp::FDiv: return roundedTo(a / b, bits);
    case ExprOp::FNeg: return -a;
    case ExprOp::FMad: return roundedTo(std::fma(a, b, c), bits);
    case ExprOp::FAbs: return a < 0 ? -a : a;
    case ExprOp::FMin: return a < b ? a : b;
    case ExprOp::FMax: return a > b ? a : b;
    case ExprOp::FSqrt: return roundedTo(std::sqrt(a), bits);
    case ExprOp::FFloor: return std::floor(a);
    case ExprOp::FloatConvert: return roundedTo(a, bits);
    case ExprOp::FEqual: return std::int64_t{a == b};
    case ExprOp::FNotEqual: return std::int64_t{a != b};
    case ExprOp::FLess: return std::int64_t{a < b};
    case ExprOp::FLessEqual: return std::int64_t{a <= b};
    default: return {};
    }
}

} // namespace

std::optional<std::int64_t> integerOperation(ExprOp op, int bits, int operandBits, std::int64_t a,
                                             std::int64_t b) {
    const Wide sa = a, sb = b, ua = unsignedNumber(a, operandBits), ub = unsignedNumber(b, operandBits);
    const auto number = [&](Wide value) { return std::optional(signedNumber(value, bits)); };
    switch (op) {
    case ExprOp::Add: return number(sa + sb);
    case ExprOp::Sub: return number(sa - sb);
    case ExprOp::Mul: return number(unsignedNumber(sa, bits) * (sb % modulus(bits)));
    case ExprOp::UDiv: return ub == 0 ? std::nullopt : number(ua / ub);
    case ExprOp::URem: return ub == 0 ? std::nullopt : number(ua % ub);
    case ExprOp::SDiv: return sb == 0 ? std::nullopt : number(sa / sb);
    case ExprOp::SRem: return sb == 0 ? std::nullopt : number(sa % sb);
    case ExprOp::Shl: return ub >= bits ? std::nullopt : number(unsignedNumber(ua << ub, bits));
    case ExprOp::LShr: return ub >= bits ? std::nullopt : number(ua >> ub);
    case ExprOp::AShr: return ub >= bits ? std::nullopt : number(sa >> ub);
    case ExprOp::And: return number(ua & ub);
    case ExprOp::Or: return number(ua | ub);
    case ExprOp::Xor: return number(ua ^ ub);
    case ExprOp::UMin: return number(ua < ub ? ua : ub);
    case ExprOp::UMax: return number(ua > ub ? ua : ub);
    case ExprOp::SMin: return number(sa < sb ? sa : sb);
    case ExprOp::SMax: return number(sa > sb ? sa : sb);
    case ExprOp::Power: {
        Wide power = 1;
        for (Wide left = ub; left > 0; --left) power = unsignedNumber(power * signedNumber(sa, bits), bits);
        return number(power);
    }
    case ExprOp::Equal: return ua == ub;
    case ExprOp::NotEqual: return ua != ub;
    case ExprOp::ULess: return ua < ub;
    case ExprOp::ULessEqual: return ua <= ub;
    case ExprOp::SLess: return sa < sb;
    case ExprOp::SLessEqual: return sa <= sb;
    case ExprOp::ZExt: return number(ua);
    case ExprOp::SExt: return number(operandBits == 1 ? -ua : sa);
    case ExprOp::Trunc: return number(sa);
    default: return std::nullopt;
    }
}

std::vector<std::vector<std::int64_t>> indicesOf(const evaluation::Box& box) {
    std::vector<std::vector<std::int64_t>> all{{}};
    for (const auto& progression : box.variables) {
        std::vector<std::vector<std::int64_t>> longer;
        for (const auto& start : all)
            for (std::uint64_t j = 0; j < progression.count; ++j) {
                longer.push_back(start);
                longer.back().push_back(static_cast<std::int64_t>(j));
            }
        all = std::move(longer);
    }
    return all;
}

std::vector<Point> pointsOf(const evaluation::Box& box) {
    std::vector<Point> points;
    for (const auto& indices : indicesOf(box)) {
        Point point;
        for (std::size_t v = 0; v < indices.size(); ++v) {
            const std::int64_t own = box.variables[v].first + box.variables[v].step * indices[v];
            if (v < 3)
                point.group[v] = own;
            else
                point.counters.push_back(own);
        }
        points.push_back(std::move(point));
    }
    return points;
}

PointValue ExprInterpreter::leaf(const Expr& expr, const Point& point) const {
    const std::size_t d = expr.index;
    const auto& range = launch_.range;
    switch (expr.op) {
    case ExprOp::Constant: return expr.value;
    case ExprOp::FloatConstant: return std::bit_cast<double>(expr.value);
    case ExprOp::LocalId: {
        std::size_t id = item_; // work-items are numbered x first
        for (std::size_t below = 0; below < d; ++below) id /= range.local[below];
        return static_cast<std::int64_t>(id % range.local[d]);
    }
    case ExprOp::GroupId: return point.group[d];
    case ExprOp::LocalSize: return signedNumber(static_cast<Wide>(range.local[d]), expr.bits);
    case ExprOp::GlobalSize: return signedNumber(static_cast<Wide>(range.global[d]), expr.bits);
    case ExprOp::GroupCount:
        return signedNumber(static_cast<Wide>(range.global[d] / range.local[d]), expr.bits);
    case ExprOp::WorkDimensions: return std::int64_t{range.dimensions};
    case ExprOp::Counter: return signedNumber(point.counters[d], expr.bits);
    case ExprOp::Parameter: {
        if (!launch_.scalars[d]) return {};
        const auto& value = launch_.scalars[d]->value;
        if (std::holds_alternative<double>(value)) return roundedTo(std::get<double>(value), expr.bits);
        return signedNumber(std::get<std::int64_t>(value), expr.bits);
    }
    default: return {};
    }
}

PointValue ExprInterpreter::load(const Expr& expr, const Point& point) {
    const LoadedValue& loaded = pdg_.loads[expr.index];
    const MemoryAccess& access = pdg_.accesses[loaded.access];
    const auto first = integer(access.offset, point);
    const auto& data = launch_.data[access.object];
    if (!first || !data) return {};
    const std::int64_t at = *first + loaded.byteOffset, bytes = expr.bits / 8;
    const std::int64_t index = at / bytes;
    if (at < 0 || at % bytes != 0 || index >= static_cast<std::int64_t>(data->scalarCount())) return {};
    if (isFloating(pdg_.arguments[access.object].element.scalar))
        return data->floatAt(static_cast<std::uint64_t>(index));
    return signedNumber(data->integerAt(static_cast<std::uint64_t>(index)), expr.bits);
}

std::optional<std::int64_t> ExprInterpreter::trips(LoopId loop, const Point& entry) {
    Point at = entry;
    for (std::int64_t made = 0; made < mostIterations; ++made) {
        at.counters[loop] = made;
        const auto goesOn = integer(pdg_.loops[loop].continues, at);
        if (!goesOn) return std::nullopt;
        if (*goesOn == 0) return made + 1;
    }
    return std::nullopt;
}

PointValue ExprInterpreter::compute(ExprId id, const Point& point) {
    const Expr expr = pdg_.exprs[id];
    Point at = point;
    switch (expr.op) {
    case ExprOp::Load: return load(expr, point);
    case ExprOp::Recurrence:
        at.counters[expr.loop()] -= 1;
        if (at.counters[expr.loop()] >= 0) return value(expr.b, at);
        at.counters[expr.loop()] = 0;
        return value(expr.a, at);
    case ExprOp::Final: {
        const auto made = trips(expr.loop(), point);
        if (!made) return {};
        at.counters[expr.loop()] = *made - 1;
        return value(expr.a, at);
    }
    case ExprOp::Select: {
        const auto condition = integer(expr.a, point);
        return condition ? value(*condition != 0 ? expr.b : expr.c, point) : PointValue{};
    }
    default: break;
    }
    if (!expr.a) return leaf(expr, point);
    const PointValue a = value(expr.a, point);
    const PointValue b = expr.b ? value(expr.b, point) : PointValue(std::int64_t{0});
    const PointValue c = expr.c ? value(expr.c, point) : PointValue(std::int64_t{0});
    const auto isNothing = [](const PointValue& v) { return std::holds_alternative<std::monostate>(v); };
    if (isNothing(a) || isNothing(b) || isNothing(c)) return {};
    if (const auto* real = std::get_if<double>(&a)) {
        if (expr.op == ExprOp::FloatToSInt || expr.op == ExprOp::FloatToUInt)
            return std::fabs(*real) < 2147483648.0
                       ? PointValue(signedNumber(static_cast<Wide>(*real), expr.bits))
                       : PointValue{};
        const auto realOf = [](const PointValue& v) {
            return std::holds_alternative<double>(v) ? std::get<double>(v) : 0.0;
        };
        return floatOperation(expr.op, expr.bits, *real, realOf(b), realOf(c));
    }
    const std::int64_t own = std::get<std::int64_t>(a);
    const int operandBits = pdg_.exprs[expr.a].bits;
    if (expr.op == ExprOp::SIntToFloat) return roundedTo(static_cast<double>(own), expr.bits);
    if (expr.op == ExprOp::UIntToFloat)
        return roundedTo(static_cast<double>(unsignedNumber(own, operandBits)), expr.bits);
    const auto result = integerOperation(expr.op, expr.bits, operandBits, own, std::get<std::int64_t>(b));
    return result ? PointValue(*result) : PointValue{};
}

PointValue ExprInterpreter::value(ExprId id, const Point& point) {
    const auto key = std::pair(id.index, point);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    PointValue result = compute(id, point);
    known_.emplace(key, result);
    return result;
}

std::optional<std::int64_t> ExprInterpreter::integer(ExprId id, const Point& point) {
    const PointValue found = value(id, point);
    const auto* number = std::get_if<std::int64_t>(&found);
    return number ? std::optional(*number) : std::nullopt;
}

} // namespace warpstring::oracle
