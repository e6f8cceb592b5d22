// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/kernel_rewriter.h"

#include <utility>

namespace warpstring::search {

Rewriter kernelRewriter(std::filesystem::path launch, std::filesystem::path source,
                        transform::RewriteOptions options) {
    return [launch = std::move(launch), source = std::move(source),
            options = std::move(options)](const std::string& launchText, const std::string& sourceText,
                                          const std::vector<std::string>& words) -> Result<RewrittenTexts> {
        const auto rewrites = transform::parseRewrites(words);
        if (!rewrites) return rewrites.diagnostics();
        auto rewritten = transform::rewrite({sourceText, launchText, source, launch}, *rewrites, options);
        if (!rewritten) return rewritten.diagnostics();
        return RewrittenTexts{std::move(rewritten->text.launch), std::move(rewritten->text.source)};
    };
}

} // namespace warpstring::search
