// SPDX-License-Identifier: GPL-3.0-or-later
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/TargetLibraryInfo.h>

#include <fstream>
#include <sstream>

#include "pdg/frontend/address_arithmetic.h"
#include "pdg/frontend/build_pdg.h"
#include "pdg/frontend/control_dependence.h"
#include "pdg/frontend/debug_places.h"
#include "pdg/frontend/guarded.h"
#include "pdg/frontend/kernel_interface.h"
#include "pdg/frontend/liveness.h"
#include "pdg/frontend/loop_analysis.h"
#include "pdg/frontend/optimise.h"
#include "pdg/frontend/region_builder.h"
#include "pdg/frontend/register_names.h"
#include "pdg/frontend/source_language.h"
#include "pdg/frontend/statement_builder.h"
#include "pdg/frontend/value_expressions.h"

namespace warpstring::frontend {

namespace {

/// Instructions of the optimised kernel: about as many statements will its graph have.
constexpr unsigned mostStatements = 1 << 15;
/// Boxes of the evaluation have a counter for each.
constexpr std::size_t mostLoops = 1024;

std::vector<llvm::Function*> kernelsOf(llvm::Module& module, const SourceLanguage& language) {
    std::vector<llvm::Function*> kernels;
    for (auto& function : module)
        if (!function.isDeclaration() && language.isKernel(function)) kernels.push_back(&function);
    return kernels;
}

Result<llvm::Function*> findKernel(llvm::Module& module, const std::string& name, const KernelSource& source) {
    std::vector<std::string> names;
    for (auto* kernel : kernelsOf(module, *source.language)) {
        if (kernel->getName() == name) return kernel;
        names.push_back(kernel->getName().str());
    }
    if (names.empty())
        return Diagnostic{"frontend.no-kernel",
                          Severity::Error,
                          {source.name, 0, 0},
                          "this source has no kernel",
                          source.language->kernelHint()};
    std::string list;
    for (const auto& known : names) list += (list.empty() ? "" : ", ") + known;
    const auto close = closestName(name, names);
    return Diagnostic{"frontend.no-such-kernel",
                      Severity::Error,
                      {source.name, 0, 0},
                      "there is no kernel '" + name + "' in this source",
                      (close.empty() ? "" : "did you mean '" + close + "'? ") + ("it has: " + list)};
}

/// Calls that were not inlined and are no builtins have no body to look into.
Diagnostics refuseMissingFunctions(llvm::Function& kernel, const SourceLanguage& language,
                                   const FunctionCosts& costs) {
    Diagnostics refusals;
    for (auto& block : kernel)
        for (auto& instruction : block) {
            const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            if (call == nullptr || call->getCalledFunction() == nullptr) continue;
            const auto* callee = call->getCalledFunction();
            if (callee->isIntrinsic()) continue;
            const auto called = language.builtin(*call);
            if (called.kind == CalledBuiltin::Kind::Refused) {
                refusals.push_back(called.remark);
                refusals.back().place = placeOf(instruction).at;
                continue;
            }
            const std::string name = callee->getName().str();
            if (called.kind != CalledBuiltin::Kind::Missing || costs.contains(name)) continue;
            refusals.push_back(
                {"frontend.missing-function", Severity::Error, placeOf(instruction).at,
                 "function '" + name + "' is declared but has no body",
                 "put its definition into the source, or say in the launch file what a call costs: "
                 "[[annotation]] with function = \"" +
                     name + "\" and operations = 40"});
        }
    return refusals;
}

Diagnostics refuseUnsupportedFlow(llvm::Function& kernel, llvm::LoopInfo& loops,
                                  llvm::DominatorTree& dominators) {
    for (auto& block : kernel)
        if (!llvm::isa<llvm::BranchInst, llvm::ReturnInst, llvm::UnreachableInst>(block.getTerminator()))
            return {{"frontend.unsupported-jump", Severity::Error, placeOf(*block.getTerminator()).at,
                     "a jump to a place that is computed has no program dependence graph",
                     "write it as conditions or a switch"}};
    if (auto* block = findIrreducible(kernel, loops, dominators))
        return {{"frontend.irreducible-flow", Severity::Error, placeOf(*block->getTerminator()).at,
                 "a loop with several entries has no program dependence graph with weighted loop regions",
                 "replace the goto into the loop by structured loops"}};
    if (loops.getLoopsInPreorder().size() > mostLoops)
        return {{"frontend.too-many-loops",
                 Severity::Error,
                 {},
                 "more than " + std::to_string(mostLoops) + " loops in one kernel",
                 "split the kernel"}};
    for (const auto* loop : loops.getLoopsInPreorder())
        if (loop->getLoopLatch() == nullptr || loop->getLoopPreheader() == nullptr)
            return {{"frontend.unsupported-loop", Severity::Error,
                     placeOf(*loop->getHeader()->getTerminator()).at,
                     "this loop cannot be brought to a form with one entry and one way back",
                     "simplify its jumps"}};
    return {};
}

/// The region in which a loop's body is executed, or what is around the loops that no region stands for.
RegionId regionWithin(const llvm::Loop* loop, const KernelContext& context) {
    for (; loop != nullptr; loop = loop->getParentLoop()) {
        const auto known = context.loopIds.find(loop);
        if (known != context.loopIds.end() && context.pdg.loops[known->second].region != none)
            return context.pdg.loops[known->second].region;
    }
    return entryRegion;
}

std::vector<SpillLevel> spillLevels(const PressureFigures& registers, const KernelContext& context) {
    std::vector<SpillLevel> levels;
    int idle = 0;
    for (const auto& level : registers.idle) {
        levels.push_back({regionWithin(level.loop, context), level.registers, true});
        idle += level.registers;
    }
    if (registers.fewest > idle)
        levels.push_back({regionWithin(registers.busiest, context), registers.fewest - idle, false});
    return levels;
}

void fillGraph(const SourceLanguage& language, llvm::Function& kernel, llvm::LoopInfo& loops,
               llvm::DominatorTree& dominators, const BuildOptions& options, Pdg& pdg) {
    const auto& layout = kernel.getParent()->getDataLayout();
    llvm::PostDominatorTree postDominators(kernel);
    llvm::AssumptionCache assumptions(kernel);
    llvm::TargetLibraryInfoImpl libraryInfo(llvm::Triple(kernel.getParent()->getTargetTriple()));
    llvm::TargetLibraryInfo library(libraryInfo);
    llvm::ScalarEvolution evolution(kernel, library, assumptions, dominators, loops);

    const auto control = buildControlTree(kernel, loops, dominators, postDominators);
    llvm::SmallPtrSet<const llvm::Loop*, 8> unrolled;
    if (pdg.sourceShape) unrolled = findUnrolledLoops(loops, evolution);
    const auto registerArrays = findRegisterArrays(kernel, loops, unrolled);
    KernelContext context{language,      kernel,  layout, loops,          dominators,
                          evolution,     control, pdg,    registerArrays, options.functionCosts,
                          options.images};
    describeArguments(language, kernel, pdg);
    describeArrays(language, kernel, layout, pdg, context.arrayIds);
    numberLoops(loops, pdg, context.loopIds);
    auto addresses = analyseAddresses(context, unrolled);

    ValueExpressions values(context);
    StatementBuilder statements(context, values, addresses);
    statements.numberLoads();
    values.loadNumberOf = [&](const llvm::Instruction& load) { return statements.loadNumber(load); };
    buildRegions(context, values, statements, addresses, unrolled);
    describeLoops(context, values, unrolled);
    statements.connect();
    std::vector<ExprId> loopConditions;
    loopConditions.reserve(pdg.loops.size());
    for (const auto& loop : pdg.loops) loopConditions.push_back(loop.continues);
    pdg.exprs.settleDependences(loopConditions);

    std::uint64_t registerBytes = 0;
    for (const auto& [value, array] : context.arrayIds) {
        const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(value);
        if (alloca == nullptr) continue;
        (registerArrays.contains(alloca) ? registerBytes : pdg.privateBytes) += pdg.arrays[array].bytes;
    }
    const auto registers = estimateRegisters(context, addresses, registerBytes);
    pdg.registers = registers.fewest;
    pdg.freeRegisters = registers.free;
    pdg.spillLevels = spillLevels(registers, context);
    pdg.arrayRegisters = static_cast<int>((registerBytes + 3) / 4);
    if (pdg.addressBits == 64) nameRegisters(context, addresses, statements, registers.computesAgain);
}

Result<Pdg> graphOf(const KernelSource& source, const std::string& kernelName, const BuildOptions& options) {
    auto compiled = source.language->compile(source, options);
    if (!compiled) return compiled.diagnostics();
    auto found = findKernel(*compiled->module, kernelName, source);
    if (!found) return found.diagnostics();
    llvm::Function& kernel = **found;
    if (auto refusal = source.language->refusals(kernel, source); !refusal.empty()) return refusal;
    // Devices with 32-bit pointers are those of 2006 to 2009, and so were their compilers.
    const OptimiseOptions passes{options.sourceShape, options.addressBits == 32 ? 1 : 2, options.cancellation};
    if (auto refusal = optimise(*compiled->module, kernel, passes); !refusal.empty()) return refusal;
    if (isStopped(options.cancellation)) return options.cancellation->refusal({source.name, 0, 0});
    if (kernel.getInstructionCount() > mostStatements) return tooManyStatements(kernel);
    if (auto refusal = refuseMissingFunctions(kernel, *source.language, options.functionCosts);
        !refusal.empty())
        return refusal;
    llvm::DominatorTree dominators(kernel);
    llvm::LoopInfo loops(dominators);
    if (auto refusal = refuseUnsupportedFlow(kernel, loops, dominators); !refusal.empty()) return refusal;

    Pdg pdg;
    pdg.kernel = kernelName;
    pdg.sourceName = source.name;
    pdg.source = source.text;
    pdg.sourceShape = options.sourceShape;
    pdg.addressBits = options.addressBits;
    pdg.notes = std::move(compiled->warnings);
    fillGraph(*source.language, kernel, loops, dominators, options, pdg);
    if (isStopped(options.cancellation)) return options.cancellation->refusal({source.name, 0, 0});
    return pdg;
}

Result<std::vector<std::string>> kernelNames(const KernelSource& source, const BuildOptions& options) {
    auto compiled = source.language->compile(source, options);
    if (!compiled) return compiled.diagnostics();
    std::vector<std::string> names;
    for (const auto* kernel : kernelsOf(*compiled->module, *source.language))
        names.push_back(kernel->getName().str());
    return names;
}

Result<std::vector<KernelArgument>> argumentsOf(const KernelSource& source, const std::string& kernelName,
                                                const BuildOptions& options) {
    auto compiled = source.language->compile(source, options);
    if (!compiled) return compiled.diagnostics();
    auto found = findKernel(*compiled->module, kernelName, source);
    if (!found) return found.diagnostics();
    std::vector<KernelArgument> arguments;
    for (const auto& argument : (*found)->args()) arguments.push_back(source.language->argument(argument));
    return arguments;
}

} // namespace

FunctionCosts functionCosts(const Launch& launch) {
    FunctionCosts costs;
    for (const auto& annotation : launch.annotations)
        if (annotation.kind == AnnotationKind::Cost) costs[annotation.function] = annotation.operations;
    return costs;
}

Result<Pdg> buildPdg(const KernelSource& source, const std::string& kernelName, const BuildOptions& options) {
    return guarded<Pdg>(source.name, [&] { return graphOf(source, kernelName, options); });
}

Result<std::vector<std::string>> listKernels(const KernelSource& source, const BuildOptions& options) {
    return guarded<std::vector<std::string>>(source.name, [&] { return kernelNames(source, options); });
}

Result<std::vector<KernelArgument>> listArguments(const KernelSource& source, const std::string& kernelName,
                                                  const BuildOptions& options) {
    return guarded<std::vector<KernelArgument>>(source.name,
                                                [&] { return argumentsOf(source, kernelName, options); });
}

Result<KernelSource> readKernelSource(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    const bool empty = file.peek() == std::ifstream::traits_type::eof() && !file.bad();
    if (!file.is_open() || (!empty && !(text << file.rdbuf())))
        return Diagnostic{"frontend.no-source",
                          Severity::Error,
                          {path, 0, 0},
                          "cannot read this source file",
                          "check the path; a launch file's source is relative to the launch file"};
    if (text.view().find('\0') != std::string_view::npos)
        return Diagnostic{"frontend.not-text",
                          Severity::Error,
                          {path, 0, 0},
                          "this source file holds a NUL byte",
                          "kernels are OpenCL C text: is this a binary or a UTF-16 file?"};
    return KernelSource{path, text.str()};
}

} // namespace warpstring::frontend
