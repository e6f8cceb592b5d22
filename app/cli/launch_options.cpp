// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/launch_options.h"

#include <algorithm>

#include "app/common/exit_code.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "app/common/simulation_choice.h"
#include "core/files/launches/launch_file.h"
#include "core/hardware_spec.h"
#include "study/batch/graph_cache.h"

namespace warpstring::cli {

int forEachLaunch(const LaunchOptions& options,
                  const std::function<int(const Launch&, const Pdg&, const HardwareSpec&)>& visit) {
    std::vector<HardwareSpec> specs;
    const auto folders = specFolders(options.specFolder);
    for (const auto& name : namedSpecs({options.spec}, folders)) {
        auto spec = loadSpec(name, folders);
        if (!spec) return fail(spec.diagnostics());
        specs.push_back(std::move(*spec));
    }
    auto file = readLaunchFile(options.launch);
    if (!file) return fail(file.diagnostics());
    GraphCache graphs;
    int worst = exitOk;
    for (auto& launch : file->launches) {
        if (!options.options.empty()) launch.options += " " + options.options;
        for (const auto& spec : specs) {
            const auto graph = graphs.graphFor(launch, spec.device.addressBits, options.sourceShape);
            if (!*graph) {
                printDiagnostics(graph->diagnostics());
                worst = exitBadInput;
                continue;
            }
            worst = std::max(worst, visit(launch, **graph, spec));
        }
    }
    return worst;
}

} // namespace warpstring::cli
