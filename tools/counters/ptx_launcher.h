// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one launch of a plan through the CUDA driver, on the data that the launch describes.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/records/reference.h"
#include "core/records/resolved_launch.h"
#include "core/result.h"
#include "core/text/json.h"
#include "tools/counters/cuda_session.h"
#include "tools/counters/program_files.h"

namespace warpstring::counters {

/// Initial contents of a launch's buffers by parameter; none for those that start as zeros.
using HostBuffers = std::map<std::string, std::vector<std::byte>>;

/// Fails as BufferData does, or with measure.allocation-failed.
[[nodiscard]] Result<HostBuffers> hostBuffers(const Launch& launch);

struct RunSettings {
    bool profiled = false; ///< one run, then one between cuProfilerStart and cuProfilerStop; else timed runs
    int timedRuns = 5;
    const records::References* references = nullptr; ///< outputs are compared with these when there
};

/// Adds to `line` what is known of the run: "times_us", "registers" and so on.
[[nodiscard]] Diagnostics runPtx(CudaSession& session, const records::ResolvedLaunch& resolved,
                                 const ProgramKernel& program, const HostBuffers& contents,
                                 const RunSettings& settings, Json& line);

} // namespace warpstring::counters
