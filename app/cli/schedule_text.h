// SPDX-License-Identifier: GPL-3.0-or-later
// The schedule of a launch beside the measured one, as text.
#pragma once

#include <string>

#include "study/schedule/launch_schedule.h"

namespace warpstring::cli {

[[nodiscard]] std::string scheduleText(const schedule::LaunchSchedule& schedule, bool colour);

} // namespace warpstring::cli
