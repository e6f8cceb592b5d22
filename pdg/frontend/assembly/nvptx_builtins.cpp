// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/assembly/nvptx_builtins.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <functional>
#include <map>
#include <string_view>
#include <vector>

#include "pdg/frontend/llvm_headers.h"
#include "pdg/frontend/opencl/opencl_builtins.h"
#include "pdg/frontend/opencl/printf_calls.h"

namespace warpstring::frontend {

namespace {

using Values = std::vector<llvm::Value*>;
namespace intrinsic = llvm::Intrinsic;

/// Functions of libdevice by the same name: __nv_sinf and __nv_sin of sin.
const std::set<std::string_view>& libraryFunctions() {
    static const std::set<std::string_view> names{
        "acos",      "acosh", "asin",   "asinh", "atan",  "atan2", "atanh", "cbrt",  "cos",       "cosh",
        "cospi",     "erf",   "erfc",   "exp",   "exp10", "exp2",  "expm1", "fdim",  "fmod",      "hypot",
        "ilogb",     "ldexp", "lgamma", "log",   "log10", "log1p", "log2",  "logb",  "nextafter", "pow",
        "remainder", "round", "sin",    "sinh",  "sinpi", "tan",   "tanh",  "tgamma"};
    return names;
}

/// Functions of libdevice by another name, less its last letter for floats.
const std::map<std::string_view, std::string_view>& renamedFunctions() {
    static const std::map<std::string_view, std::string_view> names{{"powr", "pow"},
                                                                    {"pown", "powi"},
                                                                    {"native_sin", "fast_sin"},
                                                                    {"half_sin", "fast_sin"},
                                                                    {"native_cos", "fast_cos"},
                                                                    {"half_cos", "fast_cos"},
                                                                    {"native_tan", "fast_tan"},
                                                                    {"half_tan", "fast_tan"},
                                                                    {"native_exp", "fast_exp"},
                                                                    {"half_exp", "fast_exp"},
                                                                    {"native_exp10", "fast_exp10"},
                                                                    {"half_exp10", "fast_exp10"},
                                                                    {"native_log", "fast_log"},
                                                                    {"half_log", "fast_log"},
                                                                    {"native_log10", "fast_log10"},
                                                                    {"half_log10", "fast_log10"},
                                                                    {"native_powr", "fast_pow"},
                                                                    {"half_powr", "fast_pow"}};
    return names;
}

/// Single instructions on floats.
const std::map<std::string_view, intrinsic::ID>& approximations() {
    static const std::map<std::string_view, intrinsic::ID> names{
        {"rsqrt", intrinsic::nvvm_rsqrt_approx_f},        {"native_rsqrt", intrinsic::nvvm_rsqrt_approx_f},
        {"half_rsqrt", intrinsic::nvvm_rsqrt_approx_f},   {"native_sqrt", intrinsic::nvvm_sqrt_approx_f},
        {"half_sqrt", intrinsic::nvvm_sqrt_approx_f},     {"native_recip", intrinsic::nvvm_rcp_approx_ftz_f},
        {"half_recip", intrinsic::nvvm_rcp_approx_ftz_f}, {"native_divide", intrinsic::nvvm_div_approx_f},
        {"half_divide", intrinsic::nvvm_div_approx_f},    {"native_exp2", intrinsic::nvvm_ex2_approx_f},
        {"half_exp2", intrinsic::nvvm_ex2_approx_f},      {"native_log2", intrinsic::nvvm_lg2_approx_f},
        {"half_log2", intrinsic::nvvm_lg2_approx_f}};
    return names;
}

/// LLVM's own, of one type.
const std::map<std::string_view, intrinsic::ID>& floatIntrinsics() {
    static const std::map<std::string_view, intrinsic::ID> names{
        {"fabs", intrinsic::fabs},        {"floor", intrinsic::floor}, {"ceil", intrinsic::ceil},
        {"trunc", intrinsic::trunc},      {"rint", intrinsic::rint},   {"fma", intrinsic::fma},
        {"mad", intrinsic::fmuladd},      {"fmin", intrinsic::minnum}, {"fmax", intrinsic::maxnum},
        {"min", intrinsic::minnum},       {"max", intrinsic::maxnum},  {"sqrt", intrinsic::sqrt},
        {"copysign", intrinsic::copysign}};
    return names;
}

/// A body under construction: `one` makes a component of the result of components of the arguments.
class Definition {
public:
    explicit Definition(llvm::Function& function)
        : builder(llvm::BasicBlock::Create(function.getContext(), "entry", &function)), function_(function) {
        const std::string_view mangled(function.getName().data(), function.getName().size());
        const auto name = builtinName(function);
        auto type = mangled.substr(std::min(mangled.size(), mangled.find(name) + name.size()));
        if (type.starts_with("Dv")) type = type.substr(std::min(type.size(), type.find('_') + 1));
        isUnsigned = !type.empty() && std::string_view("htjm").find(type[0]) != std::string_view::npos;
    }

    llvm::IRBuilder<> builder;
    bool isUnsigned = false; ///< the first argument

    [[nodiscard]] llvm::Type* scalar() const { return function_.getReturnType()->getScalarType(); }
    llvm::Value* unary(intrinsic::ID id, llvm::Value* a) { return builder.CreateUnaryIntrinsic(id, a); }
    llvm::Value* binary(intrinsic::ID id, llvm::Value* a, llvm::Value* b) {
        return builder.CreateBinaryIntrinsic(id, a, b);
    }
    llvm::Value* number(llvm::Type* type, double value) { return llvm::ConstantFP::get(type, value); }

    /// "__nv_sinf" of sin and float; halves are computed as floats.
    llvm::Value* library(std::string_view name, Values arguments, llvm::Type* result) {
        bool isFloat = false, isHalf = false;
        for (auto*& argument : arguments) {
            isHalf = isHalf || argument->getType()->isHalfTy();
            if (argument->getType()->isHalfTy()) argument = builder.CreateFPExt(argument, builder.getFloatTy());
            isFloat = isFloat || argument->getType()->isFloatTy();
        }
        auto* of = isHalf && result->isHalfTy() ? builder.getFloatTy() : result;
        std::vector<llvm::Type*> types;
        for (const auto* argument : arguments) types.push_back(argument->getType());
        const auto callee = function_.getParent()->getOrInsertFunction(
            "__nv_" + std::string(name) + (isFloat ? "f" : ""), llvm::FunctionType::get(of, types, false));
        llvm::Value* value = builder.CreateCall(callee, arguments);
        return of == result ? value : builder.CreateFPTrunc(value, result);
    }

    void byComponent(const std::function<llvm::Value*(const Values&)>& one) {
        auto* type = function_.getReturnType();
        const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
        const unsigned width = vector == nullptr ? 1 : vector->getNumElements();
        llvm::Value* result = llvm::PoisonValue::get(type);
        for (unsigned i = 0; i < width; ++i) {
            Values parts;
            for (auto& argument : function_.args())
                parts.push_back(argument.getType()->isVectorTy() ? builder.CreateExtractElement(&argument, i)
                                                                 : static_cast<llvm::Value*>(&argument));
            auto* part = one(parts);
            result = vector == nullptr ? part : builder.CreateInsertElement(result, part, i);
        }
        finish(result);
    }

    void finish(llvm::Value* result) {
        if (function_.getReturnType()->isVoidTy())
            builder.CreateRetVoid();
        else
            builder.CreateRet(result);
    }

private:
    llvm::Function& function_;
};

bool defineFloat(llvm::Function& function, std::string_view name) {
    if (function.arg_empty()) return false;
    auto* first = function.getArg(0)->getType()->getScalarType();
    if (!first->isFloatingPointTy()) return false;
    if (const auto found = approximations().find(name); found != approximations().end()) {
        Definition body(function);
        body.byComponent([&](const Values& v) -> llvm::Value* {
            if (!first->isFloatTy()) return body.library("rsqrt", v, first);
            return body.builder.CreateIntrinsic(found->second, {}, v);
        });
        return true;
    }
    if (const auto found = floatIntrinsics().find(name); found != floatIntrinsics().end()) {
        Definition body(function);
        body.byComponent(
            [&](const Values& v) { return body.builder.CreateIntrinsic(found->second, {first}, v); });
        return true;
    }
    const auto renamed = renamedFunctions().find(name);
    if (renamed == renamedFunctions().end() && !libraryFunctions().contains(name)) return false;
    Definition body(function);
    body.byComponent([&](const Values& v) {
        return body.library(renamed == renamedFunctions().end() ? name : renamed->second, v, body.scalar());
    });
    return true;
}

/// What is arithmetic of a few operations on floats.
bool defineFloatArithmetic(llvm::Function& function, std::string_view name) {
    if (function.arg_empty()) return false;
    auto* type = function.getArg(0)->getType()->getScalarType();
    if (!type->isFloatingPointTy()) return false;
    using Maker = std::function<llvm::Value*(Definition&, const Values&)>;
    const auto compared = [](Definition& d, llvm::Value* truth) {
        // Vectors of truth are of -1.
        return d.builder.CreateZExtOrTrunc(truth, d.scalar());
    };
    const std::map<std::string_view, Maker> makers{
        {"mix",
         [&](Definition& d, const Values& v) {
             return d.builder.CreateIntrinsic(intrinsic::fmuladd, {type},
                                              {d.builder.CreateFSub(v[1], v[0]), v[2], v[0]});
         }},
        {"degrees",
         [&](Definition& d, const Values& v) { return d.builder.CreateFMul(v[0], d.number(type, 57.29578)); }},
        {"radians", [&](Definition& d,
                        const Values& v) { return d.builder.CreateFMul(v[0], d.number(type, 0.01745329)); }},
        {"step",
         [&](Definition& d, const Values& v) {
             return d.builder.CreateSelect(d.builder.CreateFCmpOLT(v[1], v[0]), d.number(type, 0),
                                           d.number(type, 1));
         }},
        {"sign",
         [&](Definition& d, const Values& v) {
             auto* one = d.binary(intrinsic::copysign, d.number(type, 1), v[0]);
             return d.builder.CreateSelect(d.builder.CreateFCmpONE(v[0], d.number(type, 0)), one,
                                           d.number(type, 0));
         }},
        {"smoothstep",
         [&](Definition& d, const Values& v) {
             auto& b = d.builder;
             auto* t = b.CreateFDiv(b.CreateFSub(v[2], v[0]), b.CreateFSub(v[1], v[0]));
             t = d.binary(intrinsic::minnum, d.binary(intrinsic::maxnum, t, d.number(type, 0)),
                          d.number(type, 1));
             auto* rest = b.CreateFSub(d.number(type, 3), b.CreateFMul(t, d.number(type, 2)));
             return b.CreateFMul(b.CreateFMul(t, t), rest);
         }},
        {"isnan",
         [&](Definition& d, const Values& v) { return compared(d, d.builder.CreateFCmpUNO(v[0], v[0])); }},
        {"isinf",
         [&](Definition& d, const Values& v) {
             return compared(d, d.builder.CreateFCmpOEQ(d.unary(intrinsic::fabs, v[0]),
                                                        llvm::ConstantFP::getInfinity(type)));
         }},
        {"isfinite",
         [&](Definition& d, const Values& v) {
             return compared(d, d.builder.CreateFCmpONE(d.unary(intrinsic::fabs, v[0]),
                                                        llvm::ConstantFP::getInfinity(type)));
         }},
        {"signbit", [&](Definition& d, const Values& v) {
             auto* bits = d.builder.CreateBitCast(v[0], d.builder.getIntNTy(type->getScalarSizeInBits()));
             return compared(d, d.builder.CreateICmpSLT(bits, llvm::ConstantInt::get(bits->getType(), 0)));
         }}};
    const auto found = makers.find(name);
    if (found == makers.end()) return false;
    Definition body(function);
    body.byComponent([&](const Values& v) { return found->second(body, v); });
    return true;
}

/// Functions that return a second value through a pointer: scalars alone.
bool defineTwoResults(llvm::Function& function, std::string_view name) {
    if (name != "sincos" && name != "fract" && name != "modf") return false;
    if (function.arg_size() != 2 || !function.getReturnType()->isFloatingPointTy()) return false;
    Definition body(function);
    auto& builder = body.builder;
    auto* x = function.getArg(0);
    auto* type = x->getType();
    llvm::Value *result = nullptr, *second = nullptr;
    if (name == "sincos") {
        result = body.library("sin", {x}, type);
        second = body.library("cos", {x}, type);
    } else {
        second = body.unary(name == "fract" ? intrinsic::floor : intrinsic::trunc, x);
        result = builder.CreateFSub(x, second);
    }
    builder.CreateStore(second, function.getArg(1));
    body.finish(result);
    return true;
}

bool defineInteger(llvm::Function& function, std::string_view name) {
    if (function.arg_empty()) return false;
    auto* type = function.getArg(0)->getType()->getScalarType();
    if (!type->isIntegerTy()) return false;
    using Maker = std::function<llvm::Value*(Definition&, const Values&)>;
    const unsigned bits = type->getIntegerBitWidth();
    const auto high = [bits](Definition& d, llvm::Value* a, llvm::Value* b) {
        auto* wide = d.builder.getIntNTy(2 * bits);
        const auto widened = [&](llvm::Value* v) { return d.builder.CreateIntCast(v, wide, !d.isUnsigned); };
        auto* product = d.builder.CreateMul(widened(a), widened(b));
        return d.builder.CreateTrunc(d.builder.CreateLShr(product, bits), a->getType());
    };
    const auto low24 = [](Definition& d, llvm::Value* v) {
        return d.isUnsigned ? d.builder.CreateAnd(v, 0xffffff)
                            : d.builder.CreateAShr(d.builder.CreateShl(v, 8), 8);
    };
    const auto mean = [](Definition& d, llvm::Value* a, llvm::Value* b, bool up) {
        auto& builder = d.builder;
        auto* joint = up ? builder.CreateOr(a, b) : builder.CreateAnd(a, b);
        auto* apart = builder.CreateXor(a, b);
        auto* half = d.isUnsigned ? builder.CreateLShr(apart, 1) : builder.CreateAShr(apart, 1);
        return up ? builder.CreateSub(joint, half) : builder.CreateAdd(joint, half);
    };
    const std::map<std::string_view, Maker> makers{
        {"min",
         [](Definition& d, const Values& v) {
             return d.binary(d.isUnsigned ? intrinsic::umin : intrinsic::smin, v[0], v[1]);
         }},
        {"max",
         [](Definition& d, const Values& v) {
             return d.binary(d.isUnsigned ? intrinsic::umax : intrinsic::smax, v[0], v[1]);
         }},
        {"add_sat",
         [](Definition& d, const Values& v) {
             return d.binary(d.isUnsigned ? intrinsic::uadd_sat : intrinsic::sadd_sat, v[0], v[1]);
         }},
        {"sub_sat",
         [](Definition& d, const Values& v) {
             return d.binary(d.isUnsigned ? intrinsic::usub_sat : intrinsic::ssub_sat, v[0], v[1]);
         }},
        {"abs_diff",
         [](Definition& d, const Values& v) {
             const auto most = d.isUnsigned ? intrinsic::umax : intrinsic::smax;
             const auto least = d.isUnsigned ? intrinsic::umin : intrinsic::smin;
             return d.builder.CreateSub(d.binary(most, v[0], v[1]), d.binary(least, v[0], v[1]));
         }},
        {"popcount", [](Definition& d, const Values& v) { return d.unary(intrinsic::ctpop, v[0]); }},
        {"clz",
         [](Definition& d, const Values& v) { return d.binary(intrinsic::ctlz, v[0], d.builder.getFalse()); }},
        {"ctz",
         [](Definition& d, const Values& v) { return d.binary(intrinsic::cttz, v[0], d.builder.getFalse()); }},
        {"rotate",
         [type](Definition& d, const Values& v) {
             return d.builder.CreateIntrinsic(intrinsic::fshl, {type}, {v[0], v[0], v[1]});
         }},
        {"mul_hi", [&](Definition& d, const Values& v) { return high(d, v[0], v[1]); }},
        {"mad_hi",
         [&](Definition& d, const Values& v) { return d.builder.CreateAdd(high(d, v[0], v[1]), v[2]); }},
        {"mul24",
         [&](Definition& d, const Values& v) { return d.builder.CreateMul(low24(d, v[0]), low24(d, v[1])); }},
        {"mad24",
         [&](Definition& d, const Values& v) {
             return d.builder.CreateAdd(d.builder.CreateMul(low24(d, v[0]), low24(d, v[1])), v[2]);
         }},
        {"hadd", [&](Definition& d, const Values& v) { return mean(d, v[0], v[1], false); }},
        {"rhadd", [&](Definition& d, const Values& v) { return mean(d, v[0], v[1], true); }},
        {"upsample", [bits](Definition& d, const Values& v) {
             auto* upper = d.builder.CreateShl(d.builder.CreateZExt(v[0], d.scalar()), bits);
             return d.builder.CreateOr(upper, d.builder.CreateZExt(v[1], d.scalar()));
         }}};
    const auto found = makers.find(name);
    if (found == makers.end()) return false;
    Definition body(function);
    body.byComponent([&](const Values& v) { return found->second(body, v); });
    return true;
}

/// select, bitselect, any and all: of any type.
bool defineChoice(llvm::Function& function, std::string_view name) {
    if (name == "select" && function.arg_size() == 3) {
        const bool isVector = function.getReturnType()->isVectorTy();
        Definition body(function);
        body.byComponent([&](const Values& v) {
            auto* zero = llvm::ConstantInt::get(v[2]->getType(), 0);
            auto* chosen =
                isVector ? body.builder.CreateICmpSLT(v[2], zero) : body.builder.CreateICmpNE(v[2], zero);
            return body.builder.CreateSelect(chosen, v[1], v[0]);
        });
        return true;
    }
    if (name == "bitselect" && function.arg_size() == 3) {
        Definition body(function);
        body.byComponent([&](const Values& v) {
            auto& builder = body.builder;
            auto* bits = builder.getIntNTy(v[0]->getType()->getScalarSizeInBits());
            auto *a = builder.CreateBitCast(v[0], bits), *b = builder.CreateBitCast(v[1], bits),
                 *mask = builder.CreateBitCast(v[2], bits);
            auto* joined =
                builder.CreateOr(builder.CreateAnd(a, builder.CreateNot(mask)), builder.CreateAnd(b, mask));
            return builder.CreateBitCast(joined, v[0]->getType());
        });
        return true;
    }
    if ((name == "any" || name == "all") && function.arg_size() == 1) {
        Definition body(function);
        auto* x = function.getArg(0);
        auto* signs = body.builder.CreateICmpSLT(x, llvm::Constant::getNullValue(x->getType()));
        if (x->getType()->isVectorTy())
            signs = name == "any" ? body.builder.CreateOrReduce(signs) : body.builder.CreateAndReduce(signs);
        body.finish(body.builder.CreateZExt(signs, function.getReturnType()));
        return true;
    }
    return false;
}

/// convert_TYPE_sat[_RND].
bool defineSaturating(llvm::Function& function, std::string_view name) {
    if (!name.starts_with("convert_") || name.find("_sat") == std::string_view::npos ||
        function.arg_size() != 1)
        return false;
    const bool toUnsigned = name.starts_with("convert_u");
    Definition body(function);
    body.byComponent([&](const Values& v) -> llvm::Value* {
        auto& builder = body.builder;
        auto *from = v[0]->getType(), *to = body.scalar();
        if (from->isFloatingPointTy())
            return builder.CreateIntrinsic(toUnsigned ? intrinsic::fptoui_sat : intrinsic::fptosi_sat,
                                           {to, from}, {v[0]});
        const unsigned wide = std::max(from->getIntegerBitWidth(), to->getIntegerBitWidth()) + 1;
        auto* value = builder.CreateIntCast(v[0], builder.getIntNTy(wide), !body.isUnsigned);
        const unsigned bits = to->getIntegerBitWidth();
        const auto bound = [&](const llvm::APInt& at) { return builder.getInt(at); };
        auto most = toUnsigned ? llvm::APInt::getMaxValue(bits).zext(wide)
                               : llvm::APInt::getSignedMaxValue(bits).sext(wide);
        auto least = toUnsigned ? llvm::APInt(wide, 0) : llvm::APInt::getSignedMinValue(bits).sext(wide);
        value = body.binary(intrinsic::smax, body.binary(intrinsic::smin, value, bound(most)), bound(least));
        return builder.CreateTrunc(value, to);
    });
    return true;
}

/// The index space: special registers of 32 bits.
bool defineQuery(llvm::Function& function, std::string_view name) {
    if (!isIndexSpaceQuery(name)) return false;
    Definition body(function);
    auto& builder = body.builder;
    const auto read = [&](intrinsic::ID id) -> llvm::Value* { return builder.CreateIntrinsic(id, {}, {}); };
    using Ids = std::array<intrinsic::ID, 3>;
    const Ids item{intrinsic::nvvm_read_ptx_sreg_tid_x, intrinsic::nvvm_read_ptx_sreg_tid_y,
                   intrinsic::nvvm_read_ptx_sreg_tid_z},
        size{intrinsic::nvvm_read_ptx_sreg_ntid_x, intrinsic::nvvm_read_ptx_sreg_ntid_y,
             intrinsic::nvvm_read_ptx_sreg_ntid_z},
        group{intrinsic::nvvm_read_ptx_sreg_ctaid_x, intrinsic::nvvm_read_ptx_sreg_ctaid_y,
              intrinsic::nvvm_read_ptx_sreg_ctaid_z},
        groups{intrinsic::nvvm_read_ptx_sreg_nctaid_x, intrinsic::nvvm_read_ptx_sreg_nctaid_y,
               intrinsic::nvvm_read_ptx_sreg_nctaid_z};
    const auto of = [&](std::string_view what, unsigned d) -> llvm::Value* {
        if (what == "get_local_id") return read(item[d]);
        if (what == "get_local_size" || what == "get_enqueued_local_size") return read(size[d]);
        if (what == "get_group_id") return read(group[d]);
        if (what == "get_num_groups") return read(groups[d]);
        if (what == "get_global_size") return builder.CreateMul(read(groups[d]), read(size[d]));
        if (what == "get_global_id")
            return builder.CreateAdd(builder.CreateMul(read(group[d]), read(size[d])), read(item[d]));
        return builder.getInt32(0); // get_global_offset
    };
    const auto linear = [&](std::string_view place, std::string_view extent) {
        auto* rows = builder.CreateAdd(builder.CreateMul(of(place, 2), of(extent, 1)), of(place, 1));
        return builder.CreateAdd(builder.CreateMul(rows, of(extent, 0)), of(place, 0));
    };
    llvm::Value* value = nullptr;
    if (function.arg_size() == 1) {
        auto* dimension = builder.CreateZExtOrTrunc(function.getArg(0), builder.getInt32Ty());
        value = of(name, 0);
        for (const unsigned d : {1U, 2U})
            value =
                builder.CreateSelect(builder.CreateICmpEQ(dimension, builder.getInt32(d)), of(name, d), value);
    } else if (name == "get_local_linear_id") {
        value = linear("get_local_id", "get_local_size");
    } else if (name == "get_global_linear_id") {
        value = linear("get_global_id", "get_global_size");
    } else if (name == "get_sub_group_local_id") {
        value = builder.CreateAnd(linear("get_local_id", "get_local_size"), 31);
    } else if (name == "get_sub_group_id") {
        value = builder.CreateLShr(linear("get_local_id", "get_local_size"), 5);
    } else if (name == "get_num_sub_groups") {
        auto* items = builder.CreateMul(builder.CreateMul(read(size[0]), read(size[1])), read(size[2]));
        value = builder.CreateLShr(builder.CreateAdd(items, builder.getInt32(31)), 5);
    } else {
        value = builder.getInt32(name == "get_work_dim" ? 3 : 32);
    }
    body.finish(builder.CreateZExtOrTrunc(value, function.getReturnType()));
    return true;
}

bool defineExchange(llvm::Function& function, std::string_view name) {
    static const std::map<std::string_view, intrinsic::ID> kinds{
        {"sub_group_shuffle", intrinsic::nvvm_shfl_sync_idx_i32},
        {"sub_group_broadcast", intrinsic::nvvm_shfl_sync_idx_i32},
        {"sub_group_shuffle_xor", intrinsic::nvvm_shfl_sync_bfly_i32},
        {"sub_group_shuffle_up", intrinsic::nvvm_shfl_sync_up_i32},
        {"sub_group_shuffle_down", intrinsic::nvvm_shfl_sync_down_i32}};
    const auto found = kinds.find(name);
    if (found == kinds.end() || function.arg_size() != 2) return false;
    auto* type = function.getReturnType();
    if (!type->isIntegerTy() && !type->isFloatingPointTy()) return false;
    Definition body(function);
    auto& builder = body.builder;
    const unsigned bits = type->getScalarSizeInBits();
    auto* value = builder.CreateBitCast(function.getArg(0), builder.getIntNTy(bits));
    auto* from = builder.CreateZExtOrTrunc(function.getArg(1), builder.getInt32Ty());
    const int bounds = found->second == intrinsic::nvvm_shfl_sync_up_i32 ? 0 : 31;
    const auto word = [&](llvm::Value* part) {
        return builder.CreateIntrinsic(found->second, {},
                                       {builder.getInt32(-1), part, from, builder.getInt32(bounds)});
    };
    llvm::Value* result = word(builder.CreateZExtOrTrunc(value, builder.getInt32Ty()));
    result = builder.CreateZExtOrTrunc(result, value->getType());
    if (bits == 64) {
        auto* upper = word(builder.CreateTrunc(builder.CreateLShr(value, 32), builder.getInt32Ty()));
        result = builder.CreateOr(result, builder.CreateShl(builder.CreateZExt(upper, value->getType()), 32));
    }
    body.finish(builder.CreateBitCast(result, type));
    return true;
}

bool defineSynchronisation(llvm::Function& function, std::string_view name) {
    if (!isBarrier(name) && !isFence(name)) return false;
    Definition body(function);
    if (isBarrier(name))
        body.builder.CreateIntrinsic(intrinsic::nvvm_barrier0, {}, {});
    else if (name == "sub_group_barrier")
        body.builder.CreateIntrinsic(intrinsic::nvvm_bar_warp_sync, {}, {body.builder.getInt32(-1)});
    else
        body.builder.CreateIntrinsic(intrinsic::nvvm_membar_cta, {}, {});
    body.finish(nullptr);
    return true;
}

bool defineAtomic(llvm::Function& function, std::string_view name) {
    if (!isAtomic(name) || function.arg_empty() || !function.getArg(0)->getType()->isPointerTy()) return false;
    auto word = name.substr(name.find('_') + 1);
    if (word.starts_with("fetch_")) word.remove_prefix(6);
    if (const auto at = word.find("_explicit"); at != std::string_view::npos) word = word.substr(0, at);
    using Operation = llvm::AtomicRMWInst::BinOp;
    auto* type = function.getReturnType();
    const bool isFloat = type->isFloatingPointTy();
    const std::string_view mangled(function.getName().data(), function.getName().size());
    const bool isUnsigned = mangled.find_last_of("jm") != std::string_view::npos &&
                            mangled.find_last_of("jm") > mangled.rfind(word);
    static const std::map<std::string_view, Operation> operations{
        {"add", Operation::Add},   {"sub", Operation::Sub},      {"inc", Operation::Add},
        {"dec", Operation::Sub},   {"and", Operation::And},      {"or", Operation::Or},
        {"xor", Operation::Xor},   {"min", Operation::Min},      {"max", Operation::Max},
        {"xchg", Operation::Xchg}, {"exchange", Operation::Xchg}};
    auto* place = function.getArg(0);
    constexpr auto order = llvm::AtomicOrdering::Monotonic;
    if (word == "cmpxchg" && function.arg_size() == 3) {
        Definition body(function);
        auto* pair = body.builder.CreateAtomicCmpXchg(place, function.getArg(1), function.getArg(2),
                                                      llvm::MaybeAlign(), order, order);
        body.finish(body.builder.CreateExtractValue(pair, 0));
        return true;
    }
    if (word == "load" && !type->isVoidTy()) {
        Definition body(function);
        body.finish(body.builder.CreateLoad(type, place, /*isVolatile=*/true));
        return true;
    }
    if ((word == "store" || word == "init") && type->isVoidTy() && function.arg_size() >= 2) {
        Definition body(function);
        body.builder.CreateStore(function.getArg(1), place, /*isVolatile=*/true);
        body.finish(nullptr);
        return true;
    }
    const auto found = operations.find(word);
    if (found == operations.end() || type->isVoidTy()) return false;
    auto operation = found->second;
    if (isFloat && operation == Operation::Add) operation = Operation::FAdd;
    if (isFloat && operation != Operation::FAdd && operation != Operation::Xchg) return false;
    if (isUnsigned && operation == Operation::Min) operation = Operation::UMin;
    if (isUnsigned && operation == Operation::Max) operation = Operation::UMax;
    const bool byOne = word == "inc" || word == "dec";
    if (!byOne && function.arg_size() < 2) return false;
    Definition body(function);
    auto* amount = byOne ? static_cast<llvm::Value*>(llvm::ConstantInt::get(type, 1)) : function.getArg(1);
    body.finish(body.builder.CreateAtomicRMW(operation, place, amount, llvm::MaybeAlign(), order));
    return true;
}

bool defineBuiltin(llvm::Function& function) {
    const auto name = builtinName(function);
    return defineQuery(function, name) || defineSynchronisation(function, name) ||
           defineAtomic(function, name) || defineExchange(function, name) || defineSaturating(function, name) ||
           defineChoice(function, name) || defineTwoResults(function, name) || defineFloat(function, name) ||
           defineFloatArithmetic(function, name) || defineInteger(function, name);
}

} // namespace

std::set<std::string> defineForNvptx(llvm::Module& module) {
    std::vector<llvm::Function*> declared;
    for (auto& function : module)
        if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty())
            declared.push_back(&function);
    std::set<std::string> unknown;
    for (auto* function : declared) {
        if (builtinName(*function) == printRoutine) continue; // the driver's own
        if (!defineBuiltin(*function)) {
            unknown.emplace(builtinName(*function));
            continue;
        }
        function->setLinkage(llvm::GlobalValue::InternalLinkage);
        // What held of the declaration need not hold of the body.
        function->setMemoryEffects(llvm::MemoryEffects::unknown());
        function->addFnAttr(llvm::Attribute::AlwaysInline);
    }
    return unknown;
}

} // namespace warpstring::frontend
