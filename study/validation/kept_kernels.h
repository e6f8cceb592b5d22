// SPDX-License-Identifier: GPL-3.0-or-later
// Grown kernels as launch files that every command reads.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "core/records/measurement.h"
#include "core/records/resolved_launch.h"

namespace warpstring::validation {

/// The launch as a launch file (docs/launch-files.md) whose source lies beside it. Reading it gives a launch of
/// the same fingerprint. Precondition: the launch is of a grown kernel: inputs are random, outputs zero,
/// nothing is swept.
[[nodiscard]] std::string launchFileText(const Launch& launch);

/// Writes each launch as NAME.toml and NAME.cl into the folder, and the records into its measurements, where
/// 'warpstring compare' looks. Fails with output.write.
[[nodiscard]] Diagnostics keepKernels(const std::filesystem::path& folder,
                                      const std::vector<records::ResolvedLaunch>& launches,
                                      const std::vector<records::Measurement>& records);

} // namespace warpstring::validation
