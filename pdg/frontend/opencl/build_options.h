// SPDX-License-Identifier: GPL-3.0-or-later
// clBuildProgram's option string, as arguments of Clang's front end.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "pdg/frontend/float_mode.h"

namespace warpstring::frontend {

struct ClangOptions {
    std::vector<std::string> arguments; ///< for cc1
    Diagnostics notes;                  ///< options that have no meaning here and were left out
    FloatMode floats;
};

/// Understands -D, -U, -I, -cl-*, -w, -Werror, -g; vendors' own (-cl-nv-*, -cl-amd-*, -cl-intel-*) are left out
/// with a note; anything else is frontend.unknown-option.
[[nodiscard]] Result<ClangOptions> parseBuildOptions(const std::string& options);

} // namespace warpstring::frontend
