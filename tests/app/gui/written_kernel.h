// SPDX-License-Identifier: GPL-3.0-or-later
// Analyses of kernels that a test writes, where the figures can be counted by hand.
#pragma once

#include <string>

#include "tests/app/gui/samples.h"
#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui::test {

/// Of `kernel twice` with arguments `in` and `out` of n floats, in groups of 256, n = 65536 unless told
/// otherwise.
inline SharedAnalysis analysisOfKernel(const std::string& source, const std::string& spec,
                                       std::uint64_t workItems = 65536, std::uint64_t groupSize = 256) {
    ScratchFolder folder;
    folder.write("twice.cl", source);
    auto file = files::readLaunchFile(folder.write("twice.toml", smallLaunch()));
    auto device = cli::loadSpec(spec, cli::specFolders({}));
    EXPECT_TRUE(file.ok());
    EXPECT_TRUE(device.ok()) << spec;
    AnalysisRequest request;
    request.launch = file->launches.front();
    request.launch.range.global[0] = workItems;
    request.launch.range.local[0] = groupSize;
    for (auto& [name, argument] : request.launch.arguments)
        if (auto* buffer = std::get_if<BufferArgument>(&argument)) buffer->count = workItems;
    request.sourceText = source;
    request.spec = std::make_shared<const HardwareSpec>(*device);
    request.specName = spec;
    batch::GraphCache graphs;
    auto result = analyse(request, graphs);
    EXPECT_TRUE(result.ok()) << (result ? "" : toText(result.diagnostics().front()));
    return *result;
}

/// A body for a kernel of analysisOfKernel(), after `i`, the global ID.
inline std::string kernelOf(const std::string& body) {
    return "__kernel void twice(__global const float* in, __global float* out) {\n"
           "    const int i = get_global_id(0);\n" +
           body + "}\n";
}

} // namespace warpstring::gui::test
