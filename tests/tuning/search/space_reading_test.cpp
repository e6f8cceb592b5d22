// SPDX-License-Identifier: GPL-3.0-or-later
// What [tune], a space file and [sweep] say, and their faults.
#include "core/files/launches/launch_file.h"
#include "core/files/launches/launch_sweep.h"
#include "core/records/resolved_launch.h"
#include "tests/tuning/search/search_fixture.h"

namespace warpstring::search {
namespace {

class SpaceReading : public SearchTest {
protected:
    /// "line code" of each fault; each has a message and a hint.
    static std::vector<std::string> faults(const Result<std::optional<SearchSpace>>& space) {
        std::vector<std::string> all;
        if (space) return all;
        for (const Diagnostic& fault : space.diagnostics()) {
            EXPECT_FALSE(fault.message.empty());
            EXPECT_FALSE(fault.hint.empty()) << fault.message;
            all.push_back(std::to_string(fault.place.line) + " " + fault.code);
        }
        return all;
    }
    using Faults = std::vector<std::string>;
};

TEST_F(SpaceReading, takesTuneBeforeSweepAndNeither) {
    const auto both = space("[sweep]\nSTRIDE = [1, 2]\n[tune]\nROUNDS = [1, 2, 4]\n");
    EXPECT_EQ(both.origin(), SpaceOrigin::Tune);
    EXPECT_EQ(both.combinations(), 3U);
    EXPECT_EQ(space("[sweep]\nSTRIDE = [1, 2]\n").origin(), SpaceOrigin::Sweep);
    const auto none = read("");
    ASSERT_TRUE(none.ok());
    EXPECT_FALSE(none->has_value());
}

TEST_F(SpaceReading, takesAFileOfItsOwn) {
    const NamedText file{
        "schema = \"warpstring.space/1\"\n[tune]\nSTRIDE = [1, 2]\n\"rewrite.pad\" = [\"\", \"pad t=1\"]\n",
        folder_ / "space.toml"};
    const auto made = readSpace(named("[tune]\nROUNDS = [1, 2, 4]\n"), file);
    ASSERT_TRUE(made.ok()) << toText(made.diagnostics().front());
    EXPECT_EQ((*made)->origin(), SpaceOrigin::SpaceFile);
    EXPECT_EQ((*made)->nameOf(3), "STRIDE=2,rewrite.pad=pad t=1");
    EXPECT_EQ((*made)->nameOf(2), "STRIDE=2"); // no rewrite is none
    const auto withPlace = [&](const std::string& text) {
        return faults(readSpace(named(""), NamedText{text, folder_ / "space.toml"}));
    };
    EXPECT_EQ(withPlace("schema = \"warpstring.launch/1\"\n[tune]\n"), (Faults{"1 space.wrong-schema"}));
    EXPECT_EQ(withPlace("schema = \"warpstring.space/1\"\n"), (Faults{"1 space.missing-key"}));
    EXPECT_EQ(withPlace("schema = \"warpstring.space/1\"\nmore = 1\n[tune]\nSTRIDE = [1]\n"),
              (Faults{"2 space.unknown-key"}));
    EXPECT_EQ(withPlace("schema = \"warpstring.space/1\"\n[tune]\nWIDTH = [1]\n"),
              (Faults{"3 space.unknown-tune"}));
}

TEST_F(SpaceReading, tellsFaultsWithTheirPlaces) {
    EXPECT_EQ(faults(read("[tune]\nSTRIED = [1]\n")), (Faults{"14 launch.unknown-tune"}));
    EXPECT_EQ(faults(read("[tune]\nSTRIDE = 1\n")), (Faults{"14 launch.wrong-type"}));
    EXPECT_EQ(faults(read("[tune]\nSTRIDE = []\n")), (Faults{"14 launch.empty-tune"}));
    EXPECT_EQ(faults(read("[tune]\n")), (Faults{"13 launch.empty-tune"}));
    EXPECT_EQ(faults(read("[tune]\nSTRIDE = [1]\nconstraints = \"STRIDE > 0\"\n")),
              (Faults{"15 launch.wrong-type"}));
    EXPECT_EQ(faults(read("[tune]\nSTRIDE = [1]\nconstraints = [1]\n")), (Faults{"15 launch.wrong-type"}));
    EXPECT_EQ(faults(read("[tune]\nSTRIDE = [1]\nconstraints = [\"STRIDE >\"]\n")),
              (Faults{"15 tune.bad-constraint"}));
    EXPECT_EQ(faults(read("[tune]\nSTRIDE = [1]\nconstraints = [\"WIDTH > 1\"]\n")),
              (Faults{"15 tune.bad-constraint"}));
    EXPECT_EQ(faults(read("[tune]\nrewrite.pad = [1]\n")), (Faults{"14 launch.wrong-type"}));
    EXPECT_EQ(faults(read("[tune]\nrewrite.pad = []\n")), (Faults{"14 launch.wrong-type"}));
}

TEST_F(SpaceReading, changesNothingForWhoSimulatesOrMeasures) {
    const auto plain = files::parseLaunchFile(launch(""), folder_ / "k.toml");
    const auto tuned =
        files::parseLaunchFile(launch("[tune]\nSTRIDE = [1, 2]\nlocal = [[32], [128]]\nconstraints = [\"STRIDE "
                                      "> 5\"]\nrewrite.pad = [\"\"]\n"),
                               folder_ / "k.toml");
    ASSERT_TRUE(plain.ok() && tuned.ok());
    ASSERT_EQ(tuned->launches.size(), 1U);
    EXPECT_EQ(records::launchToJson(tuned->launches[0]).compact(),
              records::launchToJson(plain->launches[0]).compact());
}

// The same names and values as a sweep and as variants give the same launches.
TEST_F(SpaceReading, makesTheLaunchesThatASweepMakes) {
    const std::string lists = "STRIDE = [1, 2, 4]\nlocal = [[32], [128]]\nROUNDS = [2, 8]\n";
    auto sweep = files::LaunchSweep::parse(launch("[sweep]\n" + lists), folder_ / "k.toml");
    ASSERT_TRUE(sweep.ok());
    const SearchSpace all = space("[tune]\n" + lists);
    auto variants = files::LaunchVariants::parse(launch("[tune]\n" + lists), folder_ / "k.toml", all.names());
    ASSERT_TRUE(variants.ok());
    ASSERT_EQ(sweep->count(), all.combinations());
    files::LaunchVariants copy = *variants;
    for (VariantId id = 0; id < all.combinations(); ++id) {
        const auto expected = sweep->at(id), made = copy.at(all.choiceOf(id));
        ASSERT_TRUE(expected.ok() && made.ok());
        EXPECT_EQ(records::launchToJson(*made).compact(), records::launchToJson(*expected).compact());
        EXPECT_EQ(made->swept, expected->swept);
        EXPECT_EQ(made->name, expected->name);
    }
    const auto start = copy.start();
    ASSERT_TRUE(start.ok());
    EXPECT_EQ(start->range.local[0], 64U);
    EXPECT_EQ(start->name, "k");
}

} // namespace
} // namespace warpstring::search
