// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pdg/frontend/ir_language.h"

#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

#include "pdg/frontend/llvm_headers.h"
#include "pdg/frontend/opencl/spir_conventions.h"

namespace warpstring::test {

namespace {

using frontend::CalledBuiltin;
using frontend::CompiledModule;
using frontend::IndexSpaceQuery;

Result<CompiledModule> parsed(const frontend::KernelSource& source) {
    CompiledModule compiled;
    compiled.context = std::make_unique<llvm::LLVMContext>();
    llvm::SMDiagnostic fault;
    compiled.module = llvm::parseIR(llvm::MemoryBufferRef(source.text, source.name), fault, *compiled.context);
    if (!compiled.module)
        return Diagnostic{"frontend.compile",
                          Severity::Error,
                          {source.name, fault.getLineNo(), fault.getColumnNo() + 1},
                          fault.getMessage().str(),
                          ""};
    return compiled;
}

class SpirText : public frontend::SpirConventions {
public:
    [[nodiscard]] Result<CompiledModule> compile(const frontend::KernelSource& source,
                                                 const frontend::BuildOptions& options) const override {
        static_cast<void>(options);
        return parsed(source);
    }
};

class MadeUpText : public frontend::SourceLanguage {
public:
    [[nodiscard]] Result<CompiledModule> compile(const frontend::KernelSource& source,
                                                 const frontend::BuildOptions& options) const override {
        static_cast<void>(options);
        return parsed(source);
    }
    [[nodiscard]] bool isKernel(const llvm::Function& function) const override {
        return function.getName().starts_with("kernel.");
    }
    [[nodiscard]] std::string kernelHint() const override { return "call a function kernel.NAME"; }
    [[nodiscard]] Diagnostics refusals(const llvm::Function& kernel,
                                       const frontend::KernelSource& source) const override {
        static_cast<void>(kernel);
        static_cast<void>(source);
        return {};
    }
    [[nodiscard]] KernelArgument argument(const llvm::Argument& argument) const override {
        KernelArgument described;
        described.name = argument.getName().str();
        const bool isPointer = argument.getType()->isPointerTy();
        described.kind = isPointer ? KernelArgument::Kind::Buffer : KernelArgument::Kind::Scalar;
        described.type = isPointer ? "float*" : "int";
        described.element = {isPointer ? ScalarType::Float : ScalarType::Int, 1};
        return described;
    }
    [[nodiscard]] std::vector<int> requiredGroupSize(const llvm::Function& kernel) const override {
        static_cast<void>(kernel);
        return {};
    }
    [[nodiscard]] MemorySpace space(unsigned addressSpace) const override {
        return addressSpace == 7   ? MemorySpace::Global
               : addressSpace == 9 ? MemorySpace::Shared
                                   : MemorySpace::Unknown;
    }
    [[nodiscard]] CalledBuiltin builtin(const llvm::CallInst& call) const override {
        const auto* callee = call.getCalledFunction();
        CalledBuiltin called;
        if (callee == nullptr) return called;
        called.name = std::string_view(callee->getName().data(), callee->getName().size());
        if (called.name == "meet") called.kind = CalledBuiltin::Kind::Barrier;
        if (called.name != "item" && called.name != "group" && called.name != "items") return called;
        called.kind = CalledBuiltin::Kind::IndexSpace;
        called.query = called.name == "item"    ? IndexSpaceQuery::LocalId
                       : called.name == "group" ? IndexSpaceQuery::GroupId
                                                : IndexSpaceQuery::Extent;
        return called;
    }
    [[nodiscard]] ExprId builtinValue(const llvm::CallInst& call, int bits, ExprPool& exprs,
                                      const std::function<ExprId(unsigned)>& operand) const override {
        static_cast<void>(operand);
        const auto name = builtin(call).name;
        if (name == "item") return exprs.leaf(ExprOp::LocalId, 0, bits);
        if (name == "group") return exprs.leaf(ExprOp::GroupId, 0, bits);
        if (name == "items") return exprs.leaf(ExprOp::LocalSize, 0, bits);
        return exprs.unknown(bits);
    }
};

} // namespace

const frontend::SourceLanguage& spirText() {
    static const SpirText language;
    return language;
}

const frontend::SourceLanguage& madeUpText() {
    static const MadeUpText language;
    return language;
}

std::string irOf(const frontend::KernelSource& source, const frontend::BuildOptions& options) {
    const auto compiled = frontend::openClC().compile(source, options);
    if (!compiled.ok()) return "";
    std::string text;
    llvm::raw_string_ostream stream(text);
    compiled->module->print(stream, nullptr);
    return stream.str();
}

} // namespace warpstring::test
