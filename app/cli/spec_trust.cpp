// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/spec_trust.h"

#include <iostream>
#include <memory>
#include <utility>

#include "app/cli/trust_text.h"
#include "app/common/exit_code.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "app/common/terminal.h"
#include "core/files/specs/hardware_spec_file.h"
#include "study/batch/output_file.h"
#include "study/evidence/collected_evidence.h"
#include "study/evidence/evidence_markdown.h"

namespace warpstring::cli {

namespace {

struct TrustOptions {
    std::vector<std::string> specs;
    std::string sourceTree, output;
    bool json = false, markdown = false;
    int jobs = 1;
};

Result<std::vector<HardwareSpec>> shippedSpecs() {
    std::vector<HardwareSpec> specs;
    for (const auto& path : files::listHardwareSpecs({shippedSpecFolder()})) {
        auto spec = files::readHardwareSpec(path);
        if (!spec) return spec.diagnostics();
        specs.push_back(std::move(*spec));
    }
    return specs;
}

Result<std::vector<HardwareSpec>> chosenSpecs(const TrustOptions& options, const std::string& folder) {
    if (options.specs.empty()) return shippedSpecs();
    std::vector<HardwareSpec> specs;
    for (const std::string& name : options.specs) {
        auto spec = loadSpec(name, specFolders(folder));
        if (!spec) return spec.diagnostics();
        specs.push_back(std::move(*spec));
    }
    return specs;
}

/// Collected anew from a source tree and written where that is asked for, else as it comes with the specs.
Result<evidence::EvidenceList> evidenceFor(const TrustOptions& options) {
    if (options.sourceTree.empty()) return evidence::readEvidence(shippedSpecFolder());
    const auto specs = shippedSpecs();
    if (!specs) return specs.diagnostics();
    auto list = evidence::collectEvidence(*specs, options.sourceTree, options.jobs);
    if (!list || options.output.empty()) return list;
    if (auto faults = batch::replaceFile(options.output, toJson(*list)); !faults.empty()) return faults;
    return list;
}

int runTrust(const TrustOptions& options, const std::string& folder) {
    const auto specs = chosenSpecs(options, folder);
    if (!specs) return fail(specs.diagnostics());
    const auto list = evidenceFor(options);
    if (!list) return fail(list.diagnostics());
    if (options.json)
        std::cout << trustJson(*specs, *list).pretty() << "\n";
    else if (options.markdown)
        std::cout << specTable(*specs, *list) << "\n"
                  << evidenceTable(*list) << "\n"
                  << evidenceSentence(*specs, *list) << "\n";
    else if (options.specs.empty())
        std::cout << trustOverview(*specs, *list, wantsColour(1));
    else
        for (const HardwareSpec& spec : *specs)
            std::cout << trustText(spec, evidenceOf(*list, spec.name), wantsColour(1));
    return exitOk;
}

} // namespace

void addSpecTrust(CLI::App& spec, std::function<std::string()> specFolder, int& exit) {
    auto options = std::make_shared<TrustOptions>();
    auto* command =
        spec.add_subcommand("trust", "what specs have been held against, and how far they were off");
    command->add_option("specs", options->specs, "names or files; all that come with the program without");
    auto* json = command->add_flag("--json", options->json, "print JSON");
    command->add_flag("--markdown", options->markdown, "print the tables of docs/hardware-specs.md")
        ->excludes(json);
    auto* collect =
        command->add_option("--collect", options->sourceTree,
                            "a source tree: hold the specs against its records and published tables anew");
    command->add_option("-o,--output", options->output, "write what was collected, JSON")->needs(collect);
    command->add_option("-j,--jobs", options->jobs, "threads that simulate")->check(CLI::Range(1, 1024));
    command->callback(
        [options, specFolder = std::move(specFolder), &exit] { exit = runTrust(*options, specFolder()); });
}

} // namespace warpstring::cli
