// SPDX-License-Identifier: GPL-3.0-or-later
// Rewrites of a kernel and its launch as they are edited, by the words of remedies and of search spaces.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/cancellation.h"
#include "tuning/search/rewriter.h"
#include "tuning/transform/transform.h"

namespace warpstring::gui {

/// Of each kernel for which a search asks.
[[nodiscard]] search::Rewriter kernelRewriter(std::filesystem::path launch, std::filesystem::path source,
                                              int addressBits);

/// Applies words such as "pad tile=1" in their order. Faults: those of parseRewrite() and rewrite().
[[nodiscard]] Result<transform::Rewritten> rewriteByWords(const transform::KernelText& text,
                                                          const std::vector<std::string>& words,
                                                          const transform::RewriteOptions& options);

/// What can be done to a kernel, as words, but for other work-groups, which a space has as values of local.
/// Empty where the texts are no kernel.
[[nodiscard]] std::vector<std::string> rewritesFor(const transform::KernelText& text,
                                                   const transform::RewriteOptions& options);

} // namespace warpstring::gui
