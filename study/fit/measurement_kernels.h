// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that models are fitted with, chosen by tags: each works on one feature, in amounts that vary.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"

namespace warpstring::fit {

/// A kernel and a launch file whose sweep has a launch for each variant.
struct MeasurementKernel {
    std::string name;   ///< of both files: "flops_madd"
    std::string source; ///< OpenCL C
    std::string launch; ///< TOML
};

/// Tags of one word choose kernels: those that have all of them. "argument:value,value" leaves these values of
/// an argument, for kernels that have it; of others they are no matter. Codes: fit.unknown-tag,
/// fit.unknown-argument, fit.no-such-value, fit.no-kernels.
[[nodiscard]] Result<std::vector<MeasurementKernel>> measurementKernels(const std::vector<std::string>& tags);

/// "flops_madd: flops, madd; dtype:float,double m:256,512,1024": a line for each kernel.
[[nodiscard]] std::string measurementKernelList();

} // namespace warpstring::fit
