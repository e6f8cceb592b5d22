// SPDX-License-Identifier: GPL-3.0-or-later
// Every command over every sample.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/program.h"
#include "tests/sample_files.h"
#include "tests/sanitized.h"

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using warpstring::test::Outcome;
using warpstring::test::run;

/// `small`: the check-*.toml, which go through every command; the others are simulated. With sanitizers every
/// third of them: what those find is in code, which a third of the kernels passes through as well.
std::vector<std::string> sampleLaunches(bool small) {
    const std::size_t step = warpstring::test::isSanitized ? 3 : 1;
    std::size_t number = 0;
    std::vector<std::string> paths;
    for (const fs::path& file : warpstring::test::sampleLaunchFiles(fs::path(WARPSTRING_SOURCE_DIR) / "samples",
                                                                    false, "check-", small))
        if (number++ % step == 0) paths.push_back(file.string());
    return paths;
}

/// Those of the field set, by style.
std::vector<std::string> fieldStyles() {
    std::vector<std::string> styles;
    for (const fs::path& file :
         warpstring::test::sampleLaunchFiles(fs::path(WARPSTRING_SOURCE_DIR) / "samples", true, "check-"))
        if (const std::string style = file.parent_path().string(); styles.empty() || styles.back() != style)
            styles.push_back(style);
    return styles;
}

std::string testName(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param.ends_with(".toml") ? info.param.substr(0, info.param.rfind('.')) : info.param;
    std::replace_if(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
}

class Samples : public testing::TestWithParam<std::string> {
protected:
    /// Some samples are for GPUs with larger groups than the default spec's.
    void SetUp() override {
        const auto path = fs::path(WARPSTRING_SOURCE_DIR) / "samples" / GetParam();
        if (run({"string", path.string()}).says("launch.group-too-large-for-device"))
            GTEST_SKIP() << "its groups are too large for the GeForce 8800 GTX";
    }
    Outcome runOn(std::vector<std::string> words) {
        words.insert(words.begin() + 1, (fs::path(WARPSTRING_SOURCE_DIR) / "samples" / GetParam()).string());
        auto outcome = run(words);
        EXPECT_EQ(outcome.exit, 0) << words[0] << ": " << outcome.ended << outcome.err;
        EXPECT_EQ(outcome.errors(), 0U) << outcome.err;
        return outcome;
    }
    static void expectPlain(const Outcome& outcome) {
        EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos) << "escape codes in a file";
        EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos);
        EXPECT_FALSE(outcome.prints("nan"));
        EXPECT_FALSE(outcome.prints("warning: ")) << "diagnostics go to stderr";
    }
};

/// What tokens add up to, by the executions of the repeats around them.
double cyclesOf(const Json& tokens) {
    double sum = 0;
    for (const auto& token : tokens)
        sum += token["kind"] == "repeat"
                   ? token["count"].get<double>() * token["weight"].get<double>() * cyclesOf(token["tokens"])
                   : token["cycles"].get<double>();
    return sum;
}

void expectToken(const Json& token);

void expectTokens(const Json& tokens) {
    ASSERT_TRUE(tokens.is_array());
    for (const auto& token : tokens) expectToken(token);
}

void expectToken(const Json& token) {
    ASSERT_TRUE(token["kind"].is_string());
    EXPECT_TRUE(token["weight"].is_number());
    if (token["kind"] == "repeat") {
        EXPECT_TRUE(token["count"].is_number());
        return expectTokens(token["tokens"]);
    }
    EXPECT_TRUE(token["cycles"].is_number());
    EXPECT_TRUE(token["place"]["line"].is_number_integer());
}

void expectSimulation(const Json& result) {
    EXPECT_EQ(result["schema"], "warpstring.simulation/2");
    EXPECT_EQ(result["model"], "closed-form");
    EXPECT_EQ(result["spec"], "geforce-8800-gtx");
    const bool doesNothing = result["kernel"]["name"] == "empty";
    EXPECT_EQ(result["string"].get<std::string>().empty(), doesNothing);
    expectTokens(result["tokens"]);
    const double latency = result["warp"]["latency_cycles"];
    EXPECT_NEAR(cyclesOf(result["tokens"]), latency, 1e-6 * latency);
    for (const char* figure :
         {"latency_cycles", "active_warps", "cyc_mem", "cyc_compute", "num_mem", "m_token_cycles"})
        EXPECT_TRUE(result["warp"][figure].is_number()) << figure;
    // Null stands for infinite: a kernel that waits for no load.
    EXPECT_TRUE(result["warp"]["nbc_avg"].is_number() || result["warp"]["nbc_avg"].is_null());
    EXPECT_TRUE(result["warp"]["paper_walk"].is_object());
    for (const char* figure : {"cycles", "time_us", "launch_overhead_us"})
        EXPECT_TRUE(doesNothing || result["kernel"][figure] > 0.0) << figure;
    EXPECT_FALSE(result["kernel"]["bound_by"].get<std::string>().empty());
    EXPECT_TRUE(result["assumptions"].is_array());
    EXPECT_FALSE(result["assumptions"].empty());
    EXPECT_TRUE(result["diagnostics"].is_array());
    EXPECT_FALSE(result.contains("bounds")) << "nothing is unknown in a sample";
}

TEST_P(Samples, SimulateAsText) {
    for (const std::string mode : {"--ascii", "--source-shape"}) {
        const auto outcome = runOn({"simulate", mode});
        expectPlain(outcome);
        EXPECT_TRUE(outcome.prints(" on geforce-8800-gtx (WARPSTRING_SPEC names it)\nbound by "));
        EXPECT_TRUE(outcome.prints("\nstring"));
        const bool doesNothing = GetParam().ends_with("empty.toml");
        EXPECT_NE(outcome.prints("\ncosts most of a warp's cycles\n"), doesNothing);
        const auto details = runOn({"simulate", mode, "--details"});
        expectPlain(details);
        EXPECT_TRUE(details.prints(outcome.out.substr(0, outcome.out.find('\n')))) << "the same answer first";
        for (const char* heading :
             {"\nstring", "\nwarp latency  ", "\nkernel time  ", "\ntokens\n", "\nassumptions\n"})
            EXPECT_TRUE(details.prints(heading)) << heading;
    }
}

void expectSimulations(const Outcome& outcome) {
    const Json results = Json::parse(outcome.out, nullptr, false);
    ASSERT_TRUE(results.is_array()) << outcome.out.substr(0, 200);
    EXPECT_GE(results.size(), 1U);
    for (const auto& result : results) expectSimulation(result);
}

TEST_P(Samples, SimulateAsJson) { expectSimulations(runOn({"simulate", "--json"})); }

class LargeSamples : public Samples {};

TEST_P(LargeSamples, SimulateAsJson) { expectSimulations(runOn({"simulate", "--json"})); }

TEST_P(Samples, StringIsOneLineALaunch) {
    const auto launches = Json::parse(runOn({"simulate", "--json"}).out, nullptr, false);
    const auto outcome = runOn({"string"});
    expectPlain(outcome);
    std::string lines;
    for (const auto& result : launches) lines += result["string"].get<std::string>() + "\n";
    EXPECT_EQ(outcome.out, lines);
    const auto ascii = runOn({"string", "--ascii"});
    EXPECT_TRUE(std::all_of(ascii.out.begin(), ascii.out.end(),
                            [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
}

TEST_P(Samples, Pdg) {
    expectPlain(runOn({"pdg"}));
    EXPECT_TRUE(runOn({"pdg", "-f", "dot"}).out.starts_with("digraph"));
    const auto json = runOn({"pdg", "--json"});
    // A sweep over macros prints one document a graph.
    std::istringstream documents(json.out);
    Json document;
    documents >> document;
    EXPECT_TRUE(document["regions"].is_array());
}

TEST_P(Samples, Replay) {
    expectPlain(runOn({"replay"}));
    const Json results = Json::parse(runOn({"replay", "--json"}).out, nullptr, false);
    ASSERT_TRUE(results.is_array());
    for (const auto& result : results) EXPECT_EQ(result["schema"], "warpstring.replay/1");
}

/// Of the field set: every small launch is answered for a present device, in bounds where something is unknown.
class FieldStyles : public testing::TestWithParam<std::string> {};

TEST_P(FieldStyles, AreAnswered) {
    for (const fs::path& file :
         warpstring::test::sampleLaunchFiles(fs::path(WARPSTRING_SOURCE_DIR) / "samples", true, "check-")) {
        if (file.parent_path().string() != GetParam()) continue;
        const auto outcome = run({"simulate", (fs::path(WARPSTRING_SOURCE_DIR) / "samples" / file).string(),
                                  "--json", "-s", "nvidia-h200"});
        EXPECT_EQ(outcome.exit, 0) << file << ": " << outcome.ended << outcome.err;
        const Json results = Json::parse(outcome.out, nullptr, false);
        ASSERT_TRUE(results.is_array()) << file;
        for (const auto& result : results) {
            EXPECT_GT(result["kernel"]["time_us"], 0.0) << file;
            const double latency = result["warp"]["latency_cycles"];
            EXPECT_GT(latency, 0.0) << file;
            EXPECT_EQ(result["model"], "timeline") << file;
            EXPECT_NEAR(cyclesOf(result["tokens"]), latency, 1e-6 * latency) << file;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Field, FieldStyles, testing::ValuesIn(fieldStyles()), testName);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(FieldStyles);
INSTANTIATE_TEST_SUITE_P(All, Samples, testing::ValuesIn(sampleLaunches(true)), testName);
INSTANTIATE_TEST_SUITE_P(All, LargeSamples, testing::ValuesIn(sampleLaunches(false)), testName);

TEST(Replay, TableThreeOfThePaper) {
    const auto outcome = run({"replay", std::string(WARPSTRING_SOURCE_DIR) + "/samples/scan/scan-init.toml"});
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    const std::string table = outcome.out.substr(0, outcome.out.find("\n\n"));
    // Table 3: the warps with at least one active work-item in each of the eight steps.
    const std::pair<const char*, const char*> rows[] = {{"{0, 1, 2, ..., 127}", "4"},
                                                        {"{1, 3, 5, ..., 127}", "4"},
                                                        {"{3, 7, 11, ..., 127}", "4"},
                                                        {"{7, 15, 23, ..., 127}", "4"},
                                                        {"{15, 31, 47, ..., 127}", "4"},
                                                        {"{31, 63, 95, 127}", "4"},
                                                        {"{63, 127}", "2"},
                                                        {"{127}", "1"}};
    std::istringstream lines(table);
    std::string line;
    std::size_t row = 0;
    while (std::getline(lines, line)) {
        const auto at = row < std::size(rows) ? line.find(rows[row].first) : std::string::npos;
        if (at == std::string::npos) continue;
        std::istringstream rest(line.substr(at + std::string(rows[row].first).size()));
        std::string warps;
        rest >> warps;
        EXPECT_EQ(warps, rows[row].second) << line;
        ++row;
    }
    EXPECT_EQ(row, std::size(rows)) << table;
    EXPECT_NE(table.find("cc = 27/32 = 0.844"), std::string::npos) << table;
    EXPECT_NE(table.find("cs = 172/32 = 5.38"), std::string::npos) << table;
    EXPECT_NE(table.find("published cs = 188/32 = 5.88"), std::string::npos) << table;
    EXPECT_NE(table.find("erratum"), std::string::npos) << table;
}

} // namespace
