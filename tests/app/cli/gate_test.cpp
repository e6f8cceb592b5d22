// SPDX-License-Identifier: GPL-3.0-or-later
// `gate`: what it says of launches beside those of a baseline, and how it ends.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/app/program.h"
#include "tests/tuning/findings/sarif_schema.h"

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using warpstring::test::contents;
using warpstring::test::count;
using warpstring::test::Outcome;
using warpstring::test::sarifFaults;
using warpstring::test::Workspace;

/// Times, shares and runs of blanks are no matter: TIME, SHARE, one blank.
std::string outline(std::string text) {
    text = std::regex_replace(text, std::regex("[0-9.]+ (ns|us|ms|s)\\b"), "TIME");
    text = std::regex_replace(text, std::regex("[+-]?[0-9.]+ %"), "SHARE");
    return std::regex_replace(text, std::regex(" +"), " ");
}

class Gate : public testing::Test {
protected:
    Gate() {
        fs::create_directories(path(".git"));
        writeKernel("33");
        writeLaunch("k", 64, 65536);
        writeLaunch("m", 16, 65536);
    }

    [[nodiscard]] fs::path path(const std::string& name) const { return workspace_.folder() / name; }

    /// With 33 words from row to row without conflicts, with 32 with them.
    void writeKernel(const std::string& pitch, const std::string& more = "") const {
        workspace_.write("k.cl", "__kernel void k(__global const float* a, __global float* b, int n) {\n"
                                 "    __local float t[64 * 33];\n"
                                 "    int i = get_local_id(0);\n"
                                 "    t[i * " +
                                     pitch +
                                     "] = a[get_global_id(0)];\n"
                                     "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                     "    float s = 0;\n"
                                     "    for (int j = 0; j < n; ++j) s = s * 0.5f + t[i * " +
                                     pitch +
                                     " + (j & 1)];\n"
                                     "    b[get_global_id(0)] = s;\n" +
                                     more + "}\n");
    }
    void writeLaunch(const std::string& name, int n, int items, int local = 64) const {
        const std::string size = std::to_string(items);
        workspace_.write(name + ".toml",
                         "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\nglobal = [" +
                             size + "]\nlocal = [" + std::to_string(local) + "]\n[args]\nn = " +
                             std::to_string(n) + "\na = { buffer = \"float\", count = " + size +
                             ", access = \"read\" }\nb = { buffer = \"float\", count = " + size + " }\n");
    }
    [[nodiscard]] Outcome gate(std::vector<std::string> words) const {
        words.insert(words.begin(), {"gate", "--baseline", "gate.json", "-q"});
        return workspace_.run(words);
    }
    void update(std::vector<std::string> words = {"."}) const {
        words.insert(words.end(), {"--update", "-s", "nvidia-h200"});
        const auto outcome = gate(words);
        ASSERT_EQ(outcome.exit, 0) << outcome.err;
    }
    [[nodiscard]] static std::string told(const Outcome& outcome, int exit) {
        EXPECT_EQ(outcome.exit, exit) << outcome.out << outcome.err;
        return outline(outcome.out);
    }
    [[nodiscard]] Json json(const std::vector<std::string>& words = {".", "--json"}) const {
        return Json::parse(gate(words).out, nullptr, false);
    }

    const Workspace workspace_;
};

TEST_F(Gate, WhatIsUnchangedPasses) {
    update();
    EXPECT_EQ(told(gate({"."}), 0), "none of 2 launches is slower by more than SHARE on nvidia-h200\n"
                                    "unchanged: 2 of 2 times\n");
    writeKernel("33", "    // a comment\n");
    EXPECT_EQ(told(gate({"."}), 0), "none of 2 launches is slower by more than SHARE on nvidia-h200\n"
                                    "unchanged: 2 of 2 times\n");
    const auto unchanged = json();
    for (const auto& row : unchanged["rows"])
        EXPECT_EQ(row["change"], 0.0) << "the old text has the time of the new";
}

TEST_F(Gate, AConflictIsToldWithItsPlace) {
    update();
    writeKernel("32");
    EXPECT_EQ(told(gate({"k.toml"}), 1),
              "1 of 1 launch is slower by more than SHARE: k by SHARE on nvidia-h200\n"
              "slower\n"
              " k.toml: k nvidia-h200 TIME -> TIME SHARE\n"
              " none -> TIME Bank conflicts: load t, line 7\n"
              " TIME -> TIME Data path of L1 and local memory\n"
              "1 more launch of the baseline was not asked for\n");
    const Json all = json();
    EXPECT_FALSE(all["passed"]);
    const Json& row = all["rows"][0];
    EXPECT_EQ(row["verdict"], "slower");
    EXPECT_EQ(row["causes"][0]["kind"], "bank-conflicts");
    EXPECT_EQ(row["causes"][0]["before_us"], 0.0);
    EXPECT_EQ(row["causes"][0]["place"]["line"], 7);
    EXPECT_EQ(gate({".", "--max-regression", "500%"}).exit, 0);
    EXPECT_EQ(gate({".", "--max-regression", "0.9999"}).exit, 1);
}

TEST_F(Gate, TheOtherWayRoundItIsFaster) {
    writeKernel("32");
    update({"k.toml"});
    writeKernel("33");
    EXPECT_EQ(told(gate({"k.toml"}), 0), "none of 1 launch is slower by more than SHARE on nvidia-h200\n"
                                         "faster\n"
                                         " k.toml: k nvidia-h200 TIME -> TIME SHARE\n");
}

TEST_F(Gate, WhatNewlyFailsIsARegression) {
    update();
    writeKernel("33", "    undeclared = 1;\n");
    EXPECT_EQ(told(gate({"."}), 1),
              "2 of 2 launches fail, unlike the baseline: k on nvidia-h200, m on nvidia-h200\n"
              "fails, unlike the baseline\n"
              " k.toml: k nvidia-h200 use of undeclared identifier 'undeclared' [frontend.compile]\n"
              " m.toml: m nvidia-h200 use of undeclared identifier 'undeclared' [frontend.compile]\n");
    fs::remove(path("k.cl"));
    EXPECT_TRUE(
        told(gate({"k.toml"}), 1).starts_with("1 of 1 launch fails, unlike the baseline: k on nvidia-h200\n"));
    writeKernel("33", "    b[get_global_id(0) + 1] = 0;\n");
    EXPECT_NE(told(gate({"k.toml"}), 1).find("[evaluate.out-of-range]"), std::string::npos)
        << "an access beyond its buffer is one";
}

TEST_F(Gate, WhatFailedBeforeIsNone) {
    update();
    std::string baseline = contents(path("gate.json"));
    const std::string good = "t[64 * 33]";
    ASSERT_EQ(count(baseline, good), 1U);
    baseline.replace(baseline.find(good), good.size(), "t[x]");
    workspace_.write("gate.json", baseline);
    EXPECT_EQ(told(gate({"k.toml"}), 0), "none of 1 launch is slower by more than SHARE on nvidia-h200\n"
                                         "works, unlike the baseline\n"
                                         " k.toml: k nvidia-h200 - -> TIME\n"
                                         "1 more launch of the baseline was not asked for\n");
    writeKernel("33", "    undeclared = 1;\n");
    EXPECT_TRUE(
        told(gate({"k.toml"}), 0).find("fails as the baseline does\n k.toml: k nvidia-h200 use of undecl") !=
        std::string::npos);
}

TEST_F(Gate, LaunchesThatCameAndWentAreTold) {
    update();
    fs::rename(path("m.toml"), path("new.toml"));
    EXPECT_EQ(told(gate({"."}), 0), "none of 1 launch is slower by more than SHARE on nvidia-h200\n"
                                    "unchanged: 1 of 1 times\n"
                                    "not in the baseline: --update adds them\n"
                                    " new.toml: new\n"
                                    "only in the baseline: --update drops them\n"
                                    " m.toml: m\n");
    const auto written = gate({".", "--update"});
    EXPECT_EQ(written.out, "gate.json: 2 launches, 1 new, 0 changed, 1 dropped\n");
    EXPECT_EQ(told(gate({"."}), 0), "none of 2 launches is slower by more than SHARE on nvidia-h200\n"
                                    "unchanged: 2 of 2 times\n");
}

TEST_F(Gate, AnotherModelIsNoRegression) {
    update();
    std::string baseline = contents(path("gate.json"));
    baseline = std::regex_replace(baseline, std::regex("\"time_us\":[0-9.]+"), "\"time_us\":0.5");
    workspace_.write("gate.json", baseline);
    EXPECT_EQ(
        told(gate({"."}), 0),
        "none of 2 launches is slower by more than SHARE on nvidia-h200\n"
        "unchanged: 2 of 2 times\n"
        "the model or a spec is another one than when the baseline was written (2 times differ): its kernels "
        "were simulated anew, and nothing hangs on it\n");
    const auto compared = json();
    for (const auto& row : compared["rows"]) EXPECT_GT(row["before_us"], 1.0);
}

TEST_F(Gate, AnotherProblemIsComparedWithTheKernelOfTheBaseline) {
    update();
    writeLaunch("k", 128, 131072);
    EXPECT_EQ(
        told(gate({"k.toml"}), 0),
        "none of 1 launch is slower by more than SHARE on nvidia-h200\n"
        "within the limit\n"
        " k.toml: k nvidia-h200 TIME -> TIME SHARE\n"
        " the launch is another one: global 65536 -> 131072; a.count 65536 -> 131072; b.count 65536 -> 131072; "
        "n 64 -> 128\n"
        " so the baseline's kernel was simulated with the launch as it is now\n"
        "1 more launch of the baseline was not asked for\n");
    writeKernel("32");
    EXPECT_EQ(gate({"k.toml"}).exit, 1) << "a conflict shows there too";
}

TEST_F(Gate, OtherGroupsForTheSameProblemAreComparedAsTheyAre) {
    update();
    writeLaunch("k", 64, 65536, 8);
    const auto text = told(gate({"k.toml"}), 1);
    EXPECT_NE(text.find(" the launch is another one: local 64 -> 8\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("so the baseline's kernel"), std::string::npos) << text;
}

TEST_F(Gate, AHeaderIsPartOfTheKernel) {
    fs::create_directories(path("sub"));
    workspace_.write("sub/pitch.h", "#pragma once\n#define PITCH 33\n");
    writeKernel("PITCH");
    workspace_.write("k.cl", "#include \"sub/pitch.h\"\n" + contents(path("k.cl")));
    update({"k.toml"});
    EXPECT_EQ(gate({"k.toml"}).exit, 0);
    workspace_.write("sub/pitch.h", "#pragma once\n#define PITCH 32\n");
    const auto text = told(gate({"k.toml"}), 1);
    EXPECT_NE(text.find("Bank conflicts: load t, line 8"), std::string::npos) << text;
}

TEST_F(Gate, LabelsAreFoundBehindHeaders) {
    workspace_.write("half.h", "// a line\n// and another\n#define HALF 0.5f\n");
    const auto write = [&](const std::string& comment) {
        workspace_.write("k.cl",
                         "#include \"half.h\"\n" + comment +
                             "__kernel void k(__global float* a, __global const int* c) {\n    float s = 0;\n"
                             "    for (int j = 0; j < c[get_global_id(0)]; ++j) // warpstring: rows\n"
                             "        s = s * HALF + 1;\n    a[get_global_id(0)] = s;\n}\n");
    };
    write("");
    workspace_.write("k.toml", "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\n"
                               "global = [65536]\nlocal = [64]\n[args]\n"
                               "a = { buffer = \"float\", count = 65536 }\n"
                               "c = { buffer = \"int\", count = 65536 }\n"
                               "[[annotation]]\nlabel = \"rows\"\ntrips = 1000\n");
    update({"k.toml"});
    write("// moves all lines\n\n");
    const Json row = json({"k.toml", "--json"})["rows"][0];
    EXPECT_EQ(row["verdict"], "same") << row;
    EXPECT_EQ(row["change"], 0.0);
    EXPECT_EQ(row["launch_change"], "");
}

TEST_F(Gate, PrintsAnnotationsAndSarifOfRegressionsAlone) {
    update();
    const auto calm = gate({".", "--annotations", "--sarif", "gate.sarif"});
    EXPECT_EQ(count(calm.out, "::error"), 0U);
    const Json none = Json::parse(contents(path("gate.sarif")));
    EXPECT_EQ(sarifFaults(none), std::vector<std::string>{});
    EXPECT_EQ(none["runs"][0]["results"].size(), 0U);
    EXPECT_EQ(none["runs"][0]["automationDetails"]["id"], "warpstring-gate/nvidia-h200/");

    writeKernel("32");
    const auto slower = gate({"k.toml", "--annotations"});
    EXPECT_EQ(slower.exit, 1);
    EXPECT_EQ(count(slower.out, "\n::error file=k.cl,line=7,endLine=7,col="), 1U) << slower.out;
    const auto sarif = gate({"k.toml", "--sarif", "-"});
    EXPECT_EQ(sarif.exit, 1);
    const Json log = Json::parse(sarif.out);
    EXPECT_EQ(sarifFaults(log), std::vector<std::string>{});
    ASSERT_EQ(log["runs"][0]["results"].size(), 1U);
    EXPECT_EQ(log["runs"][0]["results"][0]["ruleId"], "WS401");

    workspace_.write("k.cl", "__kernel void k(__global float* a) { a[0] = x; }\n");
    const Json failed = Json::parse(gate({"k.toml", "--sarif", "-"}).out);
    EXPECT_EQ(sarifFaults(failed), std::vector<std::string>{});
    EXPECT_EQ(failed["runs"][0]["results"][0]["ruleId"], "WS402");
}

TEST_F(Gate, ABaselineThatCannotBeReadIsBadInput) {
    const auto code = [&](const std::string& text) {
        workspace_.write("gate.json", text);
        const auto outcome = gate({"."});
        EXPECT_EQ(outcome.exit, 3) << outcome.out;
        EXPECT_EQ(outcome.out, "");
        return std::regex_replace(outcome.err, std::regex("[^]*\\[(gate\\.[a-z-]+)\\][^]*"), "$1");
    };
    const auto missing = gate({"."});
    EXPECT_EQ(missing.exit, 3);
    EXPECT_TRUE(missing.says("there is no baseline yet [gate.no-baseline]")) << missing.err;
    EXPECT_TRUE(missing.says("--update' writes a new one")) << missing.err;
    EXPECT_EQ(code("{"), "gate.bad-baseline");
    EXPECT_EQ(code("{\"schema\": \"warpstring.gate/2\"}"), "gate.other-schema");
    EXPECT_EQ(code("{\"schema\": \"warpstring.accuracy/1\"}"), "gate.other-schema");
    EXPECT_EQ(code("{\"schema\": \"warpstring.gate/1\"}"), "gate.bad-baseline");
    EXPECT_EQ(
        code("{\"schema\": \"warpstring.gate/1\", \"specs\": [\"nvidia-h200\"], \"launches\": [{\"file\": "
             "\"k.toml\", \"name\": \"k\", \"kernel\": \"k\", \"source_text\": \"0\"}]}"),
        "gate.bad-baseline");
    EXPECT_EQ(gate({".", "--max-regression", "5"}).exit, 2) << "5 what?";
    EXPECT_EQ(gate({".", "--json", "--annotations"}).exit, 2);
    EXPECT_EQ(gate({".", "--json", "--sarif", "-"}).exit, 2);
}

TEST_F(Gate, DevicesAreThoseOfTheBaselineUnlessOthersAreNamed) {
    fs::copy_file(fs::path(WARPSTRING_SOURCE_DIR) / "hwspecs/tesla-c1060.toml", path("mine.toml"));
    ASSERT_EQ(gate({"k.toml", "--update", "-s", "mine.toml", "-s", "nvidia-h200"}).exit, 0);
    fs::create_directories(path("elsewhere"));
    const auto from = warpstring::test::run({"gate", "../k.toml", "--baseline", "../gate.json", "--json", "-q"},
                                            path("elsewhere"));
    EXPECT_EQ(Json::parse(from.out)["specs"], Json::parse(R"(["tesla-c1060", "nvidia-h200"])")) << from.err;
    EXPECT_EQ(json({"k.toml", "--json", "-s", "tesla-c2050"})["specs"], Json::parse(R"(["tesla-c2050"])"));
}

TEST_F(Gate, ALaunchThatCannotBeReadStaysAsItWas) {
    workspace_.write("bad.toml", "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\n"
                                 "global = [100]\nlocal = [64]\n[args]\nn = 1\n");
    const auto first = gate({".", "--update"});
    EXPECT_EQ(first.exit, 1) << first.out;
    EXPECT_EQ(first.out, "gate.json: 2 launches, 2 new, 0 changed, 0 dropped\n");
    EXPECT_EQ(first.errors(), 1U) << first.err;
    const auto told = gate({"."});
    EXPECT_EQ(told.exit, 0) << "no launch of the baseline is worse";
    EXPECT_EQ(told.errors(), 1U) << told.err;
    EXPECT_FALSE(told.prints("bad")) << "--update would not add it: " << told.out;
    writeLaunch("m", 16, 65536, 48); // which does not divide it
    EXPECT_EQ(gate({"."}).exit, 1) << "that one fails now";
    const auto second = gate({"m.toml", "--update"});
    EXPECT_EQ(second.out, "gate.json: 2 launches, 0 new, 0 changed, 0 dropped, 1 not asked for and kept\n");
    writeLaunch("m", 16, 65536);
    EXPECT_EQ(gate({"."}).exit, 0) << "it was kept";
}

TEST_F(Gate, UpdatingSomeLaunchesKeepsTheOthers) {
    update();
    const std::string before = contents(path("gate.json"));
    const auto again = gate({"k.toml", "--update"});
    EXPECT_EQ(again.out, "gate.json: 2 launches, 0 new, 0 changed, 0 dropped, 1 not asked for and kept\n");
    EXPECT_EQ(contents(path("gate.json")), before) << "the same launches make the same bytes";
    writeKernel("32");
    EXPECT_EQ(gate({"k.toml", "--update"}).out,
              "gate.json: 2 launches, 0 new, 1 changed, 0 dropped, 1 not asked for and kept\n");
    const auto rest = told(gate({"."}), 1);
    EXPECT_TRUE(rest.starts_with("1 of 2 launches is slower by more than SHARE: m by SHARE on nvidia-h200\n"))
        << rest;
}

} // namespace
