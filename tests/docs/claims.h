// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of a Markdown page that a program can compute again. A comment behind them says how:
//
//   3.24, 3.46 and 3.69 ms <!-- check: simulate samples/scan/scan-init-sizes.toml : *.kernel.time_us in ms -->
//
// Before " : " stands a command of warpstring, run with --json in the repository's root, or a Markdown page
// with tables; behind it what is taken of that, "; " between. The last figures before the comment are compared
// with it as precisely as they are printed. Of a string, the next code block must hold it.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace warpstring::test {

struct Claim {
    std::size_t begin = 0, end = 0; ///< of the comment in the page
    std::string source;             ///< a command, or the path of a page
    std::vector<std::string> paths; ///< what is taken of it
};

/// A figure as printed, "3.24".
struct Figure {
    std::size_t begin = 0;
    std::string text;

    /// Whether `value` is printed so.
    [[nodiscard]] bool shows(double value) const;
    /// `value` with as many decimals.
    [[nodiscard]] std::string printed(double value) const;
};

[[nodiscard]] std::vector<Claim> claimsOf(const std::string& page);

/// The numbers from `begin` to `end`, comments and words with digits in them ("16x16", "C_2") left out.
[[nodiscard]] std::vector<Figure> figuresIn(const std::string& page, std::size_t begin, std::size_t end);

/// The next indented code block behind `position`.
[[nodiscard]] std::string codeBlockBehind(const std::string& page, std::size_t position);

[[nodiscard]] std::size_t lineOf(const std::string& page, std::size_t position);

/// Figures of tables, outside their headers and first columns, that are not in `covered`.
[[nodiscard]] std::vector<Figure> uncoveredTableFigures(const std::string& page,
                                                        const std::set<std::size_t>& covered);

} // namespace warpstring::test
