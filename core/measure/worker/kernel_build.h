// SPDX-License-Identifier: GPL-3.0-or-later
// From a kernel's text to a kernel that a device can run. Private to core/measure.
#pragma once

#include <string>
#include <vector>

#include "core/launch.h"
#include "core/measure/worker/kernel_parameters.h"
#include "core/measure/worker/opencl.h"
#include "core/records/measurement.h"
#include "core/result.h"

namespace warpstring::measure {

struct BuiltKernel {
    cl::Program program;
    cl::Kernel kernel;
    std::vector<probe::KernelParameter> parameters;
    records::BuildFacts facts;
};

/// Builds `text` with the launch's options and finds `kernel` in it. The launch is for messages. Fails with
/// measure.build-failed, measure.kernel-not-found or measure.run-failed.
[[nodiscard]] Result<BuiltKernel> buildKernel(const Launch& launch, const std::string& text,
                                              const std::string& kernel, const cl::Context& context,
                                              const cl::Device& device);

} // namespace warpstring::measure
