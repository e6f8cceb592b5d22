// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tune_rewriting.h"

#include <algorithm>

#include "tuning/search/kernel_rewriter.h"

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
    return search::kernelRewriter(input.launch.path, input.source.path, optionsFor(input, buildOptions));
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
