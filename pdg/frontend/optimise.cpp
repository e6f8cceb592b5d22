// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/optimise.h"

#include <algorithm>
#include <map>

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/InferAlignment.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopDeletion.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>

#include "pdg/frontend/access_passes.h"
#include "pdg/frontend/address_space_alias.h"
#include "pdg/frontend/carried_loads.h"
#include "pdg/frontend/contract_products.h"
#include "pdg/frontend/debug_places.h"
#include "pdg/frontend/reciprocal_products.h"
#include "pdg/frontend/struct_arguments.h"

namespace warpstring::frontend {

namespace {

/// Functions that call themselves, directly or through others, have no finite inlined form.
Diagnostics refuseRecursion(llvm::Module& module) {
    llvm::CallGraph graph(module);
    for (auto scc = llvm::scc_begin(&graph); !scc.isAtEnd(); ++scc) {
        if (!scc.hasCycle()) continue;
        for (const auto* node : *scc) {
            const auto* function = node->getFunction();
            if (function == nullptr || function->isDeclaration()) continue;
            Diagnostic refusal{"frontend.recursion",
                               Severity::Error,
                               {},
                               "function '" + function->getName().str() + "' calls itself",
                               "OpenCL C forbids recursion; write it as a loop"};
            if (const auto* program = function->getSubprogram())
                refusal.place = {pathOf(program->getFile()), static_cast<int>(program->getLine()), 0};
            return {refusal};
        }
    }
    return {};
}

/// Instructions of a kernel once all calls are inlined, as Clang writes them, beyond which it is refused.
constexpr double mostInlined = 1 << 16;

/// Calls within calls multiply: counted before anything is inlined. There is no recursion.
Diagnostics refuseTooLarge(llvm::Function& kernel) {
    std::map<const llvm::Function*, double> sizes;
    const auto sizeOf = [&](const auto& self, const llvm::Function& function) -> double {
        if (const auto known = sizes.find(&function); known != sizes.end()) return known->second;
        double size = 0;
        for (const auto& instruction : llvm::instructions(function)) {
            const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            const auto* callee = call != nullptr ? call->getCalledFunction() : nullptr;
            size += callee != nullptr && !callee->isDeclaration() ? self(self, *callee)
                    : instruction.isDebugOrPseudoInst()           ? 0
                                                                  : 1;
        }
        return sizes[&function] = size;
    };
    if (sizeOf(sizeOf, kernel) <= mostInlined) return {};
    return {tooManyStatements(kernel)};
}

/// Drops the functions and variables that the kernel does not reach. Other kernels of the file are of no
/// interest unless this one calls them.
void keepReached(llvm::Module& module, const llvm::Function& kernel, llvm::ModuleAnalysisManager& analyses) {
    for (auto& function : module)
        if (!function.isDeclaration() && &function != &kernel)
            function.setLinkage(llvm::GlobalValue::InternalLinkage);
    llvm::ModulePassManager passes;
    passes.addPass(llvm::GlobalDCEPass());
    passes.run(module, analyses);
}

void inlineEverything(llvm::Module& module, llvm::Function& kernel, llvm::ModuleAnalysisManager& analyses) {
    for (auto& function : module) {
        if (function.isDeclaration()) continue;
        function.removeFnAttr(llvm::Attribute::OptimizeNone);
        function.removeFnAttr(llvm::Attribute::NoInline);
        if (&function != &kernel) function.addFnAttr(llvm::Attribute::AlwaysInline);
    }
    llvm::ModulePassManager passes;
    passes.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
    passes.run(module, analyses);
}

/// What makes a value of its operands alone is as good before a loop as within it. Clang calls all functions of
/// OpenCL convergent, which keeps passes from moving and joining them; those in which work-items work together
/// are not said to leave memory alone.
void letValuesMove(llvm::Function& kernel) {
    for (auto& instruction : llvm::instructions(kernel)) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        auto* callee = call != nullptr ? call->getCalledFunction() : nullptr;
        if (callee == nullptr || !callee->doesNotAccessMemory() || !callee->willReturn()) continue;
        callee->setNotConvergent();
        call->setNotConvergent();
    }
}

llvm::SimplifyCFGOptions keepBranches() {
    // Folding two-entry phis turns branches into selects; what the source says is to stay readable.
    return llvm::SimplifyCFGOptions()
        .forwardSwitchCondToPhi(false)
        .convertSwitchToLookupTable(false)
        .needCanonicalLoops(true)
        .hoistCommonInsts(false)
        .sinkCommonInsts(false)
        .setSimplifyCondBranch(true)
        .speculateBlocks(false);
}

llvm::SimplifyCFGOptions asVendors() {
    return llvm::SimplifyCFGOptions()
        .forwardSwitchCondToPhi(false)
        .convertSwitchToLookupTable(false)
        .needCanonicalLoops(true)
        .hoistCommonInsts(false)
        .sinkCommonInsts(false);
}

/// Divisions by what is no constant, kept from being turned into masks and shifts: LLVM proves of more divisors
/// that they are powers of two (a stride that a loop doubles, say) than vendors' compilers do, whose machine
/// code divides there.
class Divisions {
public:
    /// Replaces them by calls of functions without a body.
    void hide(llvm::Function& kernel) {
        kernel_ = &kernel;
        std::vector<llvm::BinaryOperator*> found;
        for (auto& instruction : llvm::instructions(kernel))
            if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
                operation != nullptr && isDivision(*operation) && operation->getType()->isIntegerTy() &&
                !llvm::isa<llvm::Constant>(operation->getOperand(1)))
                found.push_back(operation);
        for (auto* operation : found) {
            llvm::IRBuilder<> builder(operation);
            auto* call =
                builder.CreateCall(stand(*operation), {operation->getOperand(0), operation->getOperand(1)});
            operation->replaceAllUsesWith(call);
            operation->eraseFromParent();
        }
    }

    void restore(llvm::Function& kernel) {
        std::vector<llvm::CallInst*> found;
        for (auto& instruction : llvm::instructions(kernel))
            if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
                call != nullptr && opcodes_.contains(call->getCalledFunction()))
                found.push_back(call);
        for (auto* call : found) {
            llvm::IRBuilder<> builder(call);
            auto* value = builder.CreateBinOp(opcodes_[call->getCalledFunction()], call->getArgOperand(0),
                                              call->getArgOperand(1));
            call->replaceAllUsesWith(value);
            call->eraseFromParent();
        }
        for (auto& [function, opcode] : opcodes_) function->eraseFromParent();
        opcodes_.clear();
    }

private:
    static bool isDivision(const llvm::BinaryOperator& operation) {
        const auto opcode = operation.getOpcode();
        return opcode == llvm::Instruction::UDiv || opcode == llvm::Instruction::SDiv ||
               opcode == llvm::Instruction::URem || opcode == llvm::Instruction::SRem;
    }

    llvm::Function* stand(const llvm::BinaryOperator& operation) {
        auto* type = operation.getType();
        const std::string name = std::string("warpstring.") + operation.getOpcodeName() + ".i" +
                                 std::to_string(type->getIntegerBitWidth());
        auto& module = *kernel_->getParent();
        if (auto* known = module.getFunction(name)) return known;
        auto* function = llvm::Function::Create(llvm::FunctionType::get(type, {type, type}, false),
                                                llvm::GlobalValue::ExternalLinkage, name, module);
        function->setDoesNotAccessMemory();
        function->setDoesNotThrow();
        function->setWillReturn();
        opcodes_[function] = operation.getOpcode();
        return function;
    }

    llvm::Function* kernel_ = nullptr;
    std::map<llvm::Function*, llvm::Instruction::BinaryOps> opcodes_;
};

/// Flags of a module, out of the way of passes: some look for one that ours never have at every pair of
/// accesses.
class HiddenFlags {
public:
    explicit HiddenFlags(llvm::Module& module) : module_(module) {
        auto* named = module.getModuleFlagsMetadata();
        if (named == nullptr) return;
        flags_.assign(named->op_begin(), named->op_end());
        module.eraseNamedMetadata(named);
    }
    ~HiddenFlags() {
        for (auto* flag : flags_) module_.addModuleFlag(flag);
    }
    HiddenFlags(const HiddenFlags&) = delete;
    HiddenFlags& operator=(const HiddenFlags&) = delete;

private:
    llvm::Module& module_;
    llvm::SmallVector<llvm::MDNode*, 8> flags_;
};

/// Marks loops of known length that vendors' compilers unroll as a whole: small ones, by a threshold that is
/// larger than LLVM's own, and those that index private arrays, which can then live in registers.
class UnrollAsVendors : public llvm::PassInfoMixin<UnrollAsVendors> {
public:
    explicit UnrollAsVendors(bool arraysAlone) : arraysAlone_(arraysAlone) {}

    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
        auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
        for (auto* loop : analyses.getResult<llvm::LoopAnalysis>(function))
            static_cast<void>(mark(*loop, evolution));
        return llvm::PreservedAnalyses::all();
    }

private:
    static constexpr unsigned mostTrips = 64;
    /// Machine code of NVIDIA's compiler shows loops of 640 such instructions unrolled, of 1900 not.
    static constexpr std::size_t mostInstructions = 1000;
    /// Around loops whose trips are not known: 322 are, 336 are not (bench/device/uneven-nests.toml).
    static constexpr std::size_t mostAroundUneven = 330;
    static constexpr std::size_t mostForArrays = 16384;
    /// The same where loops within have trips that depend on its counter.
    static constexpr std::size_t mostForUneven = 4096;
    /// Loops whose trips are not known, but no more than so many, are unrolled with an exit in each copy:
    /// 15 trips are, 31 are not.
    static constexpr unsigned mostTripsWithExits = 16;
    /// Four copies and the loop of what they leave over.
    static constexpr std::size_t copiesByCount = 5;

    static bool indexesPrivateArray(const llvm::Instruction& instruction, const llvm::Loop& loop,
                                    llvm::ScalarEvolution& evolution) {
        const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
        if (address == nullptr || !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(address)))
            return false;
        const auto counts = [&](const llvm::SCEV* part) {
            if (const auto* counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part))
                return counter->getLoop() == &loop;
            // One that goes in a circle becomes a constant in each copy as well.
            const auto* unknown = llvm::dyn_cast<llvm::SCEVUnknown>(part);
            const auto* state =
                unknown != nullptr ? llvm::dyn_cast<llvm::PHINode>(unknown->getValue()) : nullptr;
            return state != nullptr && state->getParent() == loop.getHeader() &&
                   llvm::isa<llvm::Constant>(state->getIncomingValueForBlock(loop.getLoopPreheader()));
        };
        return std::any_of(address->idx_begin(), address->idx_end(), [&](const auto& index) {
            return llvm::SCEVExprContains(evolution.getSCEV(index), counts);
        });
    }

    /// Of the exit that ends the loop at the latest, whatever others there are: copies keep their own breaks.
    static unsigned mostTripsOf(llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
        llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
        loop.getExitingBlocks(exiting);
        unsigned trips = 0;
        for (auto* block : exiting)
            if (const unsigned known = evolution.getSmallConstantTripCount(&loop, block))
                trips = trips == 0 ? known : std::min(trips, known);
        return trips;
    }

    /// Whether the source asks for the loop to be unrolled, and not by a number.
    static bool isAskedWhole(const llvm::Loop& loop) {
        return llvm::hasUnrollTransformation(&loop) == llvm::TM_ForcedByUser &&
               !llvm::getOptionalIntLoopAttribute(&loop, "llvm.loop.unroll.count");
    }

    /// Whether the source, or the library that it is of, asks for the loop to stay one.
    static bool isLeftAlone(const llvm::Loop& loop) {
        return (llvm::hasUnrollTransformation(&loop) & llvm::TM_Disable) != 0;
    }

    /// Copies that the body of a loop of unknown trips stands in before the loops around it are looked at.
    static std::size_t copiesWithExits(llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
        const unsigned most = evolution.getSmallConstantMaxTripCount(&loop);
        return most > 0 && most <= mostTripsWithExits ? most : copiesByCount;
    }

    struct Size {
        std::size_t instructions = 0;
        bool isUneven = false; ///< trips of loops within are not known
    };

    /// Instructions of the loop with the loops in it unrolled as marked.
    Size mark(llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
        auto [size, isUneven] = Size();
        for (auto* inner : loop) {
            const auto within = mark(*inner, evolution);
            const bool isKnown = mostTripsOf(*inner, evolution) > 0 || isLeftAlone(*inner);
            size += within.instructions * (isKnown ? 1 : copiesWithExits(*inner, evolution));
            isUneven = isUneven || within.isUneven || !isKnown;
        }
        bool indexes = false;
        for (const auto* block : loop.blocks())
            for (const auto& instruction : *block) {
                indexes = indexes || indexesPrivateArray(instruction, loop, evolution);
                bool isInner = false;
                for (const auto* inner : loop) isInner = isInner || inner->contains(block);
                if (!isInner && !llvm::isa<llvm::PHINode>(instruction) && !instruction.isDebugOrPseudoInst())
                    ++size;
            }
        // Loops whose trips are known once those around them are unrolled wait for that; others are left to
        // the machine's unrolling.
        llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.runtime.disable", 1);
        const unsigned trips = mostTripsOf(loop, evolution);
        if (trips <= 1 || trips > mostTrips || isLeftAlone(loop)) return {size, isUneven};
        const bool isUnevenUnasked = isUneven && !isAskedWhole(loop);
        const std::size_t forArrays = isUnevenUnasked ? mostForUneven : mostForArrays;
        const std::size_t otherwise = isUnevenUnasked ? mostAroundUneven : mostInstructions;
        const std::size_t most = indexes ? forArrays : arraysAlone_ ? 0 : otherwise;
        if (size * trips > most) {
            // LLVM by itself counts what is left once the copies are simplified.
            if (indexes || (isUneven && size * trips > otherwise))
                llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.disable", 1);
            return {size, isUneven};
        }
        llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.full");
        return {size * trips, isUneven};
    }

    bool arraysAlone_;
};

/// Switches as comparisons, each at the place of its switch: LLVM's pass gives them none.
class LowerSwitchesInPlace : public llvm::PassInfoMixin<LowerSwitchesInPlace> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
        std::map<const llvm::BasicBlock*, llvm::DebugLoc> before;
        for (const auto& block : function)
            before[&block] = llvm::isa<llvm::SwitchInst>(block.getTerminator())
                                 ? block.getTerminator()->getDebugLoc()
                                 : llvm::DebugLoc();
        const auto preserved = llvm::LowerSwitchPass().run(function, analyses);
        for (auto& block : function) {
            // Blocks of comparisons hang one from another below the one that had the switch.
            const auto* own = &block;
            while (own != nullptr && !before.contains(own)) own = own->getSinglePredecessor();
            if (own == nullptr || !before[own]) continue;
            auto* branch = block.getTerminator();
            auto* comparison = branch->getNumOperands() > 0
                                   ? llvm::dyn_cast<llvm::Instruction>(branch->getOperand(0))
                                   : nullptr;
            for (auto* made : {static_cast<llvm::Instruction*>(branch), comparison})
                if (made != nullptr && made->getParent() == &block && !made->getDebugLoc())
                    made->setDebugLoc(before[own]);
        }
        return preserved;
    }
};

/// spir's numbers of constant memory and of what may be any address space.
constexpr unsigned constantAddressSpace = 2;
constexpr unsigned genericAddressSpace = 4;

llvm::FunctionPassManager kernelPasses(bool sourceShape, int unrollRounds) {
    const auto cfg = sourceShape ? keepBranches() : asVendors();
    llvm::FunctionPassManager passes;
    passes.addPass(ForgetVolatilePrivates());
    passes.addPass(CopiesAsLoops());
    passes.addPass(llvm::SimplifyCFGPass(keepBranches()));
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::InferAddressSpacesPass(genericAddressSpace));
    passes.addPass(ConstantsAreInvariant(constantAddressSpace));
    passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
    passes.addPass(llvm::InstCombinePass());
    if (!sourceShape) passes.addPass(ReciprocalProducts());
    passes.addPass(ContractProducts());
    passes.addPass(llvm::SimplifyCFGPass(cfg));
    passes.addPass(LowerSwitchesInPlace());
    const auto loops = [] {
        llvm::LoopPassManager loopPasses;
        loopPasses.addPass(llvm::LoopRotatePass(/*EnableHeaderDuplication=*/true));
        loopPasses.addPass(llvm::LICMPass(llvm::LICMOptions()));
        return loopPasses;
    };
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(loops(), /*UseMemorySSA=*/true));
    if (!sourceShape) {
        // Loops within unrolled ones, and arrays whose indices became constants, come to light by the second.
        for (int round = 0; round < unrollRounds; ++round) {
            passes.addPass(UnrollAsVendors(/*arraysAlone=*/round > 0));
            passes.addPass(
                llvm::LoopUnrollPass(llvm::LoopUnrollOptions(3, /*OnlyWhenForced=*/false, /*ForgetSCEV=*/false)
                                         .setPartial(false)
                                         .setPeeling(false)
                                         .setRuntime(false)
                                         .setUpperBound(false)));
            passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
            passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
            passes.addPass(llvm::InstCombinePass());
        }
        passes.addPass(llvm::SimplifyCFGPass(cfg));
        passes.addPass(llvm::createFunctionToLoopPassAdaptor(loops(), /*UseMemorySSA=*/true));
    }
    if (!sourceShape) passes.addPass(ReciprocalProducts()); // divisors that unrolling has made constants
    passes.addPass(llvm::GVNPass(llvm::GVNOptions().setPRE(false).setLoadPRE(false)));
    if (!sourceShape) passes.addPass(CarryLoads());
    passes.addPass(llvm::InstCombinePass());
    // Vectors are the work of single components to a GPU, and accesses are as wide as their alignment allows.
    passes.addPass(llvm::InferAlignmentPass());
    passes.addPass(SplitVectorAccesses());
    if (!sourceShape) passes.addPass(llvm::ScalarizerPass());
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::ADCEPass());
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LoopDeletionPass()));
    passes.addPass(llvm::SimplifyCFGPass(cfg));
    passes.addPass(LowerSwitchesInPlace()); // the pass before makes new ones of chains of comparisons
    passes.addPass(llvm::UnifyFunctionExitNodesPass());
    passes.addPass(llvm::LoopSimplifyPass());
    passes.addPass(llvm::LCSSAPass());
    return passes;
}

} // namespace

Diagnostic tooManyStatements(const llvm::Function& kernel) {
    Diagnostic refusal{"frontend.too-many-statements",
                       Severity::Error,
                       {},
                       "kernel '" + kernel.getName().str() +
                           "' has more statements, calls inlined and loops unrolled, than can be simulated",
                       "split the kernel, or keep its loops rolled (#pragma unroll 1)"};
    if (const auto* program = kernel.getSubprogram())
        refusal.place = {pathOf(program->getFile()), static_cast<int>(program->getLine()), 0};
    return refusal;
}

Diagnostics optimise(llvm::Module& module, llvm::Function& kernel, const OptimiseOptions& options) {
    const bool sourceShape = options.sourceShape;
    const HiddenFlags hidden(module);
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    // Asked to stop, it leaves the rest of the passes out: what comes out is dropped.
    llvm::PassInstrumentationCallbacks callbacks;
    callbacks.registerShouldRunOptionalPassCallback(
        [&](llvm::StringRef, const llvm::Any&) { return !isStopped(options.cancellation); });
    llvm::PassBuilder builder(nullptr, llvm::PipelineTuningOptions(), std::nullopt, &callbacks);
    functions.registerPass([] { return AddressSpaceAlias(genericAddressSpace); });
    functions.registerPass([&] {
        auto aliases = builder.buildDefaultAAPipeline();
        aliases.registerFunctionAnalysis<AddressSpaceAlias>();
        return aliases;
    });
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    keepReached(module, kernel, modules);
    if (auto refusal = refuseRecursion(module); !refusal.empty()) return refusal;
    if (auto refusal = refuseTooLarge(kernel); !refusal.empty()) return refusal;
    inlineEverything(module, kernel, modules);
    copyWrittenStructs(kernel);
    Divisions divisions;
    if (!sourceShape) {
        divisions.hide(kernel);
        letValuesMove(kernel);
    }
    kernelPasses(sourceShape, options.unrollRounds).run(kernel, functions);
    if (!sourceShape) divisions.restore(kernel);
    return {};
}

} // namespace warpstring::frontend
