// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tune_rewriting.h"

#include <algorithm>

#include "tuning/transform/transform.h"

namespace warpstring::cli {

namespace {

using transform::RewriteKind;

transform::RewriteOptions optionsFor(const TuneInput& input, const std::string& buildOptions) {
    transform::RewriteOptions options;
    options.addressBits = input.specs.front().device.addressBits;
    options.buildOptions = buildOptions;
    return options;
}

/// How a search asks for it: all pointers at once; nothing where it is not tried.
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

search::Rewriter rewriterOf(const TuneInput& input, const std::string& buildOptions) {
    return [options = optionsFor(input, buildOptions), launchPath = input.launch.path,
            sourcePath =
                input.source.path](const std::string& launch, const std::string& source,
                                   const std::vector<std::string>& words) -> Result<search::RewrittenTexts> {
        std::vector<transform::Rewrite> rewrites;
        for (const std::string& word : words) {
            auto rewrite = transform::parseRewrite(word);
            if (!rewrite) return rewrite.diagnostics();
            rewrites.push_back(std::move(*rewrite));
        }
        auto rewritten = transform::rewrite({source, launch, sourcePath, launchPath}, rewrites, options);
        if (!rewritten) return rewritten.diagnostics();
        return search::RewrittenTexts{std::move(rewritten->text.launch), std::move(rewritten->text.source)};
    };
}

std::vector<std::string> rewritesToTry(const TuneInput& input, const std::string& buildOptions) {
    const auto found =
        transform::applicable({input.source.text, input.launch.text, input.source.path, input.launch.path},
                              optionsFor(input, buildOptions));
    std::vector<std::string> words;
    if (!found) return words;
    for (const transform::Rewrite& rewrite : *found)
        if (std::string word = wordsToTry(rewrite);
            !word.empty() && std::find(words.begin(), words.end(), word) == words.end())
            words.push_back(std::move(word));
    return words;
}

} // namespace warpstring::cli
