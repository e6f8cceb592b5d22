// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/transform.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/files/launches/launch_sweep.h"
#include "core/files/launches/launch_text.h"
#include "core/files/toml/toml_reader.h"
#include "pdg/frontend/build_pdg.h"
#include "tuning/transform/candidates.h"
#include "tuning/transform/inner_loops.h"
#include "tuning/transform/kernel_syntax.h"
#include "tuning/transform/line_shift.h"
#include "tuning/transform/scene.h"
#include "tuning/transform/work.h"

namespace warpstring::transform {

namespace {

using MakeChange = Result<Change> (*)(const Scene&, const Rewrite&);

MakeChange makerOf(RewriteKind kind) {
    switch (kind) {
    case RewriteKind::Shape: return changeShape;
    case RewriteKind::Pad: return padArray;
    case RewriteKind::Unroll: return unrollLoop;
    case RewriteKind::SwapAxes: return swapAxes;
    case RewriteKind::Restrict: return restrictPointers;
    case RewriteKind::Const: return makeConst;
    case RewriteKind::Native: return callNative;
    case RewriteKind::Option: return addOption;
    case RewriteKind::Coarsen: return coarsen;
    case RewriteKind::Vector: return vectorise;
    case RewriteKind::Jam: return jam;
    case RewriteKind::LoadOnce: return loadOnce;
    case RewriteKind::Stage: return stageBuffer;
    }
    return addOption;
}

/// The launches of a file by their build options: what has one syntax tree.
using Variants = std::vector<std::vector<Launch>>;

Diagnostic ofLaunchFile(const KernelText& text, const std::string& code, const std::string& message,
                        const std::string& hint) {
    return {code, Severity::Error, {text.launchPath.string(), 0, 0}, message, hint};
}

Result<Variants> variantsOf(const KernelText& text, const RewriteOptions& options) {
    constexpr std::uint64_t mostLaunches = 4096, mostVariants = 64;
    auto sweep = files::LaunchSweep::parse(text.launch, text.launchPath);
    if (!sweep) return sweep.diagnostics();
    if (sweep->count() > mostLaunches)
        return ofLaunchFile(text, "transform.large-sweep",
                            "the sweep has " + std::to_string(sweep->count()) + " launches, more than " +
                                std::to_string(mostLaunches),
                            "leave fewer values in [sweep]");
    std::map<std::string, std::vector<Launch>> byOptions;
    for (std::uint64_t i = 0; i < sweep->count(); ++i) {
        auto launch = sweep->at(i);
        if (!launch) return launch.diagnostics();
        launch->source = text.sourcePath;
        if (!options.buildOptions.empty()) launch->options += " " + options.buildOptions;
        byOptions[launch->options].push_back(std::move(*launch));
    }
    if (byOptions.size() > mostVariants)
        return ofLaunchFile(text, "transform.large-sweep",
                            "the sweep compiles the kernel in " + std::to_string(byOptions.size()) +
                                " ways, more than " + std::to_string(mostVariants),
                            "leave fewer values of macros in [sweep]");
    Variants variants;
    for (auto& entry : byOptions) variants.push_back(std::move(entry.second));
    return variants;
}

Result<std::vector<KernelArgument>> visit(const KernelText& text, const Launch& launch,
                                          const RewriteOptions& options, const SyntaxVisit& visitor) {
    frontend::BuildOptions build;
    build.options = launch.options;
    build.addressBits = options.addressBits;
    build.cancellation = options.cancellation;
    return visitKernel({text.sourcePath.string(), text.source}, launch.kernel, build, visitor);
}

Result<std::string> edited(const KernelText& text, const std::vector<LaunchEdit>& edits) {
    files::LaunchText launch(text.launch);
    for (const auto& edit : edits) {
        const bool done = edit.toml ? launch.write(edit.path, *edit.toml)
                                    : !launch.has(edit.path) || launch.remove(edit.path);
        if (!done)
            return ofLaunchFile(text, "transform.launch-not-writable",
                                "the launch file does not let \"" + edit.path.front() + "\" be written",
                                "write it as a key of its own");
    }
    return launch.text();
}

/// What one rewrite makes of the texts, whichever of the launches one looks at.
struct Step {
    KernelText text;
    Change change;
};

Result<Step> made(const KernelText& text, Change change) {
    auto source = clang::tooling::applyAllReplacements(text.source, change.source);
    if (!source) {
        llvm::consumeError(source.takeError());
        return ofLaunchFile(text, "transform.overlapping-changes", "the changes do not fit the source", "");
    }
    auto launch = edited(text, change.launch);
    if (!launch) return launch.diagnostics();
    auto shifted = withLinesShifted({*source, *launch, text.sourcePath, text.launchPath}, text, change.source);
    if (!shifted) return shifted.diagnostics();
    return Step{std::move(*shifted), std::move(change)};
}

Result<Step> stepOf(const KernelText& text, const Variants& variants, const Rewrite& asked,
                    const RewriteOptions& options) {
    std::optional<Step> step;
    for (const auto& launches : variants) {
        std::optional<Result<Change>> change;
        const auto seen = visit(text, launches.front(), options,
                                [&](clang::ASTContext& context, const clang::FunctionDecl& kernel) {
                                    const KernelFacts facts = factsOf(kernel);
                                    change = makerOf(asked.kind)({text, launches, context, facts}, asked);
                                });
        if (!seen) return seen.diagnostics();
        if (!change) return ofLaunchFile(text, "transform.no-kernel", "the kernel has no body of its own", "");
        if (!*change) return change->diagnostics();
        auto next = made(text, std::move(**change));
        if (!next) return next.diagnostics();
        if (step && (step->text.source != next->text.source || step->text.launch != next->text.launch))
            return ofLaunchFile(text, "transform.differs-by-sweep",
                                "the macros of the sweep make this different code for different launches",
                                "leave one value of these macros in [sweep]");
        if (step) {
            next->change.reordersSums = next->change.reordersSums || step->change.reordersSums;
            next->change.isLessExact = next->change.isLessExact || step->change.isLessExact;
        }
        step = std::move(*next);
    }
    return std::move(*step);
}

/// What must hold of the result, whatever the rewrite: it compiles, and has the work that it had.
Result<Variants> checked(const Step& step, const Rewrite& asked, const KernelText& before, const Variants& had,
                         const RewriteOptions& options) {
    auto variants = variantsOf(step.text, options);
    if (!variants) {
        const auto& first = variants.diagnostics().front();
        return ofLaunchFile(before, "transform.launch-refused",
                            "after \"" + toText(asked) + "\" the launch is refused: " + first.message,
                            first.hint);
    }
    WorkFacts then, now;
    for (const bool isAfter : {false, true})
        for (const auto& launches : isAfter ? *variants : had) {
            const KernelText& text = isAfter ? step.text : before;
            const auto seen = visit(text, launches.front(), options,
                                    [&](clang::ASTContext& context, const clang::FunctionDecl& kernel) {
                                        const KernelFacts facts = factsOf(kernel);
                                        (isAfter ? now : then).add({text, launches, context, facts});
                                    });
            if (seen) continue;
            const auto& first = seen.diagnostics().front();
            return ofLaunchFile(before, "transform.does-not-compile",
                                "after \"" + toText(asked) + "\" the kernel does not compile: " + first.message,
                                first.hint);
        }
    if (const auto fault = now.faultAgainst(then, asked, before)) return *fault;
    return variants;
}

} // namespace

Result<Rewritten> rewrite(const KernelText& text, std::span<const Rewrite> rewrites,
                          const RewriteOptions& options) {
    auto variants = variantsOf(text, options);
    if (!variants) return variants.diagnostics();
    Rewritten result{text, {}, false, false};
    for (const auto& asked : rewrites) {
        if (isStopped(options.cancellation))
            return options.cancellation->refusal({text.launchPath.string(), 0, 0});
        auto step = stepOf(result.text, *variants, asked, options);
        if (!step) return step.diagnostics();
        auto next = checked(*step, asked, result.text, *variants, options);
        if (!next) return next.diagnostics();
        variants = std::move(*next);
        result.text = std::move(step->text);
        result.reordersSums = result.reordersSums || step->change.reordersSums;
        result.isLessExact = result.isLessExact || step->change.isLessExact;
        std::move(step->change.notes.begin(), step->change.notes.end(), std::back_inserter(result.notes));
    }
    return result;
}

Result<std::vector<Rewrite>> candidates(const KernelText& text, const RewriteOptions& options) {
    const auto variants = variantsOf(text, options);
    if (!variants) return variants.diagnostics();
    std::vector<Rewrite> all;
    const auto& launches = variants->front();
    const auto seen = visit(text, launches.front(), options,
                            [&](clang::ASTContext& context, const clang::FunctionDecl& kernel) {
                                const KernelFacts facts = factsOf(kernel);
                                all = candidatesOf({text, launches, context, facts});
                            });
    if (!seen) return seen.diagnostics();
    return all;
}

Result<std::vector<Rewrite>> applicable(const KernelText& text, const RewriteOptions& options) {
    auto all = candidates(text, options);
    if (!all) return all;
    std::erase_if(*all, [&](const Rewrite& asked) { return !rewrite(text, std::span(&asked, 1), options); });
    return all;
}

Result<LoopNest> loopNestOf(const KernelText& text, const RewriteOptions& options) {
    const auto variants = variantsOf(text, options);
    if (!variants) return variants.diagnostics();
    LoopNest nest{variants->front().front().range.dimensions, {}};
    bool isFirst = true;
    for (const auto& launches : *variants) {
        std::vector<InnerLoop> loops;
        const auto seen = visit(text, launches.front(), options,
                                [&](clang::ASTContext& context, const clang::FunctionDecl& kernel) {
                                    const KernelFacts facts = factsOf(kernel);
                                    loops = innerLoopsOf({text, launches, context, facts});
                                });
        if (!seen) return seen.diagnostics();
        if (isFirst) nest.innermost = loops;
        isFirst = false;
        // What other macros make of the rounds counts as well.
        for (auto& loop : nest.innermost) {
            const auto same = std::find_if(loops.begin(), loops.end(),
                                           [&](const InnerLoop& other) { return other.name == loop.name; });
            loop.common = same == loops.end() || same->common == 0 ? 0 : std::gcd(loop.common, same->common);
        }
    }
    return nest;
}

Result<KernelText> readKernelText(const std::filesystem::path& launch) {
    auto text = files::readTextFile(launch, "launch");
    if (!text) return text.diagnostics();
    auto sweep = files::LaunchSweep::parse(*text, launch);
    if (!sweep) return sweep.diagnostics();
    const auto first = sweep->at(0);
    if (!first) return first.diagnostics();
    const auto source = frontend::readKernelSource(first->source.string());
    if (!source) return source.diagnostics();
    return KernelText{source->text, *text, first->source, launch};
}

} // namespace warpstring::transform
