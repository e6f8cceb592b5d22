// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of kernels: their file, its faults, and what is in which.
#include <cmath>

#include <gtest/gtest.h>

#include "core/files/accuracy_sets_file.h"

namespace warpstring::records {
namespace {

const std::string good = R"(schema = "warpstring.accuracy-sets/1"
spec = "a-gpu"
device = "GPU"
margin = 0.01
[[set]]
name = "tuned-on"
description = "for tuning"
kernels = ["matmul/naive"]
[[set]]
name = "checked-on"
kernels = ["matmul/tiled"]
[[set]]
name = "micro"
apart = true
kernels = ["micro/*"]
[[suite]]
name = "tiles"
launches = ["matmul-*,X=1"]
[[target]]
of = "all"
metric = "mape"
at_most = 0.15
[[target]]
of = "tiles"
quantity = "warp latency"
metric = "geometric_mean_error"
below = 0.064
[[target]]
of = "checked-on"
metric = "within_20_percent"
at_least = 1
[[cause]]
kernel = "matmul/tiled"
quantity = "kernel time"
text = "The tiles."
[[cause]]
kernel = "matmul/*"
text = "The rest."
[[schedule]]
launch = "matmul-tiled,n=8,X=1"
behaviour = "barriers"
remark = "Even."
[[schedule]]
launch = "add"
behaviour = "one wave"
)";

const SampleNames samples{{"matmul/naive", "matmul/tiled", "micro/add"}, {"matmul-tiled,n=8,X=1", "add"}};

Result<AccuracySets> parsed(const std::string& text) { return files::parseAccuracySets(text, "sets.toml"); }

/// The file with `from` replaced by `to`.
std::string changed(const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

/// The faults of a file, parsed and, if it can be, checked against the samples.
Diagnostics faultsOf(const std::string& text) {
    const auto sets = parsed(text);
    return sets ? checkSets(*sets, samples) : sets.diagnostics();
}

void expectFault(const std::string& text, const std::string& code, int line, const std::string& words) {
    const auto faults = faultsOf(text);
    ASSERT_FALSE(faults.empty()) << code;
    const Diagnostic& first = faults.front();
    EXPECT_EQ(first.code, code);
    EXPECT_EQ(first.place.file, "sets.toml");
    EXPECT_EQ(first.place.line, line) << toText(first);
    EXPECT_FALSE(first.hint.empty());
    EXPECT_NE(toText(first).find(words), std::string::npos) << toText(first);
}

TEST(AccuracySets, holdWhatTheFileSays) {
    const auto sets = parsed(good);
    ASSERT_TRUE(sets) << toText(sets.diagnostics().front());
    EXPECT_EQ(sets->spec, "a-gpu");
    EXPECT_EQ(sets->device, "GPU");
    EXPECT_EQ(sets->cache, CacheState::Warm);
    EXPECT_EQ(sets->margin, 0.01);
    ASSERT_EQ(sets->sets.size(), 3U);
    EXPECT_EQ(sets->sets[0].description, "for tuning");
    EXPECT_FALSE(sets->sets[0].apart);
    EXPECT_TRUE(sets->sets[2].apart);
    EXPECT_EQ(sets->setOf("matmul/tiled")->name, "checked-on");
    EXPECT_EQ(sets->setOf("micro/add")->name, "micro");
    EXPECT_EQ(sets->setOf("other/kernel"), nullptr);
    ASSERT_EQ(sets->targets.size(), 3U);
    EXPECT_EQ(sets->targets[0].metric, AccuracyMetric::Mape);
    EXPECT_EQ(sets->targets[0].bound, 0.15);
    EXPECT_FALSE(sets->targets[0].strict);
    EXPECT_EQ(sets->targets[1].quantity, Quantity::WarpLatency);
    EXPECT_TRUE(sets->targets[1].strict);
    EXPECT_EQ(sets->targets[2].bound, 1);
    ASSERT_EQ(sets->schedules.size(), 2U);
    EXPECT_EQ(sets->schedules[0].launch.text, "matmul-tiled,n=8,X=1");
    EXPECT_EQ(sets->schedules[0].launch.place.line, 40);
    EXPECT_EQ(sets->schedules[0].behaviour, "barriers");
    EXPECT_EQ(sets->schedules[0].remark, "Even.");
    EXPECT_EQ(sets->schedules[1].remark, "");
    EXPECT_TRUE(checkSets(*sets, samples).empty());
}

TEST(AccuracySets, aSuiteMayNameKernels) {
    const auto sets = parsed(changed("launches = [\"matmul-*,X=1\"]", "kernels = [\"micro/*\"]"));
    ASSERT_TRUE(sets) << toText(sets.diagnostics().front());
    ASSERT_EQ(sets->suites.size(), 1U);
    EXPECT_TRUE(holds(sets->suites[0], "micro/add", "add"));
    EXPECT_FALSE(holds(sets->suites[0], "matmul/tiled", "matmul-tiled,n=8,X=1"));
    expectFault(changed("launches = [\"matmul-*,X=1\"]", "kernels = [\"mikro/*\"]"), "accuracy.unknown-kernel",
                18, "mikro");
    expectFault(changed("launches = [\"matmul-*,X=1\"]", ""), "accuracy.missing-key", 16, "launches");
}

TEST(AccuracySets, giveTheCausesOfAKernel) {
    const auto sets = parsed(good);
    ASSERT_TRUE(sets);
    EXPECT_EQ(sets->causeOf("matmul/tiled", Quantity::KernelTime), "The tiles. The rest.");
    EXPECT_EQ(sets->causeOf("matmul/tiled", Quantity::WarpLatency), "The rest.");
    EXPECT_EQ(sets->causeOf("micro/add", Quantity::KernelTime), "");
}

TEST(AccuracySets, aStarStandsForAnyText) {
    EXPECT_TRUE(fits("matmul", "matmul"));
    EXPECT_FALSE(fits("matmul", "matmu"));
    EXPECT_TRUE(fits("matmul,n=8,X=1", "matmul,*,X=1"));
    EXPECT_FALSE(fits("matmul,n=8,X=12", "matmul,*,X=1"));
    EXPECT_TRUE(fits("aXbXc", "a*b*c"));
    EXPECT_TRUE(fits("a", "a*"));
    EXPECT_TRUE(fits("", "*"));
    EXPECT_FALSE(fits("", "a*"));
}

TEST(AccuracySets, kernelsAreNamedByTheirFolders) {
    EXPECT_EQ(sampleKernelName("samples/matmul/matmul-naive.toml", "naive"), "matmul/naive");
    EXPECT_EQ(sampleKernelName("/a/b/samples/micro/x.toml", "add"), "micro/add");
}

TEST(AccuracySets, faultsOfTheFileAreReportedWithPlaceAndHint) {
    expectFault(changed("accuracy-sets/1", "launch/1"), "accuracy.wrong-schema", 1, "accuracy-sets/1");
    expectFault("spec = \"x\"\n", "accuracy.missing-key", 1, "schema");
    expectFault(changed("margin", "margn"), "accuracy.missing-key", 1, "margin");
    expectFault(changed("margin = 0.01", "margin = 1.5"), "accuracy.impossible-value", 4, "15 % is 0.15");
    expectFault(changed("margin = 0.01", "margin = \"1\""), "accuracy.wrong-type", 4, "a number");
    expectFault(changed("margin = 0.01", "margin = 0.01\ncache = \"hot\""), "accuracy.bad-cache", 5, "warm");
    expectFault(changed("description = ", "descripton = "), "accuracy.unknown-key", 7,
                "did you mean \"description\"?");
    expectFault(changed("apart = true", "apart = 1"), "accuracy.wrong-type", 14, "true or false");
    expectFault(changed("kernels = [\"matmul/naive\"]", "kernels = \"matmul/naive\""), "accuracy.wrong-type", 8,
                "an array of strings");
    expectFault(changed("name = \"micro\"", "name = \"tuned-on\""), "accuracy.name-taken", 13, "tuned-on");
    expectFault(changed("name = \"tiles\"", "name = \"all\""), "accuracy.name-taken", 17, "all");
    expectFault(changed("of = \"checked-on\"", "of = \"chekced-on\""), "accuracy.unknown-set", 29,
                "did you mean \"checked-on\"?");
    expectFault(changed("metric = \"mape\"", "metric = \"mepe\""), "accuracy.unknown-metric", 21,
                "did you mean \"mape\"?");
    expectFault(changed("quantity = \"warp latency\"", "quantity = \"latency\""), "accuracy.unknown-quantity",
                25, "kernel time");
    expectFault(changed("at_most = 0.15", "at_least = 0.15"), "accuracy.missing-key", 19, "at_most");
    expectFault(changed("at_least = 1", "at_least = 1\nbelow = 1"), "accuracy.wrong-bound", 32, "at_least");
    expectFault(changed("text = \"The rest.\"\n", ""), "accuracy.missing-key", 36, "text");
    expectFault(changed("launch = \"add\"\n", ""), "accuracy.missing-key", 43, "launch");
    expectFault(changed("launch = \"add\"", "launch = 1"), "accuracy.wrong-type", 44, "a string");
    expectFault(changed("launch = \"add\"", "launch = \"ad*\""), "accuracy.pattern", 44, "whole name");
    expectFault(changed("launch = \"add\"", "launch = \"matmul-tiled,n=8,X=1\""), "accuracy.launch-twice", 44,
                "twice");
    expectFault(changed("behaviour = \"one wave\"\n", ""), "accuracy.missing-key", 43, "behaviour");
    expectFault(changed("remark =", "remarks ="), "accuracy.unknown-key", 42, "did you mean \"remark\"?");
    expectFault("", "accuracy.empty-file", 0, "empty");
    expectFault("set = [", "accuracy.syntax", 1, "TOML");
}

TEST(AccuracySets, mustNameEveryKernelOnceAndNoneThatIsNotThere) {
    expectFault(changed("[\"matmul/naive\"]", "[\"matmul/naive\", \"matmul/tield\"]"),
                "accuracy.unknown-kernel", 8, "did you mean \"matmul/tiled\"?");
    expectFault(changed("[\"matmul/tiled\"]", "[\"matmul/tiled\", \"matmul/naive\"]"),
                "accuracy.overlapping-sets", 11, "tuned-on and checked-on");
    expectFault(changed("\"micro/*\"", "\"m*\""), "accuracy.overlapping-sets", 15, "tuned-on and micro");
    expectFault(changed("[\"matmul/tiled\"]", "[]"), "accuracy.undeclared-kernel", 0, "\"matmul/tiled\"");
    expectFault(changed("X=1\"]", "X=2\"]"), "accuracy.unknown-launch", 18, "matmul-*,X=2");
    expectFault(changed("launch = \"add\"", "launch = \"adds\""), "accuracy.unknown-launch", 44,
                "did you mean \"add\"?");
    expectFault(changed("kernel = \"matmul/tiled\"", "kernel = \"matmul/tile\""), "accuracy.unknown-kernel", 33,
                "did you mean \"matmul/tiled\"?");
}

TEST(AccuracyMetrics, areSharesAndErrorsOfPointsAndRankings) {
    const std::vector<PredictedPoint> points{{"a", "f", 110, 100}, {"b", "f", 300, 200}, {"c", "", 50, 100}};
    const Accuracy accuracy = accuracyOf(points);
    const RankingTotals ranking = totalsOf(rankFamilies(points));
    EXPECT_NEAR(*valueOf(AccuracyMetric::Mape, accuracy, ranking, {}), (0.1 + 0.5 + 0.5) / 3, 1e-12);
    EXPECT_NEAR(*valueOf(AccuracyMetric::Within10, accuracy, ranking, {}), 1.0 / 3, 1e-12);
    EXPECT_EQ(valueOf(AccuracyMetric::Within2x, accuracy, ranking, {}), 1);
    EXPECT_EQ(valueOf(AccuracyMetric::PairsInOrder, accuracy, ranking, {}), 1);
    EXPECT_EQ(valueOf(AccuracyMetric::BestPicked, accuracy, ranking, {}), 1);
    EXPECT_EQ(valueOf(AccuracyMetric::WorstPick, accuracy, ranking, {}), 0);
    EXPECT_NEAR(*valueOf(AccuracyMetric::Bias, accuracy, ranking, {}), 1 - std::cbrt(1.1 * 1.5 * 0.5), 1e-12);
    EXPECT_EQ(valueOf(AccuracyMetric::Mape, {}, ranking, {}), std::nullopt);
    EXPECT_EQ(valueOf(AccuracyMetric::LeastTau, accuracy, {}, {}), std::nullopt);
    for (const AccuracyMetric metric : accuracyMetrics) {
        EXPECT_FALSE(name(metric).empty());
        EXPECT_FALSE(title(metric).empty());
        EXPECT_FALSE(isTau(metric) && !isOfRankings(metric));
    }
}

TEST(AccuracyMetrics, totalsAreOfAllFamilies) {
    const RankingTotals totals =
        totalsOf(rankFamilies({{"a", "f", 1, 1}, {"b", "f", 2, 2}, {"c", "g", 2, 1}, {"d", "g", 1, 2}}));
    EXPECT_EQ(totals.families, 2U);
    EXPECT_EQ(totals.picked, 1U);
    EXPECT_EQ(totals.pairs, 2U);
    EXPECT_EQ(totals.concordant, 1U);
    EXPECT_EQ(totals.leastTau, -1);
}

} // namespace
} // namespace warpstring::records
