// SPDX-License-Identifier: GPL-3.0-or-later
// What later launches are held against: launches with their kernels' sources, in a text file that shows in a
// diff what has changed. Schema "warpstring.gate/1" (docs/json.md).
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/launch.h"
#include "core/result.h"

namespace warpstring::gate {

struct BaselineLaunch {
    Launch launch;                         ///< as keptLaunch() makes it
    std::string source;                    ///< key of Baseline::sources
    std::map<std::string, double> timesUs; ///< by spec, when it was written; nothing is compared with them

    /// By which a launch is found again: its file and its name.
    [[nodiscard]] std::pair<std::string, std::string> key() const {
        return {launch.file.generic_string(), launch.name};
    }
};

struct Baseline {
    std::string version;                        ///< of the program that wrote it
    std::vector<std::string> specs;             ///< names, or paths from the baseline's folder
    std::map<std::string, std::string> sources; ///< by sourceKey(), as selfContained() makes them
    std::vector<BaselineLaunch> launches;       ///< in the order of their keys
};

/// 16 hexadecimal digits of a text.
[[nodiscard]] std::string sourceKey(std::string_view text);

/// A row a line, a line of a source a row, sorted; sources that no launch has are left out.
[[nodiscard]] std::string toText(const Baseline& baseline);
/// gate.bad-baseline or gate.other-schema where it is none.
[[nodiscard]] Result<Baseline> parseBaseline(std::string_view text, const std::filesystem::path& path);
/// gate.no-baseline besides.
[[nodiscard]] Result<Baseline> readBaseline(const std::filesystem::path& path);

} // namespace warpstring::gate
