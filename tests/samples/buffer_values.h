// SPDX-License-Identifier: GPL-3.0-or-later
// Buffers as numbers, the form in which references compute and tests compare.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/launch.h"

namespace warpstring::samples {

/// Contents of buffers by parameter name, scalar by scalar: a float2 element is two values.
using Values = std::map<std::string, std::vector<double>>;

/// What the launch's buffers hold before the run. Fails the running test when a buffer has no data.
Values initialValues(const Launch& launch);

/// The scalars of a buffer that came back from a device. Fails the running test for types that no sample uses.
std::vector<double> decoded(const std::vector<std::byte>& bytes, ValueType type);

/// The value of an integer argument. Throws std::out_of_range when the launch has none of that name.
std::int64_t integerArgument(const Launch& launch, const std::string& name);

} // namespace warpstring::samples
