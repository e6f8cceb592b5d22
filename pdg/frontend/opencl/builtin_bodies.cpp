// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/opencl/builtin_bodies.h"

#include <bit>
#include <string>
#include <string_view>

#include "pdg/frontend/opencl/builtin_body.h"
#include "pdg/frontend/opencl/builtin_geometry.h"
#include "pdg/frontend/opencl/builtin_results.h"
#include "pdg/frontend/opencl/opencl_builtins.h"

namespace warpstring::frontend {

namespace {

/// The most sub-groups of a group.
constexpr unsigned mostSubGroups = 32;

unsigned widthOf(const llvm::Type* type) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return vector == nullptr ? 1 : vector->getNumElements();
}

llvm::Type* withWidth(llvm::Type* scalar, unsigned width) {
    return width == 1 ? scalar : llvm::FixedVectorType::get(scalar, width);
}

unsigned bytesOf(const llvm::Type* scalar) { return std::max(1u, scalar->getScalarSizeInBits() / 8); }

/// What lies in memory: elements of `scalar`, `stride` from one vector to the next, aligned to `align` bytes.
struct StoredVector {
    llvm::Type* scalar = nullptr;
    unsigned stride = 1;
    unsigned align = 1;
};

StoredVector storedVector(llvm::Type* scalar, unsigned width, bool isAligned) {
    // The aligned forms keep vectors of three as vectors of four do.
    const unsigned stride = isAligned && width == 3 ? 4 : width;
    return {scalar, stride, bytesOf(scalar) * (isAligned ? stride : 1)};
}

/// vload: operands are offset and pointer.
void loadVector(Body& body, llvm::Type* result, const StoredVector& stored) {
    auto& builder = body.builder();
    auto* at =
        body.element(llvm::ArrayType::get(stored.scalar, stored.stride), body.argument(1), body.argument(0));
    auto* type = withWidth(stored.scalar, widthOf(result));
    llvm::Value* value = builder.CreateAlignedLoad(type, at, llvm::Align(stored.align));
    if (type != result) value = builder.CreateFPExt(value, result);
    body.finish(value);
}

/// vstore: operands are data, offset and pointer.
void storeVector(Body& body, const StoredVector& stored) {
    auto& builder = body.builder();
    auto* data = body.argument(0);
    auto* at =
        body.element(llvm::ArrayType::get(stored.scalar, stored.stride), body.argument(2), body.argument(1));
    auto* type = withWidth(stored.scalar, widthOf(data->getType()));
    if (type != data->getType()) data = builder.CreateFPTrunc(data, type);
    builder.CreateAlignedStore(data, at, llvm::Align(stored.align));
    body.finish(nullptr);
}

/// The type of the elements that a mangled name's second pointer leads to: "PU3AS3f", "PU3AS1KDv4_f".
llvm::Type* elementType(std::string_view mangled, llvm::LLVMContext& context) {
    const auto pointer = mangled.find('P');
    if (pointer == std::string_view::npos) return nullptr;
    std::string_view rest = mangled.substr(pointer + 1);
    if (rest.substr(0, 4) == "U3AS") rest.remove_prefix(std::min<std::size_t>(5, rest.size()));
    while (!rest.empty() && (rest[0] == 'K' || rest[0] == 'V' || rest[0] == 'r')) rest.remove_prefix(1);
    unsigned width = 1;
    if (rest.substr(0, 2) == "Dv") {
        rest.remove_prefix(2);
        for (width = 0; !rest.empty() && rest[0] >= '0' && rest[0] <= '9'; rest.remove_prefix(1))
            width = width * 10 + static_cast<unsigned>(rest[0] - '0');
        if (!rest.empty()) rest.remove_prefix(1); // the underscore
    }
    if (rest.empty() || width == 0) return nullptr;
    if (rest.substr(0, 2) == "Dh") return withWidth(llvm::Type::getHalfTy(context), width);
    switch (rest[0]) {
    case 'c':
    case 'a':
    case 'h': return withWidth(llvm::Type::getInt8Ty(context), width);
    case 's':
    case 't': return withWidth(llvm::Type::getInt16Ty(context), width);
    case 'i':
    case 'j': return withWidth(llvm::Type::getInt32Ty(context), width);
    case 'l':
    case 'm': return withWidth(llvm::Type::getInt64Ty(context), width);
    case 'f': return withWidth(llvm::Type::getFloatTy(context), width);
    case 'd': return withWidth(llvm::Type::getDoubleTy(context), width);
    default: return nullptr;
    }
}

/// Every work-item of the group copies each size-th element. `stride` is of the side in global memory.
void copyByGroup(Body& body, llvm::Function& function, llvm::Type* type, llvm::Value* stride) {
    const auto [place, count] = body.placeInGroup();
    const bool toLocal = function.getArg(0)->getType()->getPointerAddressSpace() == 3;
    body.loop(place, body.sized(body.argument(2)), count, [&](llvm::Value* i) {
        auto& builder = body.builder();
        auto* far = stride == nullptr ? i : builder.CreateMul(i, body.sized(stride));
        auto* value = builder.CreateLoad(type, body.element(type, body.argument(1), toLocal ? far : i));
        builder.CreateStore(value, body.element(type, body.argument(0), toLocal ? i : far));
    });
    body.finish(function.arg_empty() ? nullptr : function.getArg(function.arg_size() - 1));
}

enum class Operation { Add, Min, Max, Mul, And, Or, Xor };

/// By a name's last word: "add" of sub_group_reduce_add. Bits that stand for truth are joined as a minimum is.
Operation operationOf(std::string_view name) {
    const auto word = name.substr(name.rfind('_') + 1);
    return word == "add"                    ? Operation::Add
           : word == "mul"                  ? Operation::Mul
           : word == "and"                  ? Operation::And
           : word == "or"                   ? Operation::Or
           : word == "xor"                  ? Operation::Xor
           : word == "max" || word == "any" ? Operation::Max
                                            : Operation::Min;
}

llvm::Value* joined(llvm::IRBuilder<>& builder, Operation operation, llvm::Value* a, llvm::Value* b) {
    const bool isFloat = a->getType()->isFloatingPointTy();
    switch (operation) {
    case Operation::Add: return isFloat ? builder.CreateFAdd(a, b) : builder.CreateAdd(a, b);
    case Operation::Mul: return isFloat ? builder.CreateFMul(a, b) : builder.CreateMul(a, b);
    case Operation::And: return builder.CreateAnd(a, b);
    case Operation::Or: return builder.CreateOr(a, b);
    case Operation::Xor: return builder.CreateXor(a, b);
    case Operation::Min:
        return builder.CreateBinaryIntrinsic(isFloat ? llvm::Intrinsic::minnum : llvm::Intrinsic::smin, a, b);
    case Operation::Max:
        return builder.CreateBinaryIntrinsic(isFloat ? llvm::Intrinsic::maxnum : llvm::Intrinsic::smax, a, b);
    }
    return a;
}

/// A reduction or scan of a sub-group, or of clusters of it: as many exchanges as the size has halves, each
/// joined to what came before.
llvm::Value* inSubGroup(Body& body, Operation operation, llvm::Value* value, const std::string& scalar,
                        std::uint64_t size) {
    auto& builder = body.builder();
    std::string mangled = "_Z21sub_group_shuffle_xor";
    mangled.append(scalar).append("j");
    for (std::uint64_t apart = 1; apart < size; apart *= 2) {
        auto* other =
            body.call(mangled, value->getType(), {value, builder.getInt32(static_cast<std::uint32_t>(apart))},
                      /*isConvergent=*/true);
        value = joined(builder, operation, value, other);
    }
    return value;
}

/// Each sub-group's result goes through local memory to all others, which join them.
llvm::Value* inGroup(Body& body, llvm::Function& function, Operation operation, llvm::Value* value,
                     const std::string& scalar) {
    auto& builder = body.builder();
    auto* type = value->getType();
    auto* places = llvm::ArrayType::get(type, mostSubGroups);
    auto* shared = new llvm::GlobalVariable(*function.getParent(), places, /*isConstant=*/false,
                                            llvm::GlobalValue::InternalLinkage, llvm::UndefValue::get(places),
                                            function.getName() + ".exchange", nullptr,
                                            llvm::GlobalValue::NotThreadLocal, /*AddressSpace=*/3);
    auto* place = body.placeInGroup().first;
    auto* own = inSubGroup(body, operation, value, scalar, body.subGroupSize());
    builder.CreateStore(own,
                        body.element(type, shared, builder.CreateUDiv(place, body.size(body.subGroupSize()))));
    body.barrier();
    auto* other = builder.CreateLoad(
        type, body.element(type, shared, builder.CreateURem(place, body.size(body.subGroupSize()))));
    auto* result = inSubGroup(body, operation, other, scalar, body.subGroupSize());
    body.barrier();
    return result;
}

void broadcast(Body& body, llvm::Function& function) {
    auto& builder = body.builder();
    auto* type = function.getReturnType();
    auto* shared = new llvm::GlobalVariable(*function.getParent(), type, /*isConstant=*/false,
                                            llvm::GlobalValue::InternalLinkage, llvm::UndefValue::get(type),
                                            function.getName() + ".exchange", nullptr,
                                            llvm::GlobalValue::NotThreadLocal, /*AddressSpace=*/3);
    builder.CreateStore(body.argument(0), shared);
    body.barrier();
    auto* value = builder.CreateLoad(type, shared);
    body.barrier();
    body.finish(value);
}

/// vload_half and its kind; false for another name.
bool defineHalf(llvm::Function& function, std::string_view name) {
    const bool loads = name.starts_with("vload_half") || name.starts_with("vloada_half");
    const bool stores = name.starts_with("vstore_half") || name.starts_with("vstorea_half");
    if (!loads && !stores) return false;
    const bool isAligned = name[loads ? 5 : 6] == 'a';
    Body body(function);
    auto* value = loads ? function.getReturnType() : function.getArg(0)->getType();
    const auto stored = storedVector(body.half(), widthOf(value), isAligned);
    if (loads)
        loadVector(body, value, stored);
    else
        storeVector(body, stored);
    return true;
}

/// The size of clusters is a constant at every call; of several, the largest.
std::uint64_t clusterSize(const llvm::Function& function) {
    const unsigned subGroupSize = subGroupSizeOf(*function.getParent());
    std::uint64_t largest = 1;
    for (const auto* user : function.users()) {
        const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
        const auto* size = call != nullptr && call->arg_size() > 1
                               ? llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1))
                               : nullptr;
        largest = std::max<std::uint64_t>(largest, size == nullptr ? subGroupSize : size->getZExtValue());
    }
    return std::min<std::uint64_t>(largest, subGroupSize);
}

/// Collectives of groups and sub-groups; false for another name.
bool defineCollective(llvm::Function& function, std::string_view name) {
    const bool ofGroup = name.starts_with("work_group_");
    if (!ofGroup && !name.starts_with("sub_group_")) return false;
    auto* type = function.getReturnType();
    if (!type->isIntegerTy() && !type->isFloatingPointTy()) return false;
    const auto rest = name.substr(name.find("group_") + 6);
    const std::string_view mangled(function.getName().data(), function.getName().size());
    const bool isClustered = rest.starts_with("clustered_");
    std::string scalar(mangled.substr(std::min(mangled.size(), mangled.find(name) + name.size())));
    if (isClustered && scalar.ends_with('j')) scalar.pop_back(); // the clusters' size
    if (rest == "broadcast" && ofGroup) {
        Body body(function);
        broadcast(body, function);
    } else if (rest.find("reduce_") != rest.npos || rest.find("scan_") == 0 ||
               rest.find("_scan_") != rest.npos || (ofGroup && (rest == "all" || rest == "any"))) {
        if (type != function.getArg(0)->getType()) return false; // of a ballot
        Body body(function);
        auto* value = body.argument(0);
        body.finish(ofGroup ? inGroup(body, function, operationOf(name), value, scalar)
                            : inSubGroup(body, operationOf(name), value, scalar,
                                         isClustered ? clusterSize(function) : body.subGroupSize()));
    } else {
        return false;
    }
    return true;
}

/// Whether a mangled name's first argument is of an unsigned type.
bool takesUnsigned(std::string_view mangled, std::string_view name) {
    auto type = mangled.substr(mangled.find(name) + name.size());
    if (type.starts_with("Dv")) type = type.substr(std::min(type.size(), type.find('_') + 1));
    return !type.empty() && std::string_view("htjm").find(type[0]) != std::string_view::npos;
}

/// convert_TYPE[_RND]: a cast of each component. Saturating ones stay what they are.
bool defineConversion(llvm::Function& function, std::string_view name) {
    if (!name.starts_with("convert_") || name.find("_sat") != std::string_view::npos ||
        function.arg_size() != 1)
        return false;
    auto* from = function.getArg(0)->getType();
    auto* to = function.getReturnType();
    const bool fromFloat = from->isFPOrFPVectorTy(), toFloat = to->isFPOrFPVectorTy();
    const bool toUnsigned = name.starts_with("convert_u");
    const bool fromUnsigned = takesUnsigned({function.getName().data(), function.getName().size()}, name);
    Body body(function);
    auto& builder = body.builder();
    auto* value = body.argument(0);
    if (fromFloat && toFloat)
        value = builder.CreateFPCast(value, to);
    else if (fromFloat)
        value = toUnsigned ? builder.CreateFPToUI(value, to) : builder.CreateFPToSI(value, to);
    else if (toFloat)
        value = fromUnsigned ? builder.CreateUIToFP(value, to) : builder.CreateSIToFP(value, to);
    else
        value = builder.CreateIntCast(value, to, !fromUnsigned);
    body.finish(value);
    return true;
}

/// clamp: a maximum and a minimum; abs; false for another name.
bool defineRange(llvm::Function& function, std::string_view name) {
    if (function.arg_empty()) return false;
    auto* type = function.getArg(0)->getType();
    const bool isFloat = type->isFPOrFPVectorTy();
    if (name == "abs" && function.arg_size() == 1 && type->isIntOrIntVectorTy()) {
        Body body(function);
        auto& builder = body.builder();
        auto* value = body.argument(0);
        if (!takesUnsigned({function.getName().data(), function.getName().size()}, name))
            value = builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, value, builder.getFalse());
        body.finish(value);
        return true;
    }
    if (name != "clamp" || function.arg_size() != 3) return false;
    const bool isUnsigned = takesUnsigned({function.getName().data(), function.getName().size()}, name);
    Body body(function);
    auto& builder = body.builder();
    const auto bound = [&](unsigned index) {
        auto* value = body.argument(index);
        const bool isOne = type->isVectorTy() && !value->getType()->isVectorTy();
        return isOne ? builder.CreateVectorSplat(widthOf(type), value) : value;
    };
    const auto atLeast = isFloat      ? llvm::Intrinsic::maxnum
                         : isUnsigned ? llvm::Intrinsic::umax
                                      : llvm::Intrinsic::smax;
    const auto atMost = isFloat      ? llvm::Intrinsic::minnum
                        : isUnsigned ? llvm::Intrinsic::umin
                                     : llvm::Intrinsic::smin;
    body.finish(builder.CreateBinaryIntrinsic(
        atMost, builder.CreateBinaryIntrinsic(atLeast, body.argument(0), bound(1)), bound(2)));
    return true;
}

/// What Clang makes of to_global, to_local and to_private: the pointer, taken to lead there.
bool defineSpaceCast(llvm::Function& function, std::string_view name) {
    if (name != "__to_global" && name != "__to_local" && name != "__to_private") return false;
    Body body(function);
    body.finish(body.builder().CreateAddrSpaceCast(body.argument(0), function.getReturnType()));
    return true;
}

/// The body of a declared builtin, if it is one of those.
void defineBody(llvm::Function& function) {
    const std::string_view mangled(function.getName().data(), function.getName().size());
    if (defineSpaceCast(function, mangled) || !mangled.starts_with("_Z")) return;
    const auto name = builtinName(function);
    if (vectorLoadWidth(name) > 0) {
        Body body(function);
        auto* result = function.getReturnType();
        loadVector(body, result, storedVector(result->getScalarType(), widthOf(result), false));
    } else if (vectorStoreWidth(name) > 0) {
        Body body(function);
        auto* data = function.getArg(0)->getType();
        storeVector(body, storedVector(data->getScalarType(), widthOf(data), false));
    } else if (name == "async_work_group_copy" || name == "async_work_group_strided_copy") {
        auto* type = elementType(mangled.substr(2), function.getContext());
        if (type == nullptr || function.arg_size() < 4) return;
        Body body(function);
        copyByGroup(body, function, type,
                    name == "async_work_group_strided_copy" ? function.getArg(3) : nullptr);
    } else if (name == "wait_group_events") {
        Body body(function);
        body.barrier();
        body.finish(nullptr);
    } else if (name == "prefetch") {
        Body(function).finish(nullptr);
    } else {
        static_cast<void>(defineHalf(function, name) || defineGeometry(function, name) ||
                          defineConversion(function, name) || defineRange(function, name) ||
                          defineCollective(function, name) || defineSecondResult(function, name) ||
                          defineAtomic(function, name) || defineShuffle(function, name) ||
                          defineSmoothStep(function, name));
    }
}

} // namespace

namespace {

constexpr const char* subGroupFlag = "warpstring.sub_group_size";

} // namespace

unsigned subGroupSizeOf(const llvm::Module& module) {
    const auto* told = llvm::mdconst::extract_or_null<llvm::ConstantInt>(module.getModuleFlag(subGroupFlag));
    return told == nullptr ? 32 : static_cast<unsigned>(told->getZExtValue());
}

void tellSubGroupSize(llvm::Module& module, int size) {
    // Exchanges halve it.
    if (size > 0)
        module.addModuleFlag(llvm::Module::Override, subGroupFlag, std::bit_floor(static_cast<unsigned>(size)));
}

void defineBuiltins(llvm::Module& module) {
    // Bodies call builtins too: none of those needs one.
    std::vector<llvm::Function*> declared;
    for (auto& function : module)
        if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty())
            declared.push_back(&function);
    for (auto* function : declared) {
        defineBody(*function);
        // What lanes exchange lies in no memory that loads see.
        const auto name = builtinName(*function);
        if (function->isDeclaration() && name.starts_with("sub_group_") && name != "sub_group_barrier" &&
            name.find("block") == std::string_view::npos)
            function->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
    }
}

} // namespace warpstring::frontend
