// SPDX-License-Identifier: GPL-3.0-or-later
// What is written is valid SARIF, has what GitHub asks for, and keeps to its limits.
#include "tuning/findings/sarif.h"

#include "tests/tuning/findings/findings_fixture.h"
#include "tests/tuning/findings/sarif_schema.h"

namespace warpstring::findings {
namespace {

using Json = nlohmann::json;
using Faults = std::vector<std::string>;

class Sarif : public test::SourcesTest {
protected:
    [[nodiscard]] static Finding at(int line, double cost = 1, Level level = Level::Warning) {
        return {"T1", level, "it costs", "src/k.cl", {line, 1, line, 7}, cost, {{"gain", 0.25}}};
    }
    [[nodiscard]] SarifLog log(const std::vector<SarifRun>& runs, const SarifLimits& limits = {}) {
        return sarifLog(test::twoRules(), runs, texts_, "0.1.0", limits);
    }
    [[nodiscard]] Json parsed(const std::vector<SarifRun>& runs) { return Json::parse(log(runs).text); }

    SourceTexts texts_{root_};
};

TEST_F(Sarif, KeepsToTheSchemaAndToWhatGitHubAsksFor) {
    const Json json =
        parsed({{"warpstring/a", {at(1), {"T2", Level::Note, "so", "src/k.cl", {3, 3, 3, 15}, 0, {}}}},
                {"warpstring/b", {}}});
    EXPECT_EQ(test::sarifFaults(json), Faults{});
    ASSERT_EQ(json["runs"].size(), 2U);
    EXPECT_EQ(json["runs"][0]["automationDetails"]["id"], "warpstring/a/");
    EXPECT_EQ(json["runs"][1]["results"], Json::array()) << "a device without findings clears the ones before";
    const Json& result = json["runs"][0]["results"][0];
    EXPECT_EQ(result["locations"][0]["physicalLocation"],
              Json::parse(R"({"artifactLocation": {"uri": "src/k.cl"},
                  "region": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 7}})"));
    EXPECT_EQ(result["partialFingerprints"]["primaryLocationLineHash"], texts_.hashOf("src/k.cl", 1));
    EXPECT_EQ(result["properties"]["gain"], 0.25);
    EXPECT_EQ(json["runs"][0]["results"][1]["ruleIndex"], 1);
    const Json& rule = json["runs"][0]["tool"]["driver"]["rules"][0];
    EXPECT_EQ(rule["help"]["markdown"], "Mend **it**.");
    EXPECT_EQ(rule["properties"]["problem.severity"], "warning");
}

TEST_F(Sarif, TheCheckFindsWhatIsWrong) {
    const Json valid = parsed({{"warpstring/a", {at(1)}}});
    const auto broken = [&](const char* pointer, const Json& value) {
        Json json = valid;
        json[Json::json_pointer(pointer)] = value;
        return test::sarifFaults(json).size();
    };
    EXPECT_EQ(broken("/version", "2.1.0"), 0U);
    for (const auto& [pointer, value] : std::vector<std::pair<const char*, Json>>{
             {"/version", "2.0.0"},
             {"/runs", Json::array()},
             {"/runs/0/extra", 1},
             {"/runs/0/columnKind", "bytes"},
             {"/runs/0/results/0/level", "bad"},
             {"/runs/0/results/0/message", "text"},
             {"/runs/0/results/0/ruleIndex", 1},
             {"/runs/0/results/0/partialFingerprints", Json::object()},
             {"/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri", "a b.cl"},
             {"/runs/0/results/0/locations/0/physicalLocation/region/startLine", 0},
             {"/runs/0/results/0/locations/0/physicalLocation/region/endColumn", 1},
             {"/runs/0/tool/driver/rules/0/help/text", ""}})
        EXPECT_EQ(broken(pointer, value), 1U) << pointer;
}

TEST_F(Sarif, CostliestResultsStayWhereThereAreTooMany) {
    const auto limited = log({{"warpstring/a", {at(1, 1), at(3, 2), at(2, 9, Level::Note)}},
                              {"warpstring/b", {at(1)}},
                              {"warpstring/c", {at(1)}}},
                             {2, 2});
    EXPECT_EQ(limited.resultsLeftOut, 1U);
    EXPECT_EQ(limited.runsLeftOut, 1U);
    const Json json = Json::parse(limited.text);
    ASSERT_EQ(json["runs"].size(), 2U);
    ASSERT_EQ(json["runs"][0]["results"].size(), 2U);
    EXPECT_EQ(json["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
    EXPECT_EQ(json["runs"][0]["results"][1]["locations"][0]["physicalLocation"]["region"]["startLine"], 1);
    EXPECT_EQ(SarifLimits().runs, 20U);
    EXPECT_LE(SarifLimits().resultsOfRun, 25000U);
}

TEST_F(Sarif, BytesThatAreNoTextAreReplaced) {
    Finding bad = at(1);
    bad.message = "a\xff";
    EXPECT_EQ(parsed({{"warpstring/a", {bad}}})["runs"][0]["results"][0]["message"]["text"], "a\xef\xbf\xbd");
}

} // namespace
} // namespace warpstring::findings
