// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL C's images and samplers in LLVM IR for spir: target("spirv.Image", ...), read_image, write_image and
// queries (OpenCL C 3.0, section 6.15.15).
#pragma once

#include <optional>

#include <llvm/IR/Module.h>

#include "pdg/frontend/source_language.h"

namespace warpstring::frontend {

/// Nothing for a type that is no image, and for images that are refused.
[[nodiscard]] std::optional<ImageShape> imageShapeOf(const llvm::Type* type);
[[nodiscard]] bool isSampler(const llvm::Type* type);

/// Why an argument cannot be simulated: frontend.msaa-image, frontend.depth-image; without its place.
[[nodiscard]] std::optional<Diagnostic> refusalOfImage(const llvm::Argument& argument);

/// Whether a call is one of an image or makes a sampler, and what it is. Levels of detail are refused:
/// frontend.mipmap-image.
[[nodiscard]] bool describeImageCall(const llvm::CallInst& call, CalledBuiltin& called);

/// What compilers for GPUs know of these calls: images that nothing writes always give the same, and reads need
/// not stay where all work-items meet.
void relaxImageCalls(llvm::Module& module);

} // namespace warpstring::frontend
