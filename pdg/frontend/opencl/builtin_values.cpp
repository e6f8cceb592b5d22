// SPDX-License-Identifier: GPL-3.0-or-later
// SpirConventions: what OpenCL C's builtins return, as expressions.
#include "pdg/frontend/llvm_headers.h"
#include "pdg/frontend/opencl/arithmetic_values.h"
#include "pdg/frontend/opencl/builtin_body.h"
#include "pdg/frontend/opencl/opencl_builtins.h"
#include "pdg/frontend/opencl/spir_conventions.h"

namespace warpstring::frontend {

namespace {

/// Numbers of work-items and sub-groups in their group and of work-items in the launch, the first dimension the
/// fastest (OpenCL C 3.0, section 6.15.1); invalid for other names.
ExprId placeInGroup(std::string_view name, unsigned subGroupSize, int bits, ExprPool& exprs) {
    const auto of = [&](ExprOp op, std::uint32_t dimension) { return exprs.leaf(op, dimension, bits); };
    const auto make = [&](ExprOp op, ExprId a, ExprId b) { return exprs.binary(op, bits, a, b); };
    const auto number = [&](std::int64_t value) { return exprs.constant(value, bits); };
    const auto linear = [&](const auto& id, ExprOp size) {
        ExprId sum = id(2);
        for (std::uint32_t d = 2; d-- > 0;) sum = make(ExprOp::Add, make(ExprOp::Mul, sum, of(size, d)), id(d));
        return sum;
    };
    const auto local = [&](std::uint32_t d) { return of(ExprOp::LocalId, d); };
    const auto global = [&](std::uint32_t d) {
        return make(ExprOp::Add, make(ExprOp::Mul, of(ExprOp::GroupId, d), of(ExprOp::LocalSize, d)), local(d));
    };
    const auto size = [&] {
        return make(ExprOp::Mul, make(ExprOp::Mul, of(ExprOp::LocalSize, 0), of(ExprOp::LocalSize, 1)),
                    of(ExprOp::LocalSize, 2));
    };
    const auto inGroup = [&] { return linear(local, ExprOp::LocalSize); };
    if (name == "get_local_linear_id") return inGroup();
    if (name == "get_global_linear_id") return linear(global, ExprOp::GlobalSize);
    if (name == "get_sub_group_local_id") return make(ExprOp::URem, inGroup(), number(subGroupSize));
    if (name == "get_sub_group_id") return make(ExprOp::UDiv, inGroup(), number(subGroupSize));
    if (name == "get_max_sub_group_size") return make(ExprOp::UMin, size(), number(subGroupSize));
    if (name == "get_sub_group_size") {
        // Less in the last one where the group is no multiple.
        const ExprId before = make(ExprOp::Sub, inGroup(), make(ExprOp::URem, inGroup(), number(subGroupSize)));
        return make(ExprOp::UMin, make(ExprOp::Sub, size(), before), number(subGroupSize));
    }
    if (name == "get_num_sub_groups" || name == "get_enqueued_num_sub_groups")
        return make(ExprOp::UDiv, make(ExprOp::Add, size(), number(std::int64_t{subGroupSize} - 1)),
                    number(subGroupSize));
    return {};
}

ExprId indexSpaceValue(std::string_view name, const llvm::CallInst& call, int bits, ExprPool& exprs) {
    std::uint32_t dimension = 0;
    if (call.arg_size() > 0) {
        const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
        if (constant == nullptr) return exprs.unknown(bits);
        const auto asked = constant->getZExtValue();
        // OpenCL C: queries of a dimension that is not there give 0, sizes give 1.
        if (asked > 2)
            return exprs.constant(name.find("size") != name.npos || name == "get_num_groups" ? 1 : 0, bits);
        dimension = static_cast<std::uint32_t>(asked);
    }
    const auto leaf = [&](ExprOp op) { return exprs.leaf(op, dimension, bits); };
    if (const ExprId place = placeInGroup(name, subGroupSizeOf(*call.getModule()), bits, exprs)) return place;
    if (name == "get_local_id") return leaf(ExprOp::LocalId);
    if (name == "get_group_id") return leaf(ExprOp::GroupId);
    if (name == "get_local_size" || name == "get_enqueued_local_size") return leaf(ExprOp::LocalSize);
    if (name == "get_global_size") return leaf(ExprOp::GlobalSize);
    if (name == "get_num_groups") return leaf(ExprOp::GroupCount);
    if (name == "get_work_dim") return exprs.leaf(ExprOp::WorkDimensions, 0, bits);
    if (name == "get_global_offset") return exprs.constant(0, bits);
    if (name == "get_global_id")
        return exprs.binary(ExprOp::Add, bits,
                            exprs.binary(ExprOp::Mul, bits, leaf(ExprOp::GroupId), leaf(ExprOp::LocalSize)),
                            leaf(ExprOp::LocalId));
    return exprs.unknown(bits);
}

} // namespace

ExprId SpirConventions::builtinValue(const llvm::CallInst& call, int bits, ExprPool& exprs,
                                     const std::function<ExprId(unsigned)>& operand) const {
    const auto name = builtinName(call);
    if (isIndexSpaceQuery(name)) return indexSpaceValue(name, call, bits, exprs);
    return arithmeticValue(name, call, bits, exprs, operand);
}

} // namespace warpstring::frontend
