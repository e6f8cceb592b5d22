// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/probe_record.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/calibration/made_up_probes.h"

namespace warpstring::records {
namespace {

std::string fileOf(const ProbeSet& set) {
    std::string text = headerJson(set).compact() + "\n";
    for (const ProbeRecord& probe : set.probes) text += toJson(probe).compact() + "\n";
    return text;
}

TEST(ProbeRecords, ReadAsTheyWereWritten) {
    const ProbeSet set = test::madeUpProbes(test::h200(), 0, 1);
    const auto read = parseProbes(fileOf(set), "p.jsonl");
    ASSERT_TRUE(read.ok());
    EXPECT_TRUE(read->warnings.empty());
    ASSERT_EQ(read->probes.size(), set.probes.size());
    EXPECT_EQ(fileOf(*read), fileOf(set));
}

TEST(ProbeRecords, ATruncatedLineIsPassedOverWithItsPlace) {
    std::string text = fileOf(test::madeUpProbes(test::h200(), 0, 1));
    text.resize(text.size() - 20);
    const auto read = parseProbes(text, "p.jsonl");
    ASSERT_TRUE(read.ok());
    ASSERT_EQ(read->warnings.size(), 1U);
    EXPECT_EQ(read->warnings[0].code, "probes.bad-line");
    EXPECT_EQ(read->warnings[0].place.file, "p.jsonl");
    EXPECT_EQ(read->warnings[0].place.line, std::count(text.begin(), text.end(), '\n') + 1);
}

TEST(ProbeRecords, ImpossibleFiguresAreNoProbe) {
    const std::string header = headerJson(ProbeSet{}).compact() + "\n";
    const auto read =
        parseProbes(header + "{\"id\":\"a\",\"family\":\"latency\",\"status\":\"ok\",\"medianNs\":-3}\n"
                             "{\"medianNs\":3}\n[1]\n"
                             "{\"id\":\"b\",\"family\":\"latency\",\"status\":\"ok\",\"medianNs\":3}\n");
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->warnings.size(), 3U);
    EXPECT_EQ(read->probes.size(), 1U);
}

TEST(ProbeRecords, WithoutDeviceOrProbesThereIsNothing) {
    EXPECT_EQ(parseProbes("{\"id\":\"a\",\"family\":\"b\",\"medianNs\":1}\n").diagnostics().front().code,
              "probes.no-header");
    EXPECT_EQ(parseProbes("").diagnostics().front().code, "probes.no-header");
    EXPECT_EQ(parseProbes(headerJson(ProbeSet{}).compact()).diagnostics().front().code, "probes.empty");
    EXPECT_EQ(readProbes("/no/such/file").diagnostics().front().code, "probes.unreadable");
    EXPECT_EQ(readProbes("/").diagnostics().front().code, "probes.unreadable");
}

} // namespace
} // namespace warpstring::records
