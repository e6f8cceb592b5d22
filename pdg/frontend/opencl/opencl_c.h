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

} // namespace warpstring::frontend
