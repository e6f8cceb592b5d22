// SPDX-License-Identifier: GPL-3.0-or-later
// A way to compute a program in words and as files.
#pragma once

#include <string>
#include <vector>

#include "generate/code/launch_files.h"
#include "generate/search/search.h"

namespace warpstring::generate {

/// "reduce-in-two-kernels(chunk = 4096, group = 256)", stages with "; " between them; "as it is written" where
/// the program says all of it.
[[nodiscard]] std::string choicesText(const std::vector<std::string>& choices);

/// What filesOf() has, its kernels below the choices and the form. `spec` is the name of the device that the
/// candidate was found for, `host` FileTexts::host.
[[nodiscard]] GeneratedFiles filesOf(const Candidate& candidate, const Generated& reference,
                                     const std::string& spec, const std::string& host);

} // namespace warpstring::generate
