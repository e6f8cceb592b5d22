// SPDX-License-Identifier: GPL-3.0-or-later
// Findings as SARIF 2.1.0 (OASIS), with what GitHub's code scanning asks for besides.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tuning/findings/finding.h"
#include "tuning/findings/source_texts.h"

namespace warpstring::findings {

/// What was found for one device.
struct SarifRun {
    std::string category; ///< "warpstring/nvidia-h200": later runs of a category replace earlier ones
    std::vector<Finding> findings;
};

/// GitHub refuses a file with more runs, and shows no more results.
struct SarifLimits {
    std::size_t runs = 20;
    std::size_t resultsOfRun = 5000;
};

struct SarifLog {
    std::string text;
    std::size_t resultsLeftOut = 0; ///< of the runs that are there: those that cost least
    std::size_t runsLeftOut = 0;    ///< the last ones
};

/// Results of a run are costliestFirst(). The rules of all findings are among `rules`.
[[nodiscard]] SarifLog sarifLog(const std::vector<Rule>& rules, const std::vector<SarifRun>& runs,
                                SourceTexts& texts, const std::string& version, const SarifLimits& limits = {});

} // namespace warpstring::findings
