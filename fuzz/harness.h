// SPDX-License-Identifier: GPL-3.0-or-later
// What the fuzzers do with a text, shared with the test that runs a fixed number of seeded mutations. Each
// aborts when a promise is broken; sanitizers see the rest.
#pragma once

#include <string_view>

namespace warpstring::fuzz {

void readLaunchText(std::string_view text);     ///< as a launch file
void readSpecText(std::string_view text);       ///< as a hardware spec
void simulateKernelText(std::string_view text); ///< as OpenCL C: its kernel `k`, or else the first one

/// Ends the process with the broken promise on stderr.
[[noreturn]] void fail(std::string_view promise, std::string_view detail);

} // namespace warpstring::fuzz
