// SPDX-License-Identifier: GPL-3.0-or-later
// A launch as Python holds it: the value, and the texts that it was made of.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/launch.h"
#include "study/batch/graph_cache.h"
#include "study/drafting/launch_choice.h"
#include "study/drafting/launch_draft.h"
#include "tuning/transform/transform.h"

namespace warpstring::python {

/// Shared by the launches of a file. The source is as it was when they were made.
struct LaunchTexts {
    transform::KernelText kernel;
    std::vector<std::string> guesses; ///< of what nobody said, as assumptions
};

struct ChosenLaunch {
    Launch launch;
    std::shared_ptr<const LaunchTexts> texts;
    std::size_t siblings = 1; ///< launches of the same file, itself among them
};

/// Where a kernel or a launch is read from, and what is said of it beside.
struct LaunchSource {
    std::optional<std::string> text; ///< of the kernel; none: the file at `path` is read
    std::filesystem::path path;      ///< of a kernel or a launch file
    drafting::LaunchChoice choice;   ///< in place of what a launch file says
    std::string options;             ///< added to the build options
};

/// Graphs that this process has made, for all calls and threads. It lives as long as the process.
[[nodiscard]] batch::GraphCache& graphs();

/// One launch of a kernel, which is drafted for `spec` as far as nobody says it; all launches of a launch file.
/// Fails as drafting, launch files and sources do.
[[nodiscard]] Result<std::vector<ChosenLaunch>>
chosenLaunches(const LaunchSource& source, const HardwareSpec& spec, const Cancellation* cancellation);

/// The graph of its kernel on a device.
[[nodiscard]] batch::GraphCache::Graph graphOf(const ChosenLaunch& chosen, const HardwareSpec& spec,
                                               bool sourceShape, const Cancellation* cancellation);

} // namespace warpstring::python
