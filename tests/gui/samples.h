// SPDX-License-Identifier: GPL-3.0-or-later
// Analyses of the samples, for tests.
#pragma once

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>

#include "app/common/program_paths.h"
#include "app/gui/models/analysis.h"
#include "core/files/launch_file.h"

namespace warpstring::gui::test {

inline std::string textOf(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// `sample` is "scan/scan-init"; the first launch of its sweep.
inline AnalysisRequest requestFor(const std::string& sample, const std::string& spec = "geforce-8800-gtx") {
    const std::filesystem::path root = WARPSTRING_SOURCE_DIR;
    auto file = readLaunchFile(root / "samples" / (sample + ".toml"));
    auto device = loadSpec(spec, specFolders({}));
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
    RecentGraphs graphs;
    auto result = analyse(requestFor(sample, spec), graphs);
    EXPECT_TRUE(result.ok()) << sample << (result ? "" : ": " + toText(result.diagnostics().front()));
    return *result;
}

} // namespace warpstring::gui::test
