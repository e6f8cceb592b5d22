// SPDX-License-Identifier: GPL-3.0-or-later
// Analyses of the samples, for tests.
#pragma once

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "app/common/program_paths.h"
#include "app/gui/models/session/analysis.h"
#include "app/gui/models/session/sample_list.h"
#include "core/files/launches/launch_file.h"

namespace warpstring::gui::test {

inline std::string textOf(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Those that are launches.
inline std::vector<Sample> launchSamples() {
    auto samples = listSamples(std::filesystem::path(WARPSTRING_SOURCE_DIR) / "samples");
    std::erase_if(samples, &Sample::isPattern);
    return samples;
}

/// `sample` is "scan/scan-init"; the first launch of its sweep.
inline AnalysisRequest requestFor(const std::string& sample, const std::string& spec = "geforce-8800-gtx") {
    const std::filesystem::path root = WARPSTRING_SOURCE_DIR;
    auto file = files::readLaunchFile(root / "samples" / (sample + ".toml"));
    auto device = cli::loadSpec(spec, cli::specFolders({}));
    EXPECT_TRUE(file.ok()) << sample;
    EXPECT_TRUE(device.ok()) << spec;
    AnalysisRequest request;
    request.launch = file->launches.front();
    request.sourceText = textOf(request.launch.source);
    request.spec = std::make_shared<const HardwareSpec>(*device);
    request.specName = spec;
    return request;
}

inline SharedAnalysis analysisOf(const std::string& sample, const std::string& spec = "geforce-8800-gtx") {
    batch::GraphCache graphs;
    auto result = analyse(requestFor(sample, spec), graphs);
    EXPECT_TRUE(result.ok()) << sample << (result ? "" : ": " + toText(result.diagnostics().front()));
    return *result;
}

/// One launch of every kernel of the samples, on the paper's device where it takes it.
inline const std::vector<SharedAnalysis>& analysesOfSamples() {
    static const std::vector<SharedAnalysis> all = [] {
        std::vector<SharedAnalysis> analyses;
        std::set<QString> kernels;
        for (const Sample& sample : launchSamples()) {
            if (!kernels.insert(sample.kernel).second) continue;
            const std::string name = (sample.folder + QLatin1Char('/') + sample.name).toStdString();
            batch::GraphCache graphs;
            auto result = analyse(requestFor(name), graphs);
            analyses.push_back(result ? *result : analysisOf(name, "nvidia-h200"));
        }
        return analyses;
    }();
    return all;
}

} // namespace warpstring::gui::test
