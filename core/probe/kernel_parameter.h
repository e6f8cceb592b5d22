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
    std::string access = {};                                      ///< of an image: "read_only", ...; else empty
};

[[nodiscard]] inline bool isImage(const KernelParameter& parameter) {
    return parameter.type.starts_with("image");
}
[[nodiscard]] inline bool isSampler(const KernelParameter& parameter) { return parameter.type == "sampler_t"; }

} // namespace warpstring::probe
