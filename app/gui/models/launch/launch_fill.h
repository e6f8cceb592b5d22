// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch's text leaves open is drafted: what a person said in it stays.
#pragma once

#include <filesystem>
#include <string>

#include "study/drafting/launch_draft.h"

namespace warpstring::gui {

/// What can be said of a launch before its source is compiled: which source it is of. No kernel is named yet.
[[nodiscard]] std::string launchSkeleton(const std::filesystem::path& source);

/// What a text says without the mark of a guess.
struct SaidOfLaunch {
    drafting::LaunchChoice choice;
    std::string options; ///< of the compiler
};
/// Empty where the text is no TOML.
[[nodiscard]] SaidOfLaunch saidOfLaunch(const std::string& text);
/// What the compiler gets: options and macros.
[[nodiscard]] std::string compilerOptions(const SaidOfLaunch& said);

/// Whether a draft has anything to add to a text before it can be a launch: there are no sizes.
[[nodiscard]] bool isSkeleton(const std::string& text);

/// The text with a draft of its kernel (the first one, where it names none) for all that is missing or marked
/// as guessed; arguments that the kernel does not have go. Macros that are missing are drafted too. Fails as
/// drafting::draftLaunch() does.
[[nodiscard]] Result<std::string> fillLaunch(const std::string& text, const frontend::KernelSource& source,
                                             const HardwareSpec& spec, batch::GraphCache& graphs,
                                             const Cancellation* cancellation = nullptr);

} // namespace warpstring::gui
