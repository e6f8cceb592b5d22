// SPDX-License-Identifier: GPL-3.0-or-later
// Every page with checks, beside what the program says now. Where a figure has changed, the message has its
// place, what is printed and what to print instead.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "tests/docs/claims.h"
#include "tests/docs/page_check.h"

namespace warpstring::test {

namespace {

namespace fs = std::filesystem;

const fs::path root = WARPSTRING_SOURCE_DIR;

std::vector<std::string> pagesWithChecks() {
    std::vector<fs::path> files{root / "README.md"};
    for (const auto& entry : fs::directory_iterator(root / "docs"))
        if (entry.path().extension() == ".md") files.push_back(entry.path());
    std::vector<std::string> names;
    for (const auto& file : files)
        if (contentsOf(file).find("<!-- check: ") != std::string::npos)
            names.push_back(fs::relative(file, root).string());
    std::sort(names.begin(), names.end());
    return names;
}

class Pages : public testing::TestWithParam<std::string> {};

TEST_P(Pages, FiguresAreStillSo) {
    for (const auto& fault : check(GetParam(), contentsOf(root / GetParam()), root).faults)
        ADD_FAILURE() << fault;
}

INSTANTIATE_TEST_SUITE_P(All, Pages, testing::ValuesIn(pagesWithChecks()), [](const auto& page) {
    return std::regex_replace(page.param, std::regex("[^A-Za-z]"), "_");
});

TEST(PaperPage, EveryFigureOfItsTablesAndEveryStringIsChecked) {
    const std::string page = contentsOf(root / "docs/paper.md");
    const auto checked = check("docs/paper.md", page, root);
    for (const auto& figure : uncoveredTableFigures(page, checked.covered))
        ADD_FAILURE() << "docs/paper.md:" << lineOf(page, figure.begin) << ": nothing checks " << figure.text;
    const std::regex string("\n    (ours|literal) ");
    const auto strings = std::distance(std::sregex_iterator(page.begin(), page.end(), string), {});
    EXPECT_EQ(checked.strings, static_cast<std::size_t>(strings));
}

// The sets of kernels that the report's mean is over, counted in its table of kernels.
TEST(Readme, CountsTheKernelsOfTheReport) {
    const std::string report = contentsOf(root / "docs/accuracy.md"), readme = contentsOf(root / "README.md");
    const std::regex row("\n\\| `[a-z_/0-9]+` \\| (tuned-on|checked-on) \\| [1-9]");
    const auto kernels = std::distance(std::sregex_iterator(report.begin(), report.end(), row), {});
    std::smatch found;
    ASSERT_TRUE(std::regex_search(readme, found, std::regex("launches of ([0-9]+) kernels")));
    EXPECT_EQ(std::stol(found[1]), kernels);
}

} // namespace

} // namespace warpstring::test
