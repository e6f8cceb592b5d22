// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/sequence_commands.h"
#include "app/cli/transfers_analysis.h"
#include "app/cli/transfers_text.h"
#include "app/common/default_spec.h"
#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "app/common/terminal.h"
#include "core/files/launches/sequence_file.h"
#include "study/sequences/sequence_simulation.h"

namespace warpstring::cli {

namespace {

/// "3 ms", "250us", "1.5s" in microseconds.
std::optional<double> durationOf(const std::string& text) {
    std::size_t end = 0;
    double number = 0;
    try {
        number = std::stod(text, &end);
    } catch (const std::exception&) {
        return std::nullopt;
    }
    std::string unit = text.substr(end);
    unit.erase(0, unit.find_first_not_of(' '));
    const std::map<std::string, double> us{{"s", 1e6}, {"ms", 1e3}, {"us", 1}, {"ns", 1e-3}};
    const auto found = us.find(unit);
    if (found == us.end() || !(number >= 0) || number > 1e12) return std::nullopt;
    return number * found->second;
}

/// Prints reports as they come: text, or the members of one array.
class ReportPrinter {
public:
    explicit ReportPrinter(bool json) : json_(json) {}
    ~ReportPrinter() {
        if (json_ && printed_) std::cout << "]\n";
    }
    ReportPrinter(const ReportPrinter&) = delete;
    ReportPrinter& operator=(const ReportPrinter&) = delete;

    template <class Report>
    void print(const Report& report) {
        if (json_)
            std::cout << (printed_ ? ",\n" : "[") << toJson(report).pretty();
        else
            std::cout << (printed_ ? "\n" : "") << transfersText(report, wantsColour(1));
        std::cout.flush();
        printed_ = true;
    }

private:
    bool json_;
    bool printed_ = false;
};

int runSequence(const TransfersOptions& options) {
    if (Diagnostics faults = refusedChoice({options.launch}, options.choice); !faults.empty()) {
        printDiagnostics(faults);
        return exitUsage;
    }
    if (options.hasCpu() || options.tiles > 1)
        return fail({{"usage.sequence",
                      Severity::Error,
                      {options.launch, 0, 0},
                      "tiles and a processor's time are of single launches",
                      "ask for each launch of the sequence by itself"}});
    const auto folders = specFolders(options.specFolder);
    const auto choice = specChoice(options.spec, folders);
    if (!choice) return fail(choice.diagnostics());
    const auto sequence = files::readSequenceFile(options.launch);
    if (!sequence) return fail(sequence.diagnostics());
    batch::GraphCache graphs;
    ReportPrinter printer(options.json);
    for (const std::string& specName : namedSpecs({choice->name}, folders)) {
        const auto spec = loadSpec(specName, folders);
        if (!spec) return fail(spec.diagnostics());
        const auto host = hostTimesOf(options, *spec);
        if (!host) return fail(host.diagnostics());
        std::vector<transfers::StepVolumes> steps;
        Diagnostics faults;
        sequences::SequenceSimulationOptions settings;
        settings.options = options.options;
        settings.registers = options.registers;
        settings.sourceShape = options.sourceShape;
        settings.simulation.evaluation.threshold = options.threshold;
        settings.simulation.model = options.model;
        settings.interrupted = &catchInterruptions();
        settings.timeLimit = options.timeLimit;
        settings.onStep = [&](const Simulation& simulation, const Pdg& pdg, const Launch& launch) {
            symbolic::CountOptions count;
            count.open.emplace();
            const auto counts = countLaunch(pdg, launch, *spec, count);
            if (!counts) {
                faults.insert(faults.end(), counts.diagnostics().begin(), counts.diagnostics().end());
                return;
            }
            const double start = std::min(simulation.kernelStartUs, simulation.kernelTimeUs());
            steps.push_back({bufferVolumes(pdg, launch, *counts, options.directions),
                             {start, simulation.kernelTimeUs() - start},
                             static_cast<double>(launch.range.groupCount()) *
                                 static_cast<double>(launch.range.groupSize())});
        };
        const auto simulation = simulate(*sequence, *spec, graphs, settings);
        if (!simulation) return fail(simulation.diagnostics());
        if (!faults.empty()) return fail(faults);
        transfers::SequenceReport report{sequence->name,
                                         spec->name,
                                         options.memory,
                                         options.by,
                                         *host,
                                         sequenceTransfers(*sequence, steps, options.by, *host),
                                         options.memoryBytes > 0 ? options.memoryBytes
                                                                 : spec->globalMemory.sizeBytes};
        printer.print(report);
        if (catchInterruptions()) return exitInterrupted;
    }
    return exitOk;
}

int runTransfers(const TransfersOptions& options) {
    if (files::isSequenceFile(options.launch)) return runSequence(options);
    LaunchOrigin origin;
    ReportPrinter printer(options.json);
    return forEachLaunch(
        options,
        [&](const Launch& launch, const Pdg& pdg, const HardwareSpec& spec,
            const SimulationOptions& settings) -> int {
            const auto report = analyseTransfers(launch, pdg, spec, settings, options, origin);
            if (!report) return fail(report.diagnostics());
            printer.print(*report);
            return exitOk;
        },
        [&](const std::string& text, const std::filesystem::path& path) { origin = {text, path}; });
}

} // namespace

void addTransfers(CLI::App& program, int& exit) {
    auto options = std::make_shared<TransfersOptions>();
    auto* command = program.add_subcommand(
        "transfers", "the time around kernels: what their buffers take to the device and back, and what binds");
    options->addTo(*command);
    command->get_option("launch")->description("a kernel (.cl), a launch file or a sequence (TOML)");
    const std::map<std::string, transfers::TransferBy> choices{{"whole", transfers::TransferBy::Whole},
                                                               {"interval", transfers::TransferBy::Interval},
                                                               {"packed", transfers::TransferBy::Packed}};
    command
        ->add_option(
            "--by", options->by,
            "what of a buffer is moved: whole, interval (first to last touched byte) or packed (copies of "
            "what is touched)")
        ->transform(CLI::CheckedTransformer(choices))
        ->option_text("{whole,interval,packed} [whole]");
    command->add_flag_callback(
        "--pageable", [options] { options->memory = transfers::HostMemory::Pageable; },
        "from and to memory of the host that is not pinned");
    command->add_flag_callback(
        "--declared", [options] { options->directions = transfers::DirectionsBy::Launch; },
        "directions as the launch file's access says, as `measure` moves buffers; without, as the kernel does");
    command->add_option("--preset", options->preset,
                        "a publication's printed figures in place of the spec's times: gt650m-000");
    command
        ->add_option("--memory", options->memoryBytes,
                     "bytes of the device's memory, such as 8GB; without, as the spec tells")
        ->transform(CLI::AsSizeValue(true))
        ->option_text("BYTES");
    command->add_option("--tiles", options->tiles, "divide the launch into so many tiles at least")
        ->check(CLI::Range(std::uint64_t{1}, transfers::mostTiles));
    auto* time = command->add_option_function<std::string>(
        "--cpu-time",
        [options](const std::string& text) {
            options->cpuUs = durationOf(text);
            if (!options->cpuUs) throw CLI::ValidationError("--cpu-time", "write a time such as 3ms");
        },
        "what a processor takes for the launch, such as 3ms: from which size on does the device pay?");
    auto* formula = command->add_option_function<std::string>(
        "--cpu",
        [options](const std::string& text) {
            auto parsed = transfers::TimeFormula::parse(text);
            if (!parsed) throw CLI::ValidationError("--cpu", parsed.diagnostics().front().message);
            options->cpu = std::move(*parsed);
        },
        "the same as seconds by a formula of the launch's names: 3e-9*n^2");
    time->excludes(formula);
    command->add_option("--size", options->size,
                        "the name whose size is varied; without, the only one that there is");
    command->callback([options, &exit] { exit = runTransfers(*options); });
}

} // namespace warpstring::cli
