// SPDX-License-Identifier: GPL-3.0-or-later
// What `warpstring strip` prints: what was kept, whether its counts are those of the original, what was
// written.
#pragma once

#include <string>
#include <vector>

#include "tuning/strip/kept_counts.h"
#include "tuning/strip/strip.h"

namespace warpstring::cli {

/// A launch of a stripped file beside the original's.
struct StrippedCounts {
    std::string launch; ///< of the original
    strip::KeptCounts before, after;
    std::vector<std::string> differences;
};

struct StrippedFile {
    strip::Stripped stripped;
    std::vector<StrippedCounts> launches;
    std::vector<std::string> files; ///< written
};

struct StripReport {
    std::string launch, kind;
    std::vector<StrippedFile> stripped;
};

[[nodiscard]] std::string stripText(const StripReport& report);
/// strip/1.
[[nodiscard]] std::string stripJson(const StripReport& report);

} // namespace warpstring::cli
