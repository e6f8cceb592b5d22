// SPDX-License-Identifier: GPL-3.0-or-later
// The launch names its arguments, OpenCL numbers them: this puts the former in the order of the latter.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/launch.h"
#include "core/result.h"

namespace warpstring {

enum class AddressSpace { Private, Local, Global, Constant };

/// A kernel's parameter as the driver describes it.
struct KernelParameter {
    std::string name;
    std::string type; ///< "float2*", "int", "unsigned int"; drivers differ in spelling
    AddressSpace space = AddressSpace::Private;
    bool isConst = false, isRestrict = false, isVolatile = false; ///< of a pointer: what it points to, itself
};

/// The arguments of `launch` in the order of `parameters`, each scalar with its type settled: the launch's own,
/// else the parameter's, which `resolvedTypes` tells where the driver spells it by a typedef or a macro.
/// Reports every missing, superfluous and ill-typed argument as measure.argument-mismatch.
[[nodiscard]] Result<std::vector<Argument>>
orderArguments(const Launch& launch, const std::vector<KernelParameter>& parameters,
               const std::map<std::string, ValueType>& resolvedTypes = {});

} // namespace warpstring
