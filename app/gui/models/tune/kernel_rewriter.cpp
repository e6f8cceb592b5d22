// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/tune/kernel_rewriter.h"

namespace warpstring::gui {

search::Rewriter kernelRewriter(std::filesystem::path launch, std::filesystem::path source, int addressBits) {
    return [launch = std::move(launch), source = std::move(source),
            addressBits](const std::string& launchText, const std::string& sourceText,
                         const std::vector<std::string>& words) -> Result<search::RewrittenTexts> {
        transform::RewriteOptions options;
        options.addressBits = addressBits;
        auto rewritten = rewriteByWords({sourceText, launchText, source, launch}, words, options);
        if (!rewritten) return rewritten.diagnostics();
        return search::RewrittenTexts{std::move(rewritten->text.launch), std::move(rewritten->text.source)};
    };
}

Result<transform::Rewritten> rewriteByWords(const transform::KernelText& text,
                                            const std::vector<std::string>& words,
                                            const transform::RewriteOptions& options) {
    std::vector<transform::Rewrite> rewrites;
    for (const std::string& word : words) {
        auto rewrite = transform::parseRewrite(word);
        if (!rewrite) return rewrite.diagnostics();
        rewrites.push_back(std::move(*rewrite));
    }
    return transform::rewrite(text, rewrites, options);
}

std::vector<std::string> rewritesFor(const transform::KernelText& text,
                                     const transform::RewriteOptions& options) {
    std::vector<std::string> words;
    const auto rewrites = transform::applicable(text, options);
    if (!rewrites) return words;
    for (const auto& rewrite : *rewrites)
        if (rewrite.kind != transform::RewriteKind::Shape) words.push_back(toText(rewrite));
    return words;
}

} // namespace warpstring::gui
