// SPDX-License-Identifier: GPL-3.0-or-later
// Monte Carlo tree search on trees whose costs are made up.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "generate/search/tree.h"

namespace {

using namespace warpstring::generate;

constexpr int depth = 4;
constexpr int width = 6;

/// Which branch was taken at each level.
using Digits = std::vector<std::size_t>;

class Digit : public Decision {
public:
    explicit Digit(Digits digits) : digits(std::move(digits)) {}
    [[nodiscard]] std::size_t branches() const override { return digits.size() < depth ? width : 0; }
    [[nodiscard]] std::unique_ptr<Decision> branch(std::size_t index) const override {
        if (digits.size() == 1 && digits[0] == 5 && index > 2) return nullptr; // dead ends
        Digits next = digits;
        next.push_back(index);
        return std::make_unique<Digit>(std::move(next));
    }
    const Digits digits;
};

/// Each level has a branch that is best, by how far one is from it; below branch 2 there are other ones.
double costOf(const Digits& digits) {
    double cost = 1;
    for (std::size_t level = 0; level < digits.size(); ++level) {
        const std::size_t best = (digits[0] == 2 ? 3 : 1) + level % 2;
        const double away = std::abs(static_cast<double>(digits[level]) - static_cast<double>(best));
        cost *= 1 + away * (digits[0] == 2 ? 0.5 : 0.3);
    }
    return digits[0] == 2 ? 0.8 * cost : cost;
}

struct Found {
    std::vector<Digits> order;
    double least = 1e9;
};

/// `together` leaves are asked for before their costs are told, the last one first.
Found searched(std::uint64_t seed, std::size_t budget, std::size_t together = 1) {
    Tree tree(std::make_unique<Digit>(Digits{}), seed);
    Found found;
    while (found.order.size() < budget) {
        std::vector<const Decision*> leaves;
        while (leaves.size() < together && found.order.size() < budget) {
            const Decision* leaf = tree.descend();
            if (leaf == nullptr) break;
            leaves.push_back(leaf);
            found.order.push_back(static_cast<const Digit*>(leaf)->digits);
        }
        if (leaves.empty()) break;
        while (!leaves.empty()) {
            const double cost = costOf(static_cast<const Digit*>(leaves.back())->digits);
            found.least = std::min(found.least, cost);
            tree.tell(leaves.back(), cost);
            leaves.pop_back();
        }
    }
    return found;
}

double leastOfAll() { return searched(1, 1U << 20).least; }

TEST(Tree, givesEachLeafOnce) {
    const Found found = searched(3, 1U << 20, 4);
    EXPECT_EQ(found.order.size(), 5U * 216 + 3U * 36);
    EXPECT_EQ(std::set<Digits>(found.order.begin(), found.order.end()).size(), found.order.size());
}

TEST(Tree, theSameSeedIsTheSameSearch) {
    EXPECT_EQ(searched(7, 200, 4).order, searched(7, 200, 4).order);
    EXPECT_NE(searched(7, 200, 4).order, searched(8, 200, 4).order);
}

TEST(Tree, aTenthOfTheLeavesIsNearTheBest) {
    const double least = leastOfAll();
    double logarithms = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
        logarithms += std::log(searched(seed, 118, 4).least / least);
    EXPECT_LT(std::exp(logarithms / 20), 1.1);
}

/// The bandit is worth it: as many leaves at random are further away.
TEST(Tree, isNearerThanChance) {
    const double least = leastOfAll();
    double steered = 0, random = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        steered += std::log(searched(seed, 60, 1).least / least);
        warpstring::random_kernels::Draws draws(seed, 1);
        double drawn = 1e9;
        for (int i = 0; i < 60; ++i) {
            Digits digits;
            for (int level = 0; level < depth; ++level)
                digits.push_back(static_cast<std::size_t>(draws.between(0, width - 1)));
            drawn = std::min(drawn, costOf(digits));
        }
        random += std::log(drawn / least);
    }
    EXPECT_LT(steered, random / 2);
}

TEST(Tree, leavesWithoutACostAreNoFault) {
    Tree tree(std::make_unique<Digit>(Digits{}), 1);
    std::size_t count = 0;
    while (const Decision* leaf = tree.descend()) {
        tree.tell(leaf, std::nullopt);
        ++count;
    }
    EXPECT_EQ(count, 5U * 216 + 3U * 36);
}

} // namespace
