// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/evidence/evidence.h"

#include <gtest/gtest.h>

#include "study/evidence/evidence_markdown.h"
#include "study/evidence/value_counts.h"

namespace warpstring::evidence {
namespace {

EvidenceList madeUp() {
    return {{"made-up", EvidenceKind::Records, "all", "Made Up", "docs/data/accuracy-made-up.json",
             "textbook kernels", 12, 0.25, -0.125, 0.5, 3, true},
            {"made-up",
             EvidenceKind::Records,
             "checked-on",
             "Made Up",
             "docs/data/accuracy-made-up.json",
             "",
             5,
             0.5,
             0.25,
             {},
             0,
             false},
            {"made-up",
             EvidenceKind::Published,
             "reductions",
             "a board",
             "hwspecs/published/made-up.toml",
             "",
             7,
             {},
             {},
             0.75,
             1,
             false}};
}

TEST(Evidence, ReadsBackWhatItWrites) {
    const auto read = parseEvidence(toJson(madeUp()), "evidence.json");
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, madeUp());
    EXPECT_TRUE(differences(*read, madeUp(), 0).empty());
}

TEST(Evidence, RefusesOtherFiles) {
    EXPECT_EQ(parseEvidence("{}", "x.json").diagnostics()[0].code, "evidence.bad-file");
    const char* unknown =
        R"({"schema": "warpstring.evidence/1", "evidence": [{"spec": "a", "kind": "hearsay"}]})";
    EXPECT_EQ(parseEvidence(unknown, "x.json").diagnostics()[0].code, "evidence.bad-file");
}

TEST(Evidence, TellsWhatDiffers) {
    EvidenceList now = madeUp();
    now[0].mape = 0.262;
    EXPECT_TRUE(differences(now, madeUp(), 0.02).empty());
    EXPECT_EQ(differences(now, madeUp(), 0.01),
              std::vector<std::string>{"made-up, records of all: MAPE is 0.262, was 0.250"});
    now = madeUp();
    now[1].count = 6;
    now[2].tau.reset();
    now.push_back(now[0]);
    now[3].of = "field";
    EXPECT_EQ(differences(now, madeUp(), 1).size(), 3U);
    EXPECT_EQ(differences({}, madeUp(), 1).size(), 3U);
}

TEST(Evidence, SaysItInAFewWords) {
    // The launches of "checked-on" are among those of "all".
    EXPECT_EQ(heldAgainst(madeUp()), "records of 12 launches, 1 published table");
    EXPECT_EQ(heldAgainst({}), "nothing");
    EXPECT_EQ(figuresText(madeUp()[0]), "MAPE 25.0 %, bias -12.5 %, tau 0.50");
    EXPECT_EQ(figuresText(madeUp()[2]), "tau 0.75");
}

TEST(ValueCounts, GoByKindAndSource) {
    HardwareSpec spec;
    spec.provenance["a"] = {ProvenanceKind::Datasheet, "GUIDE", ""};
    spec.provenance["b"] = {ProvenanceKind::Estimated, "GUIDE", "as it says of others"};
    spec.provenance["c"] = {ProvenanceKind::Estimated, "", "nothing known"};
    spec.provenance["d"] = {ProvenanceKind::Calibrated, "PROBES", ""};
    spec.provenance["e"] = {ProvenanceKind::Microbenchmark, "PROBES", ""};
    spec.provenance["f"] = {ProvenanceKind::Collected, "PROBES", ""};
    const ValueCounts counts = valueCounts(spec);
    EXPECT_EQ(counts.all(), 6U);
    EXPECT_EQ(counts.measured(), 2U);
    EXPECT_EQ(counts.of(ProvenanceKind::Estimated), 2U);
    EXPECT_EQ(counts.estimatedFromSource, 1U);
    ASSERT_EQ(counts.sources.size(), 2U);
    EXPECT_EQ(counts.sources[0].source, "PROBES");
    EXPECT_EQ(counts.sources[0].count, 3U);
}

} // namespace
} // namespace warpstring::evidence
