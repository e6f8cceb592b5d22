// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iostream>
#include <memory>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "app/cli/tune_input.h"
#include "app/cli/tune_measuring.h"
#include "app/cli/tune_options.h"
#include "app/cli/tune_rewriting.h"
#include "app/cli/tune_rows.h"
#include "app/cli/tune_text.h"
#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "app/common/progress_line.h"
#include "app/common/terminal.h"
#include "study/accuracy/recorded_ratio_error.h"
#include "tuning/search/derived_space.h"
#include "tuning/search/search.h"
#include "tuning/search/tune_answer.h"
#include "tuning/search/tune_json.h"
#include "tuning/search/tuner_files.h"
#include "tuning/search/tuner_space.h"
#include "tuning/search/winner_files.h"

namespace warpstring::cli {

namespace {

/// What a search needs, made from the command line.
struct Prepared {
    TuneInput input;
    std::unique_ptr<search::VariantTextCache> texts;
    std::unique_ptr<search::SearchState> state;
};

Result<search::SearchSpace> spaceOf(const TuneOptions& options, const TuneInput& input,
                                    batch::GraphCache& graphs) {
    std::optional<search::NamedText> file;
    if (!options.space.empty()) {
        auto text = files::readTextFile(options.space, "space");
        if (!text) return text.diagnostics();
        file = search::NamedText{std::move(*text), options.space};
        if (search::isTunerFile(file->text)) return search::readTunerSpace(input.launch, *file);
    }
    auto space = search::readSpace(input.launch, file);
    if (!space) return space.diagnostics();
    if (*space) return std::move(**space);
    const auto graph = graphOf(input, graphs);
    if (!*graph) return graph->diagnostics();
    return search::deriveSpace(input.launch, **graph, input.start, input.specs,
                               rewritesToTry(input, options.options));
}

Result<Prepared> prepare(const TuneOptions& options, batch::GraphCache& graphs) {
    auto input = tuneInput(options, graphs);
    if (!input) return input.diagnostics();
    Prepared prepared{std::move(*input), nullptr, nullptr};
    auto space = spaceOf(options, prepared.input, graphs);
    if (!space) return space.diagnostics();
    const search::NamedText &launch = prepared.input.launch, &source = prepared.input.source;
    if (!options.state.empty()) {
        std::string spaceText;
        for (const auto& axis : space->axes()) {
            spaceText += axis.name;
            for (const std::string& word : axis.words) spaceText += "\n" + word;
        }
        auto state = search::SearchState::open(
            options.state, search::searchRecord(launch.text, source.text, spaceText, prepared.input.specs,
                                                options.settingsText()));
        if (!state) return state.diagnostics();
        prepared.state = std::move(*state);
    }
    prepared.texts = std::make_unique<search::VariantTextCache>(
        launch, source, std::move(*space), rewriterOf(prepared.input, options.options), options.options);
    return prepared;
}

int writeWinner(const TuneOptions& options, const Prepared& prepared,
                const std::vector<search::DeviceAnswer>& answers) {
    std::error_code error;
    std::filesystem::create_directories(options.output, error);
    int worst = exitOk;
    for (const auto& answer : answers) {
        if (answer.top.empty()) continue;
        const std::string name =
            prepared.input.start.name + "-tuned" + (answers.size() > 1 ? "-" + answer.spec : "");
        const auto files = variantFiles(*prepared.texts, answer.top.front().id, name, options.output);
        if (!files) return fail(files.diagnostics());
        worst = std::max<int>(worst, writeText("tuned launch", files->launchFile, files->launch));
        if (!files->sourceFile.empty())
            worst = std::max<int>(worst, writeText("tuned kernel", files->sourceFile, files->source));
        if (!options.quiet && worst == exitOk) std::cerr << "written: " << files->launchFile.string() << "\n";
    }
    return worst;
}

void print(const TuneOptions& options, const Prepared& prepared, const search::SearchResult& result,
           const std::vector<search::DeviceAnswer>& answers, const std::vector<std::string>& errorSources,
           const std::vector<search::MeasuredSearch>& measured) {
    const search::SearchSpace& space = prepared.texts->space();
    if (options.json) {
        std::cout << search::toJson(prepared.input.start.name, space, result, answers, measured);
        return;
    }
    if (options.csv) {
        std::cout << search::toCsv(space, result);
        return;
    }
    const TextStyle style{wantsColour(1), false, terminalWidth()};
    for (std::size_t i = 0; i < answers.size(); ++i) {
        std::cout << (i > 0 ? "\n" : "")
                  << tuneText(prepared.input.start.name, answers[i], result.devices[i],
                              prepared.input.specReason, errorSources[i], style);
        if (i < measured.size()) std::cout << measuredText(measured[i], style);
    }
    if (answers.size() > 1) {
        std::cout << "\nbeaten by none on all devices:";
        std::string separator = " ";
        for (const auto id : search::undominated(result))
            std::cout << std::exchange(separator, "; ") << space.nameOf(id);
        std::cout << "\n";
    }
    std::cout << spaceText(space, result, style);
}

int failWithoutTimes() {
    printDiagnostics({{"tune.nothing-measured",
                       Severity::Error,
                       {},
                       "a curve is of measured times, and none are named",
                       "add --records FILE, --cache FILE or --measure"}});
    return exitUsage;
}

int runTune(const TuneOptions& options, const CLI::App& command) {
    if (!options.curve.empty() && !options.isMeasured()) return failWithoutTimes();
    batch::GraphCache graphs;
    const auto prepared = prepare(options, graphs);
    if (!prepared) return fail(prepared.diagnostics());
    for (const std::string& guess : prepared->input.guesses) std::cerr << "guessed: " << guess << "\n";
    const std::atomic<bool>& interrupted = catchInterruptions();
    ProgressLine line(0);
    search::SearchOptions how;
    how.evaluations = options.evaluations.value_or(search::evaluationsOf(options.budgetSeconds));
    how.seed = options.seed;
    how.threads = static_cast<unsigned>(options.jobs);
    how.settings = options.evaluation;
    how.cancel = &interrupted;
    how.state = prepared->state.get();
    how.onProgress = [&](std::uint64_t done, std::uint64_t total) {
        if (!options.quiet) line.show({done, total, 0});
    };
    TuneRows known;
    if (!options.rows.file.empty()) {
        known =
            rowsOf({options, command, prepared->input, *prepared->texts, graphs, how.evaluations, interrupted});
        if (!known.rows) return known.exit;
    }
    const auto& specs = prepared->input.specs;
    const auto result = known.rows ? searchRows(*known.rows, *prepared->texts, graphs, specs, how)
                                   : search::search(*prepared->texts, graphs, specs, how);
    line.clear();
    if (prepared->state)
        if (const auto faults = prepared->state->flush(); !faults.empty()) printDiagnostics(faults);

    search::AnswerOptions answering;
    answering.top = options.top;
    answering.threads = how.threads;
    answering.withWhy = result.isComplete && !options.csv;
    std::vector<std::string> errorSources;
    for (const HardwareSpec& spec : prepared->input.specs) {
        const auto error = accuracy::recordedRatioError(spec.name, accuracyFolder());
        answering.ratioErrors.push_back(error.errors.median);
        errorSources.push_back(toText(error));
    }
    const auto answers = search::answersOf(result, *prepared->texts, graphs, options.evaluation, answering);
    int worst = exitOk;
    std::vector<search::MeasuredSearch> measured;
    if (options.isMeasured()) {
        auto all = TuneMeasuring{options, *prepared->texts, result, answers, interrupted}.run();
        if (!all)
            worst = fail(all.diagnostics());
        else
            measured = std::move(*all);
        for (const auto& of : measured)
            if (options.measure && of.wrong + of.failed > 0) worst = std::max<int>(worst, exitResultHasErrors);
        if (!options.curve.empty() && !measured.empty())
            worst = std::max<int>(
                worst, writeText("curve", options.curve, curveCsv(measured.front(), prepared->texts->space())));
    }
    print(options, *prepared, result, answers, errorSources, measured);
    std::cout.flush();
    const bool isRanked =
        std::any_of(answers.begin(), answers.end(), [](const auto& answer) { return !answer.top.empty(); });
    if (!options.kernelTuner.empty())
        worst =
            std::max<int>(worst, writeText("cache", options.kernelTuner,
                                           kernelTunerCache(result.devices.front(), prepared->texts->space(),
                                                            prepared->input.start)));
    if (!options.t4.empty())
        worst = std::max<int>(worst, writeText("results", options.t4,
                                               t4Results(result.devices.front(), prepared->texts->space())));
    if (!options.output.empty() && isRanked) worst = std::max(worst, writeWinner(options, *prepared, answers));
    if (!result.isComplete) {
        std::cerr << "interrupted: the answer is of what was looked at by then"
                  << (prepared->state ? "; the same command goes on from there" : "; --state FILE keeps it")
                  << "\n";
        return exitInterrupted;
    }
    return std::max<int>(worst, isRanked ? exitOk : exitResultHasErrors);
}

} // namespace

void addTune(CLI::App& program, int& exit) {
    auto options = std::make_shared<TuneOptions>();
    auto* command = program.add_subcommand(
        "tune", "which values of its macros, arguments and work-groups make a launch fastest, by the model");
    options->addTo(*command);
    command->callback([options, command, &exit] { exit = runTune(*options, *command); });
}

} // namespace warpstring::cli
