// SPDX-License-Identifier: GPL-3.0-or-later
// Launch files and folders as resolved launches, ready to be measured anywhere.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/files/launches/launch_sweep.h"
#include "core/records/resolved_launch.h"
#include "core/records/resolved_sequence.h"

namespace warpstring::batch {

/// All launches of the files, with their sources, their references' launches and the types of their
/// scalar parameters as the compiler resolves them (none where the source does not compile here: the device
/// decides). `options` is added to every launch's build options.
[[nodiscard]] Result<std::vector<records::ResolvedLaunch>>
resolveLaunches(const std::vector<files::LaunchSweep>& files, const std::string& options = "");
/// Those of openLaunches(paths).
[[nodiscard]] Result<std::vector<records::ResolvedLaunch>>
resolveLaunches(const std::vector<std::filesystem::path>& paths, const std::string& options = "");

/// The same of a sequence.
[[nodiscard]] Result<records::ResolvedSequence> resolveSequence(Sequence sequence,
                                                                const std::string& options = "");

} // namespace warpstring::batch
