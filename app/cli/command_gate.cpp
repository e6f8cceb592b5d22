// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>
#include <charconv>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/gate_text.h"
#include "app/cli/sarif_output.h"
#include "app/cli/text_output.h"
#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/plan_options.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "app/common/progress_line.h"
#include "app/common/simulation_choice.h"
#include "app/common/terminal.h"
#include "tuning/findings/workflow_annotations.h"
#include "tuning/gate/baseline_update.h"
#include "tuning/gate/gate_findings.h"
#include "tuning/gate/kept_launch.h"
#include "tuning/gate/report.h"

namespace warpstring::cli {

namespace {

namespace fs = std::filesystem;

using gate::Baseline;
using gate::BaselineLaunch;
using gate::CurrentLaunch;

struct GateCommandOptions : PlanOptions {
    fs::path baseline;
    double mostRegression = 0.05;
    bool update = false, annotations = false, json = false;
    std::string sarif;

    GateCommandOptions() { specs.clear(); }

    [[nodiscard]] fs::path folder() const {
        return baseline.has_parent_path() ? baseline.parent_path() : fs::path(".");
    }
};

/// "5 %" or "0.05"; nothing where it is neither.
std::optional<double> fractionOf(std::string text) {
    std::erase(text, ' ');
    const bool isPercent = !text.empty() && text.back() == '%';
    if (isPercent) text.pop_back();
    double number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
    if (isPercent) return number / 100;
    return number < 1 ? std::optional(number) : std::nullopt;
}

/// A spec that a baseline names: of its name, or a file beside it.
std::string specWord(const std::string& kept, const fs::path& folder) {
    const bool isPath = kept.find('/') != std::string::npos || kept.ends_with(".toml");
    return isPath ? (folder / kept).lexically_normal().string() : kept;
}

std::string keptSpecWord(const std::string& given, const fs::path& folder) {
    std::error_code ignored;
    return fs::is_regular_file(given, ignored) ? gate::relativeTo(folder, given) : given;
}

std::vector<CurrentLaunch> currentLaunches(const batch::BatchPlan& plan, const fs::path& folder) {
    std::vector<CurrentLaunch> all;
    std::set<gate::LaunchKey> known;
    const auto& settings = plan.settings();
    for (auto sweep : plan.files())
        for (std::uint64_t i = 0; i < sweep.count(); ++i) {
            auto launch = sweep.at(i);
            if (launch && !settings.options.empty()) launch->options += " " + settings.options;
            if (launch && settings.registers) launch->registers = *settings.registers;
            auto current = gate::currentLaunch(sweep.path(), sweep.nameOf(i), std::move(launch), folder);
            if (known.insert(current.key()).second) all.push_back(std::move(current));
        }
    return all;
}

/// Of a file that was named, or that lies below a folder that was.
bool wasAskedFor(const std::string& file, const GateCommandOptions& options) {
    return std::any_of(options.launches.begin(), options.launches.end(), [&](const std::string& given) {
        const std::string asked = gate::relativeTo(options.folder(), given);
        return file == asked || asked == "." || file.starts_with(asked + "/");
    });
}

bool isGone(const BaselineLaunch& kept, const GateCommandOptions& options) {
    std::error_code ignored;
    return wasAskedFor(kept.launch.file.generic_string(), options) ||
           !fs::exists(options.folder() / kept.launch.file, ignored);
}

/// Calls `work` with every number below `count`, on as many threads as there are jobs. False: interrupted.
template <class Work>
bool forAll(std::size_t count, const GateCommandOptions& options, const std::atomic<bool>& interrupted,
            const Work& work) {
    std::atomic<std::size_t> next{0}, done{0};
    ProgressLine line(0);
    std::vector<std::jthread> threads;
    threads.reserve(static_cast<std::size_t>(options.jobs));
    for (int t = 0; t < options.jobs; ++t)
        threads.emplace_back([&] {
            for (std::size_t i = next++; i < count && !interrupted; i = next++) {
                work(i);
                ++done;
            }
        });
    while (!options.quiet && done < count && !interrupted) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        line.show({done, count, 0});
    }
    threads.clear();
    line.clear();
    return !interrupted;
}

gate::GateOptions gateOptions(const GateCommandOptions& options, const std::atomic<bool>& interrupted) {
    gate::GateOptions how;
    how.mostRegression = options.mostRegression;
    how.model = options.settings.model;
    how.interrupted = &interrupted;
    how.timeLimit = options.timeLimit;
    return how;
}

int tellInterrupted() {
    std::cerr << "interrupted: nothing is said of what was done by then\n";
    return exitInterrupted;
}

void tellUpdate(const fs::path& path, const gate::BaselineUpdate& update) {
    const auto count = update.baseline.launches.size();
    std::cout << path.string() << ": " << count << (count == 1 ? " launch" : " launches") << ", "
              << update.added << " new, " << update.changed << " changed, " << update.dropped << " dropped";
    if (update.kept > 0) std::cout << ", " << update.kept << " not asked for and kept";
    std::cout << "\n";
}

/// Writes all launches that are asked for, and keeps those of the old baseline that are not.
int writeUpdate(const GateCommandOptions& options, const batch::BatchPlan& plan, const Baseline& old) {
    auto update = gate::updated(old, currentLaunches(plan, options.folder()),
                                [&](const BaselineLaunch& launch) { return isGone(launch, options); });
    update.baseline.version = WARPSTRING_VERSION;
    for (const auto& spec : namedSpecs(options.specs, specFolders(options.specFolder)))
        update.baseline.specs.push_back(keptSpecWord(spec, options.folder()));
    const auto& specs = plan.specs();
    std::vector<Result<double>> times(update.written.size() * specs.size(), Result<double>(0.0));
    const std::atomic<bool>& interrupted = catchInterruptions();
    const auto how = gateOptions(options, interrupted);
    batch::GraphCache graphs;
    if (!forAll(times.size(), options, interrupted, [&](std::size_t i) {
            times[i] = timeOf(update.written[i / specs.size()], specs[i % specs.size()], how, graphs);
        }))
        return tellInterrupted();
    Diagnostics faults = update.faults;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (times[i])
            update.baseline.launches[i / specs.size()].timesUs[specs[i % specs.size()].name] = *times[i];
        else
            faults.insert(faults.end(), times[i].diagnostics().begin(), times[i].diagnostics().end());
    }
    if (update.baseline.launches.empty()) return fail(faults);
    if (const int failed = writeText("baseline", options.baseline, toText(update.baseline)); failed != exitOk)
        return failed;
    tellUpdate(options.baseline, update);
    printDiagnostics(faults);
    return faults.empty() ? exitOk : exitResultHasErrors;
}

int writeSarif(const GateCommandOptions& options, SarifOutput& sarif) {
    const std::string text = sarif.text(gate::gateRules(), "warpstring-gate");
    if (options.sarif == "-") {
        std::cout << text;
        return exitOk;
    }
    return writeText("SARIF", options.sarif, text);
}

int print(const GateCommandOptions& options, const gate::Report& report,
          const std::map<std::string, fs::path>& paths) {
    if (options.json)
        std::cout << toJson(report) << "\n";
    else if (options.sarif != "-")
        std::cout << gateText(report, {wantsColour(1), false, terminalWidth()});
    SarifOutput sarif;
    for (const auto& spec : report.specs) (void)sarif.of(spec); // a device without findings clears those before
    for (const auto& outcome : report.outcomes)
        if (auto found = findingOf(outcome, paths.at(outcome.file).string(), sarif.texts()))
            sarif.of(outcome.spec).push_back(std::move(*found));
    if (options.annotations) std::cout << workflowAnnotations(gate::gateRules(), sarif.all());
    std::cout.flush();
    if (const int failed = options.sarif.empty() ? exitOk : writeSarif(options, sarif); failed != exitOk)
        return failed;
    return report.hasRegressions() ? exitResultHasErrors : exitOk;
}

int compare(const GateCommandOptions& options, const batch::BatchPlan& plan, const Baseline& baseline) {
    gate::Report report;
    report.mostRegression = options.mostRegression;
    for (const auto& spec : plan.specs()) report.specs.push_back(spec.name);
    std::map<gate::LaunchKey, const BaselineLaunch*> before;
    for (const auto& kept : baseline.launches) before[kept.key()] = &kept;
    std::vector<std::pair<CurrentLaunch, const BaselineLaunch*>> pairs;
    std::map<std::string, fs::path> paths;
    for (auto& now : currentLaunches(plan, options.folder())) {
        const auto known = before.find(now.key());
        paths[now.file] = now.path;
        if (known == before.end()) {
            printDiagnostics(now.faults);
            if (now.faults.empty()) report.added.push_back(now.key());
            continue;
        }
        pairs.emplace_back(std::move(now), known->second);
        before.erase(known);
    }
    for (const auto& [key, kept] : before) {
        if (isGone(*kept, options))
            report.gone.push_back(key);
        else
            ++report.notAskedFor;
    }
    report.launches = pairs.size();
    const auto& specs = plan.specs();
    report.outcomes.resize(pairs.size() * specs.size());
    const std::atomic<bool>& interrupted = catchInterruptions();
    const auto how = gateOptions(options, interrupted);
    batch::GraphCache graphs;
    if (!forAll(report.outcomes.size(), options, interrupted, [&](std::size_t i) {
            const auto& [now, kept] = pairs[i / specs.size()];
            report.outcomes[i] =
                compareLaunch(now, *kept, baseline, options.folder(), specs[i % specs.size()], how, graphs);
        }))
        return tellInterrupted();
    return print(options, report, paths);
}

int runGate(GateCommandOptions options) {
    Baseline baseline;
    std::error_code ignored;
    if (!options.update || fs::exists(options.baseline, ignored)) {
        auto read = gate::readBaseline(options.baseline);
        if (!read) return fail(read.diagnostics());
        baseline = std::move(*read);
    }
    if (options.specs.empty())
        for (const auto& kept : baseline.specs) options.specs.push_back(specWord(kept, options.folder()));
    if (options.specs.empty()) options.specs = PlanOptions().specs;
    const auto plan = makePlan(options);
    if (!plan) return fail(plan.diagnostics());
    return options.update ? writeUpdate(options, *plan, baseline) : compare(options, *plan, baseline);
}

} // namespace

void addGate(CLI::App& program, int& exit) {
    auto options = std::make_shared<GateCommandOptions>();
    auto* command = program.add_subcommand(
        "gate", "which launches became slower than those of a baseline, and why: for continuous integration");
    options->addTo(*command);
    command->get_option("--spec")
        ->description("hardware spec: a name (see 'spec list'), a file, or all of them: 'all'; those of the "
                      "baseline without")
        ->default_str("");
    command->add_option("--baseline", options->baseline, "the file that launches are held against")
        ->required()
        ->type_name("FILE");
    command
        ->add_option_function<std::string>(
            "--max-regression",
            [options](const std::string& text) { options->mostRegression = *fractionOf(text); },
            "by how much a launch may take longer: 5%, or 0.05")
        ->check([](const std::string& text) -> std::string {
            return fractionOf(text) ? "" : "'" + text + "' is no share of a time: write 5% or 0.05";
        })
        ->default_str("5%");
    auto* update =
        command->add_flag("--update", options->update, "write the baseline from the launches as they are now");
    auto* sarif =
        command->add_option("--sarif", options->sarif,
                            "write what became slower as SARIF 2.1.0, a run for each device; - is stdout");
    sarif->type_name("FILE");
    auto* annotations =
        command->add_flag("--annotations", options->annotations, "print annotations for a workflow on GitHub");
    auto* json = command->add_flag("--json", options->json, "print JSON");
    json->excludes(annotations);
    for (auto* option : {sarif, annotations, json}) update->excludes(option);
    command->callback([options, json, &exit] {
        if (options->sarif == "-" && (options->json || options->annotations))
            throw CLI::ExcludesError("--sarif -", options->json ? json->get_name() : "--annotations");
        exit = runGate(*options);
    });
}

} // namespace warpstring::cli
