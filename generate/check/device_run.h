// SPDX-License-Identifier: GPL-3.0-or-later
// Generated kernels run on a device, their result as a value: what the program's evaluation is compared with.
#pragma once

#include <cstddef>
#include <vector>

#include "core/result.h"
#include "generate/code/generated.h"
#include "generate/form/evaluate.h"

namespace warpstring::generate {

/// What the kernels leave in the program's result. `inputs` are arrays in the order of the program's
/// parameters, of whole numbers. The device is an index into measure::listDevices(). Errors: check.warning (the
/// compiler has something to say), check.input (a parameter that is no array, a file that cannot be written),
/// and those of measure::runLaunch().
[[nodiscard]] Result<Value> runOnDevice(const Program& program, const Generated& generated,
                                        const std::vector<Value>& inputs, std::size_t device);

} // namespace warpstring::generate
