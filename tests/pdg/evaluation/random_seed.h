// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

namespace warpstring::oracle {

/// WARPSTRING_TEST_SEED, or a seed of its own. Tests print it.
inline std::uint64_t randomSeed() {
    const char* given = std::getenv("WARPSTRING_TEST_SEED");
    return given == nullptr ? 20100109 : std::stoull(given);
}

} // namespace warpstring::oracle
