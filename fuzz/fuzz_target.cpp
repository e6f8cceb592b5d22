// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's entry; WARPSTRING_HARNESS is the function of harness.h that the target feeds.
#include <cstddef>
#include <cstdint>

#include "fuzz/harness.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    warpstring::fuzz::WARPSTRING_HARNESS({reinterpret_cast<const char*>(data), size});
    return 0;
}
