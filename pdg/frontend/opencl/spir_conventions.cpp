// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/opencl/spir_conventions.h"

#include "pdg/frontend/debug_layouts.h"
#include "pdg/frontend/llvm_headers.h"
#include "pdg/frontend/opencl/image_builtins.h"
#include "pdg/frontend/opencl/opencl_builtins.h"
#include "pdg/frontend/opencl/printf_calls.h"

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

Diagnostic refusedPipe() {
    return {"frontend.pipe",
            Severity::Error,
            {},
            "pipes are not simulated: how long a kernel waits at one hangs on the kernel at its other end",
            "pass the data through a buffer"};
}

Diagnostic refusedEnqueue() {
    return {"frontend.device-enqueue",
            Severity::Error,
            {},
            "kernels that enqueue kernels are not simulated: a launch file describes one launch",
            "write a launch file for the kernel that is enqueued"};
}

/// Clang's names of what pipes and blocks become.
bool isPipeCall(std::string_view name) {
    for (const std::string_view begin :
         {"__read_pipe", "__write_pipe", "__reserve_", "__commit_", "__get_pipe", "__work_group_reserve_",
          "__work_group_commit_", "__sub_group_reserve_", "__sub_group_commit_"})
        if (name.starts_with(begin)) return true;
    return false;
}

bool isEnqueue(std::string_view name) {
    return name.starts_with("__enqueue_") || name == "enqueue_marker" || name == "get_default_queue" ||
           (name.starts_with("__get_kernel_") && name.find("_impl") != std::string_view::npos);
}

/// What a call of the routine takes besides the stores of its arguments, which are in the graph: two addresses
/// of 64 bits put where it looks for them, the call and the return.
CalledBuiltin printing() {
    CalledBuiltin called;
    called.kind = CalledBuiltin::Kind::Routine;
    called.operations = {{OperationClass::Move, 4}, {OperationClass::Branch, 2}};
    called.remark = {"frontend.printf",
                     Severity::Warning,
                     {},
                     "printf is not simulated; charged as the stores of its arguments and the call",
                     "what it does inside is not counted: its cost is a lower bound"};
    return called;
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
    const llvm::MDNode* types = kernel.getMetadata("kernel_arg_base_type");
    const auto refuse = [&](Diagnostic refusal) {
        refusal.place = {source.name, 0, 0};
        refusals.push_back(std::move(refusal));
    };
    for (unsigned i = 0; types != nullptr && i < types->getNumOperands(); ++i) {
        const std::string type = llvm::cast<llvm::MDString>(types->getOperand(i))->getString().str();
        if (metadataText(kernel, "kernel_arg_type_qual", i).find("pipe") != std::string::npos)
            refuse(refusedPipe());
        else if (type == "queue_t" || type == "clk_event_t")
            refuse(refusedEnqueue());
    }
    for (const auto& argument : kernel.args())
        if (auto refusal = refusalOfImage(argument)) refuse(std::move(*refusal));
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
    if (type->isPointerTy()) described.layout = layoutOf(argument);
    if (const auto shape = imageShapeOf(type)) {
        described.kind = KernelArgument::Kind::Image;
        described.shape = *shape;
        described.access = metadataText(kernel, "kernel_arg_access_qual", index);
        described.readOnly = described.access == "read_only";
    } else if (isSampler(type)) {
        described.kind = KernelArgument::Kind::Sampler;
    } else if (argument.hasByValAttr()) {
        described.kind = KernelArgument::Kind::Struct;
        described.layout.bytes =
            kernel.getParent()->getDataLayout().getTypeAllocSize(argument.getParamByValType()).getFixedValue();
    } else if (type->isPointerTy()) {
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
    if (called.name == printRoutine) return printing();
    if (isPipeCall(called.name) || isEnqueue(called.name)) {
        called.kind = Kind::Refused;
        called.remark = isPipeCall(called.name) ? refusedPipe() : refusedEnqueue();
        return called;
    }
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
        called.compares = isComparison(called.name);
    } else {
        called.kind = called.name == "fabs" ? Kind::Free : Kind::Computation; // the one is an operand modifier
        const auto* type = call.getType();
        // What tells of a float, as isnan does, costs what floats cost.
        if (call.arg_size() > 0 && (type->isVoidTy() || (type->isIntOrIntVectorTy() &&
                                                         call.getArgOperand(0)->getType()->isFPOrFPVectorTy())))
            type = call.getArgOperand(0)->getType();
        const auto* scalar = type->getScalarType();
        called.operation = builtinOperation(called.name, scalar->isDoubleTy(), scalar->isFloatingPointTy(),
                                            scalar->isIntegerTy() && scalar->getScalarSizeInBits() > 32);
        if (scalar->isFloatTy())
            called.operations = relaxedOperations(called.name, floatModeOf(*call.getModule()));
        if (!called.operations.empty()) called.operation = called.operations.front().operation;
    }
    return called;
}

} // namespace warpstring::frontend
