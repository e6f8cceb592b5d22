// SPDX-License-Identifier: GPL-3.0-or-later
// warpstring generate: from a computation's pattern to the fastest kernel.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>

#include "app/cli/commands.h"
#include "app/cli/generate_text.h"
#include "app/cli/nest_text.h"
#include "app/common/default_spec.h"
#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "generate/code/launch_files.h"
#include "generate/nests/read_nest.h"
#include "generate/patterns/notation.h"
#include "generate/patterns/read_pattern.h"

namespace warpstring::cli {

namespace {

struct GenerateCommand {
    std::string file;
    std::vector<std::string> specs;
    std::string specFolder;
    std::string output;
    std::vector<std::string> sizes;
    std::vector<std::string> allow;
    std::vector<std::string> forbid;
    std::size_t budget = 2000;
    std::size_t top = 5;
    unsigned jobs = 2;
    std::int64_t lockStep = 1;
    int writeTop = 1;
    bool explain = false;
    bool json = false;
};

Result<std::string> contentOf(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    if (!stream || !(text << stream.rdbuf())) {
        Diagnostic fault;
        fault.code = "input.read";
        fault.place.file = file;
        fault.message = "the file cannot be read";
        fault.hint = "generate takes a .pattern file or a .c file; docs/generate.md has both";
        return fault;
    }
    return text.str();
}

Result<generate::GivenSizes> givenSizes(const std::vector<std::string>& texts) {
    generate::GivenSizes sizes;
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        char* end = nullptr;
        const std::string number = equals == std::string::npos ? "" : text.substr(equals + 1);
        const long long value = std::strtoll(number.c_str(), &end, 10);
        if (number.empty() || *end != '\0' || value < 1) {
            Diagnostic fault;
            fault.code = "usage.size";
            fault.message = "\"" + text + "\" gives no size";
            fault.hint = "-D n=1024";
            return fault;
        }
        sizes[text.substr(0, equals)] = value;
    }
    return sizes;
}

/// A C file's function with parallel loops, or what a pattern file describes.
Result<generate::Nest> describedBy(const std::string& text, const std::string& file,
                                   const generate::GivenSizes& sizes) {
    if (std::filesystem::path(file).extension() == ".c") return generate::readNest(text, file, sizes);
    Result<generate::Program> program = generate::readPattern(text, file, sizes);
    if (!program) return program.diagnostics();
    generate::Nest nest;
    nest.program = *std::move(program);
    return nest;
}

/// Errors: output.write.
Result<std::string> written(const std::filesystem::path& folder, const generate::GeneratedFiles& files) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    std::string main;
    for (const auto& [name, text] : files) {
        std::ofstream stream(folder / name, std::ios::binary);
        if (!(stream << text) || !stream.flush())
            return unwritable("generated kernel", (folder / name).string());
        if (name.ends_with(".sequence.toml") ||
            (main.empty() && name.ends_with(".toml") && name.find("-reference") == std::string::npos))
            main = (folder / name).string();
    }
    return main;
}

generate::FileTexts textsOf(const generate::Nest& nest, const generate::Candidate& candidate,
                            const std::string& spec) {
    generate::FileTexts texts;
    texts.description = nest.program.name + ", derived by rules for " + spec;
    std::string choices;
    for (const std::string& choice : candidate.choices) choices += (choices.empty() ? "" : "; ") + choice;
    texts.heading = choices + "\n" + generate::toNotationLines(candidate.form.body, 96, 0);
    if (!nest.results.empty()) texts.heading += "\n" + nestText(nest);
    return texts;
}

Portability portabilityOf(const std::vector<GeneratedAnswer>& answers, const std::vector<HardwareSpec>& specs,
                          batch::GraphCache& graphs) {
    Portability table;
    for (const GeneratedAnswer& answer : answers) {
        table.specs.push_back(answer.spec);
        std::vector<double> times;
        for (const HardwareSpec& spec : specs) {
            const auto timed = generate::simulated(answer.result.candidates.front(), spec, graphs);
            times.push_back(timed ? timed->timeUs : 0);
        }
        table.timesUs.push_back(std::move(times));
    }
    return table;
}

int runGenerate(const GenerateCommand& command) {
    const Result<std::string> text = contentOf(command.file);
    if (!text) return fail(text.diagnostics());
    const Result<generate::GivenSizes> sizes = givenSizes(command.sizes);
    if (!sizes) return fail(sizes.diagnostics());
    const Result<generate::Nest> nest = describedBy(*text, command.file, *sizes);
    if (!nest) return fail(nest.diagnostics());
    printDiagnostics(nest->warnings);
    const generate::Program* program = &nest->program;

    const auto folders = specFolders(command.specFolder);
    std::vector<HardwareSpec> specs;
    for (const std::string& name : command.specs.empty() ? std::vector<std::string>{""} : command.specs) {
        const Result<HardwareSpec> spec = chosenSpec(name, folders);
        if (!spec) return fail(spec.diagnostics());
        specs.push_back(*spec);
    }
    const Result<generate::Generated> reference = generate::referenceOf(*program);
    if (!reference) return fail(reference.diagnostics());

    batch::GraphCache graphs;
    const std::atomic<bool>& interrupted = catchInterruptions();
    std::vector<GeneratedAnswer> answers;
    for (const HardwareSpec& spec : specs) {
        generate::GenerateOptions options;
        options.allowed.only.insert(command.allow.begin(), command.allow.end());
        options.allowed.never.insert(command.forbid.begin(), command.forbid.end());
        options.budget = command.budget;
        options.threads = command.jobs;
        options.lockStep = command.lockStep;
        options.interrupted = &interrupted;
        Result<generate::GenerateResult> found = generate::search(*program, spec, graphs, options);
        if (!found) return fail(found.diagnostics());
        answers.push_back({spec.name, *std::move(found)});
        if (command.json) continue;
        std::cout << (answers.size() > 1 ? "\n" : "") << generatedText(answers.back(), command.top);
        if (command.explain)
            std::cout << "\n" << explainedText(*program, answers.back().result.candidates.front());
        std::cout.flush();
    }
    const Portability table = portabilityOf(answers, specs, graphs);
    if (command.json) {
        Json json = generatedJson(*program, answers, table, command.top);
        tellNest(*nest, json);
        std::cout << json.pretty() << "\n";
    } else {
        std::cout << nestText(*nest) << (specs.size() > 1 ? portabilityText(table) : "");
    }
    if (!command.output.empty()) {
        for (const GeneratedAnswer& answer : answers) {
            const std::size_t most = std::min<std::size_t>(static_cast<std::size_t>(command.writeTop),
                                                           answer.result.candidates.size());
            for (std::size_t i = 0; i < most; ++i) {
                const generate::Candidate& candidate = answer.result.candidates[i];
                std::filesystem::path folder = command.output;
                if (answers.size() > 1) folder /= answer.spec;
                if (most > 1) folder /= std::to_string(i + 1);
                const Result<std::string> main =
                    written(folder, generate::filesOf(candidate.form, candidate.generated, *reference,
                                                      textsOf(*nest, candidate, answer.spec)));
                if (!main) return fail(main.diagnostics());
                if (!command.json && i == 0) std::cout << "written: " << *main << "\n";
            }
        }
    }
    return interrupted ? exitInterrupted : exitOk;
}

} // namespace

void addGenerate(CLI::App& program, int& exit) {
    auto options = std::make_shared<GenerateCommand>();
    auto* command = program.add_subcommand(
        "generate", "the fastest kernel for a computation: a .pattern file, or parallel loops in a .c file");
    command
        ->add_option("file", options->file,
                     "a .pattern file, or a .c file with #pragma warpstring; docs/generate.md has both")
        ->required();
    command->add_option("-s,--spec", options->specs,
                        "hardware specs, by name or path; several lay their winners beside each other");
    command->add_option("--spec-dir", options->specFolder, "a folder of specs that is looked through first");
    command->add_option("-o,--output", options->output,
                        "the folder that gets the winner's kernels, launch files and reference");
    command->add_option("-D,--size", options->sizes, "NAME=VALUE: a size in the place of the file's");
    command->add_option("--allow", options->allow, "rules that may be taken; no others are");
    command->add_option("--forbid", options->forbid, "rules that may not be taken");
    command->add_option("--budget", options->budget, "ways that are simulated at most")->capture_default_str();
    command->add_option("--top", options->top, "ways that are listed")->capture_default_str();
    command
        ->add_option("--write-top", options->writeTop,
                     "how many of the fastest ways --output gets, a folder each")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_option("-j,--jobs", options->jobs, "threads")
        ->check(CLI::Range(1, 256))
        ->capture_default_str();
    command
        ->add_option("--lock-step", options->lockStep,
                     "work-items that the device runs in lock step: 32 leaves out barriers within a warp")
        ->check(CLI::IsMember({1, 32, 64}))
        ->capture_default_str();
    command->add_flag("--explain", options->explain, "the derivation, rule by rule");
    command->add_flag("--json", options->json, "the answer as JSON, schema warpstring.generate/1");
    command->callback([options, &exit] { exit = runGenerate(*options); });
}

} // namespace warpstring::cli
