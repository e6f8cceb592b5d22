// SPDX-License-Identifier: GPL-3.0-or-later
// What `compare` writes and checks when it is given sets of kernels.
#pragma once

#include <string>

#include "study/accuracy/assessment.h"

namespace warpstring::cli {

/// Paths; empty: not asked for.
struct AccuracyFiles {
    std::string sets;
    std::string report; ///< Markdown
    std::string record; ///< figures as JSON
    bool check = false; ///< report and record are checked instead of written
};

/// Reads the sets and checks them against the samples beside the file.
[[nodiscard]] Result<records::AccuracySets> openSets(const std::string& path);

/// Writes report and record, or holds the assessment against them. Errors are faults and what got worse.
[[nodiscard]] Diagnostics writeOrCheck(const AccuracyFiles& files, const comparison::Comparison& comparison,
                                       const accuracy::Assessment& assessment,
                                       const records::AccuracySets& sets, const std::string& command);

} // namespace warpstring::cli
