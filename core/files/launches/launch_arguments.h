// SPDX-License-Identifier: GPL-3.0-or-later
// The [args] of a launch file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/files/launches/launch_scope.h"
#include "core/launch.h"

namespace warpstring::files {

/// The argument of one parameter; nothing when it has faults, which are reported. `folder` anchors paths.
[[nodiscard]] std::optional<Argument> readArgument(TomlFaults& faults, LaunchScope& scope,
                                                   const TomlEntry& entry, const std::filesystem::path& folder);

/// The file that a key names, which must exist.
[[nodiscard]] std::optional<std::filesystem::path> readPath(TomlFaults& faults, const TomlValue& value,
                                                            const std::string& what,
                                                            const std::filesystem::path& folder);

} // namespace warpstring::files
