// SPDX-License-Identifier: GPL-3.0-or-later
// The objects that a pointer may lead to, through selects and merges.
#pragma once

#include "pdg/frontend/kernel_context.h"

namespace warpstring::frontend {

/// A kernel argument or one of `Pdg::arrays`.
struct MemoryObject {
    MemorySpace space = MemorySpace::Unknown;
    std::uint32_t index = none;
    bool isArgument = true;
    friend auto operator<=>(const MemoryObject&, const MemoryObject&) = default;
};

/// The object that is `value` itself, if it is one.
[[nodiscard]] std::optional<MemoryObject> objectAt(const llvm::Value& value, const KernelContext& context);

struct PointedObjects {
    std::vector<MemoryObject> objects; ///< in order; empty where one is not known, or too many are
    bool areWhole = true;              ///< the pointer leads to where they begin
};

[[nodiscard]] PointedObjects pointedObjects(const llvm::Value& pointer, const KernelContext& context);

/// Header merges of a loop that hand their values on in a circle, `phi` first, the one whose value it takes
/// next: buffers that change places. Empty where it is in no circle of several.
[[nodiscard]] std::vector<const llvm::PHINode*> rotation(const llvm::PHINode& phi, const llvm::Loop& loop);

} // namespace warpstring::frontend
