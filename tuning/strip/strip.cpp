// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/strip/strip.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "core/files/launches/launch_sweep.h"
#include "pdg/frontend/build_pdg.h"
#include "tuning/strip/stripped_launch.h"
#include "tuning/strip/stripped_source.h"
#include "tuning/transform/kernel_syntax.h"

namespace warpstring::strip {

namespace {

using transform::KernelText;
using transform::RewriteOptions;

struct IndexedLaunch {
    std::uint64_t index = 0;
    Launch launch;
};
using Variants = std::map<std::string, std::vector<IndexedLaunch>>; ///< by build options

Result<Variants> variantsOf(const KernelText& text, const RewriteOptions& options) {
    constexpr std::uint64_t mostLaunches = 4096;
    auto sweep = files::LaunchSweep::parse(text.launch, text.launchPath);
    if (!sweep) return sweep.diagnostics();
    if (sweep->count() > mostLaunches)
        return Diagnostic{"strip.large-sweep",
                          Severity::Error,
                          {text.launchPath.string(), 0, 0},
                          "the sweep has " + std::to_string(sweep->count()) + " launches, more than " +
                              std::to_string(mostLaunches),
                          "leave fewer values in [sweep]"};
    Variants variants;
    for (std::uint64_t i = 0; i < sweep->count(); ++i) {
        auto launch = sweep->at(i);
        if (!launch) return launch.diagnostics();
        launch->source = text.sourcePath;
        if (!options.buildOptions.empty()) launch->options += " " + options.buildOptions;
        variants[launch->options].push_back({i, std::move(*launch)});
    }
    return variants;
}

Result<StrippedSource> sourceOf(const KernelText& text, const StripChoice& choice, const Launch& launch,
                                const RewriteOptions& options) {
    frontend::BuildOptions build;
    build.options = launch.options;
    build.addressBits = options.addressBits;
    build.cancellation = options.cancellation;
    std::optional<Result<StrippedSource>> result;
    const auto seen =
        transform::visitKernel({text.sourcePath.string(), text.source}, launch.kernel, build,
                               [&](clang::ASTContext& context, const clang::FunctionDecl& kernel) {
                                   result = strippedSource(text, choice, launch, context, kernel);
                               });
    if (!seen) return seen.diagnostics();
    if (!result)
        return Diagnostic{
            "strip.no-kernel", Severity::Error, {text.sourcePath.string(), 0, 0}, "the kernel has no body", ""};
    return std::move(*result);
}

/// What is written must be OpenCL C.
Diagnostics faultsOf(const KernelText& text, const std::string& source, const Launch& launch,
                     const RewriteOptions& options) {
    frontend::BuildOptions build;
    build.options = launch.options;
    build.addressBits = options.addressBits;
    build.cancellation = options.cancellation;
    const auto arguments = frontend::listArguments({text.sourcePath.string(), source}, launch.kernel, build);
    if (arguments) return {};
    const auto& first = arguments.diagnostics().front();
    return {{"strip.does-not-compile", Severity::Error, first.place,
             "the stripped kernel does not compile: " + first.message, first.hint}};
}

std::string suffixOf(const StripChoice& choice) {
    std::string text(name(choice.kind));
    if (choice.kind == StripKind::Accesses)
        for (const auto& kept : choice.names) text += "-" + kept;
    return text;
}

std::string fileName(std::string text) {
    for (char& c : text)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '_' && c != '.') c = '-';
    return text;
}

} // namespace

std::string_view name(StripKind kind) {
    switch (kind) {
    case StripKind::Accesses: return "keep";
    case StripKind::MemoryOnly: return "memory-only";
    case StripKind::OnChipOnly: return "on-chip-only";
    }
    return "";
}

Result<std::vector<Stripped>> strip(const KernelText& text, const StripChoice& choice,
                                    const RewriteOptions& options) {
    const auto variants = variantsOf(text, options);
    if (!variants) return variants.diagnostics();
    std::vector<Stripped> all;
    for (const auto& [words, launches] : *variants) {
        if (isStopped(options.cancellation))
            return options.cancellation->refusal({text.launchPath.string(), 0, 0});
        const Launch& first = launches.front().launch;
        const auto source = sourceOf(text, choice, first, options);
        if (!source) return source.diagnostics();
        if (auto faults = faultsOf(text, source->source, first, options); !faults.empty()) return faults;
        const auto add = [&](const std::string& stem, std::optional<std::uint64_t> index) -> Diagnostics {
            Stripped one{text,         fileName(stem + "-" + suffixOf(choice)),
                         source->kept, source->notes,
                         index,        index ? stem : std::string()};
            one.text.source = source->source;
            one.text.sourcePath = text.launchPath.parent_path() / (one.stem + ".cl");
            auto launch = strippedLaunch(text, *source, suffixOf(choice), one.stem + ".cl", index);
            if (!launch) return launch.diagnostics();
            one.text.launch = std::move(*launch);
            all.push_back(std::move(one));
            return {};
        };
        if (variants->size() == 1 && !sweepsSizes(text)) {
            if (auto faults = add(text.launchPath.stem().string(), std::nullopt); !faults.empty())
                return faults;
            continue;
        }
        for (const auto& [index, launch] : launches)
            if (auto faults = add(launch.name, index); !faults.empty()) return faults;
    }
    return all;
}

} // namespace warpstring::strip
