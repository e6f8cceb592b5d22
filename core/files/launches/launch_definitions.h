// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch file writes for its sizes and names, before anything is worked out: for whoever goes on with
// names where a launch has numbers.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/launch.h"
#include "core/result.h"

namespace warpstring::files {

struct LaunchDefinition {
    enum class Kind { Argument, Constant, Macro } kind = Kind::Argument;
    std::string text; ///< a number or an expression: "1024", "ceil_div(n, 16) * 16"
};

struct LaunchDefinitions {
    std::map<std::string, LaunchDefinition> names; ///< of integers alone
    std::vector<std::string> global;               ///< by dimension
};

/// Of one launch of the file: `swept` is what its sweep gave it. Fails as parseToml() does.
[[nodiscard]] Result<LaunchDefinitions> parseLaunchDefinitions(std::string_view text,
                                                               const std::filesystem::path& path,
                                                               const std::vector<SweptValue>& swept);

} // namespace warpstring::files
