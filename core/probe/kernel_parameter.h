// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel's parameter as text around the kernel has to declare it.
#pragma once

#include <string>

namespace warpstring::probe {

enum class AddressSpace { Private, Local, Global, Constant };

/// A kernel's parameter as the driver or a compiler describes it.
struct KernelParameter {
    std::string name;
    std::string type; ///< "float2*", "int", "unsigned int"; drivers differ in spelling
    AddressSpace space = AddressSpace::Private;
    bool isConst = false, isRestrict = false, isVolatile = false; ///< of a pointer: what it points to, itself
};

} // namespace warpstring::probe
