// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel's syntax tree, as Clang reads the source with a launch's build options.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <functional>
#include <string>

#include "core/result.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::transform {

/// The tree lives as long as the call.
using SyntaxVisit = std::function<void(clang::ASTContext&, const clang::FunctionDecl& kernel)>;

/// Calls `visit` with the kernel's definition. Returns the arguments; refuses what does not compile, or is too
/// much, as frontend::listArguments does.
[[nodiscard]] Result<std::vector<KernelArgument>> visitKernel(const frontend::KernelSource& source,
                                                              const std::string& kernel,
                                                              const frontend::BuildOptions& options,
                                                              const SyntaxVisit& visit);

} // namespace warpstring::transform
