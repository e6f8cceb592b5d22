// SPDX-License-Identifier: GPL-3.0-or-later
// A C source with #pragma warpstring to its tree.
#pragma once

#include <map>
#include <string>

#include "core/result.h"
#include "pdg/frontend/annotated/syntax.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::frontend {

/// `source.language` is of no meaning: it is C17 for a machine of 64 bits, where long has 64 and int 32, with
/// math.h, stdlib.h and what is Clang's own (stdint.h, stddef.h) to include, and files beside the source.
/// `values` stand in the place of what the source's own #define gives these names, or define them. Errors:
/// Clang's (frontend.compile), nest.pragma (one that is not understood, or no loop follows it).
[[nodiscard]] Result<CFile> readAnnotatedC(const KernelSource& source,
                                           const std::map<std::string, std::int64_t>& values = {});

} // namespace warpstring::frontend
