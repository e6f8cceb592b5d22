// SPDX-License-Identifier: GPL-3.0-or-later
// The launches that a path and options mean: of a launch file, or drafted for a bare kernel.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/files/launches/launch_sweep.h"
#include "study/drafting/launch_draft.h"

namespace warpstring::cli {

struct ChosenLaunches {
    std::string text;                 ///< of the launch file, or of the draft
    std::filesystem::path path;       ///< what was given
    std::vector<std::string> guesses; ///< of a draft, as assumptions
    bool isDraft = false;
};

/// A kernel's source becomes a draft for `spec`; a launch file takes what was chosen in place of what it says.
[[nodiscard]] Result<ChosenLaunches> chosenLaunches(const std::filesystem::path& path,
                                                    const drafting::LaunchChoice& choice,
                                                    const HardwareSpec& spec, batch::GraphCache& graphs,
                                                    const drafting::DraftOptions& options = {});

/// The device that drafts are made for: asked only where there is one to make.
using DraftSpec = std::function<Result<HardwareSpec>()>;

/// The same of many paths, folders among them, in which launch files are looked for; the guesses of drafts are
/// told on standard error.
[[nodiscard]] Result<std::vector<files::LaunchSweep>> chosenSweeps(const std::vector<std::string>& paths,
                                                                   const drafting::LaunchChoice& choice,
                                                                   const DraftSpec& spec,
                                                                   const drafting::DraftOptions& options = {});

/// Its launches, in the order of the file.
[[nodiscard]] Result<files::LaunchFile> launchFileOf(const ChosenLaunches& chosen);

} // namespace warpstring::cli
