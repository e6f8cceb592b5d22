// SPDX-License-Identifier: GPL-3.0-or-later
// The seam between languages and the graph: what lowering asks of the language of a kernel's source, besides
// the LLVM IR that it becomes. A language more is a class more.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "core/operation_class.h"
#include "core/result.h"
#include "pdg/frontend/build_pdg.h"
#include "pdg/frontend/image_call.h"
#include "pdg/pdg.h"

namespace llvm {
class Argument;
class CallInst;
class Function;
} // namespace llvm

namespace warpstring::frontend {

/// A module that is not optimised yet. The context outlives it.
struct CompiledModule {
    std::unique_ptr<llvm::LLVMContext> context;
    std::unique_ptr<llvm::Module> module;
    Diagnostics warnings;
};

/// What is asked of the index space, as far as its cost differs.
enum class IndexSpaceQuery {
    LocalId,
    GroupId,
    GlobalId,
    Extent, ///< sizes and counts
    Other   ///< what costs nothing
};

/// What a call that has no body in the module means to the machine.
struct CalledBuiltin {
    enum class Kind {
        Missing, ///< nothing that the language knows: a function that lacks its body
        Barrier,
        Fence,
        IndexSpace,
        Atomic,
        Image,
        Free, ///< a value that costs nothing
        Computation,
        Routine, ///< of the vendor, which is not looked into: charged as `operations`, with a note
        Refused  ///< known, and not simulated
    };
    Kind kind = Kind::Missing;
    std::string_view name; ///< as in the source
    IndexSpaceQuery query = IndexSpaceQuery::Other;
    unsigned pointer = 0;                    ///< Atomic: the operand that is the address
    bool addsOne = false, compares = false;  ///< Atomic
    ImageCall image;                         ///< Image
    std::optional<OperationClass> operation; ///< Computation, per component; none where its cost is not known
    std::vector<OperationCount> operations;  ///< Routine; Computation, per component: in place of `operation`
    Diagnostic remark;                       ///< Routine: its note, Refused: the refusal; both without a place
};

/// Whether it asks for an image's sizes or format, which all work-items get alike.
[[nodiscard]] inline bool isImageQuery(const CalledBuiltin& called) {
    return called.kind == CalledBuiltin::Kind::Image && called.image.what != ImageCall::What::Read &&
           called.image.what != ImageCall::What::Write;
}

class SourceLanguage {
public:
    virtual ~SourceLanguage() = default;

    /// Source text to LLVM IR. Failures are the compiler's diagnostics, code frontend.compile.
    [[nodiscard]] virtual Result<CompiledModule> compile(const KernelSource& source,
                                                         const BuildOptions& options) const = 0;
    [[nodiscard]] virtual bool isKernel(const llvm::Function& function) const = 0;
    /// How a function is made a kernel, for sources that have none.
    [[nodiscard]] virtual std::string kernelHint() const = 0;
    /// Arguments and uses of this kernel that cannot be simulated.
    [[nodiscard]] virtual Diagnostics refusals(const llvm::Function& kernel,
                                               const KernelSource& source) const = 0;
    /// The host's view of an argument: name, type, element and kind.
    [[nodiscard]] virtual KernelArgument argument(const llvm::Argument& argument) const = 0;
    /// Work-items that a group must have in each dimension; empty where any number will do.
    [[nodiscard]] virtual std::vector<int> requiredGroupSize(const llvm::Function& kernel) const = 0;
    [[nodiscard]] virtual MemorySpace space(unsigned addressSpace) const = 0;
    [[nodiscard]] virtual CalledBuiltin builtin(const llvm::CallInst& call) const = 0;
    /// What a builtin returns, `bits` wide. `operand(i)` is the expression of the call's i-th operand.
    [[nodiscard]] virtual ExprId builtinValue(const llvm::CallInst& call, int bits, ExprPool& exprs,
                                              const std::function<ExprId(unsigned)>& operand) const = 0;
};

} // namespace warpstring::frontend
