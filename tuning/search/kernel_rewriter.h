// SPDX-License-Identifier: GPL-3.0-or-later
// The rewriter of searches: tuning/transform by its words.
#pragma once

#include <filesystem>

#include "tuning/search/rewriter.h"
#include "tuning/transform/transform.h"

namespace warpstring::search {

/// The paths name the texts that it is called with, and anchor what they include.
[[nodiscard]] Rewriter kernelRewriter(std::filesystem::path launch, std::filesystem::path source,
                                      transform::RewriteOptions options);

} // namespace warpstring::search
