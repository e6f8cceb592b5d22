// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>

#include "app/cli/chosen_kernel.h"
#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/transform_text.h"
#include "app/common/default_spec.h"
#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "core/files/launches/include_folder.h"
#include "core/files/launches/launch_sweep.h"
#include "core/files/launches/launch_text.h"
#include "core/files/toml/toml_string.h"
#include "study/batch/output_file.h"
#include "tuning/transform/transform.h"
#include "tuning/transformed/transform_simulations.h"

namespace warpstring::cli {

namespace {

using transformed::TransformReport, transformed::TransformSimulations;
namespace fs = std::filesystem;

struct TransformOptions : LaunchOptions {
    std::vector<std::string> rewrites; ///< as words, in the order of the command line
    std::string folder;
    bool lists = false, force = false, followsRecipe = false;
    int registerLimit = 0; ///< of the recipe; 0: as many as keep the occupancy
};

std::string absolutePath(const fs::path& path) { return fs::absolute(path).lexically_normal().string(); }

/// The launch file as it must be in another folder: its source beside it, other files by where they are.
Result<std::string> launchIn(const transform::KernelText& text) {
    files::LaunchText launch(text.launch);
    const auto document = files::parseToml(text.launch, text.launchPath, "launch");
    if (!document) return document.diagnostics();
    const fs::path folder = text.launchPath.parent_path();
    bool isDone = launch.write({"source"}, files::quoteToml(text.sourcePath.filename().string()));
    if (const auto* arguments = document->find("args"))
        for (const auto& [name, place, value] : arguments->entries)
            if (const auto* file = value.find("file"); file && fs::path(file->text).is_relative())
                isDone =
                    launch.write({"args", name, "file"}, files::quoteToml(absolutePath(folder / file->text))) &&
                    isDone;
    if (const auto* reference = document->find("reference"))
        if (const auto* file = reference->find("launch"); file && fs::path(file->text).is_relative())
            isDone =
                launch.write({"reference", "launch"}, files::quoteToml(absolutePath(folder / file->text))) &&
                isDone;
    // What the source includes stays where it is.
    if (files::includesBesideIt(text.source)) {
        const auto* options = document->find("options");
        isDone = launch.write({"options"}, files::quoteToml(files::withIncludeFolder(
                                               options ? options->text : "", text.sourcePath.parent_path()))) &&
                 isDone;
    }
    if (!isDone)
        return Diagnostic{"transform.launch-not-writable",
                          Severity::Error,
                          {text.launchPath.string(), 0, 0},
                          "the launch file does not let the paths in it be written",
                          "write them as keys of their own"};
    return launch.text();
}

Diagnostic exists(const fs::path& path, const std::string& hint) {
    return {"output.exists", Severity::Error, {path.string(), 0, 0}, "the file exists", hint};
}

/// Writes both texts. Never over what is there without --force.
Result<std::vector<std::string>> writeInto(const TransformOptions& options, const transform::KernelText& text) {
    const fs::path folder = options.folder;
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return unwritable("folder", folder.string());
    const fs::path source = folder / text.sourcePath.filename();
    const fs::path launch = folder / (text.launchPath.stem().string() + ".toml");
    for (const auto& path : {source, launch})
        if (!options.force && fs::exists(path, error))
            return exists(path, "name another folder with -o, or overwrite it with --force");
    const auto written = launchIn(text);
    if (!written) return written.diagnostics();
    if (Diagnostics faults = batch::replaceFile(source, text.source); !faults.empty()) return faults;
    if (Diagnostics faults = batch::replaceFile(launch, *written); !faults.empty()) return faults;
    return std::vector<std::string>{source.string(), launch.string()};
}

int list(const TransformOptions& options, const transform::KernelText& text,
         const transform::RewriteOptions& settings) {
    const auto applicable = transform::applicable(text, settings);
    if (!applicable) return fail(applicable.diagnostics());
    if (options.json) {
        TransformReport report;
        report.launch = options.launch;
        report.rewrites = *applicable;
        std::cout << transformJson(report);
        return exitOk;
    }
    const transform::RewriteTraits* row = nullptr;
    for (const auto& rewrite : *applicable) {
        if (row != &transform::traits(rewrite.kind)) {
            row = &transform::traits(rewrite.kind);
            std::cout << "--" << row->word << (row->syntax.empty() ? "" : " ") << row->syntax << "  "
                      << row->meaning << "\n";
        }
        std::cout << "  " << transform::toText(rewrite) << "\n";
    }
    return exitOk;
}

int transformed(const TransformOptions& options, const transform::KernelText& text, const HardwareSpec& spec,
                const transform::RewriteOptions& settings, const Cancellation& cancellation) {
    TransformReport report;
    report.launch = options.launch;
    auto rewrites = transform::parseRewrites(options.rewrites);
    if (!rewrites) return fail(rewrites.diagnostics());
    report.rewrites = std::move(*rewrites);
    batch::BatchSettings simulated;
    simulated.threshold = options.threshold;
    simulated.sourceShape = options.sourceShape;
    simulated.model = options.model;
    simulated.options = options.options;
    simulated.registers = options.registers;
    TransformSimulations simulations(simulated, spec, cancellation);
    auto rewritten = transform::rewrite(text, report.rewrites, settings);
    if (!rewritten) return fail(rewritten.diagnostics());
    if (options.followsRecipe) {
        auto followed = simulations.recipeFor(rewritten->text, options.registerLimit, settings);
        if (!followed) return fail(followed.diagnostics());
        const auto& more = followed->recipe.rewrites;
        report.rewrites.insert(report.rewrites.end(), more.begin(), more.end());
        rewritten = transform::rewrite(text, report.rewrites, settings);
        if (!rewritten) return fail(rewritten.diagnostics());
        report.recipe = std::move(*followed);
    }
    report.notes = rewritten->notes;
    report.reordersSums = rewritten->reordersSums;
    report.isLessExact = rewritten->isLessExact;
    auto launches = simulations.compared(text, rewritten->text);
    if (!launches) return fail(launches.diagnostics());
    report.launches = std::move(*launches);
    if (!options.folder.empty()) {
        auto written = writeInto(options, rewritten->text);
        if (!written) return fail(written.diagnostics());
        report.files = std::move(*written);
    }
    std::cout << (options.json ? transformJson(report) : transformText(report));
    int worst = exitOk;
    for (const auto& launch : report.launches) {
        printDiagnostics(launch.after.diagnostics);
        worst = std::max<int>(worst, exitCodeOfResult(launch.after.diagnostics));
    }
    return worst;
}

int runTransform(const TransformOptions& options) {
    const auto spec = chosenSpec(options.spec, specFolders(options.specFolder));
    if (!spec) return fail(spec.diagnostics());
    const Cancellation cancellation(&catchInterruptions(), options.timeLimit);
    const auto text = chosenKernel(options, *spec, cancellation);
    if (!text) return fail(text.diagnostics());
    transform::RewriteOptions settings;
    settings.addressBits = spec->device.addressBits;
    settings.buildOptions = options.options;
    settings.cancellation = &cancellation;
    if (options.lists) return list(options, *text, settings);
    if (options.rewrites.empty() && !options.followsRecipe)
        return fail({{"transform.nothing-asked",
                      Severity::Error,
                      {options.launch, 0, 0},
                      "no rewrite is asked for",
                      "--list tells what could be done; for example --unroll k=4, or --recipe"}});
    return transformed(options, *text, *spec, settings, cancellation);
}

/// An option or a flag for each kind. Their order among each other is that of the command line.
void addRewrites(CLI::App& command, const std::shared_ptr<TransformOptions>& options) {
    auto words = std::make_shared<std::map<const CLI::Option*, std::string>>();
    for (const auto& row : transform::rewriteTraits()) {
        const std::string name = "--" + std::string(row.word), syntax(row.syntax);
        const std::string help = std::string(row.meaning);
        CLI::Option* option = nullptr;
        if (syntax.empty() || syntax.front() == '[')
            option = command.add_flag(name, help);
        else
            option = command.add_option(name)
                         ->description(help)
                         ->type_name(syntax)
                         ->allow_extra_args(false)
                         ->expected(1)
                         ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        (*words)[option] = row.word;
    }
    (*words)[command.add_option("--rewrite")
                 ->description("one of them in the words that advise and --list print: \"pad tile=1\"")
                 ->type_name("WORDS")
                 ->allow_extra_args(false)
                 ->expected(1)
                 ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)] = "";
    command.parse_complete_callback([&command, options, words] {
        std::map<const CLI::Option*, std::size_t> taken;
        options->rewrites.clear();
        for (const CLI::Option* given : command.parse_order()) {
            const auto word = words->find(given);
            if (word == words->end()) continue;
            const auto results = given->results();
            const std::size_t at = taken[given]++;
            std::string value = at < results.size() && given->get_items_expected_max() > 0 ? results[at] : "";
            options->rewrites.push_back(word->second + (value.empty() ? "" : " " + value));
        }
    });
}

} // namespace

void addTransform(CLI::App& program, int& exit) {
    auto options = std::make_shared<TransformOptions>();
    auto* command = program.add_subcommand(
        "transform", "rewrite a kernel and its launch: padded, unrolled, coarsened, as vectors, ...");
    options->addTo(*command);
    addRewrites(*command, options);
    command->add_flag("--recipe", options->followsRecipe,
                      "unroll inner loops, merge work-items and load once, while registers last");
    command
        ->add_option("--register-limit", options->registerLimit,
                     "registers of a work-item at which --recipe stops; else as many as keep the occupancy")
        ->type_name("N")
        ->check(CLI::Range(1, mostRegistersAsked));
    command->add_option("-o,--output", options->folder, "folder for the new kernel and launch file");
    command->add_flag("--force", options->force, "overwrite what is there");
    command->add_flag("--list", options->lists, "print what can be done to this kernel");
    command->callback([options, &exit] { exit = runTransform(*options); });
}

} // namespace warpstring::cli
