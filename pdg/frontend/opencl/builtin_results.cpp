// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/opencl/builtin_results.h"

#include <algorithm>
#include <string>
#include <vector>

#include "pdg/frontend/opencl/builtin_body.h"

namespace warpstring::frontend {

namespace {

/// The types of the mangled name up to its first pointer: "Dv4_fS_" of "_Z6remquoDv4_fS_PU3AS4Dv4_i".
std::string valueTypes(const llvm::Function& function, std::string_view name) {
    const std::string_view mangled(function.getName().data(), function.getName().size());
    const auto types = mangled.substr(std::min(mangled.size(), mangled.find(name) + name.size()));
    return std::string(types.substr(0, types.find('P')));
}

std::string mangledAs(std::string_view name, const std::string& types) {
    return "_Z" + std::to_string(name.size()) + std::string(name) + types;
}

unsigned elementsOf(const llvm::Type* type) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return vector == nullptr ? 1 : vector->getNumElements();
}

llvm::Value* lane(llvm::IRBuilder<>& builder, llvm::Value* value, unsigned index) {
    return value->getType()->isVectorTy() ? builder.CreateExtractElement(value, index) : value;
}

} // namespace

bool defineSecondResult(llvm::Function& function, std::string_view name) {
    constexpr std::string_view names[] = {"fract", "modf", "frexp", "lgamma_r", "remquo", "sincos"};
    if (std::find(std::begin(names), std::end(names), name) == std::end(names) || function.arg_size() < 2 ||
        !function.getReturnType()->isFPOrFPVectorTy())
        return false;
    const unsigned last = static_cast<unsigned>(function.arg_size()) - 1;
    if (!function.getArg(last)->getType()->isPointerTy()) return false;
    Body body(function);
    auto& builder = body.builder();
    auto* type = function.getReturnType();
    const std::string types = valueTypes(function, name);
    std::vector<llvm::Value*> values;
    values.reserve(last);
    for (unsigned i = 0; i < last; ++i) values.push_back(body.argument(i));
    auto* first = body.call(mangledAs(name == "sincos" ? "sin" : name, types), type, values);
    llvm::Value* second = nullptr;
    if (name == "sincos") {
        second = body.call(mangledAs("cos", types), type, values);
    } else if (name == "fract" || name == "modf") {
        second = builder.CreateFSub(values[0], first);
    } else {
        // An exponent, a sign, a quotient: what number it is, nobody knows.
        llvm::Type* whole = builder.getInt32Ty();
        if (type->isVectorTy()) whole = llvm::FixedVectorType::get(whole, elementsOf(type));
        second = builder.CreateFPToSI(first, whole);
    }
    builder.CreateStore(second, body.argument(last));
    body.finish(first);
    return true;
}

bool defineAtomic(llvm::Function& function, std::string_view name) {
    const bool isExplicit = name.ends_with("_explicit");
    const std::string_view plain = isExplicit ? name.substr(0, name.size() - 9) : name;
    const bool exchanges = plain == "atomic_compare_exchange_strong" || plain == "atomic_compare_exchange_weak";
    const bool stores = plain == "atomic_store" || plain == "atomic_init";
    if (!exchanges && !stores && plain != "atomic_load") return false;
    if (function.arg_size() < (exchanges ? 3u : stores ? 2u : 1u)) return false;
    auto* type = exchanges ? function.getArg(2)->getType()
                 : stores  ? function.getArg(1)->getType()
                           : function.getReturnType();
    const auto bits = type->getScalarSizeInBits();
    if (bits != 32 && bits != 64) return false;
    const llvm::Align align(bits / 8);
    Body body(function);
    auto& builder = body.builder();
    if (exchanges) {
        auto* word = builder.getIntNTy(bits);
        auto* expected = builder.CreateAlignedLoad(word, body.argument(1), align);
        auto* pair = builder.CreateAtomicCmpXchg(
            body.argument(0), expected, builder.CreateBitCast(body.argument(2), word), align,
            llvm::AtomicOrdering::Monotonic, llvm::AtomicOrdering::Monotonic);
        builder.CreateAlignedStore(builder.CreateExtractValue(pair, 0), body.argument(1), align);
        body.finish(builder.CreateZExtOrTrunc(builder.CreateExtractValue(pair, 1), function.getReturnType()));
    } else if (stores) {
        builder.CreateAlignedStore(body.argument(1), body.argument(0), align)
            ->setAtomic(llvm::AtomicOrdering::Monotonic);
        body.finish(nullptr);
    } else {
        auto* value = builder.CreateAlignedLoad(type, body.argument(0), align);
        value->setAtomic(llvm::AtomicOrdering::Monotonic);
        body.finish(value);
    }
    return true;
}

bool defineShuffle(llvm::Function& function, std::string_view name) {
    const bool isOfTwo = name == "shuffle2";
    if ((!isOfTwo && name != "shuffle") || function.arg_size() != (isOfTwo ? 3u : 2u)) return false;
    Body body(function);
    auto& builder = body.builder();
    auto* mask = body.argument(isOfTwo ? 2 : 1);
    std::vector<llvm::Value*> elements;
    for (unsigned vector = 0; vector < (isOfTwo ? 2u : 1u); ++vector)
        for (unsigned i = 0; i < elementsOf(body.argument(0)->getType()); ++i)
            elements.push_back(lane(builder, body.argument(vector), i));
    auto* scalar = mask->getType()->getScalarType();
    llvm::Value* result = llvm::PoisonValue::get(function.getReturnType());
    for (unsigned i = 0; i < elementsOf(function.getReturnType()); ++i) {
        // Only as many bits of the mask as the elements need are looked at.
        auto* index =
            builder.CreateAnd(lane(builder, mask, i), llvm::ConstantInt::get(scalar, elements.size() - 1));
        llvm::Value* chosen = elements[0];
        for (unsigned j = 1; j < elements.size(); ++j)
            chosen = builder.CreateSelect(builder.CreateICmpEQ(index, llvm::ConstantInt::get(scalar, j)),
                                          elements[j], chosen);
        result = builder.CreateInsertElement(result, chosen, i);
    }
    body.finish(result);
    return true;
}

bool defineSmoothStep(llvm::Function& function, std::string_view name) {
    if (name != "smoothstep" || function.arg_size() != 3) return false;
    Body body(function);
    auto& builder = body.builder();
    body.contract();
    auto* type = function.getReturnType();
    const auto whole = [&](unsigned index) {
        auto* value = body.argument(index);
        const bool isOne = type->isVectorTy() && !value->getType()->isVectorTy();
        return isOne ? builder.CreateVectorSplat(elementsOf(type), value) : value;
    };
    auto* low = whole(0);
    auto* quotient = builder.CreateFDiv(builder.CreateFSub(whole(2), low), builder.CreateFSub(whole(1), low));
    auto* t = builder.CreateBinaryIntrinsic(
        llvm::Intrinsic::minnum,
        builder.CreateBinaryIntrinsic(llvm::Intrinsic::maxnum, quotient, llvm::ConstantFP::get(type, 0)),
        llvm::ConstantFP::get(type, 1));
    auto* slope = builder.CreateIntrinsic(llvm::Intrinsic::fmuladd, {type},
                                          {t, llvm::ConstantFP::get(type, -2), llvm::ConstantFP::get(type, 3)});
    body.finish(builder.CreateFMul(builder.CreateFMul(t, t), slope));
    return true;
}

} // namespace warpstring::frontend
