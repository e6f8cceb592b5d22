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

/// Words of what applies to a launch as it stands and may make it faster, as a search tries it unasked: all
/// pointers at once, and nothing that makes results less exact. None where the texts are at fault.
[[nodiscard]] std::vector<std::string> rewritesToTry(const transform::KernelText& text,
                                                     const transform::RewriteOptions& options);

} // namespace warpstring::search
