// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions as C-like text with C's precedences and no more parentheses than those ask for.
//
// Leaves       lid.x, group.y, local_size.x, global_size.x, groups.x (how many), work_dim, arguments by name,
//              i0 (completed iterations of loop 0), load#3 (value read by load 3), ? (nothing is known).
// Constants    -3, true, 0.5 (double), 0.5f (float), 0.5h (half).
// Signedness   / % < <= >> are signed. The unsigned ones are written u/ u% u< u<= u>>, except where both
// operands
//              can be told at a glance not to be negative, so that signed and unsigned say the same: IDs, sizes
//              and counters, and what +, *, << and the like make of them without wrapping. Likewise min() and
//              umin().
// Widening     is left out where it keeps the value; (uint)x is the zero-extension of what may be negative.
//              Truncations are casts: (int)x, (short)x.
// Power        a ** b binds tighter than a product and looser than a cast.
// Recurrence   rec(i0: first -> next), in which `prev` is the recurrence's own value; prev1, prev2, ... are
// those
//              of the recurrences around it, counted outwards.
// Final        final(i0, e): the value of e in the last iteration of loop 0.
//
// "..." stands for what is nested too deep, or comes after more than anyone reads.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "pdg/expr.h"
#include "pdg/pdg.h"

namespace warpstring {

namespace {

constexpr int deepest = 48;
constexpr int mostNodes = 600;

enum Precedence {
    Conditional = 1,
    LogicalOr,
    LogicalAnd,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    PowerOf,
    Prefix,
    Primary
};

/// Instead of chains of +, for which g++ 12 reports overlaps that there are not (-Wrestrict).
std::string concat(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const auto part : parts) text += part;
    return text;
}

struct Operator {
    const char* symbol;
    Precedence precedence;
    bool associative = false; ///< (a op b) op c and a op (b op c) are the same
    bool isUnsigned = false;
};

/// The infix operator of `op`; symbol is null when it has none.
Operator infix(ExprOp op, int bits) {
    switch (op) {
    case ExprOp::Add: return {"+", Sum, true};
    case ExprOp::Sub: return {"-", Sum};
    case ExprOp::Mul: return {"*", Product, true};
    case ExprOp::UDiv: return {"/", Product, false, true};
    case ExprOp::SDiv: return {"/", Product};
    case ExprOp::URem: return {"%", Product, false, true};
    case ExprOp::SRem: return {"%", Product};
    case ExprOp::Shl: return {"<<", Shift};
    case ExprOp::LShr: return {">>", Shift, false, true};
    case ExprOp::AShr: return {">>", Shift};
    case ExprOp::And: return bits == 1 ? Operator{"&&", LogicalAnd, true} : Operator{"&", BitAnd, true};
    case ExprOp::Or: return bits == 1 ? Operator{"||", LogicalOr, true} : Operator{"|", BitOr, true};
    case ExprOp::Xor: return {"^", BitXor, true};
    case ExprOp::Power: return {"**", PowerOf};
    case ExprOp::Equal:
    case ExprOp::FEqual: return {"==", Equality};
    case ExprOp::NotEqual:
    case ExprOp::FNotEqual: return {"!=", Equality};
    case ExprOp::ULess: return {"<", Relation, false, true};
    case ExprOp::ULessEqual: return {"<=", Relation, false, true};
    case ExprOp::SLess:
    case ExprOp::FLess: return {"<", Relation};
    case ExprOp::SLessEqual:
    case ExprOp::FLessEqual: return {"<=", Relation};
    case ExprOp::FAdd: return {"+", Sum};
    case ExprOp::FSub: return {"-", Sum};
    case ExprOp::FMul: return {"*", Product};
    case ExprOp::FDiv: return {"/", Product};
    default: return {nullptr, Primary};
    }
}

const char* functionName(ExprOp op) {
    switch (op) {
    case ExprOp::UMin: return "umin";
    case ExprOp::UMax: return "umax";
    case ExprOp::SMin: return "min";
    case ExprOp::SMax: return "max";
    case ExprOp::FMad: return "mad";
    case ExprOp::FAbs: return "fabs";
    case ExprOp::FMin: return "fmin";
    case ExprOp::FMax: return "fmax";
    case ExprOp::FSqrt: return "sqrt";
    case ExprOp::FFloor: return "floor";
    default: return nullptr;
    }
}

std::string integerType(int bits, bool isUnsigned) {
    const std::string prefix = isUnsigned ? "u" : "";
    switch (bits) {
    case 8: return prefix + "char";
    case 16: return prefix + "short";
    case 32: return prefix + "int";
    case 64: return prefix + "long";
    default: return prefix + "int" + std::to_string(bits);
    }
}

std::string floatType(int bits) { return bits == 16 ? "half" : bits == 32 ? "float" : "double"; }

std::string floatText(double value, int bits) {
    const std::string suffix = bits == 16 ? "h" : bits == 32 ? "f" : "";
    if (std::isnan(value)) return "NAN";
    if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
    std::array<char, 64> digits{};
    char* const end = digits.data() + digits.size();
    const auto written = bits == 64 ? std::to_chars(digits.data(), end, value)
                                    : std::to_chars(digits.data(), end, static_cast<float>(value));
    std::string text(digits.data(), written.ptr);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text + suffix;
}

std::string dimension(const char* base, std::uint32_t index) {
    return concat({base, ".", index < 3 ? std::string(1, "xyz"[index]) : std::to_string(index)});
}

/// Text and how tightly its outermost operator binds.
struct Piece {
    std::string text;
    int precedence = Primary;
};

class Writer {
public:
    Writer(const ExprPool& pool, const std::vector<std::string>& arguments)
        : pool_(pool), arguments_(arguments) {}

    Piece write(ExprId id);

private:
    std::string within(ExprId id, int precedence);
    std::string operand(ExprId id, int precedence, bool asUnsignedConstant);
    Piece leaf(const Expr& expr) const;
    Piece constant(const Expr& expr) const;
    Piece operation(const Expr& expr);
    Piece sum(const Expr& expr);
    Piece product(const Expr& expr);
    Piece binary(const Expr& expr, const Operator& op);
    Piece call(const Expr& expr, std::string name);
    Piece conversion(const Expr& expr);
    Piece cast(const std::string& type, ExprId a);
    Piece recurrence(ExprId id, const Expr& expr);
    [[nodiscard]] bool notNegative(ExprId id, int depth = 0) const;

    const ExprPool& pool_;
    const std::vector<std::string>& arguments_;
    std::vector<ExprId> open_; ///< recurrences being written, outermost first
    int depth_ = 0;
    int nodes_ = 0;
};

/// Whether `id` read as signed is evidently not below zero, wraparound left out of account. The depth is small:
/// shared subexpressions would make a deep search exponential.
bool Writer::notNegative(ExprId id, int depth) const {
    if (depth > 8) return false;
    const Expr& expr = pool_[id];
    const auto both = [&](ExprId a, ExprId b) {
        return notNegative(a, depth + 1) && notNegative(b, depth + 1);
    };
    switch (expr.op) {
    case ExprOp::Constant: return expr.value >= 0;
    case ExprOp::LocalId:
    case ExprOp::GroupId:
    case ExprOp::LocalSize:
    case ExprOp::GlobalSize:
    case ExprOp::GroupCount:
    case ExprOp::WorkDimensions:
    case ExprOp::Counter:
    case ExprOp::ZExt: return true;
    case ExprOp::SExt:
    case ExprOp::Trunc:
    case ExprOp::Final:
    case ExprOp::Shl:
    case ExprOp::AShr: return notNegative(expr.a, depth + 1);
    case ExprOp::LShr: return pool_.isConstant(expr.b) || notNegative(expr.a, depth + 1);
    case ExprOp::Add:
    case ExprOp::Mul:
    case ExprOp::UDiv:
    case ExprOp::SDiv:
    case ExprOp::URem:
    case ExprOp::Or:
    case ExprOp::Xor:
    case ExprOp::SMin:
    case ExprOp::UMin:
    case ExprOp::UMax:
    case ExprOp::Power: return both(expr.a, expr.b);
    case ExprOp::SRem: return notNegative(expr.a, depth + 1);
    case ExprOp::And:
    case ExprOp::SMax: return notNegative(expr.a, depth + 1) || notNegative(expr.b, depth + 1);
    case ExprOp::Select: return both(expr.b, expr.c);
    default: return false;
    }
}

Piece Writer::write(ExprId id) {
    const Expr& expr = pool_[id];
    if (expr.op == ExprOp::Recurrence) {
        const auto found = std::find(open_.rbegin(), open_.rend(), id);
        if (found != open_.rend())
            return {found == open_.rbegin() ? "prev"
                                            : concat({"prev", std::to_string(found - open_.rbegin())})};
    }
    if (depth_ >= deepest || nodes_ >= mostNodes) return {"..."};
    ++nodes_;
    ++depth_;
    Piece piece = expr.op == ExprOp::Recurrence ? recurrence(id, expr) : operation(expr);
    --depth_;
    return piece;
}

std::string Writer::within(ExprId id, int precedence) {
    Piece piece = write(id);
    return piece.precedence < precedence ? concat({"(", piece.text, ")"}) : std::move(piece.text);
}

std::string Writer::operand(ExprId id, int precedence, bool asUnsignedConstant) {
    const Expr& expr = pool_[id];
    if (asUnsignedConstant && expr.op == ExprOp::Constant)
        return std::to_string(asUnsigned(expr.value, expr.bits));
    return within(id, precedence);
}

Piece Writer::constant(const Expr& expr) const {
    if (expr.bits == 1) return {expr.value != 0 ? "true" : "false"};
    return {std::to_string(expr.value), expr.value < 0 ? Prefix : Primary};
}

Piece Writer::leaf(const Expr& expr) const {
    switch (expr.op) {
    case ExprOp::Constant: return constant(expr);
    case ExprOp::FloatConstant: {
        const auto value = std::bit_cast<double>(expr.value);
        return {floatText(value, expr.bits), std::signbit(value) ? Prefix : Primary};
    }
    case ExprOp::LocalId: return {dimension("lid", expr.index)};
    case ExprOp::GroupId: return {dimension("group", expr.index)};
    case ExprOp::LocalSize: return {dimension("local_size", expr.index)};
    case ExprOp::GlobalSize: return {dimension("global_size", expr.index)};
    case ExprOp::GroupCount: return {dimension("groups", expr.index)};
    case ExprOp::WorkDimensions: return {"work_dim"};
    case ExprOp::Parameter:
        if (expr.index >= firstImageSize) {
            constexpr std::array<const char*, 3> sizes{".width", ".height", ".depth"};
            const std::uint32_t image = (expr.index - firstImageSize) / 3;
            const std::string name =
                image < arguments_.size() ? arguments_[image] : "arg" + std::to_string(image);
            return {concat({name, sizes[(expr.index - firstImageSize) % 3]})};
        }
        if (expr.index < arguments_.size() && !arguments_[expr.index].empty()) return {arguments_[expr.index]};
        return {concat({"arg", std::to_string(expr.index)})};
    case ExprOp::Counter: return {concat({"i", std::to_string(expr.index)})};
    case ExprOp::Load: return {concat({"load#", std::to_string(expr.index)})};
    default: return {"?"};
    }
}

Piece Writer::operation(const Expr& expr) {
    switch (expr.op) {
    case ExprOp::Add: return sum(expr);
    case ExprOp::Mul: return product(expr);
    case ExprOp::Xor:
        if (expr.bits == 1 && pool_.isConstant(expr.b, 1))
            return {concat({"!", within(expr.a, Prefix)}), Prefix};
        break;
    case ExprOp::Final:
        return {concat({"final(i", std::to_string(expr.index), ", ", within(expr.a, Conditional), ")"})};
    case ExprOp::Select: {
        std::string text = within(expr.a, LogicalOr) + " ? ";
        text += within(expr.b, LogicalOr) + " : ";
        return {text + within(expr.c, Conditional), Conditional};
    }
    case ExprOp::FNeg: return {concat({"-", within(expr.a, Primary)}), Prefix};
    case ExprOp::ZExt:
    case ExprOp::SExt:
    case ExprOp::Trunc:
    case ExprOp::SIntToFloat:
    case ExprOp::UIntToFloat:
    case ExprOp::FloatToSInt:
    case ExprOp::FloatToUInt:
    case ExprOp::FloatConvert: return conversion(expr);
    default: break;
    }
    if (const Operator op = infix(expr.op, expr.bits); op.symbol != nullptr) return binary(expr, op);
    if (const char* name = functionName(expr.op); name != nullptr) return call(expr, name);
    return leaf(expr);
}

/// a + -3 is a - 3, a + -3 * b is a - 3 * b.
Piece Writer::sum(const Expr& expr) {
    for (const auto& [kept, added] : {std::pair{expr.a, expr.b}, std::pair{expr.b, expr.a}}) {
        const Expr& term = pool_[added];
        const bool isProduct = term.op == ExprOp::Mul;
        const bool constantFirst = isProduct && pool_.isConstant(term.a);
        const Expr& factor = !isProduct ? term : pool_[constantFirst ? term.a : term.b];
        if (factor.op != ExprOp::Constant || factor.bits == 1 || factor.value >= 0) continue;
        std::string text = within(kept, Sum) + " - ";
        const auto magnitude = std::to_string(std::uint64_t{0} - static_cast<std::uint64_t>(factor.value));
        if (!isProduct) return {text + magnitude, Sum};
        if (factor.value != -1) text += magnitude + " * ";
        return {text + within(constantFirst ? term.b : term.a, PowerOf), Sum};
    }
    return binary(expr, infix(expr.op, expr.bits));
}

Piece Writer::product(const Expr& expr) {
    if (expr.bits > 1 && pool_.isConstant(expr.a, -1)) return {concat({"-", within(expr.b, Primary)}), Prefix};
    if (expr.bits > 1 && pool_.isConstant(expr.b, -1)) return {concat({"-", within(expr.a, Primary)}), Prefix};
    return binary(expr, infix(expr.op, expr.bits));
}

Piece Writer::binary(const Expr& expr, const Operator& op) {
    const bool amount = expr.op == ExprOp::LShr; // a shift's amount has no sign to mistake
    const bool matters = op.isUnsigned && !(notNegative(expr.a) && (amount || notNegative(expr.b)));
    const bool rightAssociative = expr.op == ExprOp::Power;
    std::string text = operand(expr.a, op.precedence + (rightAssociative ? 1 : 0), matters);
    text += matters ? " u" : " ";
    text += op.symbol;
    text += " ";
    const bool sameAgain = op.associative && pool_[expr.b].op == expr.op;
    text += operand(expr.b, op.precedence + (rightAssociative || sameAgain ? 0 : 1), matters);
    return {std::move(text), op.precedence};
}

Piece Writer::call(const Expr& expr, std::string name) {
    const bool isUnsigned = expr.op == ExprOp::UMin || expr.op == ExprOp::UMax;
    const bool matters = isUnsigned && !(notNegative(expr.a) && notNegative(expr.b));
    if (isUnsigned && !matters) name.erase(0, 1);
    std::string text = concat({name, "(", operand(expr.a, Conditional, matters)});
    if (expr.b) text += concat({", ", operand(expr.b, Conditional, matters)});
    if (expr.c) text += concat({", ", operand(expr.c, Conditional, matters)});
    return {text + ")"};
}

Piece Writer::cast(const std::string& type, ExprId a) {
    return {concat({"(", type, ")", within(a, Prefix)}), Prefix};
}

Piece Writer::conversion(const Expr& expr) {
    const Expr& from = pool_[expr.a];
    switch (expr.op) {
    case ExprOp::SExt:
        if (from.bits == 1) return {within(expr.a, LogicalOr) + " ? -1 : 0", Conditional};
        return write(expr.a);
    case ExprOp::ZExt:
        if (from.bits == 1 || notNegative(expr.a)) return write(expr.a);
        return cast(integerType(from.bits, true), expr.a);
    case ExprOp::Trunc:
        if (expr.bits == 1) return {within(expr.a, BitAnd) + " & 1", BitAnd};
        return cast(integerType(expr.bits, false), expr.a);
    case ExprOp::SIntToFloat: return cast(floatType(expr.bits), expr.a);
    case ExprOp::UIntToFloat: {
        if (from.bits == 1 || notNegative(expr.a)) return cast(floatType(expr.bits), expr.a);
        const Piece inner = cast(integerType(from.bits, true), expr.a);
        return {concat({"(", floatType(expr.bits), ")", inner.text}), Prefix};
    }
    case ExprOp::FloatToSInt: return cast(integerType(expr.bits, false), expr.a);
    case ExprOp::FloatToUInt: return cast(integerType(expr.bits, true), expr.a);
    default: return cast(floatType(expr.bits), expr.a);
    }
}

Piece Writer::recurrence(ExprId id, const Expr& expr) {
    std::string text = concat({"rec(i", std::to_string(expr.index), ": ", within(expr.a, Conditional), " -> "});
    open_.push_back(id); // its first value comes from outside of the loop, so it is not open there
    text += within(expr.b, Conditional);
    open_.pop_back();
    return {text + ")"};
}

} // namespace

std::string exprText(const ExprPool& pool, ExprId id, const std::vector<std::string>& arguments) {
    return Writer(pool, arguments).write(id).text;
}

} // namespace warpstring
