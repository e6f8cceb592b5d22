// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/opencl/spir_conventions.h"

#include "pdg/frontend/llvm_headers.h"
#include "pdg/frontend/opencl/image_builtins.h"
#include "pdg/frontend/opencl/opencl_builtins.h"

namespace warpstring::frontend {

namespace {

std::string metadataText(const llvm::Function& kernel, const char* kind, unsigned index) {
    const auto* node = kernel.getMetadata(kind);
    if (node == nullptr || index >= node->getNumOperands()) return "";
    const auto* text = llvm::dyn_cast<llvm::MDString>(node->getOperand(index));
    return text == nullptr ? "" : text->getString().str();
}

/// What an argument is or leads to, as Clang names it: "uint", "float __attribute__((ext_vector_type(2)))*".
std::optional<ValueType> elementNamed(std::string text) {
    while (!text.empty() && (text.back() == '*' || text.back() == ' ')) text.pop_back();
    constexpr std::string_view before = " __attribute__((ext_vector_type(", behind = ")))";
    if (const auto at = text.find(before); at != std::string::npos && text.ends_with(behind)) {
        text.resize(text.size() - behind.size());
        text.erase(at, before.size());
    }
    return parseValueType(text);
}

IndexSpaceQuery queryOf(std::string_view name) {
    if (name == "get_global_id") return IndexSpaceQuery::GlobalId;
    if (name == "get_local_id") return IndexSpaceQuery::LocalId;
    if (name == "get_group_id") return IndexSpaceQuery::GroupId;
    return name.find("size") != name.npos || name.find("num") != name.npos ? IndexSpaceQuery::Extent
                                                                           : IndexSpaceQuery::Other;
}

} // namespace

bool SpirConventions::isKernel(const llvm::Function& function) const {
    return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
}

std::string SpirConventions::kernelHint() const { return "mark a function with __kernel"; }

Diagnostics SpirConventions::refusals(const llvm::Function& kernel, const KernelSource& source) const {
    Diagnostics refusals;
    for (const auto& argument : kernel.args())
        if (auto refusal = refusalOfImage(argument)) {
            refusal->place = {source.name, 0, 0};
            refusals.push_back(std::move(*refusal));
        }
    return refusals;
}

KernelArgument SpirConventions::argument(const llvm::Argument& argument) const {
    KernelArgument described;
    const unsigned index = argument.getArgNo();
    const llvm::Function& kernel = *argument.getParent();
    described.name = argument.getName().str();
    described.type = metadataText(kernel, "kernel_arg_type", index);
    std::string element = metadataText(kernel, "kernel_arg_base_type", index);
    if (element.empty()) element = described.type;
    if (const auto parsed = elementNamed(element)) described.element = *parsed;
    const llvm::Type* type = argument.getType();
    described.kind = KernelArgument::Kind::Other;
    if (const auto shape = imageShapeOf(type)) {
        described.kind = KernelArgument::Kind::Image;
        described.shape = *shape;
        described.access = metadataText(kernel, "kernel_arg_access_qual", index);
        described.readOnly = described.access == "read_only";
    } else if (isSampler(type)) {
        described.kind = KernelArgument::Kind::Sampler;
    }
    if (type->isPointerTy()) {
        switch (space(type->getPointerAddressSpace())) {
        case MemorySpace::Global: described.kind = KernelArgument::Kind::Buffer; break;
        case MemorySpace::Constant: described.kind = KernelArgument::Kind::Constant; break;
        case MemorySpace::Shared: described.kind = KernelArgument::Kind::Shared; break;
        default: break;
        }
    } else if (type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy()) {
        described.kind = KernelArgument::Kind::Scalar;
    }
    return described;
}

std::vector<int> SpirConventions::requiredGroupSize(const llvm::Function& kernel) const {
    std::vector<int> sizes;
    if (const auto* size = kernel.getMetadata("reqd_work_group_size"))
        for (const auto& operand : size->operands())
            sizes.push_back(
                static_cast<int>(llvm::mdconst::extract<llvm::ConstantInt>(operand)->getZExtValue()));
    return sizes;
}

MemorySpace SpirConventions::space(unsigned addressSpace) const {
    switch (addressSpace) {
    case 1: return MemorySpace::Global;
    case 2: return MemorySpace::Constant;
    case 3: return MemorySpace::Shared;
    default: return MemorySpace::Unknown;
    }
}

CalledBuiltin SpirConventions::builtin(const llvm::CallInst& call) const {
    using Kind = CalledBuiltin::Kind;
    CalledBuiltin called;
    called.name = builtinName(call);
    if (describeImageCall(call, called)) return called;
    // Builtins are overloaded, so their names are mangled.
    if (const auto* callee = call.getCalledFunction();
        callee != nullptr && !callee->getName().starts_with("_Z"))
        return called;
    if (isBarrier(called.name)) {
        called.kind = Kind::Barrier;
    } else if (isFence(called.name)) {
        called.kind = Kind::Fence;
    } else if (isIndexSpaceQuery(called.name)) {
        called.kind = Kind::IndexSpace;
        called.query = queryOf(called.name);
    } else if (isAtomic(called.name) && call.arg_size() > 0 &&
               call.getArgOperand(0)->getType()->isPointerTy()) {
        called.kind = Kind::Atomic;
        const auto* addend =
            call.arg_size() > 1 ? llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1)) : nullptr;
        called.addsOne =
            isIncrement(called.name) || (isAddition(called.name) && addend != nullptr && addend->isOne());
    } else {
        called.kind = Kind::Computation;
        const auto* type = call.getType()->isVoidTy() && call.arg_size() > 0 ? call.getArgOperand(0)->getType()
                                                                             : call.getType();
        const auto* scalar = type->getScalarType();
        called.operation = builtinOperation(called.name, scalar->isDoubleTy(), scalar->isFloatingPointTy(),
                                            scalar->isIntegerTy() && scalar->getScalarSizeInBits() > 32);
    }
    return called;
}

} // namespace warpstring::frontend
