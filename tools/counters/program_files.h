// SPDX-License-Identifier: GPL-3.0-or-later
// Programs as OpenCL builds them, in a folder: a binary each (of NVIDIA's driver, its PTX), and beside them
// what OpenCL says of their kernels' parameters, which PTX does not name.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/measure/worker/kernel_parameters.h"
#include "core/records/resolved_launch.h"
#include "core/result.h"

namespace warpstring::counters {

/// "matmul-0123456789abcdef": launches of one source text and the same options have one program.
[[nodiscard]] std::string programName(const records::ResolvedLaunch& resolved);

/// Builds the programs of the launches as a measurement does and writes those whose number modulo `parts` is
/// `part`: NAME.ptx (NAME.bin where the driver gives no PTX) and `programs.PART.jsonl`. A program that cannot
/// be built is reported in the file and in the answer; the others are written all the same.
[[nodiscard]] Diagnostics writePrograms(const std::vector<records::ResolvedLaunch>& launches,
                                        const std::string& device, const std::filesystem::path& folder,
                                        std::size_t part, std::size_t parts);

struct ProgramKernel {
    std::filesystem::path file;
    std::vector<probe::KernelParameter> parameters;
};

/// By program and kernel.
using ProgramKernels = std::map<std::pair<std::string, std::string>, ProgramKernel>;

/// What the folder's `programs.*.jsonl` tell. Fails with counters.no-programs.
[[nodiscard]] Result<ProgramKernels> readPrograms(const std::filesystem::path& folder);

} // namespace warpstring::counters
