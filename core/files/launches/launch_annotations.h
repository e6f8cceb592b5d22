// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch file says about the kernel: [[annotation]] and [[published]].
#pragma once

#include <vector>

#include "core/files/launches/launch_scope.h"
#include "core/launch.h"

namespace warpstring::files {

[[nodiscard]] std::vector<Annotation> readAnnotations(TomlFaults& faults, LaunchScope& scope,
                                                      const TomlValue& document);
[[nodiscard]] std::vector<PublishedFigure> readPublished(TomlFaults& faults, LaunchScope& scope,
                                                         const TomlValue& document);

} // namespace warpstring::files
