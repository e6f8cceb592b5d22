// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iostream>
#include <memory>

#include "app/cli/chosen_kernel.h"
#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/strip_text.h"
#include "app/common/default_spec.h"
#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "core/files/launches/launch_sweep.h"
#include "study/batch/graph_cache.h"
#include "study/batch/output_file.h"
#include "tuning/strip/kept_counts.h"
#include "tuning/strip/strip.h"

namespace warpstring::cli {

namespace {

namespace fs = std::filesystem;

struct StripOptions : LaunchOptions {
    std::vector<std::string> kept;
    bool memoryOnly = false, onChipOnly = false, force = false, noCounts = false;
    std::string folder;
};

/// The launches of a text, each with its place in the sweep.
Result<std::vector<Launch>> launchesOf(const transform::KernelText& text) {
    auto sweep = files::LaunchSweep::parse(text.launch, text.launchPath);
    if (!sweep) return sweep.diagnostics();
    sweep->assumeSource(text.sourcePath);
    auto launches = sweep->all();
    if (launches)
        for (Launch& launch : *launches) launch.source = text.sourcePath;
    return launches;
}

class Stripping {
public:
    Stripping(const StripOptions& options, const transform::KernelText& text, const HardwareSpec& spec,
              const Cancellation& cancellation)
        : options_(options), text_(text), spec_(spec), cancellation_(cancellation) {}

    int run() {
        transform::RewriteOptions settings;
        settings.addressBits = spec_.device.addressBits;
        settings.buildOptions = options_.options;
        settings.cancellation = &cancellation_;
        strip::StripChoice choice{options_.memoryOnly   ? strip::StripKind::MemoryOnly
                                  : options_.onChipOnly ? strip::StripKind::OnChipOnly
                                                        : strip::StripKind::Accesses,
                                  options_.kept};
        auto stripped = strip::strip(text_, choice, settings);
        if (!stripped) return fail(stripped.diagnostics());
        StripReport report{options_.launch, std::string(strip::name(choice.kind)), {}};
        for (auto& one : *stripped) {
            auto counts = options_.noCounts ? Result<std::vector<StrippedCounts>>(std::vector<StrippedCounts>())
                                            : countsOf(one, choice.kind);
            if (!counts) return fail(counts.diagnostics());
            report.stripped.push_back({std::move(one), std::move(*counts), {}});
        }
        if (!options_.folder.empty())
            for (auto& file : report.stripped)
                if (Diagnostics faults = write(file); !faults.empty()) return fail(faults);
        std::cout << (options_.json ? stripJson(report) : stripText(report));
        Diagnostics found;
        for (const auto& file : report.stripped)
            for (const auto& launch : file.launches)
                for (const auto& difference : launch.differences)
                    found.push_back({"strip.counts-differ",
                                     Severity::Warning,
                                     {options_.launch, 0, 0},
                                     launch.launch + ": " + difference,
                                     "what is measured of the strip is not quite the original's share"});
        printDiagnostics(found);
        return exitOk;
    }

private:
    /// Of the launches of one file; of long sweeps, of the first ones.
    Result<std::vector<StrippedCounts>> countsOf(const strip::Stripped& stripped, strip::StripKind kind) {
        constexpr std::size_t mostLaunches = 16;
        const auto originals = launchesOf(text_);
        if (!originals) return originals.diagnostics();
        const auto launches = launchesOf(stripped.text);
        if (!launches) return launches.diagnostics();
        std::vector<StrippedCounts> all;
        for (std::size_t i = 0; i < std::min(launches->size(), mostLaunches); ++i) {
            const Launch& original = (*originals)[stripped.index.value_or(i)];
            auto before = counted(original, text_.source, stripped.kept);
            auto after = counted((*launches)[i], stripped.text.source, stripped.kept);
            if (!before) return before.diagnostics();
            if (!after) return after.diagnostics();
            auto found = strip::differences(*before, *after, kind == strip::StripKind::OnChipOnly);
            all.push_back({original.name, std::move(*before), std::move(*after), std::move(found)});
        }
        return all;
    }

    Result<strip::KeptCounts> counted(Launch launch, const std::string& source,
                                      const std::vector<std::string>& names) {
        if (!options_.options.empty()) launch.options += " " + options_.options;
        const auto graph = graphs_.graphFor(launch, source, spec_.device.addressBits, false, &cancellation_,
                                            spec_.execution.warpSize);
        if (!*graph) return graph->diagnostics();
        evaluation::EvaluationOptions evaluation;
        evaluation.threshold = options_.threshold;
        evaluation.cancellation = &cancellation_;
        return strip::keptCounts(**graph, launch, spec_, names, evaluation);
    }

    Diagnostics write(StrippedFile& file) const {
        const fs::path folder = options_.folder;
        std::error_code error;
        fs::create_directories(folder, error);
        if (error) return {unwritable("folder", folder.string())};
        const fs::path source = folder / (file.stripped.stem + ".cl"),
                       launch = folder / (file.stripped.stem + ".toml");
        for (const auto& path : {source, launch})
            if (!options_.force && fs::exists(path, error))
                return {{"output.exists",
                         Severity::Error,
                         {path.string(), 0, 0},
                         "the file exists",
                         "name another folder with -o, or overwrite it with --force"}};
        if (auto faults = batch::replaceFile(source, file.stripped.text.source); !faults.empty()) return faults;
        if (auto faults = batch::replaceFile(launch, file.stripped.text.launch); !faults.empty()) return faults;
        file.files = {source.string(), launch.string()};
        return {};
    }

    const StripOptions& options_;
    const transform::KernelText& text_;
    const HardwareSpec& spec_;
    const Cancellation& cancellation_;
    batch::GraphCache graphs_;
};

int runStrip(const StripOptions& options) {
    if (!options.memoryOnly && !options.onChipOnly && options.kept.empty())
        return fail({{"strip.nothing-asked",
                      Severity::Error,
                      {options.launch, 0, 0},
                      "nothing says what is to stay",
                      "--memory-only, --on-chip-only, or --keep with names of buffers"}});
    const auto spec = chosenSpec(options.spec, specFolders(options.specFolder));
    if (!spec) return fail(spec.diagnostics());
    const Cancellation cancellation(&catchInterruptions(), options.timeLimit);
    const auto text = chosenKernel(options, *spec, cancellation);
    if (!text) return fail(text.diagnostics());
    return Stripping(options, *text, *spec, cancellation).run();
}

} // namespace

void addStrip(CLI::App& program, int& exit) {
    auto options = std::make_shared<StripOptions>();
    auto* command = program.add_subcommand(
        "strip", "a kernel with the same loops and only some of what it does, to measure what that takes");
    options->addTo(*command, /*withSourceShape=*/false);
    auto* kept = command->add_option("--keep", options->kept,
                                     "buffers, images and local arrays whose accesses stay, and nothing else");
    kept->delimiter(',')->type_name("NAME,...");
    auto* memory = command->add_flag("--memory-only", options->memoryOnly, "accesses of global memory stay");
    auto* chip = command->add_flag("--on-chip-only", options->onChipOnly, "everything else stays");
    kept->excludes(memory)->excludes(chip);
    memory->excludes(chip);
    command->add_flag("--no-counts", options->noCounts, "do not hold counts against the original's");
    command->add_option("-o,--output", options->folder, "folder for the new kernels and launch files");
    command->add_flag("--force", options->force, "overwrite what is there");
    command->callback([options, &exit] { exit = runStrip(*options); });
}

} // namespace warpstring::cli
