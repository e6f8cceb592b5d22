// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/language_validation.h"
#include "app/cli/row_file.h"
#include "app/cli/validation_text.h"
#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "app/common/progress_line.h"
#include "app/common/simulation_choice.h"
#include "app/common/terminal.h"
#include "app/common/time_limit.h"
#include "core/measure/client/session_text.h"
#include "core/random/random_launch.h"
#include "core/records/device_choice.h"
#include "core/records/plan.h"
#include "study/batch/output_file.h"
#include "study/validation/kept_kernels.h"
#include "study/validation/random_measurements.h"
#include "study/validation/random_rows.h"
#include "study/validation/random_simulation.h"

namespace warpstring::cli {

namespace {

struct ValidateCommandOptions {
    validation::RandomKernels kernels;
    std::uint64_t language = 0; ///< kernels as broad as the language, instead of those
    std::string spec = "nvidia-h200", specFolder;
    std::string device, output, plan, records, compact, keep;
    std::size_t worst = 10;
    int jobs = 1;
    ModelChoice model = ModelChoice::BySpec;
    bool json = false, quiet = false, resume = false;
    TimeLimit timeLimit;
    RowFileOptions rows;
};

/// What a device gave: records where they are whole, and the figures of all.
struct Measured {
    validation::RandomMeasurements kernels;
    std::vector<records::Measurement> records;
    bool interrupted = false;
    Diagnostics faults; ///< why the session ended early
};

/// A file for records that goes away again.
class ScratchFile {
public:
    ScratchFile()
        : path_(std::filesystem::temp_directory_path() /
                ("warpstring-validate-" + std::to_string(::getpid()) + ".jsonl")) {}
    ~ScratchFile() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// The name of the device to measure on: the one that is meant, or else any GPU. Nothing where there is none.
Result<std::optional<std::string>> deviceName(const ValidateCommandOptions& options,
                                              measure::WorkerProcess& worker) {
    const auto devices = askDevices(worker);
    if (!devices && options.device.empty()) return std::optional<std::string>();
    if (!devices) return devices.diagnostics();
    if (devices->empty() && options.device.empty()) return std::optional<std::string>();
    const auto chosen = chooseDevice(*devices, options.device);
    if (!chosen) return chosen.diagnostics();
    const records::DeviceFacts& device = (*devices)[*chosen];
    if (options.device.empty() && device.type != records::DeviceType::Gpu) return std::optional<std::string>();
    return std::optional(device.name);
}

/// Nothing where there is no device.
Result<std::optional<Measured>> measure(const ValidateCommandOptions& options,
                                        const std::atomic<bool>& interrupted) {
    const auto program = measure::findWorker();
    if (!program && options.device.empty() && options.output.empty()) return std::optional<Measured>();
    if (!program) return program.diagnostics();
    measure::WorkerProcess worker(*program);
    worker.cancelOn(&interrupted);
    const auto device = deviceName(options, worker);
    if (!device) return device.diagnostics();
    if (!*device) return std::optional<Measured>();

    const ScratchFile scratch;
    const std::filesystem::path path =
        options.output.empty() ? scratch.path() : std::filesystem::path(options.output);
    auto store = records::RecordStore::open(path);
    if (!store) return fromSurroundings(store.diagnostics());
    records::MeasureSettings settings;
    settings.warpLatency = false;
    settings.transferRuns = 0;
    const auto report = [&](const measure::SessionProgress& progress) {
        if (!options.quiet && (progress.record != nullptr || progress.resumed))
            std::cerr << paint(lineOf(progress), Colour::Dim, wantsColour(2)) << "\n";
        if (progress.record != nullptr) printDiagnostics(progress.record->diagnostics);
    };
    const auto summary = measureAll(launchesOf(options.kernels), options.device, settings, options.resume,
                                    *store, worker, report);
    if (!summary) return summary.diagnostics();
    auto records = records::readRecords(path);
    if (!records) return fromSurroundings(records.diagnostics());
    return std::optional(Measured{validation::measurementsOf(*records, **device), std::move(*records),
                                  interrupted, summary->diagnostics});
}

Result<std::optional<Measured>> readMeasured(const ValidateCommandOptions& options) {
    auto kernels = validation::readRandomMeasurements(options.records, options.device);
    if (!kernels) return kernels.diagnostics();
    Measured measured{std::move(*kernels), {}, false, {}};
    // Compact ones have no records, which is no fault.
    if (auto records = records::readRecords(options.records)) measured.records = std::move(*records);
    return std::optional(std::move(measured));
}

Diagnostics writePlan(const ValidateCommandOptions& options) {
    const auto launches = launchesOf(options.kernels);
    if (Diagnostics faults = batch::replaceFile(options.plan, toPlan(launches)); hasErrors(faults))
        return faults;
    if (!options.quiet) std::cerr << launches.size() << " launches in " << options.plan << "\n";
    return {};
}

/// The worst as launch files, with their records.
Diagnostics keepWorst(const ValidateCommandOptions& options, const Validation& validation,
                      const Measured& measured) {
    std::vector<records::ResolvedLaunch> launches;
    std::vector<records::Measurement> records;
    for (const std::size_t i : validation.statistics.worst) {
        const validation::ValidationRow& row = validation.rows[i];
        launches.push_back(random_kernels::launchOf(row.seed, row.index, options.kernels.mostGroups));
        const auto isOfRow = [&](const auto& each) { return each.fingerprint == row.fingerprint; };
        const auto whole = std::find_if(measured.records.begin(), measured.records.end(),
                                        [&](const records::Measurement& each) {
                                            return isOfRow(each) && each.device.name == measured.kernels.device;
                                        });
        const auto& kernels = measured.kernels.kernels;
        if (whole != measured.records.end())
            records.push_back(*whole);
        else if (const auto known = std::find_if(kernels.begin(), kernels.end(), isOfRow);
                 known != kernels.end())
            records.push_back(recordOf(*known, measured.kernels));
    }
    return validation::keepKernels(options.keep, launches, records);
}

/// Rows, or the exit code where there is no report to be made of them.
struct SimulatedRows {
    std::vector<validation::ValidationRow> rows;
    std::optional<int> exit;
};

std::vector<validation::ValidationRow> simulateInMemory(const ValidateCommandOptions& options,
                                                        const HardwareSpec& spec,
                                                        const std::atomic<bool>& interrupted) {
    ProgressLine line(0);
    validation::RandomSimulationOptions run;
    run.jobs = options.jobs;
    run.model = options.model;
    run.cancel = &interrupted;
    run.timeLimit = options.timeLimit;
    if (!options.quiet) run.onProgress = [&](const batch::BatchProgress& progress) { line.show(progress); };
    auto rows = simulateRandom(options.kernels, spec, run);
    line.clear();
    return rows;
}

RowFileRun rowFileRun(const ValidateCommandOptions& options, const CLI::App& command,
                      const std::atomic<bool>& interrupted) {
    // What is of the report and of measuring is no task's affair.
    return {options.rows,
            options.resume,
            options.quiet,
            options.jobs,
            interrupted,
            taskWords(command, {"rows", "device", "output", "records", "compact", "worst", "keep", "json"})};
}

SimulatedRows simulateIntoFile(const ValidateCommandOptions& options, const CLI::App& command,
                               const HardwareSpec& spec, const std::atomic<bool>& interrupted) {
    auto plan = validation::rowPlanOf(options.kernels, spec, options.model);
    if (!plan) return {{}, fail(plan.diagnostics())};
    validation::RandomSimulationOptions each;
    each.model = options.model;
    each.cancel = &interrupted;
    each.timeLimit = options.timeLimit;
    validation::RandomRowMaker maker(options.kernels, spec, each);
    const RowFileRun run = rowFileRun(options, command, interrupted);
    if (const auto exit = bringRows(*plan, maker, run)) return {{}, *exit};
    auto rows = validation::readRandomRows(options.rows.file, *plan);
    if (!rows) return {{}, fail(rows.diagnostics())};
    return {std::move(*rows), std::nullopt};
}

/// What is written besides the report. False when something could not be.
bool writeFiles(const ValidateCommandOptions& options, const Validation& validation,
                const std::optional<Measured>& measured) {
    if (!measured) return true;
    Diagnostics faults;
    if (!options.compact.empty()) faults = batch::replaceFile(options.compact, compactText(measured->kernels));
    if (!options.keep.empty()) {
        const Diagnostics more = keepWorst(options, validation, *measured);
        faults.insert(faults.end(), more.begin(), more.end());
    }
    printDiagnostics(faults);
    if (!options.quiet && !options.keep.empty() && !hasErrors(faults))
        std::cerr << "the worst are in " << options.keep << ": warpstring compare " << options.keep << " -s "
                  << options.spec << "\n";
    return !hasErrors(faults);
}

/// The report of the kernels that were simulated until then.
int tellInterrupted(const ValidateCommandOptions& options, Validation& validation) {
    std::erase_if(validation.rows, [](const validation::ValidationRow& row) { return row.launch.empty(); });
    if (!validation.rows.empty()) {
        validation.statistics = validationStatistics(validation.rows, options.worst);
        std::cout << (options.json ? validationJson(validation) : validationText(validation, wantsColour(1)));
    }
    printDiagnostics({{"validate.interrupted",
                       Severity::Error,
                       {},
                       "interrupted: " + std::to_string(validation.rows.size()) + " of " +
                           std::to_string(options.kernels.count) + " kernels are simulated",
                       "ask for fewer kernels"}});
    return exitInterrupted;
}

int runLanguage(const ValidateCommandOptions& options, const CLI::App& command) {
    const auto spec = loadSpec(options.spec, specFolders(options.specFolder));
    if (!spec) return fail(spec.diagnostics());
    LanguageValidation run;
    run.check.seed = options.kernels.seed;
    run.check.count = options.language;
    run.check.jobs = options.jobs;
    run.check.timeLimit = options.timeLimit;
    run.keep = options.keep;
    run.quiet = options.quiet;
    if (options.rows.file.empty()) return runLanguageValidation(run, *spec);
    return runLanguageRows(run, *spec, rowFileRun(options, command, catchInterruptions()));
}

int runValidate(const ValidateCommandOptions& options, const CLI::App& command) {
    if (options.resume && options.output.empty() && options.rows.file.empty())
        throw CLI::RequiresError("--resume", "--output or --rows");
    if (options.language > 0) return runLanguage(options, command);
    if (options.kernels.count == 0) throw CLI::RequiredError("--random or --language");
    if (!options.plan.empty()) {
        const auto faults = writePlan(options);
        printDiagnostics(faults);
        return hasErrors(faults) ? exitResultHasErrors : exitOk;
    }
    const auto spec = loadSpec(options.spec, specFolders(options.specFolder));
    if (!spec) return fail(spec.diagnostics());
    const std::atomic<bool>& interrupted = catchInterruptions();
    // Records first: what cannot be read should not take a simulation to be noticed.
    std::optional<Measured> measured;
    if (!options.records.empty()) {
        auto read = readMeasured(options);
        if (!read) return fail(read.diagnostics());
        measured = std::move(*read);
    }
    SimulatedRows simulated;
    if (options.rows.file.empty())
        simulated.rows = simulateInMemory(options, *spec, interrupted);
    else
        simulated = simulateIntoFile(options, command, *spec, interrupted);
    if (simulated.exit) return *simulated.exit;
    Validation validation{options.kernels.seed, spec->name, "", std::move(simulated.rows), {}};
    if (interrupted) return tellInterrupted(options, validation);
    if (options.records.empty()) {
        auto run = measure(options, interrupted);
        if (!run) return fail(run.diagnostics());
        measured = std::move(*run);
    }
    if (measured) {
        validation.device = measured->kernels.device;
        const std::size_t strangers = addMeasurements(validation.rows, measured->kernels);
        if (strangers > 0 && !options.quiet)
            std::cerr << strangers << " measurements are of none of these kernels\n";
    }
    validation.statistics = validationStatistics(validation.rows, options.worst);
    for (const validation::ValidationRow& row : validation.rows)
        if (!row.predictedUs && !options.json) printDiagnostics(row.diagnostics);
    std::cout << (options.json ? validationJson(validation) : validationText(validation, wantsColour(1)));
    const bool written = writeFiles(options, validation, measured);
    if (measured) printDiagnostics(measured->faults);
    if (measured && measured->interrupted) return exitInterrupted;
    const validation::ValidationStatistics& statistics = validation.statistics;
    if (measured && statistics.all.count == 0) {
        printDiagnostics({{"compare.nothing-compared",
                           Severity::Error,
                           {},
                           "no measurement belongs to any of these kernels",
                           "are --seed and --most-groups those of the plan?"}});
        return exitResultHasErrors;
    }
    const bool hasFaults =
        statistics.notSimulated + statistics.wrongOutputs > 0 || (measured && !measured->faults.empty());
    return written && !hasFaults ? exitOk : exitResultHasErrors;
}

} // namespace

void addValidate(CLI::App& program, int& exit) {
    auto options = std::make_shared<ValidateCommandOptions>();
    options->jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    auto* command =
        program.add_subcommand("validate", "kernels grown at random from a seed, simulated beside measured");
    auto* random = command->add_option("--random", options->kernels.count, "how many kernels to grow")
                       ->check(CLI::Range(1, 1'000'000));
    auto* language = command
                         ->add_option("--language", options->language,
                                      "how many kernels to grow that use OpenCL C broadly: each is answered or "
                                      "refused by name, and counted right")
                         ->check(CLI::Range(1, 1'000'000))
                         ->excludes(random);
    command->add_option("--seed", options->kernels.seed, "the seed: the same kernels on every machine")
        ->capture_default_str()
        ->check(CLI::Range(std::uint64_t{0}, random_kernels::mostSeed));
    command
        ->add_option("--most-groups", options->kernels.mostGroups,
                     "work-groups of a kernel at most, for devices that are no large GPUs")
        ->check(CLI::PositiveNumber);
    command->add_option("-s,--spec", options->spec, "hardware spec: a name (see 'spec list') or a file")
        ->capture_default_str();
    command->add_option("--spec-dir", options->specFolder, "folder in which spec names are looked up first");
    auto* device =
        command->add_option("-d,--device", options->device,
                            "an index of 'warpstring devices' or a part of a name; the first GPU without");
    auto* output =
        command->add_option("-o,--output", options->output,
                            "a .jsonl file to append measurement records to, or a folder for a file each");
    command->add_flag("--resume", options->resume,
                      "pass over kernels that the output or the file of rows holds");
    auto* plan = command->add_option(
        "--plan", options->plan,
        "measure and simulate nothing; write a plan for warpstring-measure on another machine");
    auto* records =
        command->add_option("-r,--records", options->records,
                            "measure nothing; take the measurements from records or a compact file");
    auto* compact =
        command->add_option("--compact", options->compact, "write the measurements, a short line a kernel");
    command->add_option("--worst", options->worst, "how many of the worst are listed and kept")
        ->capture_default_str();
    auto* keep = command->add_option("--keep", options->keep,
                                     "a folder to keep the worst in as launch files, for 'warpstring compare'");
    output->excludes(plan)->excludes(records);
    for (auto* other : {device, records, compact, keep}) plan->excludes(other);
    for (auto* other : {device, output, plan, records, compact}) language->excludes(other);
    options->rows.addTo(*command, "kernels");
    command->get_option("--rows")->excludes(plan);
    // A shard is no whole validation.
    for (auto* other : {device, output, records, compact, keep})
        command->get_option("--shard")->excludes(other);
    addModel(*command, options->model);
    addTimeLimit(*command, options->timeLimit);
    command->add_option("-j,--jobs", options->jobs, "kernels simulated at once")
        ->capture_default_str()
        ->check(CLI::Range(1, 1024));
    command->add_flag("--json", options->json, "print JSON");
    command->add_flag("-q,--quiet", options->quiet, "no progress on stderr");
    command->callback([options, command, &exit] { exit = runValidate(*options, *command); });
}

} // namespace warpstring::cli
