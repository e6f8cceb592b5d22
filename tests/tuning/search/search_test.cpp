// SPDX-License-Identifier: GPL-3.0-or-later
// Searches against simulating every launch of the space by itself.
#include <map>

#include "study/batch/batch_row.h"
#include "tests/tuning/search/search_fixture.h"

namespace warpstring::search {
namespace {

const std::string lists =
    "STRIDE = [1, 2, 4, 8, 16]\nROUNDS = [1, 4]\nlocal = [[32], [64], [96], [256], [1024]]\n";

class Search : public SearchTest {
protected:
    SearchResult run(VariantTextCache& texts, const std::vector<std::string>& devices,
                     const SearchOptions& options = {}) {
        std::vector<HardwareSpec> specs;
        specs.reserve(devices.size());
        for (const auto& name : devices) specs.push_back(spec(name));
        return search::search(texts, graphs_, specs, options);
    }
    /// Times by name: each launch of the file as a sweep has it, simulated as a batch does.
    std::map<std::string, double> swept(const std::string& device) {
        auto sweep = files::LaunchSweep::parse(launch("[sweep]\n" + lists), folder_ / "k.toml");
        const batch::BatchPlan plan({std::move(*sweep)}, {spec(device)}, {});
        batch::GraphCache graphs;
        batch::RowSimulator simulator(plan, graphs);
        std::map<std::string, double> times;
        for (std::uint64_t row = 0; row < plan.rows(); ++row)
            if (const auto found = simulator.row(row); found.figures && !found.isError())
                times[found.launch.substr(2)] = found.figures->kernelTimeUs;
        return times;
    }
    batch::GraphCache graphs_;
};

TEST_F(Search, ranksAsSimulationsOfEveryLaunch) {
    for (const std::string device : {"nvidia-h200", "geforce-8800-gtx"}) {
        auto all = texts("[tune]\n" + lists);
        const auto result = run(all, {device});
        const auto expected = swept(device);
        ASSERT_FALSE(expected.empty());
        EXPECT_TRUE(result.isExhaustive && result.isComplete);
        const auto ranking = result.devices[0].ranking();
        ASSERT_FALSE(ranking.empty());
        double best = ranking.front().figures.timeUs;
        for (const auto& [name, time] : expected)
            EXPECT_GE(time, best) << name; // nothing that was dropped is faster
        for (const FoundVariant& found : ranking)
            EXPECT_DOUBLE_EQ(found.figures.timeUs, expected.at(all.space().nameOf(found.id)));
        EXPECT_EQ(ranking.size() + result.devices[0].count(Outcome::Dominated), expected.size());
        for (std::size_t i = 1; i < ranking.size(); ++i)
            EXPECT_LE(ranking[i - 1].figures.timeUs, ranking[i].figures.timeUs);
    }
}

TEST_F(Search, dropsWhatTheClosedFormDominates) {
    auto all = texts("[tune]\nROUNDS = [1, 400]\n");
    const auto result = run(all, {"nvidia-h200"});
    EXPECT_EQ(result.devices[0].count(Outcome::Dominated), 1U);
    EXPECT_EQ(result.devices[0].count(Outcome::Ranked), 1U);
    EXPECT_EQ(result.devices[0].simulations, 1U);
}

TEST_F(Search, tellsWhatMakesNoLaunchDoesNotFitOrDoesNotCompile) {
    auto all = texts("[tune]\nSTRIDE = [1, \"2)\"]\nlocal = [[64], [100], [1024]]\n");
    const auto result = run(all, {"geforce-8800-gtx"});
    const DeviceSearch& device = result.devices[0];
    EXPECT_EQ(device.count(Outcome::NoLaunch), 2U);
    EXPECT_EQ(device.count(Outcome::DoesNotParse), 2U);
    EXPECT_EQ(device.count(Outcome::DoesNotFit), 1U);
    EXPECT_EQ(device.count(Outcome::Ranked), 1U);
    const Exclusion& first = device.exclusions.at({Outcome::NoLaunch, "launch.non-dividing-size"});
    EXPECT_EQ(first.count, 2U);
    EXPECT_EQ(first.variant, "STRIDE=1,local=100");
    EXPECT_EQ(device.exclusions.count({Outcome::DoesNotFit, "launch.group-too-large-for-device"}), 1U);
    EXPECT_EQ(device.exclusions.count({Outcome::DoesNotParse, "frontend.compile"}), 1U);
}

TEST_F(Search, parsesOnceWhatMacrosCannotChange) {
    auto all = texts("[tune]\nUNUSED = [1, 2, 3, 4, 5]\nSTRIDE = [1, 2]\n");
    const auto result = run(all, {"nvidia-h200"});
    EXPECT_EQ(graphs_.parsed(), 3U); // the two strides, and the one that the file states
    EXPECT_EQ(result.devices[0].simulations, 2U);
    EXPECT_EQ(result.devices[0].ranking().size(), 10U);
}

TEST_F(Search, doesNotHangOnThreadsAndSeeds) {
    auto all = texts("[tune]\n" + lists);
    const auto same = [&](const SearchOptions& one, const SearchOptions& other) {
        const auto a = run(all, {"nvidia-h200"}, one).devices[0],
                   b = run(all, {"nvidia-h200"}, other).devices[0];
        ASSERT_EQ(a.variants.size(), b.variants.size());
        for (std::size_t i = 0; i < a.variants.size(); ++i) {
            EXPECT_EQ(a.variants[i].id, b.variants[i].id);
            EXPECT_EQ(a.variants[i].figures.outcome, b.variants[i].figures.outcome);
            EXPECT_EQ(a.variants[i].figures.timeUs, b.variants[i].figures.timeUs);
        }
    };
    SearchOptions two, other;
    two.threads = 2;
    other.seed = 5; // an exhaustive search draws nothing
    same({}, two);
    same({}, other);
    SearchOptions few, fewOnTwo;
    few.evaluations = fewOnTwo.evaluations = 12;
    fewOnTwo.threads = 2;
    same(few, fewOnTwo);
}

TEST_F(Search, annealsWhatIsLargerThanTheBudget) {
    auto all = texts("[tune]\n" + lists);
    SearchOptions few;
    few.evaluations = 32;
    const auto result = run(all, {"geforce-8800-gtx"}, few);
    EXPECT_FALSE(result.isExhaustive);
    EXPECT_LE(result.devices[0].variants.size(), 32U);
    const auto expected = swept("geforce-8800-gtx");
    const auto ranking = result.devices[0].ranking();
    ASSERT_FALSE(ranking.empty());
    for (const FoundVariant& found : ranking)
        EXPECT_DOUBLE_EQ(found.figures.timeUs, expected.at(all.space().nameOf(found.id)));
    double best = ranking.front().figures.timeUs, least = best;
    for (const auto& [name, time] : expected) least = std::min(least, time);
    EXPECT_LE(best, 1.2 * least);
}

TEST_F(Search, hasAWinnerForEachDevice) {
    auto all = texts("[tune]\n" + lists);
    const auto together = run(all, {"nvidia-h200", "geforce-8800-gtx"});
    ASSERT_EQ(together.devices.size(), 2U);
    for (const auto& device : together.devices) {
        const auto alone = run(all, {device.spec.name});
        EXPECT_EQ(alone.devices[0].ranking().front().id, device.ranking().front().id);
        EXPECT_EQ(alone.devices[0].variants.size(), device.variants.size());
    }
}

TEST_F(Search, keepsWhatIsKnownWhenItIsStopped) {
    auto all = texts("[tune]\n" + lists);
    std::atomic<bool> stop = true;
    SearchOptions options;
    options.cancel = &stop;
    const auto result = run(all, {"nvidia-h200"}, options);
    EXPECT_FALSE(result.isComplete);
    EXPECT_TRUE(result.devices[0].variants.empty());
}

TEST_F(Search, rewritesThroughItsHook) {
    const std::string more = "[tune]\n\"rewrite.twice\" = [\"\", \"twice\"]\nSTRIDE = [1, 4]\n";
    auto all = texts(more,
                     [](const std::string& launch, const std::string& source,
                        const std::vector<std::string>& rewrites) -> Result<RewrittenTexts> {
                         EXPECT_EQ(rewrites, std::vector<std::string>{"twice"});
                         std::string changed = source;
                         changed.replace(changed.find("j < ROUNDS"), 10, "j < 2 * ROUNDS");
                         return RewrittenTexts{launch, changed};
                     });
    const auto result = run(all, {"nvidia-h200"});
    const auto& found = result.devices[0].variants;
    ASSERT_EQ(found.size(), 4U);
    EXPECT_EQ(all.space().nameOf(found[1].id), "STRIDE=1,rewrite.twice=twice");
    EXPECT_GT(found[1].figures.timeUs, found[0].figures.timeUs);
    auto without = texts(more);
    const auto refused = run(without, {"nvidia-h200"});
    EXPECT_EQ(refused.devices[0].exclusions.at({Outcome::NoLaunch, "tune.no-rewrites"}).count, 2U);
}

} // namespace
} // namespace warpstring::search
