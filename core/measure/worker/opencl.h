// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL as core/measure uses it: the C++ bindings without exceptions, error codes by name. Private to this
// folder, so that nothing above it sees OpenCL's headers.
#pragma once

// OpenCL 1.2 is what is used and what the oldest drivers have. A range of versions (120 to 300) would choose at
// run time, but the bindings of many distributions do not compile with one that straddles 2.0.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>

#include <string>
#include <vector>

#include "core/records/measurement.h"
#include "core/result.h"

namespace warpstring::measure {

/// The devices behind listDevices(), in the same order.
[[nodiscard]] Result<std::vector<cl::Device>> findDevices();

/// One for every device and process: making one takes a GPU's driver a second.
[[nodiscard]] Result<cl::Context> contextOf(const cl::Device& device);

[[nodiscard]] records::DeviceFacts factsOf(const cl::Device& device);

/// "CL_OUT_OF_RESOURCES", or "OpenCL error -9999" for a code that the standard does not name.
[[nodiscard]] std::string errorName(cl_int error);

/// OpenCL's strings may come with a terminating NUL or padding; drivers differ.
[[nodiscard]] std::string trimmed(std::string text);

} // namespace warpstring::measure
