// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/opencl/opencl_builtins.h"

#include <array>
#include <charconv>
#include <map>

#include "pdg/frontend/llvm_headers.h"

namespace warpstring::frontend {

std::string_view builtinName(const llvm::CallInst& call) {
    const auto* callee = call.getCalledFunction();
    return callee == nullptr ? std::string_view() : builtinName(*callee);
}

std::string_view builtinName(const llvm::Function& function) {
    if (function.isIntrinsic()) return {};
    const std::string_view mangled(function.getName().data(), function.getName().size());
    if (mangled.substr(0, 2) != "_Z") return mangled;
    std::size_t length = 0;
    const auto* end = mangled.data() + mangled.size();
    const auto parsed = std::from_chars(mangled.data() + 2, end, length);
    if (parsed.ec != std::errc{} || length > static_cast<std::size_t>(end - parsed.ptr)) return mangled;
    return {parsed.ptr, length};
}

namespace {

using Op = OperationClass;

/// Floating-point builtins by name. Names with the prefixes native_ and half_ are looked up here as written.
const std::map<std::string_view, Op>& floatBuiltins() {
    static const std::map<std::string_view, Op> table{{"native_sin", Op::NativeSineCosine},
                                                      {"native_cos", Op::NativeSineCosine},
                                                      {"half_sin", Op::NativeSineCosine},
                                                      {"half_cos", Op::NativeSineCosine},
                                                      {"native_tan", Op::NativeSineCosine},
                                                      {"half_tan", Op::NativeSineCosine},
                                                      {"native_exp", Op::NativeExponential},
                                                      {"native_exp2", Op::NativeExponential},
                                                      {"native_exp10", Op::NativeExponential},
                                                      {"half_exp", Op::NativeExponential},
                                                      {"half_exp2", Op::NativeExponential},
                                                      {"half_exp10", Op::NativeExponential},
                                                      {"native_log", Op::NativeLogarithm},
                                                      {"native_log2", Op::NativeLogarithm},
                                                      {"native_log10", Op::NativeLogarithm},
                                                      {"half_log", Op::NativeLogarithm},
                                                      {"half_log2", Op::NativeLogarithm},
                                                      {"half_log10", Op::NativeLogarithm},
                                                      {"native_powr", Op::NativePower},
                                                      {"half_powr", Op::NativePower},
                                                      {"native_sqrt", Op::SquareRoot},
                                                      {"half_sqrt", Op::SquareRoot},
                                                      {"native_rsqrt", Op::ReciprocalSquareRoot},
                                                      {"half_rsqrt", Op::ReciprocalSquareRoot},
                                                      {"native_recip", Op::Reciprocal},
                                                      {"half_recip", Op::Reciprocal},
                                                      {"native_divide", Op::NativeDivide},
                                                      {"half_divide", Op::NativeDivide},
                                                      {"sqrt", Op::SquareRoot},
                                                      {"rsqrt", Op::ReciprocalSquareRoot},
                                                      {"sin", Op::SineCosine},
                                                      {"cos", Op::SineCosine},
                                                      {"tan", Op::SineCosine},
                                                      {"sincos", Op::SineCosine},
                                                      {"sinpi", Op::SineCosine},
                                                      {"cospi", Op::SineCosine},
                                                      {"exp", Op::Exponential},
                                                      {"exp2", Op::Exponential},
                                                      {"exp10", Op::Exponential},
                                                      {"expm1", Op::ExponentialLessOne},
                                                      {"log", Op::Logarithm},
                                                      {"log2", Op::Logarithm},
                                                      {"log10", Op::Logarithm},
                                                      {"log1p", Op::Logarithm},
                                                      {"tanpi", Op::SineCosine},
                                                      {"asin", Op::ArcSine},
                                                      {"acos", Op::ArcSine},
                                                      {"asinpi", Op::ArcSine},
                                                      {"acospi", Op::ArcSine},
                                                      {"atan", Op::ArcTangent},
                                                      {"atan2", Op::ArcTangent},
                                                      {"atanpi", Op::ArcTangent},
                                                      {"atan2pi", Op::ArcTangent},
                                                      {"sinh", Op::Hyperbolic},
                                                      {"cosh", Op::Hyperbolic},
                                                      {"tanh", Op::HyperbolicTangent},
                                                      {"asinh", Op::InverseHyperbolic},
                                                      {"acosh", Op::InverseHyperbolic},
                                                      {"atanh", Op::InverseHyperbolic},
                                                      {"cbrt", Op::CubeRoot},
                                                      {"hypot", Op::Hypotenuse},
                                                      {"erf", Op::ErrorFunction},
                                                      {"erfc", Op::ComplementaryErrorFunction},
                                                      {"tgamma", Op::GammaFunction},
                                                      {"lgamma", Op::GammaFunction},
                                                      {"lgamma_r", Op::GammaFunction},
                                                      {"fmod", Op::FloatRemainder},
                                                      {"remainder", Op::FloatRemainder},
                                                      {"remquo", Op::FloatRemainder},
                                                      {"ldexp", Op::FloatParts},
                                                      {"frexp", Op::FloatParts},
                                                      {"modf", Op::FloatParts},
                                                      {"ilogb", Op::FloatParts},
                                                      {"logb", Op::FloatParts},
                                                      {"nextafter", Op::FloatParts},
                                                      {"degrees", Op::FloatMultiply},
                                                      {"radians", Op::FloatMultiply},
                                                      {"fdim", Op::FloatMinMax},
                                                      {"pow", Op::Power},
                                                      {"powr", Op::Power},
                                                      {"pown", Op::Power},
                                                      {"rootn", Op::Power},
                                                      {"fma", Op::FloatMad},
                                                      {"mad", Op::FloatMad},
                                                      {"mix", Op::FloatMad},
                                                      {"fabs", Op::FloatAdd},
                                                      {"fmin", Op::FloatMinMax},
                                                      {"fmax", Op::FloatMinMax},
                                                      {"min", Op::FloatMinMax},
                                                      {"max", Op::FloatMinMax},
                                                      {"clamp", Op::FloatMinMax},
                                                      {"floor", Op::ToInteger},
                                                      {"ceil", Op::ToInteger},
                                                      {"rint", Op::ToInteger},
                                                      {"round", Op::ToInteger},
                                                      {"trunc", Op::ToInteger},
                                                      {"step", Op::FloatCompare},
                                                      {"select", Op::Select},
                                                      {"sign", Op::FloatCompare},
                                                      {"copysign", Op::Logic},
                                                      {"isnan", Op::FloatCompare},
                                                      {"isinf", Op::FloatCompare},
                                                      {"isequal", Op::FloatCompare},
                                                      {"isnotequal", Op::FloatCompare},
                                                      {"isgreater", Op::FloatCompare},
                                                      {"isgreaterequal", Op::FloatCompare},
                                                      {"isless", Op::FloatCompare},
                                                      {"islessequal", Op::FloatCompare},
                                                      {"islessgreater", Op::FloatCompare},
                                                      {"isordered", Op::FloatCompare},
                                                      {"isunordered", Op::FloatCompare},
                                                      {"isfinite", Op::FloatCompare},
                                                      {"isnormal", Op::FloatCompare},
                                                      {"signbit", Op::Shift},
                                                      {"bitselect", Op::Logic},
                                                      {"nan", Op::Logic},
                                                      {"maxmag", Op::FloatMinMax},
                                                      {"minmag", Op::FloatMinMax},
                                                      {"fract", Op::FloatParts}};
    return table;
}

const std::map<std::string_view, Op>& integerBuiltins() {
    static const std::map<std::string_view, Op> table{{"mul24", Op::IntegerMultiply24},
                                                      {"mad24", Op::IntegerMad24},
                                                      {"mul_hi", Op::IntegerMultiplyHigh},
                                                      {"mad_hi", Op::IntegerMad},
                                                      {"min", Op::IntegerMinMax},
                                                      {"max", Op::IntegerMinMax},
                                                      {"clamp", Op::IntegerMinMax},
                                                      {"abs", Op::IntegerMinMax},
                                                      {"abs_diff", Op::IntegerAdd},
                                                      {"popcount", Op::BitCount},
                                                      {"clz", Op::BitCount},
                                                      {"ctz", Op::BitCount},
                                                      {"rotate", Op::Shift},
                                                      {"select", Op::Select},
                                                      {"add_sat", Op::IntegerAdd},
                                                      {"sub_sat", Op::IntegerAdd},
                                                      {"hadd", Op::IntegerAdd},
                                                      {"rhadd", Op::IntegerAdd},
                                                      {"upsample", Op::Shift},
                                                      {"bitselect", Op::Logic},
                                                      {"mad_sat", Op::IntegerMad},
                                                      {"bit_reverse", Op::BitCount},
                                                      {"bitfield_insert", Op::Shift},
                                                      {"bitfield_extract_signed", Op::Shift},
                                                      {"bitfield_extract_unsigned", Op::Shift},
                                                      {"any", Op::IntegerCompare},
                                                      {"all", Op::IntegerCompare}};
    return table;
}

int trailingWidth(std::string_view name, std::string_view prefix) {
    if (!name.starts_with(prefix)) return 0;
    const auto digits = name.substr(prefix.size());
    int width = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), width);
    return parsed.ec == std::errc{} && parsed.ptr == digits.data() + digits.size() ? width : 0;
}

} // namespace

std::optional<OperationClass> builtinOperation(std::string_view name, bool isDouble, bool isFloat,
                                               bool isLong) {
    if (name.starts_with("convert_") || name.starts_with("as_")) return Op::Convert;
    if (name.starts_with("sub_group_") || name.starts_with("work_group_")) return Op::VoteOrShuffle;
    if (name.starts_with("get_sub_group_")) return Op::Move; // masks of lanes are special registers
    // Four products of bytes and their sum are one instruction, as fast as a product of words.
    if (name.starts_with("dot_4x8packed_") || name.starts_with("dot_acc_sat")) return Op::IntegerMad;
    if (isFloat || isDouble) {
        const auto found = floatBuiltins().find(name);
        if (found == floatBuiltins().end()) return std::nullopt;
        if (!isDouble) return found->second;
        switch (found->second) {
        case Op::FloatMad: return Op::DoubleMad;
        case Op::FloatAdd: return Op::DoubleAdd;
        case Op::FloatMinMax: return Op::DoubleMinMax;
        case Op::FloatCompare: return Op::DoubleCompare;
        case Op::SquareRoot:
        case Op::ReciprocalSquareRoot: return Op::DoubleSquareRoot;
        case Op::FloatMultiply: return Op::DoubleMultiply;
        case Op::ToInteger: return Op::DoubleConvert;
        case Op::SineCosine: return Op::DoubleSineCosine;
        case Op::Exponential: return Op::DoubleExponential;
        case Op::Logarithm: return Op::DoubleLogarithm;
        case Op::Power: return Op::DoublePower;
        case Op::ArcSine: return Op::DoubleArcSine;
        case Op::ArcTangent: return Op::DoubleArcTangent;
        case Op::Hyperbolic:
        case Op::HyperbolicTangent: return Op::DoubleHyperbolic;
        case Op::InverseHyperbolic: return Op::DoubleInverseHyperbolic;
        case Op::CubeRoot: return Op::DoubleCubeRoot;
        case Op::Hypotenuse: return Op::DoubleHypotenuse;
        case Op::ErrorFunction: return Op::DoubleErrorFunction;
        case Op::ComplementaryErrorFunction: return Op::DoubleComplementaryErrorFunction;
        case Op::GammaFunction: return Op::DoubleGammaFunction;
        case Op::FloatParts: return Op::DoubleParts;
        case Op::Convert:
        case Op::Select:
        case Op::Logic: return found->second;
        default: return Op::DoubleMath;
        }
    }
    const auto found = integerBuiltins().find(name);
    if (found == integerBuiltins().end()) return std::nullopt;
    if (!isLong) return found->second;
    switch (found->second) {
    case Op::IntegerAdd: return Op::LongAdd;
    case Op::IntegerMinMax: return Op::LongMinMax;
    case Op::IntegerMultiplyHigh: return Op::LongMultiplyHigh;
    case Op::Shift: return Op::LongShift;
    case Op::Logic: return Op::LongLogic;
    case Op::IntegerCompare: return Op::LongCompare;
    default: return found->second;
    }
}

std::vector<OperationCount> relaxedOperations(std::string_view name, FloatMode mode) {
    const bool isNative = name.starts_with("native_") || name.starts_with("half_");
    if (name.starts_with("native_")) name.remove_prefix(7);
    if (name.starts_with("half_")) name.remove_prefix(5);
    const OperationCount special{Op::SpecialFunction, 1}, product{Op::FloatMultiply, 1};
    if (mode.flushes && (name == "rsqrt" || name == "exp2" || name == "recip")) return {special};
    if (!mode.approximates && !(mode.flushes && isNative)) return {};
    if (name == "log2") return {special};
    if (name == "exp" || name == "exp10" || name == "log" || name == "log10" || name == "divide")
        return {special, product};
    if (!mode.approximates) return {};
    if (name == "sin" || name == "cos") return {{Op::NativeSineCosine, 1}};
    if (name == "tan") return {{Op::NativeSineCosine, 2}, special};
    if (name == "powr") return {{Op::NativePower, 1}};
    return {};
}

bool isBarrier(std::string_view name) { return name == "barrier" || name == "work_group_barrier"; }

bool isFence(std::string_view name) {
    return name == "mem_fence" || name == "read_mem_fence" || name == "write_mem_fence" ||
           name == "sub_group_barrier" || name == "atomic_work_item_fence" || name == "get_fence";
}

bool isAtomic(std::string_view name) {
    return (name.starts_with("atomic_") || name.starts_with("atom_")) && name != "atomic_work_item_fence";
}

bool isIncrement(std::string_view name) { return name == "atomic_inc" || name == "atom_inc"; }

bool isAddition(std::string_view name) {
    return name == "atomic_add" || name == "atom_add" || name.starts_with("atomic_fetch_add");
}

bool isComparison(std::string_view name) {
    return name == "atomic_cmpxchg" || name == "atom_cmpxchg" || name.starts_with("atomic_compare_exchange");
}

bool isIndexSpaceQuery(std::string_view name) {
    constexpr std::array<std::string_view, 17> queries{"get_global_id",
                                                       "get_local_id",
                                                       "get_group_id",
                                                       "get_global_size",
                                                       "get_local_size",
                                                       "get_num_groups",
                                                       "get_work_dim",
                                                       "get_global_offset",
                                                       "get_enqueued_local_size",
                                                       "get_global_linear_id",
                                                       "get_local_linear_id",
                                                       "get_sub_group_local_id",
                                                       "get_enqueued_num_sub_groups",
                                                       "get_sub_group_id",
                                                       "get_sub_group_size",
                                                       "get_num_sub_groups",
                                                       "get_max_sub_group_size"};
    for (const auto query : queries)
        if (query == name) return true;
    return false;
}

int vectorLoadWidth(std::string_view name) { return trailingWidth(name, "vload"); }
int vectorStoreWidth(std::string_view name) { return trailingWidth(name, "vstore"); }

} // namespace warpstring::frontend
