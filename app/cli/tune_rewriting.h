// SPDX-License-Identifier: GPL-3.0-or-later
// Rewrites of sources for a search: what could be tried of a kernel, and its doing.
#pragma once

#include <string>
#include <vector>

#include "app/cli/tune_input.h"
#include "tuning/search/rewriter.h"

namespace warpstring::cli {

/// `buildOptions` are added to the launch's.
[[nodiscard]] search::Rewriter rewriterOf(const TuneInput& input, const std::string& buildOptions);

/// Those that apply to the launch as it stands and may make it faster; none where the sources are at fault,
/// which is told elsewhere. What makes results less exact is not tried unasked.
[[nodiscard]] std::vector<std::string> rewritesToTry(const TuneInput& input, const std::string& buildOptions);

} // namespace warpstring::cli
