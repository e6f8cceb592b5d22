// SPDX-License-Identifier: GPL-3.0-or-later
// A call that reads, writes or asks about an image, apart from how a language spells it.
#pragma once

#include <optional>

#include "core/image.h"
#include "core/value_type.h"

namespace llvm {
class Value;
} // namespace llvm

namespace warpstring::frontend {

struct ImageCall {
    enum class What {
        Read,
        Write,
        Size,  ///< of the dimension `dimension`
        Sizes, ///< a vector of them
        Format ///< its channels' order or type, `value`
    } what = What::Read;
    ImageShape shape = ImageShape::Plane;
    llvm::Value* image = nullptr;       ///< the kernel's argument; null where it is none
    llvm::Value* coordinates = nullptr; ///< Read, Write
    llvm::Value* sampler = nullptr;  ///< Read: an argument of the kernel; null where `constant` or none is used
    std::optional<Sampler> constant; ///< Read: a sampler of the program
    ScalarType component = ScalarType::Float; ///< Read, Write: of the texel that the kernel sees
    unsigned dimension = 0;                   ///< Size
    bool asksType = false;                    ///< Format: the channels' type, else their order
};

} // namespace warpstring::frontend
