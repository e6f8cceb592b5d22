// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of the two measuring programs, on PoCL or on the stub driver, and the records they leave.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace warpstring::test {

class MeasureTest : public testing::Test {
protected:
    using Json = nlohmann::json;
    using Words = std::vector<std::string>;

    /// Writes <name>.cl with `body` in a kernel `<kernel>(__global float* data)`, and <name>.toml: 1024
    /// work-items in groups of 64; `more` is added to the end.
    void writeLaunch(const std::string& name, const std::string& body, const std::string& kernel = "k",
                     const std::string& more = "") const;
    std::filesystem::path path(const std::string& name) const { return workspace_.folder() / name; }

    /// `warpstring measure words` on PoCL with few samples; stdin empty, in the workspace.
    Outcome measure(const Words& words) const;
    Outcome measureWith(Words words, const Words& environment) const;
    /// The same on the stub driver with a fault of tests/app/measure/stub_icd/stub.h.
    Outcome measureOnStub(const Words& words, const std::string& fault) const;
    /// Any of the two programs.
    Outcome runProgram(const std::filesystem::path& program, const Words& words,
                       const Words& environment = {}) const;
    /// What makes the OpenCL loader take the stub alone.
    Words stubEnvironment(const std::string& fault) const;
    Invocation invocation(const std::filesystem::path& program, const Words& words,
                          const Words& environment = {}) const;

    /// Of a .jsonl file or a folder of .json files, in order.
    std::vector<Json> records(const std::string& output) const;
    /// By the names of the launches; of several for one launch the last.
    std::map<std::string, Json> recordsByName(const std::string& output) const;

    Workspace workspace_;
};

/// "code" of the only error in the record, which must have a message and a hint; or what is wrong with it.
[[nodiscard]] std::string faultOf(const nlohmann::json& record);

/// There are errors on stderr, and hints, each after a code.
void expectWholeDiagnostics(const Outcome& outcome);

extern const std::filesystem::path warpstringProgram, measureProgram, noVendors;
/// Samples are in the folders of this one.
extern const std::filesystem::path samplesFolder;

} // namespace warpstring::test
