// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tune_rewriting.h"

#include "tuning/search/kernel_rewriter.h"

namespace warpstring::cli {

namespace {

transform::RewriteOptions optionsFor(const TuneInput& input, const std::string& buildOptions) {
    transform::RewriteOptions options;
    options.addressBits = input.specs.front().device.addressBits;
    options.buildOptions = buildOptions;
    return options;
}

} // namespace

search::Rewriter rewriterOf(const TuneInput& input, const std::string& buildOptions) {
    return search::kernelRewriter(input.launch.path, input.source.path, optionsFor(input, buildOptions));
}

std::vector<std::string> rewritesToTry(const TuneInput& input, const std::string& buildOptions) {
    return search::rewritesToTry({input.source.text, input.launch.text, input.source.path, input.launch.path},
                                 optionsFor(input, buildOptions));
}

} // namespace warpstring::cli
