// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that a person reads are written in one way.
#include <filesystem>
#include <gtest/gtest.h>
#include <regex>

#include "app/gui/drawing/timeline_legend.h"
#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

/// The program speaks English alone: a text that asks for a translation promises what nobody keeps.
TEST(Texts, NoneAsksForATranslation) {
    const std::regex asks(R"(\b(tr|trUtf8|translate|QT_TR_NOOP|QT_TRANSLATE_NOOP)\(\s*(u8)?R?")");
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(
             std::filesystem::path(WARPSTRING_SOURCE_DIR) / "app/gui")) {
        if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
        ++files;
        const std::string text = test::textOf(entry.path());
        std::smatch found;
        EXPECT_FALSE(std::regex_search(text, found, asks)) << entry.path() << ": " << found.str();
    }
    EXPECT_GT(files, 100U);
}

TEST(Texts, TheLegendNamesStallsAsTheTableDoes) {
    std::size_t stalls = 0;
    for (const LegendEntry& entry : legendEntries()) {
        if (!entry.stall) continue;
        ++stalls;
        EXPECT_EQ(entry.text, QString::fromUtf8(name(*entry.stall)));
    }
    EXPECT_EQ(stalls, timeline::stallCount - 2) << "all but issuing and the start of warps";
}

} // namespace

} // namespace warpstring::gui
