// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>

#include "app/cli/commands.h"
#include "app/common/choice_options.h"
#include "app/common/default_spec.h"
#include "app/common/exit_code.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "study/batch/output_file.h"
#include "study/drafting/launch_draft.h"

namespace warpstring::cli {

namespace {

struct InitOptions {
    std::string source, output, spec, specFolder;
    ChoiceOptions choice;
    bool all = false, force = false;
};

constexpr const char* head =
    "# Drafted from the kernel alone. What is marked \"guessed\" is not said by it: correct what is wrong.\n";

int write(const std::filesystem::path& path, const drafting::LaunchDraft& draft, bool force) {
    std::error_code ignored;
    if (!force && std::filesystem::exists(path, ignored))
        return fail({{"output.exists",
                      Severity::Error,
                      {path.string(), 0, 0},
                      "the file exists",
                      "name another one with -o, or overwrite it with --force"}});
    if (const Diagnostics faults = batch::replaceFile(path, head + draft.text); !faults.empty())
        return fail(faults);
    std::cout << path.string() << ": kernel " << draft.kernel << ", " << draft.guesses.size()
              << (draft.guesses.size() == 1 ? " guess" : " guesses") << "\n";
    return exitOk;
}

std::filesystem::path folderOf(const std::filesystem::path& file) {
    return file.has_parent_path() ? file.parent_path() : ".";
}

/// Beside the source, as relative as its path was given.
std::filesystem::path outputOf(const InitOptions& options, const std::string& kernel) {
    if (!options.output.empty() && !options.all) return options.output;
    const std::filesystem::path source(options.source);
    const std::filesystem::path folder =
        options.output.empty() ? source.parent_path() : std::filesystem::path(options.output);
    return folder / (source.stem().string() + (options.all ? "-" + kernel : "") + ".toml");
}

int runInit(const InitOptions& options) {
    const auto spec = chosenSpec(options.spec, specFolders(options.specFolder));
    if (!spec) return fail(spec.diagnostics());
    const auto source = frontend::readKernelSource(options.source);
    if (!source) return fail(source.diagnostics());
    batch::GraphCache graphs;
    drafting::DraftOptions settings;
    settings.fillsMacros = true;
    drafting::LaunchChoice choice = *options.choice;
    std::vector<std::string> kernels{choice.kernel};
    if (options.all) {
        auto found = drafting::kernelsOf(*source, choice, settings);
        if (!found) return fail(found.diagnostics());
        kernels = std::move(*found);
    }
    int worst = exitOk;
    for (const auto& kernel : kernels) {
        choice.kernel = kernel;
        const auto output = outputOf(options, kernel);
        std::error_code ignored;
        const bool isBeside =
            output == "-" || std::filesystem::equivalent(folderOf(output), folderOf(options.source), ignored);
        settings.sourceName = isBeside ? drafting::SourceName::File : drafting::SourceName::Path;
        const auto draft = drafting::draftLaunch(*source, choice, *spec, graphs, settings);
        if (!draft) {
            worst = std::max<int>(worst, fail(draft.diagnostics()));
        } else if (output == "-") {
            std::cout << head << draft->text;
        } else {
            worst = std::max(worst, write(output, *draft, options.force));
        }
    }
    return worst;
}

} // namespace

void addInit(CLI::App& program, int& exit) {
    auto options = std::make_shared<InitOptions>();
    auto* command = program.add_subcommand("init", "write a launch file for a kernel, with guesses marked");
    command->add_option("source", options->source, "a kernel (.cl)")->required();
    command->add_option(
        "-o,--output", options->output,
        "the launch file, '-' for standard output; with --all a folder. Beside the source without");
    command->add_flag("--all", options->all, "a file for each kernel of the source");
    command->add_flag("--force", options->force, "overwrite what is there");
    command->add_option("-s,--spec", options->spec, "the device that the grid is guessed for");
    command->add_option("--spec-dir", options->specFolder, "folder in which spec names are looked up first");
    options->choice.addTo(*command);
    command->callback([options, &exit] { exit = runInit(*options); });
}

} // namespace warpstring::cli
