// SPDX-License-Identifier: GPL-3.0-or-later
// A second language: LLVM IR text, as Clang makes it of OpenCL C for spir64. It shows that lowering asks for
// nothing but IR and what SourceLanguage tells of it.
#pragma once

#include <string>

#include "pdg/frontend/build_pdg.h"

namespace warpstring::test {

/// IR text with the builtins, address spaces and metadata of spir.
[[nodiscard]] const frontend::SourceLanguage& spirText();

/// IR text with conventions of its own: kernels are functions whose names begin with "kernel.", global memory
/// is address space 7 and local memory 9, builtins are called "item", "group", "items" and "meet".
[[nodiscard]] const frontend::SourceLanguage& madeUpText();

/// What OpenCL C becomes before any optimisation, as IR text.
[[nodiscard]] std::string irOf(const frontend::KernelSource& source, const frontend::BuildOptions& options);

} // namespace warpstring::test
