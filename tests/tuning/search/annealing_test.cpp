// SPDX-License-Identifier: GPL-3.0-or-later
// Annealing on times that are known for every variant.
#include <cmath>
#include <set>

#include "tests/tuning/search/search_fixture.h"
#include "tuning/search/annealing.h"

namespace warpstring::search {
namespace {

class Annealing : public SearchTest {
protected:
    SearchSpace large() const {
        std::string list;
        for (int i = 1; i <= 20; ++i) list += (i > 1 ? "," : "") + std::to_string(i);
        return space("[tune]\nSTRIDE = [" + list + "]\nROUNDS = [" + list + "]\nUNUSED = [" + list +
                     "]\nconstraints = [\"STRIDE + ROUNDS <= 30\"]\n");
    }
    /// A valley with ripples: local minima everywhere, the least at (13, 4, 9).
    static double valley(const Choice& choice) {
        const double x = static_cast<double>(choice[0]) - 13, y = static_cast<double>(choice[1]) - 4,
                     z = static_cast<double>(choice[2]) - 9;
        return 100 + 4 * (x * x + y * y + z * z) + 60 * (2 - std::cos(2.1 * x) - std::cos(2.1 * y));
    }
};

TEST_F(Annealing, findsTheLeastOfAValleyWithRipples) {
    const SearchSpace all = large();
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
        const auto best = anneal(all, {2000, seed, all.idOf({0, 0, 0})},
                                 [&](VariantId id) { return valley(all.choiceOf(id)); });
        ASSERT_TRUE(best.has_value());
        EXPECT_EQ(all.nameOf(*best), "STRIDE=14,ROUNDS=5,UNUSED=10") << "seed " << seed;
    }
}

TEST_F(Annealing, isTheSameChainForTheSameSeed) {
    const SearchSpace all = large();
    const auto visited = [&](std::uint64_t seed) {
        std::vector<VariantId> ids;
        static_cast<void>(anneal(all, {100, seed, std::nullopt}, [&](VariantId id) {
            ids.push_back(id);
            return valley(all.choiceOf(id));
        }));
        return ids;
    };
    EXPECT_EQ(visited(3), visited(3));
    EXPECT_NE(visited(3), visited(4));
}

TEST_F(Annealing, asksOnceForEachVariantThatIsValidAndNoMoreThanAllowed) {
    const SearchSpace all = large();
    std::set<VariantId> seen;
    std::size_t asked = 0;
    static_cast<void>(anneal(all, {150, 9, std::nullopt}, [&](VariantId id) {
        ++asked;
        EXPECT_TRUE(all.isValid(all.choiceOf(id)));
        EXPECT_TRUE(seen.insert(id).second);
        return valley(all.choiceOf(id));
    }));
    EXPECT_EQ(asked, 150U);
}

TEST_F(Annealing, walksThroughVariantsWithoutATime) {
    const SearchSpace all = large();
    const auto best = anneal(all, {2000, 1, all.idOf({0, 0, 0})}, [&](VariantId id) -> std::optional<double> {
        const Choice choice = all.choiceOf(id);
        if (choice[0] < 5) return std::nullopt;
        return valley(choice);
    });
    ASSERT_TRUE(best.has_value());
    EXPECT_GE(all.choiceOf(*best)[0], 5U);
    EXPECT_EQ(anneal(all, {50, 1, std::nullopt}, [](VariantId) { return std::nullopt; }), std::nullopt);
}

} // namespace
} // namespace warpstring::search
