// SPDX-License-Identifier: GPL-3.0-or-later
// A scalar argument as the device receives it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/launch.h"
#include "core/result.h"

namespace warpstring::measure {

/// The value in the layout of its type; every component of a vector type gets it. Fails with
/// measure.argument-mismatch when the type cannot hold the value. `parameter` and `place` are for messages.
[[nodiscard]] Result<std::vector<std::byte>>
scalarBytes(const ScalarArgument& scalar, const std::string& parameter, const SourceLocation& place);

} // namespace warpstring::measure
