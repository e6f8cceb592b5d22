// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a kernel's source, to tell which macros it cannot hang on.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpstring::search {

/// Identifiers and keywords, those of comments and strings among them.
[[nodiscard]] std::set<std::string> wordsOf(std::string_view text);

/// The same without comments and without the bodies of other kernels than `kernel`. Where braces do not match
/// (parts that are compiled alternatively may open some twice), all of the text counts.
[[nodiscard]] std::set<std::string> wordsOfKernel(std::string_view text, const std::string& kernel);

/// Whether words are all that tells which macros a source uses: it neither includes files nor joins words (##).
[[nodiscard]] bool isToldByWords(std::string_view text);

/// Build options without the definitions (-DNAME=VALUE) of names that are not among the words of the source,
/// nor in what other definitions stand for: what the compiler makes of the source is the same.
[[nodiscard]] std::string withoutUnusedMacros(const std::string& options, const std::set<std::string>& words);

} // namespace warpstring::search
