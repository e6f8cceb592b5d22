// SPDX-License-Identifier: GPL-3.0-or-later
// The launch names its arguments, OpenCL numbers them: this puts the former in the order of the latter.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/launch.h"
#include "core/probe/kernel_parameter.h"
#include "core/result.h"

namespace warpstring::measure {

/// A driver may spell types by typedefs and macros of the source: puts those of `types` in their place.
void spellOut(const std::map<std::string, std::string>& types, std::vector<probe::KernelParameter>& parameters);

/// The arguments of `launch` in the order of `parameters`, each scalar with its type settled: the launch's own,
/// else the parameter's.
/// A struct whose members the launch names gets its bytes from `structBytes`.
/// Reports every missing, superfluous and ill-typed argument as measure.argument-mismatch.
[[nodiscard]] Result<std::vector<Argument>>
orderArguments(const Launch& launch, const std::vector<probe::KernelParameter>& parameters,
               const std::map<std::string, std::vector<std::uint8_t>>& structBytes = {});

} // namespace warpstring::measure
