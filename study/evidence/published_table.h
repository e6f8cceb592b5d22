// SPDX-License-Identifier: GPL-3.0-or-later
// What others have printed of kernels on a device, row by row: "warpstring.published/1"
// (docs/hardware-specs.md).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace warpstring::evidence {

/// One figure, and the launch of a kernel of ours that stands for it.
struct PublishedRow {
    std::filesystem::path launchFile;
    std::string launch; ///< its name, "matmul-naive,n=1024"
    std::string family; ///< rows that are put in order together
    double value = 0;   ///< in the unit of the table
    /// The value stands for an order alone: what was timed is more or less than our launch.
    bool orderOnly = false;
    SourceLocation place;
};

enum class PublishedUnit {
    Microseconds,
    Milliseconds,
    Seconds,
    GigabytesPerSecond, ///< more is faster; an order, for the bytes are not told
    Rank                ///< 1 is the fastest: an order alone
};

struct PublishedTable {
    std::filesystem::path file;
    std::string title;
    std::string spec;
    std::string device;   ///< as the source calls it
    std::string source;   ///< with page, table or section
    std::string includes; ///< "kernel" or "transfers": what the times are of
    std::string note;
    PublishedUnit unit = PublishedUnit::Seconds;
    std::vector<PublishedRow> rows;
};

/// Fails with published.* and the place of each fault. Whether the launches exist is not looked at.
[[nodiscard]] Result<PublishedTable> parsePublishedTable(std::string_view text,
                                                         const std::filesystem::path& path);
[[nodiscard]] Result<PublishedTable> readPublishedTable(const std::filesystem::path& path);

} // namespace warpstring::evidence
