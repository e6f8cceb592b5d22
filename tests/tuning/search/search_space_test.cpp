// SPDX-License-Identifier: GPL-3.0-or-later
// Spaces against brute force over all combinations.
#include <random>
#include <set>

#include "tests/tuning/search/search_fixture.h"

namespace warpstring::search {
namespace {

class SearchSpaceTest : public SearchTest {
protected:
    static std::vector<std::string> valid(const SearchSpace& space) {
        std::vector<std::string> names;
        static_cast<void>(space.forEachValid([&](const Choice& choice) {
            names.push_back(space.nameOf(space.idOf(choice)));
            return true;
        }));
        return names;
    }
};

TEST_F(SearchSpaceTest, numbersCombinationsWithTheLastNameFastest) {
    const auto all = space("[tune]\nSTRIDE = [1, 2]\nlocal = [[32], 64, [128]]\n");
    EXPECT_EQ(all.combinations(), 6U);
    EXPECT_EQ(valid(all),
              (std::vector<std::string>{"STRIDE=1,local=32", "STRIDE=1,local=64", "STRIDE=1,local=128",
                                        "STRIDE=2,local=32", "STRIDE=2,local=64", "STRIDE=2,local=128"}));
    for (VariantId id = 0; id < 6; ++id) EXPECT_EQ(all.idOf(all.choiceOf(id)), id);
}

TEST_F(SearchSpaceTest, hasWhatTheFileStatesAsItsStart) {
    EXPECT_EQ(space("[tune]\nSTRIDE = [4, 8]\nROUNDS = [64]\n").start(), VariantId{1});
    EXPECT_EQ(space("[tune]\nSTRIDE = [2, 4]\n").start(), std::nullopt);
    EXPECT_EQ(space("[tune]\nlocal = [[32], [64]]\n").start(), VariantId{1});
}

// Constraints of every kind over three names, against C++ over all of their combinations.
TEST_F(SearchSpaceTest, keepsThoseThatMeetTheConstraints) {
    struct Case {
        const char* text;
        bool (*holds)(int stride, int rounds, int local);
    };
    const std::vector<Case> cases{
        {"STRIDE * local_0 <= 512", [](int s, int, int l) { return s * l <= 512; }},
        {"local_0 % (STRIDE * ROUNDS) == 0", [](int s, int r, int l) { return l % (s * r) == 0; }},
        {"STRIDE < ROUNDS || local_0 > 64", [](int s, int r, int l) { return s < r || l > 64; }},
        {"work != 12", [](int s, int r, int) { return s * r + 4 != 12; }},
        {"ROUNDS - 2 != 0 && 8 / (ROUNDS - 2) > 3", [](int, int r, int) { return r != 2 && 8 / (r - 2) > 3; }},
        {"global_0 / local_0 >= 8192 ? STRIDE > 1 : STRIDE == 1",
         [](int s, int, int l) { return 1048576 / l >= 8192 ? s > 1 : s == 1; }},
    };
    std::mt19937 random(7);
    for (int round = 0; round < 40; ++round) {
        std::vector<Case> chosen;
        std::string list;
        for (const Case& one : cases)
            if (random() % 3 == 0) {
                chosen.push_back(one);
                list += (list.empty() ? "\"" : ", \"") + std::string(one.text) + "\"";
            }
        std::vector<std::string> expected;
        for (const int s : {1, 2, 4})
            for (const int r : {1, 2, 3, 4})
                for (const int l : {32, 64, 128, 256})
                    if (std::all_of(chosen.begin(), chosen.end(),
                                    [&](const Case& one) { return one.holds(s, r, l); }))
                        expected.push_back("STRIDE=" + std::to_string(s) + ",ROUNDS=" + std::to_string(r) +
                                           ",local=" + std::to_string(l));
        const auto made =
            read("[constants]\nwork = \"STRIDE * ROUNDS + 4\"\n[tune]\nSTRIDE = [1, 2, 4]\nROUNDS = "
                 "[1, 2, 3, 4]\nlocal = [[32], [64], [128], [256]]\nconstraints = [" +
                 list + "]\n");
        if (expected.empty()) {
            ASSERT_FALSE(made.ok()) << list;
            EXPECT_EQ(made.diagnostics().front().code, "tune.unsatisfiable");
            continue;
        }
        ASSERT_TRUE(made.ok()) << list << toText(made.diagnostics().front());
        EXPECT_EQ(valid(**made), expected) << list;
        const auto counts = (*made)->count();
        EXPECT_EQ(counts.valid, expected.size());
        EXPECT_EQ(counts.combinations, 48U);
        EXPECT_TRUE(counts.isWhole);
        const std::set<std::string> among(expected.begin(), expected.end());
        for (VariantId id = 0; id < 48; ++id)
            EXPECT_EQ((*made)->isValid((*made)->choiceOf(id)), among.contains((*made)->nameOf(id)));
    }
}

TEST_F(SearchSpaceTest, namesTheConstraintThatKillsAll) {
    const auto alone = read("[tune]\nSTRIDE = [1, 2]\nconstraints = [\"STRIDE > 0\", \"STRIDE > 7\"]\n");
    ASSERT_FALSE(alone.ok());
    EXPECT_EQ(alone.diagnostics().front().code, "tune.unsatisfiable");
    EXPECT_EQ(alone.diagnostics().front().place.line, 15);
    EXPECT_NE(alone.diagnostics().front().message.find("meets \"STRIDE > 7\""), std::string::npos);
    const auto together = read("[tune]\nSTRIDE = [1, 2]\nconstraints = [\"STRIDE > 1\", \"STRIDE < 2\"]\n");
    ASSERT_FALSE(together.ok());
    EXPECT_NE(together.diagnostics().front().message.find("\"STRIDE < 2\" together with"), std::string::npos);
    const auto undefined = read("[tune]\nSTRIDE = [1, 2]\nconstraints = [\"4 / (STRIDE - STRIDE) > 0\"]\n");
    ASSERT_FALSE(undefined.ok());
    EXPECT_NE(undefined.diagnostics().front().message.find("divides by zero"), std::string::npos);
}

TEST_F(SearchSpaceTest, goesThroughAMillionCombinationsAsTheirBeginningsAllow) {
    std::string list;
    for (int i = 1; i <= 100; ++i) list += (i > 1 ? "," : "") + std::to_string(i);
    const auto made = space("[tune]\nSTRIDE = [" + list + "]\nROUNDS = [" + list + "]\nUNUSED = [" + list +
                            "]\nconstraints = [\"STRIDE == 7\", \"ROUNDS * STRIDE == 21\"]\n");
    EXPECT_EQ(made.combinations(), 1'000'000U);
    EXPECT_EQ(made.count().valid, 100U);
    // 100 strides, 100 rounds of one of them, 100 of the last: no more values than these are looked at.
    std::uint64_t visited = 0;
    EXPECT_TRUE(made.forEachValid([&](const Choice&) { return ++visited > 0; }, 301));
    EXPECT_EQ(visited, 100U);
    EXPECT_FALSE(made.forEachValid([](const Choice&) { return true; }, 200));
}

TEST_F(SearchSpaceTest, refusesWhatNobodyCanCount) {
    std::string more = "[constants]\n", tune = "[tune]\n", list;
    for (int i = 0; i < 256; ++i) list += (i > 0 ? "," : "") + std::to_string(i);
    for (int i = 0; i < 9; ++i) {
        more += "c" + std::to_string(i) + " = 1\n";
        tune += "c" + std::to_string(i) + " = [" + list + "]\n";
    }
    const auto made = read(more + tune);
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.diagnostics().front().code, "tune.space-too-large");
}

} // namespace
} // namespace warpstring::search
