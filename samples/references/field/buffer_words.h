// SPDX-License-Identifier: GPL-3.0-or-later
// Whole numbers of a buffer.
#pragma once

#include "samples/references/references.h"

namespace warpstring::samples::field {

inline std::uint64_t wordAt(const LaunchData::Buffer& buffer, std::uint64_t i) {
    return static_cast<std::uint64_t>(buffer[i]);
}

} // namespace warpstring::samples::field
