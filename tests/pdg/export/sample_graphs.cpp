// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pdg/export/sample_graphs.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "core/files/launches/launch_sweep.h"
#include "pdg/frontend/build_pdg.h"
#include "tests/sample_files.h"

namespace warpstring::pdg_export {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> launchFiles() {
    const fs::path folder = fs::path(WARPSTRING_SOURCE_DIR) / "samples";
    std::vector<fs::path> files;
    for (const fs::path& file : test::sampleLaunchFiles(folder, false, "check-", false))
        files.push_back(folder / file);
    return files;
}

std::vector<SampleGraph> readAll() {
    std::vector<SampleGraph> graphs;
    std::set<std::string> known;
    for (const auto& path : launchFiles()) {
        auto sweep = files::LaunchSweep::open(path);
        if (!sweep) continue;
        auto launch = sweep->at(0);
        if (!launch) continue;
        if (!known.insert(launch->source.string() + " " + launch->kernel + " " + launch->options).second)
            continue;
        const auto source = frontend::readKernelSource(launch->source.string());
        if (!source) continue;
        auto pdg = buildPdg(*source, launch->kernel, {launch->options, 32, false});
        if (pdg) graphs.push_back({path.stem().string(), *std::move(launch), *std::move(pdg)});
    }
    return graphs;
}

} // namespace

const std::vector<SampleGraph>& sampleGraphs() {
    static const std::vector<SampleGraph> graphs = readAll();
    return graphs;
}

} // namespace warpstring::pdg_export
