// SPDX-License-Identifier: GPL-3.0-or-later
// What changes sources, as the search calls it: it knows no rewrite itself (kernel_rewriter.h has those there
// are).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/result.h"

namespace warpstring::search {

/// A launch file and its kernel's source, rewritten.
struct RewrittenTexts {
    std::string launch, source;
};

/// The texts after rewrites, applied in the order of their words ("pad tile=1"); a refusal where one does not
/// apply. Called from several threads.
using Rewriter = std::function<Result<RewrittenTexts>(const std::string& launch, const std::string& source,
                                                      const std::vector<std::string>& rewrites)>;

} // namespace warpstring::search
