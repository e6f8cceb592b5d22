// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules as a picture, as JSON and as a section of the accuracy report.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/text/json.h"
#include "study/schedule/launch_schedule.h"

namespace warpstring::schedule {

/// An SVG document, 900 wide: measured above, simulated below, a bar for each work-group in the row of its
/// place, the same cycles on the axis of both.
[[nodiscard]] std::string toScheduleSvg(const LaunchSchedule& schedule);

/// Schema "warpstring.schedule/1" (docs/json.md).
[[nodiscard]] Json toJson(const LaunchSchedule& schedule);

/// The section of the report, empty without schedules. Pictures are linked as `pictures`/NAME.
[[nodiscard]] std::string schedulesMarkdown(const std::vector<LaunchSchedule>& schedules,
                                            const std::filesystem::path& pictures);
/// A row of its table of errors: launch, what it was chosen for, groups, resident, errors.
[[nodiscard]] std::vector<std::string> scheduleCells(const LaunchSchedule& schedule);
/// Which of them is the completion error.
inline constexpr std::size_t scheduleErrorCell = 7;
/// "coulomb-plain,n=1024.svg": the launch's name without what file names and links cannot have.
[[nodiscard]] std::string pictureName(const std::string& launch);

} // namespace warpstring::schedule
