// SPDX-License-Identifier: GPL-3.0-or-later
// An assessment as text for people.
#pragma once

#include <string>

#include "study/accuracy/assessment.h"

namespace warpstring::cli {

/// The metrics of every set and suite, and the targets.
[[nodiscard]] std::string assessmentText(const accuracy::Assessment& assessment, bool colour);

} // namespace warpstring::cli
