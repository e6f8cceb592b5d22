// SPDX-License-Identifier: GPL-3.0-or-later
// What `warpstring compare` does with sequences.
#include <iostream>

#include "app/cli/sequence_commands.h"
#include "app/cli/sequence_text.h"
#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "app/common/record_paths.h"
#include "app/common/simulation_choice.h"
#include "app/common/terminal.h"

namespace warpstring::cli {

namespace {

using sequences::ComparedSequence;

Result<std::vector<HardwareSpec>> specsOf(const PlanOptions& options) {
    std::vector<HardwareSpec> specs;
    const auto folders = specFolders(options.specFolder);
    for (const std::string& name : namedSpecs(options.specs, folders)) {
        auto spec = loadSpec(name, folders);
        if (!spec) return spec.diagnostics();
        specs.push_back(std::move(*spec));
    }
    return specs;
}

sequences::SequenceSimulationOptions settingsOf(const PlanOptions& options) {
    sequences::SequenceSimulationOptions settings;
    settings.registers = options.settings.registers;
    settings.sourceShape = options.settings.sourceShape;
    settings.simulation.model = options.settings.model;
    settings.interrupted = &catchInterruptions();
    settings.timeLimit = options.timeLimit;
    return settings;
}

} // namespace

int compareSequences(const std::vector<std::string>& files, const PlanOptions& options,
                     const SequenceRecordOptions& given) {
    const auto specs = specsOf(options);
    if (!specs) return fail(specs.diagnostics());
    // The build options of --options are those of the launches from here on.
    const auto resolved = resolvedSequences(files, options.settings.options);
    if (!resolved) return fail(resolved.diagnostics());
    const auto records = readSequenceRecordsOf(given.records, files);
    if (!records) return fail(records.diagnostics());

    batch::GraphCache graphs;
    std::vector<ComparedSequence> all;
    for (const records::ResolvedSequence& sequence : *resolved)
        for (const HardwareSpec& spec : *specs) {
            const auto simulation = simulate(sequence.sequence, spec, graphs, settingsOf(options));
            if (!simulation) return fail(simulation.diagnostics());
            auto compared = compare(*simulation, spec, fingerprint(sequence), *records, given.devices);
            std::move(compared.begin(), compared.end(), std::back_inserter(all));
        }
    if (all.empty()) {
        printDiagnostics({{"compare.nothing-compared",
                           Severity::Error,
                           {},
                           "no measurement belongs to any of the sequences on the devices asked for",
                           "--any-device takes those of other devices than the spec's; were kernels, sizes or "
                           "steps changed since? measure again"}});
        return exitResultHasErrors;
    }
    if (given.json) {
        std::cout << toJson(all).pretty();
        return exitOk;
    }
    bool first = true;
    for (const ComparedSequence& compared : all) {
        std::cout << (first ? "" : "\n") << sequenceText(compared, wantsColour(1));
        first = false;
    }
    return exitOk;
}

} // namespace warpstring::cli
