// SPDX-License-Identifier: GPL-3.0-or-later
// Macros that a launch may leave out.
#pragma once

#include <stdexcept>
#include <string>

#include "samples/references/references.h"

namespace warpstring::samples::field {

/// The value of an argument or macro, or `otherwise` for a launch that lacks it.
inline std::int64_t integerOr(const LaunchData& launch, const std::string& name, std::int64_t otherwise) {
    try {
        return launch.integer(name);
    } catch (const std::out_of_range&) {
        return otherwise;
    }
}

/// A size or a count of the launch, which is never negative.
inline std::uint64_t sizeOf(const LaunchData& launch, const std::string& name) {
    return static_cast<std::uint64_t>(launch.integer(name));
}

} // namespace warpstring::samples::field
