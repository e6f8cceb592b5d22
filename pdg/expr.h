// SPDX-License-Identifier: GPL-3.0-or-later
// Symbolic expressions over work-item and work-group IDs, loop counters and kernel arguments: what conditions
// and addresses are written in. Plain values with ids; nothing here knows of LLVM.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "pdg/id.h"

namespace warpstring {

struct ExprId {
    std::uint32_t index = 0; ///< 0 is the invalid expression
    explicit operator bool() const { return index != 0; }
    friend bool operator==(ExprId, ExprId) = default;
    friend auto operator<=>(ExprId, ExprId) = default;
};

enum class ExprOp : std::uint8_t {
    Invalid,
    // leaves
    Constant,
    FloatConstant,
    Unknown, ///< nothing is known: undefined values, unsupported operations
    LocalId,
    GroupId, ///< `index` is the dimension
    LocalSize,
    GlobalSize,
    GroupCount,
    WorkDimensions,
    Parameter, ///< scalar kernel argument `index`, or a field of one (Pdg::fields)
    Counter,   ///< iterations of loop `index` completed: 0, 1, 2, ...
    Load,      ///< value read by load `index` (Pdg::loads)
    // loops
    Recurrence, ///< of loop `index`: a is the first value, b the next one, in terms of this
    Final,      ///< value of a in the last iteration of loop `index`
    // integers, two's complement of `bits`
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    UMin,
    UMax,
    SMin,
    SMax,
    Power, ///< a to the b-th, b unsigned: the geometric sequences
    ZExt,
    SExt,
    Trunc,
    Equal,
    NotEqual,
    ULess,
    ULessEqual,
    SLess,
    SLessEqual, ///< of integers; one bit
    Select,     ///< a ? b : c
    // floating point, rounded to `bits`
    FAdd,
    FSub,
    FMul,
    FDiv,
    FNeg,
    FMad,
    FAbs,
    FMin,
    FMax,
    FSqrt,
    FFloor,
    FEqual,
    FNotEqual,
    FLess,
    FLessEqual, ///< ordered; one bit
    SIntToFloat,
    UIntToFloat,
    FloatToSInt,
    FloatToUInt,
    FloatConvert
};

/// Equal to SLessEqual.
[[nodiscard]] bool isIntegerComparison(ExprOp op);

/// What an expression's value may change with. Bits 0-2: group ID dimensions; 3: local IDs;
/// 4: data in memory or nothing known; 5 and on: loop counters. The last bit is shared by all loops beyond
/// those that have one of their own: what depends on one of them is taken to depend on each.
using DependenceMask = std::uint64_t;
inline constexpr DependenceMask localDependence = 1u << 3;
inline constexpr DependenceMask dataDependence = 1u << 4;
inline constexpr int firstLoopBit = 5;
inline constexpr std::uint32_t loopsWithOwnBit = 63 - firstLoopBit;
[[nodiscard]] constexpr DependenceMask groupDependence(unsigned dimension) { return 1ull << dimension; }
[[nodiscard]] constexpr DependenceMask loopDependence(LoopId loop) {
    return 1ull << (firstLoopBit + (loop.index() < loopsWithOwnBit ? loop.index() : loopsWithOwnBit));
}
/// What does not matter any more once the loop is left: nothing where its bit is others' too.
[[nodiscard]] constexpr DependenceMask endingDependence(LoopId loop) {
    return loop.index() < loopsWithOwnBit ? loopDependence(loop) : 0;
}

struct Expr {
    ExprOp op = ExprOp::Invalid;
    std::uint8_t bits = 0;   ///< width of the value; 32 or 64 for floating point
    std::uint32_t index = 0; ///< dimension, argument, loop or load
    std::int64_t value = 0;  ///< Constant: sign-extended value; FloatConstant: the double's bits
    ExprId a, b, c;

    [[nodiscard]] LoopId loop() const { return LoopId(index); }
    friend bool operator==(const Expr&, const Expr&) = default;
};

/// Arena of expressions in which equal ones are the same id, with constants folded as they are made.
class ExprPool {
public:
    ExprPool();

    [[nodiscard]] const Expr& operator[](ExprId id) const { return exprs_[id.index]; }
    [[nodiscard]] std::size_t size() const { return exprs_.size(); }
    [[nodiscard]] DependenceMask dependence(ExprId id) const { return dependence_[id.index]; }

    ExprId constant(std::int64_t value, int bits);
    ExprId floatConstant(double value, int bits);
    ExprId leaf(ExprOp op, std::uint32_t index, int bits);
    ExprId counter(LoopId loop, int bits) { return leaf(ExprOp::Counter, loop.index(), bits); }
    /// Nothing is known of it; equal numbers mean the same value.
    ExprId unknown(int bits, std::uint32_t number = 0);
    ExprId unary(ExprOp op, int bits, ExprId a);
    ExprId binary(ExprOp op, int bits, ExprId a, ExprId b);
    ExprId ternary(ExprOp op, int bits, ExprId a, ExprId b, ExprId c);
    ExprId final(LoopId loop, ExprId a);
    ExprId truth() { return constant(1, 1); }
    ExprId falsehood() { return constant(0, 1); }
    ExprId negation(ExprId condition);
    ExprId conjunction(ExprId a, ExprId b);
    ExprId disjunction(ExprId a, ExprId b);

    /// The same expression with the counter of `loop` replaced; unknown where a recurrence stands in the way.
    ExprId substituteCounter(ExprId id, LoopId loop, ExprId replacement);

    /// A recurrence whose next value is not known yet: complete it with `setNext`.
    ExprId recurrence(LoopId loop, int bits, ExprId first);
    void setNext(ExprId recurrence, ExprId next);
    /// To be called once all recurrences are complete: their dependences are a fixed point.
    /// `loopConditions[k]` is when loop k goes on: values after the loop depend on it.
    void settleDependences(const std::vector<ExprId>& loopConditions);

    [[nodiscard]] bool isConstant(ExprId id) const { return exprs_[id.index].op == ExprOp::Constant; }
    [[nodiscard]] bool isConstant(ExprId id, std::int64_t value) const {
        return isConstant(id) && exprs_[id.index].value == value;
    }

private:
    ExprId intern(const Expr& expr);
    [[nodiscard]] DependenceMask ownDependence(const Expr& expr) const;

    struct Hash {
        std::size_t operator()(const Expr& expr) const;
    };
    std::vector<Expr> exprs_;
    std::vector<DependenceMask> dependence_;
    std::unordered_map<Expr, ExprId, Hash> interned_;
};

/// The value of an integer operation on constants, sign-extended from `bits`; false when it has none
/// (division by zero, a shift beyond the width).
[[nodiscard]] bool foldInteger(ExprOp op, int bits, int operandBits, std::int64_t a, std::int64_t b,
                               std::int64_t& result);
/// `value` cut to `bits` and sign-extended; one-bit values become 0 or 1.
[[nodiscard]] std::int64_t wrap(std::int64_t value, int bits);
/// `value` read as an unsigned number of `bits`.
[[nodiscard]] std::uint64_t asUnsigned(std::int64_t value, int bits);

/// C-like text, for reports: "(2 * lid.x + 1) % (2 << i) == 0". Argument names come from `arguments`.
[[nodiscard]] std::string exprText(const ExprPool& pool, ExprId id, const std::vector<std::string>& arguments);

} // namespace warpstring
