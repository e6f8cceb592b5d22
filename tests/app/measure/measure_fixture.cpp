// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/measure/measure_fixture.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace warpstring::test {

namespace fs = std::filesystem;

const fs::path warpstringProgram = WARPSTRING_PROGRAM;
const fs::path measureProgram = WARPSTRING_MEASURE_TEST_PROGRAM;
const fs::path noVendors = WARPSTRING_NO_VENDORS;
const fs::path samplesFolder = fs::path(WARPSTRING_SOURCE_DIR) / "samples";

namespace {

void add(std::vector<std::string>& words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
}

/// As few as make a record; the samples' own spread is not the tests' matter.
const std::vector<std::string> fewSamples{"--min-samples", "3", "--max-samples", "3",
                                          "--warm-up",     "1", "--transfers",   "2"};

} // namespace

void MeasureTest::writeLaunch(const std::string& name, const std::string& body, const std::string& kernel,
                              const std::string& more) const {
    const std::string source = fs::path(name).filename().string() + ".cl"; // as seen from the launch file
    workspace_.write(name + ".cl",
                     "__kernel void " + kernel + "(__global float* data)\n{\n    " + body + "\n}\n");
    workspace_.write(name + ".toml", "schema = \"warpstring.launch/1\"\nkernel = \"" + kernel +
                                         "\"\nsource = \"" + source +
                                         "\"\nglobal = [1024]\nlocal = [64]\n[args]\n"
                                         "data = { buffer = \"float\", count = 1024, init = \"iota\" }\n" +
                                         more);
}

Invocation MeasureTest::invocation(const fs::path& program, const Words& words,
                                   const Words& environment) const {
    Invocation made{program, words, workspace_.folder()};
    made.environment = environment;
    // Compiling on a busy machine takes its time; this only ends a run that hangs.
    made.timeLimit = std::chrono::seconds(150);
    return made;
}

Outcome MeasureTest::runProgram(const fs::path& program, const Words& words, const Words& environment) const {
    return runAny(invocation(program, words, environment));
}

Outcome MeasureTest::measure(const Words& words) const {
    Words all = words;
    add(all, {"--device", "Portable Computing Language"});
    return measureWith(all, {});
}

Outcome MeasureTest::measureWith(Words words, const Words& environment) const {
    words.insert(words.begin(), "measure");
    add(words, fewSamples);
    return runProgram(warpstringProgram, words, environment);
}

MeasureTest::Words MeasureTest::stubEnvironment(const std::string& fault) const {
    return {"OCL_ICD_VENDORS=" WARPSTRING_STUB_VENDORS, "WARPSTRING_STUB_FAULT=" + fault,
            "WARPSTRING_STUB_FILE=" + path("stub-state").string()};
}

Outcome MeasureTest::measureOnStub(const Words& words, const std::string& fault) const {
    return measureWith(words, stubEnvironment(fault));
}

std::vector<nlohmann::json> MeasureTest::records(const std::string& output) const {
    std::vector<Json> all;
    if (!fs::is_directory(path(output))) {
        std::ifstream file(path(output));
        for (std::string line; std::getline(file, line);) all.push_back(Json::parse(line, nullptr, false));
        return all;
    }
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(path(output))) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        EXPECT_EQ(file.extension(), ".json") << file;
        std::ifstream in(file);
        all.push_back(Json::parse(in, nullptr, false));
    }
    return all;
}

std::map<std::string, nlohmann::json> MeasureTest::recordsByName(const std::string& output) const {
    std::map<std::string, Json> named;
    for (const Json& record : records(output)) named[record.value("name", "")] = record;
    return named;
}

std::string faultOf(const nlohmann::json& record) {
    if (!record.is_object()) return "no record";
    std::string code;
    for (const auto& diagnostic : record.value("diagnostics", nlohmann::json::array())) {
        if (diagnostic.value("severity", "") != "error") continue;
        if (!code.empty()) return "several errors: " + record["diagnostics"].dump();
        code = diagnostic.value("code", "");
        if (diagnostic.value("message", "").empty() || diagnostic.value("hint", "").empty() || code.empty())
            return "not whole: " + diagnostic.dump();
    }
    return code.empty() ? "no error" : code;
}

void expectWholeDiagnostics(const Outcome& outcome) {
    // A build log has lines of its own that look like errors.
    EXPECT_GT(outcome.errors(), 0U) << outcome.err;
    EXPECT_GT(count(outcome.err, "\n  hint: "), 0U) << outcome.err;
    EXPECT_EQ(count(outcome.err, "\n  hint: "), count(outcome.err, "]\n  hint: ")) << outcome.err;
}

} // namespace warpstring::test
