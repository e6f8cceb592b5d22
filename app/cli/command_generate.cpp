// SPDX-License-Identifier: GPL-3.0-or-later
// warpstring generate: from a computation's pattern to the fastest kernel.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>

#include "app/cli/commands.h"
#include "app/cli/generate_options.h"
#include "app/cli/generate_text.h"
#include "app/cli/nest_text.h"
#include "app/common/default_spec.h"
#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "app/common/progress_line.h"
#include "generate/code/host_reference.h"
#include "generate/code/launch_files.h"
#include "generate/export/derivation_picture.h"
#include "generate/patterns/notation.h"
#include "generate/running/search_state.h"
#include "generate/running/verified_ways.h"
#include "generate/search/candidate_texts.h"

namespace warpstring::cli {

namespace {

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

generate::FileTexts textsOf(const generate::Nest& nest, const generate::Candidate& candidate,
                            const std::string& spec, const std::string& host) {
    generate::FileTexts texts;
    texts.description = nest.program.name + ", derived by rules for " + spec;
    texts.host = host;
    texts.heading =
        generate::choicesText(candidate.choices) + "\n" + generate::toNotationLines(candidate.form.body, 96, 0);
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

generate::GenerateOptions searchOptions(const GenerateCommand& command) {
    generate::GenerateOptions options;
    options.allowed.only.insert(command.allow.begin(), command.allow.end());
    options.allowed.never.insert(command.forbid.begin(), command.forbid.end());
    options.budget = command.budget;
    options.threads = command.jobs;
    options.lockStep = command.lockStep;
    options.isFastMath = command.fastMath;
    options.seed = command.seed;
    options.extent = command.wide ? generate::Extent::Wide : generate::Extent::Listed;
    options.details = std::max<std::size_t>({command.top, command.measure, 1});
    for (const auto method : {generate::Method::Enumeration, generate::Method::Tree})
        if (command.search == name(method)) options.method = method;
    return options;
}

/// What a search needs, made from the command line.
struct PreparedGenerate {
    generate::Description description;
    generate::Nest nest;
    std::vector<HardwareSpec> specs;
    generate::Generated reference;
    std::unique_ptr<search::SearchState> state; ///< where the command names one
};

Result<PreparedGenerate> prepared(const GenerateCommand& command) {
    PreparedGenerate all;
    if (!command.tree.empty())
        if (Diagnostics faults = generate::refusedTree(command.tree); !faults.empty()) return faults;
    Result<std::string> text = contentOf(command.file);
    if (!text) return text.diagnostics();
    const Result<generate::GivenSizes> sizes = givenSizes(command.sizes);
    if (!sizes) return sizes.diagnostics();
    all.description = {*std::move(text), command.file, *sizes};
    Result<generate::Nest> nest = generate::describedBy(all.description);
    if (!nest) return nest.diagnostics();
    all.nest = *std::move(nest);
    printDiagnostics(all.nest.warnings);
    const auto folders = specFolders(command.specFolder);
    for (const std::string& name : command.specs.empty() ? std::vector<std::string>{""} : command.specs) {
        Result<HardwareSpec> spec = chosenSpec(name, folders);
        if (!spec) return spec.diagnostics();
        all.specs.push_back(*std::move(spec));
    }
    Result<generate::Generated> reference = generate::referenceOf(all.nest.program);
    if (!reference) return reference.diagnostics();
    all.reference = *std::move(reference);
    if (command.state.empty()) return all;
    auto state = generate::openState(command.state, all.description, all.specs, searchOptions(command));
    if (!state) return state.diagnostics();
    all.state = std::move(*state);
    return all;
}

/// The fastest ways on each device.
Result<std::vector<GeneratedAnswer>> searched(const GenerateCommand& command, const PreparedGenerate& all,
                                              batch::GraphCache& graphs, const std::atomic<bool>& interrupted) {
    std::vector<GeneratedAnswer> answers;
    generate::GenerateOptions options = searchOptions(command);
    options.interrupted = &interrupted;
    options.state = all.state.get();
    ProgressLine line(0);
    const std::size_t most = std::min(enumerationSize(all.nest.program, options), options.budget);
    for (std::size_t device = 0; device < all.specs.size(); ++device) {
        options.stateDevice = device;
        options.onProgress = [&](std::size_t done, double) {
            if (!command.quiet)
                line.show({done + device * most, std::max(done + device * most, most * all.specs.size()), 0});
        };
        Result<generate::GenerateResult> found =
            generate::search(all.nest.program, all.specs[device], graphs, options);
        line.clear();
        if (!found) return found.diagnostics();
        answers.push_back({{}, all.specs[device].name, *std::move(found), command.seed});
    }
    return answers;
}

/// Runs what is asked for; the exit code.
Result<int> ran(const GenerateCommand& command, const PreparedGenerate& all,
                std::vector<GeneratedAnswer>& answers, const std::atomic<bool>& interrupted) {
    generate::GeneratedRuns runs(command.device, interrupted);
    int worst = exitOk;
    for (GeneratedAnswer& answer : answers) {
        if (!command.noVerify && answer.result.isComplete) {
            const Diagnostics told =
                verifyWinner(all.description, all.nest.program, runs, answer.result.candidates, answer);
            for (const generate::DroppedWay& way : answer.dropped)
                printDiagnostics({{"generate.dropped",
                                   Severity::Warning,
                                   {},
                                   "dropped: " + generate::choicesText(way.choices) + ": " + way.reason,
                                   ""}});
            if (hasErrors(told)) return told;
            printDiagnostics(told);
        }
        if (command.measure == 0) continue;
        if (const Diagnostics faults =
                measureWays(all.reference, runs, answer.result.candidates, command.measure, answer);
            !faults.empty())
            return faults;
        if (!std::ranges::all_of(answer.measured, &generate::MeasuredWay::isRight)) worst = exitResultHasErrors;
    }
    return worst;
}

Diagnostics writeWinners(const GenerateCommand& command, const PreparedGenerate& all,
                         const std::vector<GeneratedAnswer>& answers) {
    Result<std::string> host = generate::hostReference(all.nest.program, all.nest.program.name);
    if (!host) {
        Diagnostics notes = host.diagnostics();
        for (Diagnostic& note : notes) note.severity = Severity::Note;
        printDiagnostics(notes);
    }
    for (const GeneratedAnswer& answer : answers) {
        const std::size_t most =
            std::min<std::size_t>(static_cast<std::size_t>(command.writeTop), answer.result.candidates.size());
        for (std::size_t i = 0; i < most; ++i) {
            const generate::Candidate& candidate = answer.result.candidates[i];
            std::filesystem::path folder = command.output;
            if (answers.size() > 1) folder /= answer.spec;
            if (most > 1) folder /= std::to_string(i + 1);
            const auto main = generate::writeGenerated(
                folder, generate::filesOf(candidate.form, candidate.generated, all.reference,
                                          textsOf(all.nest, candidate, answer.spec, host ? *host : "")));
            if (!main) return main.diagnostics();
            if (!command.json && i == 0) std::cout << "written: " << main->string() << "\n";
        }
    }
    return {};
}

void printAnswers(const GenerateCommand& command, const PreparedGenerate& all,
                  const std::vector<GeneratedAnswer>& answers, batch::GraphCache& graphs) {
    const Portability table = portabilityOf(answers, all.specs, graphs);
    if (command.json) {
        Json json = generatedJson(all.nest.program, answers, table, command.top);
        tellNest(all.nest, json);
        std::cout << json.pretty() << "\n";
        return;
    }
    for (const GeneratedAnswer& answer : answers) {
        std::cout << (&answer != answers.data() ? "\n" : "") << generatedText(answer, command.top)
                  << measuredWaysText(answer);
        if (command.explain)
            std::cout << "\n" << explainedText(all.nest.program, answer.result.candidates.front());
    }
    std::cout << nestText(all.nest);
    if (answers.size() > 1) std::cout << portabilityText(table);
    std::cout.flush();
}

int runGenerate(const GenerateCommand& command) {
    const Result<PreparedGenerate> all = prepared(command);
    if (!all) return fail(all.diagnostics());
    batch::GraphCache graphs;
    const std::atomic<bool>& interrupted = catchInterruptions();
    Result<std::vector<GeneratedAnswer>> answers = searched(command, *all, graphs, interrupted);
    if (all->state)
        if (const auto faults = all->state->flush(); !faults.empty()) printDiagnostics(faults);
    if (!answers) return fail(answers.diagnostics());
    const Result<int> worst = ran(command, *all, *answers, interrupted);
    if (!worst) return fail(worst.diagnostics());
    printAnswers(command, *all, *answers, graphs);
    if (!command.output.empty())
        if (const Diagnostics faults = writeWinners(command, *all, *answers); !faults.empty())
            return fail(faults);
    if (!command.tree.empty())
        if (const Diagnostics faults = generate::writeTree(
                command.tree, all->nest.program, answers->front().result.candidates, answers->front().spec);
            !faults.empty())
            return fail(faults);
    const bool isComplete =
        std::ranges::all_of(*answers, [](const GeneratedAnswer& answer) { return answer.result.isComplete; });
    if (isComplete && !interrupted) return *worst;
    std::cerr << "interrupted: the answer is of what was simulated by then"
              << (all->state ? "; the same command goes on from there" : "; --state FILE keeps it") << "\n";
    return exitInterrupted;
}

} // namespace

void addGenerate(CLI::App& program, int& exit) {
    auto options = std::make_shared<GenerateCommand>();
    auto* command = program.add_subcommand(
        "generate", "the fastest kernel for a computation: a .pattern file, or parallel loops in a .c file");
    options->addTo(*command);
    command->callback([options, &exit] { exit = runGenerate(*options); });
}

} // namespace warpstring::cli
