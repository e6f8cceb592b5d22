// SPDX-License-Identifier: GPL-3.0-or-later
// A launch as a baseline keeps it: all that its simulation hangs on, with paths from the baseline's folder.
#pragma once

#include <filesystem>
#include <string>

#include "core/launch.h"
#include "core/text/json.h"

namespace warpstring::gate {

/// From `folder` on, with slashes; the other way round withPathsFrom() takes it.
[[nodiscard]] std::string relativeTo(const std::filesystem::path& folder, const std::filesystem::path& path);

/// What is kept of a launch: sizes, arguments, annotations and registers; neither folders of includes, as its
/// source is kept with them, nor what nothing hangs on. Paths are relativeTo(folder).
[[nodiscard]] Launch keptLaunch(const Launch& launch, const std::filesystem::path& folder);
/// The same launch with paths that can be opened.
[[nodiscard]] Launch withPathsFrom(const std::filesystem::path& folder, Launch kept);

[[nodiscard]] Json keptToJson(const Launch& kept);
/// Never fails: what is missing is the default.
[[nodiscard]] Launch keptFromJson(const Json& json);

} // namespace warpstring::gate
