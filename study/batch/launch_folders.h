// SPDX-License-Identifier: GPL-3.0-or-later
// The launch files that a batch is given, by name or by folder.
#pragma once

#include <filesystem>
#include <vector>

#include "core/files/launches/launch_sweep.h"

namespace warpstring::batch {

/// Opens launch files and, of folders, all launch files in them and below, sorted by path; TOML files with
/// another schema are skipped there. All faults of all files are reported. A folder without launch files is one
/// (batch.no-launches).
[[nodiscard]] Result<std::vector<files::LaunchSweep>>
openLaunches(const std::vector<std::filesystem::path>& paths);

} // namespace warpstring::batch
