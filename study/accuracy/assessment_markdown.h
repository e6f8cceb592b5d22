// SPDX-License-Identifier: GPL-3.0-or-later
// An assessment as a report in Markdown: docs/accuracy.md.
#pragma once

#include <string>
#include <vector>

#include "study/accuracy/assessment.h"

namespace warpstring::accuracy {

/// Where the pictures of schedules are, from the report.
inline constexpr const char* schedulePictures = "images/schedules";

struct ReportSource {
    std::string command; ///< that wrote the report
    const Assessment* otherCache =
        nullptr; ///< of the records with the caches' other state, where there are any
};

/// The same bytes for the same figures: no time of day, nothing of this machine.
[[nodiscard]] std::string toMarkdown(const Assessment& assessment, const records::AccuracySets& sets,
                                     const ReportSource& source);

/// The cells of a target in the table of targets: figure, target, reached, met.
[[nodiscard]] std::vector<std::string> targetCells(const AssessedTarget& target);

} // namespace warpstring::accuracy
