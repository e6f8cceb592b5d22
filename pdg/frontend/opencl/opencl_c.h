// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL C, compiled by Clang in process.
#pragma once

#include "pdg/frontend/opencl/spir_conventions.h"

namespace warpstring::frontend {

class OpenClC : public SpirConventions {
public:
    [[nodiscard]] Result<CompiledModule> compile(const KernelSource& source,
                                                 const BuildOptions& options) const override;
};

/// The same for nvptx64, without places in the source: what becomes PTX. Calls of bodies that builtins are
/// given have spir's conventions.
[[nodiscard]] Result<CompiledModule> compileForNvptx(const KernelSource& source, const BuildOptions& options);

/// The same for amdgcn and one of its processors, "gfx90a", with the lines of the source.
[[nodiscard]] Result<CompiledModule> compileForAmd(const KernelSource& source, const BuildOptions& options,
                                                   const std::string& processor);

} // namespace warpstring::frontend
