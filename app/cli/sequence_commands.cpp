// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sequence_commands.h"

#include <algorithm>
#include <iostream>

#include "app/cli/answer_text.h"
#include "app/cli/device_rows.h"
#include "app/cli/report_text.h"
#include "app/cli/sequence_text.h"
#include "app/common/default_spec.h"
#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "app/common/terminal.h"
#include "core/files/launches/sequence_file.h"
#include "core/refusal.h"
#include "study/batch/resolved_launches.h"

namespace warpstring::cli {

namespace {

const sequences::SimulatedStep& costliest(const sequences::SequenceSimulation& simulation) {
    return *std::max_element(simulation.steps.begin(), simulation.steps.end(),
                             [](const auto& a, const auto& b) { return a.allUs() < b.allUs(); });
}

class SequenceSimulator {
public:
    SequenceSimulator(const LaunchOptions& options, const SequenceTextOptions& text, const Sequence& sequence,
                      std::string reason, bool isTable)
        : options_(options), text_(text), sequence_(sequence), reason_(std::move(reason)), isTable_(isTable) {}

    int runOn(const HardwareSpec& spec) {
        std::string details;
        sequences::SequenceSimulationOptions settings;
        settings.options = options_.options;
        settings.registers = options_.registers;
        settings.sourceShape = options_.sourceShape;
        settings.simulation.evaluation.threshold = options_.threshold;
        settings.simulation.model = options_.model;
        settings.interrupted = &catchInterruptions();
        settings.timeLimit = options_.timeLimit;
        if (text_.details)
            settings.onStep = [&](const Simulation& simulation, const Pdg& pdg, const Launch& launch) {
                const TextStyle style{wantsColour(1), text_.ascii, terminalWidth()};
                details += "\n" + reportText(simulation, pdg, launch, spec, "", style);
            };
        const auto simulation = simulate(sequence_, spec, graphs_, settings);
        if (!simulation && isTable_) {
            rows_.push_back({spec.name, refusalOf(simulation.diagnostics()), 0});
            return exitOk; // not every launch fits every device
        }
        if (!simulation) return fail(simulation.diagnostics());
        print(*simulation, details);
        int code = exitOk;
        for (const sequences::SimulatedStep& step : simulation->steps) {
            const bool isAnswer = !options_.json && !text_.details;
            if (!isTable_) printDiagnostics(isAnswer ? withoutOtherModel(step.diagnostics) : step.diagnostics);
            code = std::max<int>(code, exitCodeOfResult(step.diagnostics));
        }
        return code;
    }

    void finish() const {
        if (options_.json && printed_ > 0) std::cout << "]\n";
        if (isTable_) std::cout << deviceRows(sequence_.name, rows_);
    }

private:
    void print(const sequences::SequenceSimulation& simulation, const std::string& details) {
        if (isTable_) {
            const sequences::SimulatedStep& most = costliest(simulation);
            rows_.push_back({simulation.spec, most.boundBy + " of step " + most.number + ", " + most.launch,
                             simulation.timeUs()});
            return;
        }
        if (options_.json)
            std::cout << (printed_ == 0 ? "[" : ",\n") << toJson(simulation).pretty();
        else
            std::cout << (printed_ == 0 ? "" : "\n") << sequenceText(simulation, reason_, wantsColour(1))
                      << details;
        std::cout.flush();
        ++printed_;
    }

    const LaunchOptions& options_;
    const SequenceTextOptions& text_;
    const Sequence& sequence_;
    std::string reason_;
    bool isTable_;
    batch::GraphCache graphs_;
    std::vector<DeviceRow> rows_;
    std::size_t printed_ = 0;
};

} // namespace

SplitPaths splitPaths(const std::vector<std::string>& paths) {
    SplitPaths split;
    for (const std::string& path : paths)
        (files::isSequenceFile(path) ? split.sequences : split.launches).push_back(path);
    return split;
}

Diagnostics refusedChoice(const std::vector<std::string>& sequences, const ChoiceOptions& choice) {
    if (sequences.empty() || (*choice).isEmpty()) return {};
    return {{"usage.sequence",
             Severity::Error,
             {sequences.front(), 0, 0},
             "what a launch is cannot be said of a sequence on the command line",
             "say it in its launch files, or under `set` of its steps"}};
}

Result<std::vector<records::ResolvedSequence>> resolvedSequences(const std::vector<std::string>& paths,
                                                                 const std::string& options) {
    std::vector<records::ResolvedSequence> all;
    for (const std::string& path : paths) {
        auto sequence = files::readSequenceFile(path);
        if (!sequence) return sequence.diagnostics();
        auto resolved = batch::resolveSequence(std::move(*sequence), options);
        if (!resolved) return resolved.diagnostics();
        all.push_back(std::move(*resolved));
    }
    return all;
}

int simulateSequence(const LaunchOptions& options, const SequenceTextOptions& text) {
    if (Diagnostics faults = refusedChoice({options.launch}, options.choice); !faults.empty()) {
        printDiagnostics(faults);
        return exitUsage;
    }
    const auto folders = specFolders(options.specFolder);
    const auto choice = specChoice(options.spec, folders);
    if (!choice) return fail(choice.diagnostics());
    const auto sequence = files::readSequenceFile(options.launch);
    if (!sequence) return fail(sequence.diagnostics());
    SequenceSimulator simulator(options, text, *sequence, choice->reason,
                                choice->name == "all" && !options.json);
    int worst = exitOk;
    for (const std::string& name : namedSpecs({choice->name}, folders)) {
        const auto spec = loadSpec(name, folders);
        if (!spec) return fail(spec.diagnostics());
        worst = std::max(worst, simulator.runOn(*spec));
        if (catchInterruptions()) return exitInterrupted;
    }
    simulator.finish();
    return worst;
}

} // namespace warpstring::cli
