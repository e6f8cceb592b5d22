// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>
#include <iostream>

#include "fuzz/harness.h"

namespace warpstring::fuzz {

void fail(std::string_view promise, std::string_view detail) {
    std::cerr << "broken promise: " << promise << ": " << detail << std::endl;
    std::abort();
}

} // namespace warpstring::fuzz
