// SPDX-License-Identifier: GPL-3.0-or-later
// The device that the tests run on.
#pragma once

#include <cstddef>
#include <optional>

namespace warpstring::samples {

/// PoCL's where it is installed, so that the tests mean the same everywhere; else the first. The environment
/// variable WARPSTRING_TEST_DEVICE, part of a platform's or device's name, picks another. Without any such
/// device the running test fails: a machine that cannot run the samples has not tested them.
std::optional<std::size_t> testDevice();

} // namespace warpstring::samples
