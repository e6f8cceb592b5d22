// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/assembly/nvptx_builtins.h"

#include <llvm/IR/IntrinsicsNVPTX.h>

#include <map>
#include <string_view>

#include "pdg/frontend/assembly/definition.h"
#include "pdg/frontend/assembly/index_space_query.h"
#include "pdg/frontend/assembly/plain_builtins.h"
#include "pdg/frontend/opencl/printf_calls.h"

namespace warpstring::frontend {

namespace {

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

bool defineFloat(llvm::Function& function, std::string_view name) {
    if (function.arg_empty()) return false;
    auto* first = function.getArg(0)->getType()->getScalarType();
    if (!first->isFloatingPointTy()) return false;
    if (const auto found = approximations().find(name); found != approximations().end()) {
        Definition body(function, "__nv_");
        body.byComponent([&](const Values& v) -> llvm::Value* {
            if (!first->isFloatTy()) return body.library("rsqrt", v, first);
            return body.builder.CreateIntrinsic(found->second, {}, v);
        });
        return true;
    }
    if (const auto found = floatIntrinsics().find(name); found != floatIntrinsics().end()) {
        Definition body(function, "__nv_");
        body.byComponent(
            [&](const Values& v) { return body.builder.CreateIntrinsic(found->second, {first}, v); });
        return true;
    }
    const auto renamed = renamedFunctions().find(name);
    if (renamed == renamedFunctions().end() && !libraryFunctions().contains(name)) return false;
    Definition body(function, "__nv_");
    body.byComponent([&](const Values& v) {
        return body.library(renamed == renamedFunctions().end() ? name : renamed->second, v, body.scalar());
    });
    return true;
}

/// The index space: special registers of 32 bits.
bool defineQuery(llvm::Function& function, std::string_view name) {
    if (!isIndexSpaceQuery(name)) return false;
    Definition body(function, "__nv_");
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
    finishQuery(body, function, name, {of, {}, 32});
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
    Definition body(function, "__nv_");
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
    Definition body(function, "__nv_");
    if (isBarrier(name))
        body.builder.CreateIntrinsic(intrinsic::nvvm_barrier0, {}, {});
    else if (name == "sub_group_barrier")
        body.builder.CreateIntrinsic(intrinsic::nvvm_bar_warp_sync, {}, {body.builder.getInt32(-1)});
    else
        body.builder.CreateIntrinsic(intrinsic::nvvm_membar_cta, {}, {});
    body.finish(nullptr);
    return true;
}

bool defineBuiltin(llvm::Function& function) {
    const auto name = builtinName(function);
    return defineQuery(function, name) || defineSynchronisation(function, name) ||
           defineExchange(function, name) || defineFloat(function, name) ||
           definePlainly(function, name, "__nv_");
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
