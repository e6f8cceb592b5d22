// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/kernel_rewriter.h"

#include <algorithm>
#include <utility>

namespace warpstring::search {

namespace {

using transform::RewriteKind;

/// How a search asks for it; nothing where it is not tried.
std::string wordsToTry(const transform::Rewrite& rewrite) {
    switch (rewrite.kind) {
    case RewriteKind::Restrict: return "restrict";
    case RewriteKind::Const:
    case RewriteKind::Native:
    case RewriteKind::Option: return "";
    default: return toText(rewrite);
    }
}

} // namespace

std::vector<std::string> rewritesToTry(const transform::KernelText& text,
                                       const transform::RewriteOptions& options) {
    const auto found = transform::applicable(text, options);
    std::vector<std::string> words;
    if (!found) return words;
    for (const transform::Rewrite& rewrite : *found)
        if (std::string word = wordsToTry(rewrite);
            !word.empty() && std::find(words.begin(), words.end(), word) == words.end())
            words.push_back(std::move(word));
    return words;
}

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
