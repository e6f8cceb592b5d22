// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/amdgpu/amd_builtins.h"

#include <llvm/IR/IntrinsicsAMDGPU.h>
#include <llvm/IR/MDBuilder.h>

#include <map>
#include <set>

#include "pdg/frontend/amdgpu/amd_math.h"
#include "pdg/frontend/assembly/definition.h"
#include "pdg/frontend/assembly/index_space_query.h"
#include "pdg/frontend/assembly/plain_builtins.h"

namespace warpstring::frontend {

namespace {

namespace intrinsic = llvm::Intrinsic;

/// Where the launch's packet and the arguments behind the kernel's own have what is asked (AMDGPU usage guide,
/// code object version 5).
constexpr unsigned packetGridSize = 12, hiddenGroupCount = 0, hiddenGroupSize = 12, hiddenOffset = 40;
constexpr int lanesOfLds = 4; // bytes by which an exchange through LDS finds a lane

/// LLVM's own, which the back end knows for every type of float.
const std::map<std::string_view, intrinsic::ID>& amdFloatIntrinsics() {
    static const std::map<std::string_view, intrinsic::ID> names{
        {"fabs", intrinsic::fabs},   {"floor", intrinsic::floor},      {"ceil", intrinsic::ceil},
        {"trunc", intrinsic::trunc}, {"rint", intrinsic::rint},        {"fma", intrinsic::fma},
        {"mad", intrinsic::fmuladd}, {"fmin", intrinsic::minnum},      {"fmax", intrinsic::maxnum},
        {"min", intrinsic::minnum},  {"max", intrinsic::maxnum},       {"sqrt", intrinsic::sqrt},
        {"round", intrinsic::round}, {"copysign", intrinsic::copysign}};
    return names;
}

/// Those that it writes for floats of 32 bits alone, as precise as OpenCL C wants.
const std::map<std::string_view, intrinsic::ID>& singleIntrinsics() {
    static const std::map<std::string_view, intrinsic::ID> names{
        {"exp", intrinsic::exp}, {"exp2", intrinsic::exp2}, {"exp10", intrinsic::exp10},
        {"log", intrinsic::log}, {"log2", intrinsic::log2}, {"log10", intrinsic::log10}};
    return names;
}

/// Single instructions, of native_ and half_ functions.
const std::map<std::string_view, intrinsic::ID>& nativeInstructions() {
    static const std::map<std::string_view, intrinsic::ID> names{
        {"recip", intrinsic::amdgcn_rcp}, {"rsqrt", intrinsic::amdgcn_rsq}, {"sqrt", intrinsic::amdgcn_sqrt},
        {"exp2", intrinsic::amdgcn_exp2}, {"log2", intrinsic::amdgcn_log},  {"sin", intrinsic::sin},
        {"cos", intrinsic::cos}};
    return names;
}

bool isNativeFunction(std::string_view name) {
    static const std::set<std::string_view> more{"divide", "exp", "exp10", "log", "log10", "powr", "tan"};
    return nativeInstructions().contains(name) || more.contains(name);
}

/// Of isNativeFunction() on floats of 32 bits.
llvm::Value* nativeValue(Definition& d, std::string_view name, const Values& v) {
    auto& builder = d.builder;
    auto* type = v[0]->getType();
    const auto of = [&](std::string_view what, llvm::Value* x) {
        return builder.CreateIntrinsic(nativeInstructions().at(what), {type}, {x});
    };
    constexpr double log2OfE = 1.4426950408889634, log2Of10 = 3.3219280948873623;
    const auto scaled = [&](llvm::Value* x, double by) { return builder.CreateFMul(x, d.number(type, by)); };
    if (nativeInstructions().contains(name)) return of(name, v[0]);
    if (name == "divide") return builder.CreateFMul(v[0], of("recip", v[1]));
    if (name == "exp") return of("exp2", scaled(v[0], log2OfE));
    if (name == "exp10") return of("exp2", scaled(v[0], log2Of10));
    if (name == "log") return scaled(of("log2", v[0]), 1 / log2OfE);
    if (name == "log10") return scaled(of("log2", v[0]), 1 / log2Of10);
    if (name == "powr") return of("exp2", builder.CreateFMul(of("log2", v[0]), v[1]));
    return builder.CreateFMul(of("sin", v[0]), of("recip", of("cos", v[0])));
}

bool defineAmdFloat(llvm::Function& function, std::string_view name) {
    if (function.arg_empty() || function.getReturnType()->isVoidTy()) return false;
    auto* first = function.getArg(0)->getType()->getScalarType();
    if (!first->isFloatingPointTy()) return false;
    for (const auto& argument : function.args())
        if (argument.getType()->isPointerTy()) return false;
    std::string_view plain = name;
    if (first->isFloatTy())
        for (const std::string_view prefix : {"native_", "half_"})
            if (name.starts_with(prefix)) plain = name.substr(prefix.size());
    const bool isNative = plain != name || (plain == "rsqrt" && first->isFloatTy());
    if (isNative) {
        if (!isNativeFunction(plain)) return false;
        Definition body(function, amdLibrary);
        body.byComponent([&](const Values& v) { return nativeValue(body, plain, v); });
        return true;
    }
    auto found = amdFloatIntrinsics().find(name);
    bool isKnown = found != amdFloatIntrinsics().end();
    if (!isKnown && !first->isDoubleTy()) {
        found = singleIntrinsics().find(name);
        isKnown = found != singleIntrinsics().end();
    }
    if (!isKnown && !hasAmdMath(name)) return false;
    Definition body(function, amdLibrary);
    body.byComponent([&](const Values& v) -> llvm::Value* {
        if (!isKnown) return body.library(name, v, body.scalar());
        auto* call = body.builder.CreateIntrinsic(found->second, {first}, v);
        constexpr float sqrtError = 3; // units in the last place, as OpenCL C allows
        if (name == "sqrt" && first->isFloatTy())
            call->setMetadata(llvm::LLVMContext::MD_fpmath,
                              llvm::MDBuilder(call->getContext()).createFPMath(sqrtError));
        return call;
    });
    return true;
}

/// What a work-item can ask of its place.
class AmdPlace {
public:
    AmdPlace(llvm::IRBuilder<>& builder, const AmdLaunchShape& shape) : b_(builder), shape_(shape) {}

    llvm::Value* item(unsigned d) {
        static constexpr std::array ids{intrinsic::amdgcn_workitem_id_x, intrinsic::amdgcn_workitem_id_y,
                                        intrinsic::amdgcn_workitem_id_z};
        auto* call = b_.CreateIntrinsic(ids[d], {}, {});
        constexpr std::uint64_t most = 1024;
        call->setMetadata(
            llvm::LLVMContext::MD_range,
            llvm::MDBuilder(call->getContext()).createRange(llvm::APInt(32, 0), llvm::APInt(32, most)));
        return call;
    }
    llvm::Value* group(unsigned d) {
        static constexpr std::array ids{intrinsic::amdgcn_workgroup_id_x, intrinsic::amdgcn_workgroup_id_y,
                                        intrinsic::amdgcn_workgroup_id_z};
        return b_.CreateIntrinsic(ids[d], {}, {});
    }
    llvm::Value* size(unsigned d) {
        if (d < shape_.groupSize.size()) return b_.getInt32(static_cast<std::uint32_t>(shape_.groupSize[d]));
        return word(intrinsic::amdgcn_implicitarg_ptr, hiddenGroupSize + 2 * d, b_.getInt16Ty());
    }
    llvm::Value* groups(unsigned d) {
        return word(intrinsic::amdgcn_implicitarg_ptr, hiddenGroupCount + 4 * d, b_.getInt32Ty());
    }
    llvm::Value* globalSize(unsigned d) {
        return word(intrinsic::amdgcn_dispatch_ptr, packetGridSize + 4 * d, b_.getInt32Ty());
    }
    llvm::Value* offset(unsigned d) {
        return word(intrinsic::amdgcn_implicitarg_ptr, hiddenOffset + 8 * d, b_.getInt64Ty());
    }
    llvm::Value* lane() {
        auto* all = b_.getInt32(-1);
        auto* low = b_.CreateIntrinsic(intrinsic::amdgcn_mbcnt_lo, {}, {all, b_.getInt32(0)});
        constexpr int lanesOfHalf = 32;
        return shape_.waveSize <= lanesOfHalf ? low
                                              : b_.CreateIntrinsic(intrinsic::amdgcn_mbcnt_hi, {}, {all, low});
    }

private:
    /// 32 bits or more: nobody writes there.
    llvm::Value* word(intrinsic::ID base, unsigned at, llvm::Type* type) {
        auto* pointer = b_.CreateConstGEP1_32(b_.getInt8Ty(), b_.CreateIntrinsic(base, {}, {}), at);
        auto* load = b_.CreateAlignedLoad(type, pointer, llvm::Align(type->getScalarSizeInBits() / 8));
        load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(load->getContext(), {}));
        return type->getScalarSizeInBits() < 32 ? b_.CreateZExt(load, b_.getInt32Ty()) : load;
    }

    llvm::IRBuilder<>& b_;
    const AmdLaunchShape& shape_;
};

/// What one dimension answers; sizes and IDs within groups have 32 bits, what an offset is added to 64.
llvm::Value* amdAnswer(llvm::IRBuilder<>& builder, AmdPlace& place, std::string_view name, unsigned d) {
    if (name == "get_local_id") return place.item(d);
    if (name == "get_local_size" || name == "get_enqueued_local_size") return place.size(d);
    if (name == "get_group_id") return place.group(d);
    if (name == "get_num_groups") return place.groups(d);
    if (name == "get_global_size") return place.globalSize(d);
    if (name == "get_global_offset") return place.offset(d);
    auto* within = builder.CreateAdd(builder.CreateMul(place.group(d), place.size(d)), place.item(d));
    return builder.CreateAdd(builder.CreateZExt(within, builder.getInt64Ty()), place.offset(d));
}

bool defineAmdQuery(llvm::Function& function, std::string_view name, const AmdLaunchShape& shape) {
    if (!isIndexSpaceQuery(name)) return false;
    Definition body(function, amdLibrary);
    auto& builder = body.builder;
    AmdPlace place(builder, shape);
    const auto of = [&](std::string_view what, unsigned d) {
        return builder.CreateZExtOrTrunc(amdAnswer(builder, place, what, d), function.getReturnType());
    };
    finishQuery(body, function, name, {of, [&] { return place.lane(); }, shape.waveSize});
    return true;
}

/// Exchanges among the lanes of a wave go through LDS's banks.
bool defineAmdExchange(llvm::Function& function, std::string_view name, const AmdLaunchShape& shape) {
    if (!name.starts_with("sub_group_shuffle") && name != "sub_group_broadcast") return false;
    auto* type = function.getReturnType();
    if (function.arg_size() != 2 || (!type->isIntegerTy() && !type->isFloatingPointTy())) return false;
    Definition body(function, amdLibrary);
    auto& builder = body.builder;
    AmdPlace place(builder, shape);
    auto* given = builder.CreateZExtOrTrunc(function.getArg(1), builder.getInt32Ty());
    llvm::Value* from = given;
    if (name == "sub_group_shuffle_xor") from = builder.CreateXor(place.lane(), given);
    if (name == "sub_group_shuffle_up") from = builder.CreateSub(place.lane(), given);
    if (name == "sub_group_shuffle_down") from = builder.CreateAdd(place.lane(), given);
    auto* address = builder.CreateMul(from, builder.getInt32(lanesOfLds));
    const unsigned bits = type->getScalarSizeInBits();
    auto* value = builder.CreateBitCast(function.getArg(0), builder.getIntNTy(bits));
    const auto word = [&](llvm::Value* part) -> llvm::Value* {
        return builder.CreateIntrinsic(intrinsic::amdgcn_ds_bpermute, {}, {address, part});
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

bool defineAmdSynchronisation(llvm::Function& function, std::string_view name) {
    if (!isBarrier(name) && !isFence(name)) return false;
    Definition body(function, amdLibrary);
    auto& context = function.getContext();
    const auto fence = [&](llvm::AtomicOrdering order, const char* scope) {
        body.builder.CreateFence(order, context.getOrInsertSyncScopeID(scope));
    };
    if (name == "sub_group_barrier") {
        fence(llvm::AtomicOrdering::AcquireRelease, "wavefront");
        body.builder.CreateIntrinsic(intrinsic::amdgcn_wave_barrier, {}, {});
    } else if (isBarrier(name)) {
        fence(llvm::AtomicOrdering::Release, "workgroup");
        body.builder.CreateIntrinsic(intrinsic::amdgcn_s_barrier, {}, {});
        fence(llvm::AtomicOrdering::Acquire, "workgroup");
    } else {
        fence(llvm::AtomicOrdering::AcquireRelease, "workgroup");
    }
    body.finish(nullptr);
    return true;
}

bool defineAmdBuiltin(llvm::Function& function, const AmdLaunchShape& shape) {
    // What is not mangled is no builtin: a function that lacks its body, printf's routine.
    if (!function.getName().starts_with("_Z")) return false;
    const auto name = builtinName(function);
    return defineAmdQuery(function, name, shape) || defineAmdSynchronisation(function, name) ||
           defineAmdExchange(function, name, shape) || definePlainly(function, name, amdLibrary) ||
           defineAmdFloat(function, name);
}

} // namespace

std::vector<std::string> defineForAmd(llvm::Module& module, const AmdLaunchShape& shape) {
    std::vector<llvm::Function*> declared;
    for (auto& function : module)
        if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty())
            declared.push_back(&function);
    std::vector<std::string> unknown;
    for (auto* function : declared) {
        if (!defineAmdBuiltin(*function, shape)) {
            const auto name = builtinName(*function);
            unknown.emplace_back(name.empty() ? function->getName().str() : std::string(name));
            continue;
        }
        function->setLinkage(llvm::GlobalValue::InternalLinkage);
        // What held of the declaration need not hold of the body.
        function->setMemoryEffects(llvm::MemoryEffects::unknown());
        function->addFnAttr(llvm::Attribute::AlwaysInline);
        function->removeFnAttr(llvm::Attribute::NoInline);
        function->removeFnAttr(llvm::Attribute::OptimizeNone);
    }
    return unknown;
}

} // namespace warpstring::frontend
