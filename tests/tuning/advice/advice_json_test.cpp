// SPDX-License-Identifier: GPL-3.0-or-later
// What the JSON of advice has is what the advice has.
#include "tuning/advice/advice_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/tuning/advice/advised.h"

namespace warpstring::test {
namespace {

using Json = nlohmann::json;

TEST(AdviceJson, HasAllFindingsWithTheirNumbers) {
    const Advised advised(subject(sample("scan/scan-div.toml").front()));
    const auto advice = advised.advice();
    const Json json = Json::parse(toJson(advice, advised.situation(), 0.05, "a source"));
    EXPECT_EQ(json["schema"], "warpstring.advice/1");
    EXPECT_EQ(json["launch"], "scan-div");
    EXPECT_EQ(json["kernel"], "scan_div");
    EXPECT_EQ(json["spec"], "nvidia-h200");
    EXPECT_EQ(json["time_us"], advice.timeUs);
    EXPECT_EQ(json["least_gain"], advice.leastGain);
    EXPECT_EQ(json["ratio_error"], 0.05);
    EXPECT_EQ(json["ratio_error_source"], "a source");
    EXPECT_EQ(json["simulations"], advice.simulations);
    ASSERT_EQ(json["findings"].size(), advice.findings.size());
    ASSERT_EQ(json["overlaps"].size(), advice.overlaps.size());
    ASSERT_FALSE(advice.findings.empty());
    for (std::size_t i = 0; i < advice.findings.size(); ++i) {
        const auto& finding = advice.findings[i];
        const Json& told = json["findings"][i];
        EXPECT_EQ(told["kind"], traits(finding.kind).word);
        EXPECT_EQ(told["rule"], traits(finding.kind).rule);
        EXPECT_EQ(told["gain"], finding.gain);
        EXPECT_EQ(told["matters"], finding.gain >= advice.leastGain);
        ASSERT_EQ(told["parts"].size(), finding.parts.size());
        for (std::size_t p = 0; p < finding.parts.size(); ++p) {
            const int line = finding.parts[p].cause.place.at.line;
            EXPECT_EQ(told["parts"][p]["time_us"], finding.parts[p].timeUs);
            if (line > 0)
                EXPECT_EQ(told["parts"][p]["place"]["line"], line);
            else
                EXPECT_TRUE(told["parts"][p]["place"].is_null());
        }
    }
}

TEST(AdviceJson, HasRemediesAndOverlaps) {
    const Advised advised(subject(sample("scan/scan-div.toml").front()));
    advice::Advice advice = advised.advice();
    advice.findings.front().remedies = {{"pad-rows", "Pad it.", {{"k.cl", 3, 1}, {}}, "pad t=1"},
                                        {"think", "Think.", {}, ""}};
    advice.overlaps = {{advice::CauseKind::Barrier, advice::CauseKind::Tail, 2, 0.5, 0.25}};
    const Json json = Json::parse(toJson(advice, advised.situation(), 0.05, ""));
    const Json& remedies = json["findings"][0]["remedies"];
    EXPECT_EQ(remedies[0], Json::parse(R"({"rule": "pad-rows", "text": "Pad it.", "rewrite": "pad t=1",
                                           "place": {"file": "k.cl", "line": 3, "column": 1}})"));
    EXPECT_TRUE(remedies[1]["rewrite"].is_null());
    EXPECT_TRUE(remedies[1]["place"].is_null());
    EXPECT_EQ(json["overlaps"], Json::parse(R"([{"kinds": ["barrier", "tail"], "time_us": 2.0, "gain": 0.5,
                                                 "gains_apart": 0.25}])"));
}

} // namespace
} // namespace warpstring::test
