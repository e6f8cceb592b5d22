// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel and the launch that a command's options name, as the texts that rewrites start from.
#pragma once

#include "app/cli/launch_options.h"
#include "tuning/transform/transform.h"

namespace warpstring::cli {

/// Fails as chosenLaunches(), the launch file and the kernel's source do.
[[nodiscard]] Result<transform::KernelText> chosenKernel(const LaunchOptions& options, const HardwareSpec& spec,
                                                         const Cancellation& cancellation);

} // namespace warpstring::cli
