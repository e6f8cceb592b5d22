// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/assembly/plain_builtins.h"

#include <map>

#include "pdg/frontend/assembly/definition.h"

namespace warpstring::frontend {

namespace {

namespace intrinsic = llvm::Intrinsic;

/// What is arithmetic of a few operations on floats.
bool defineFloatArithmetic(llvm::Function& function, std::string_view name, std::string_view library) {
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
    Definition body(function, library);
    body.byComponent([&](const Values& v) { return found->second(body, v); });
    return true;
}

/// Functions that return a second value through a pointer: scalars alone.
bool defineTwoResults(llvm::Function& function, std::string_view name, std::string_view library) {
    if (name != "sincos" && name != "fract" && name != "modf") return false;
    if (function.arg_size() != 2 || !function.getReturnType()->isFloatingPointTy()) return false;
    Definition body(function, library);
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

bool defineInteger(llvm::Function& function, std::string_view name, std::string_view library) {
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
    Definition body(function, library);
    body.byComponent([&](const Values& v) { return found->second(body, v); });
    return true;
}

/// select, bitselect, any and all: of any type.
bool defineChoice(llvm::Function& function, std::string_view name, std::string_view library) {
    if (name == "select" && function.arg_size() == 3) {
        const bool isVector = function.getReturnType()->isVectorTy();
        Definition body(function, library);
        body.byComponent([&](const Values& v) {
            auto* zero = llvm::ConstantInt::get(v[2]->getType(), 0);
            auto* chosen =
                isVector ? body.builder.CreateICmpSLT(v[2], zero) : body.builder.CreateICmpNE(v[2], zero);
            return body.builder.CreateSelect(chosen, v[1], v[0]);
        });
        return true;
    }
    if (name == "bitselect" && function.arg_size() == 3) {
        Definition body(function, library);
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
        Definition body(function, library);
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
bool defineSaturating(llvm::Function& function, std::string_view name, std::string_view library) {
    if (!name.starts_with("convert_") || name.find("_sat") == std::string_view::npos ||
        function.arg_size() != 1)
        return false;
    const bool toUnsigned = name.starts_with("convert_u");
    Definition body(function, library);
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

bool defineAtomic(llvm::Function& function, std::string_view name, std::string_view library) {
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
        Definition body(function, library);
        auto* pair = body.builder.CreateAtomicCmpXchg(place, function.getArg(1), function.getArg(2),
                                                      llvm::MaybeAlign(), order, order);
        body.finish(body.builder.CreateExtractValue(pair, 0));
        return true;
    }
    if (word == "load" && !type->isVoidTy()) {
        Definition body(function, library);
        body.finish(body.builder.CreateLoad(type, place, /*isVolatile=*/true));
        return true;
    }
    if ((word == "store" || word == "init") && type->isVoidTy() && function.arg_size() >= 2) {
        Definition body(function, library);
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
    Definition body(function, library);
    auto* amount = byOne ? static_cast<llvm::Value*>(llvm::ConstantInt::get(type, 1)) : function.getArg(1);
    body.finish(body.builder.CreateAtomicRMW(operation, place, amount, llvm::MaybeAlign(), order));
    return true;
}

} // namespace

bool definePlainly(llvm::Function& function, std::string_view name, std::string_view library) {
    return defineAtomic(function, name, library) || defineSaturating(function, name, library) ||
           defineChoice(function, name, library) || defineTwoResults(function, name, library) ||
           defineFloatArithmetic(function, name, library) || defineInteger(function, name, library);
}

} // namespace warpstring::frontend
