// SPDX-License-Identifier: GPL-3.0-or-later
// No prediction hangs on what a kernel or its files are called, or on records that lie beside them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "tests/app/program.h"

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using warpstring::test::contents;
using warpstring::test::run;
using warpstring::test::Workspace;

/// The launch files, below samples/; each has records beside it.
class RenamedKernels : public testing::TestWithParam<const char*> {
protected:
    /// The rows of a batch with their strings, without names and places.
    static std::vector<Json> rowsOf(const fs::path& launch) {
        const auto outcome = run({"batch", launch.string(), "-q", "--strings", "-s", "nvidia-h200", "-s",
                                  "amd-mi210", "-s", "geforce-gtx-480"});
        std::vector<Json> rows;
        std::istringstream lines(outcome.out);
        for (std::string line; std::getline(lines, line);) {
            Json row = Json::parse(line, nullptr, false);
            for (const char* name : {"launch", "file", "kernel"}) row.erase(name);
            Json codes = Json::array();
            for (const auto& found : row["diagnostics"]) codes.push_back(found["code"]);
            row["diagnostics"] = codes;
            rows.push_back(std::move(row));
        }
        return rows;
    }
    static std::string valueOf(const std::string& text, const std::string& key) {
        std::smatch found;
        if (!std::regex_search(text, found, std::regex("\n" + key + " = \"([^\"]*)\""))) return "";
        return found[1];
    }

    const Workspace workspace_;
};

TEST_P(RenamedKernels, WithoutRecordsAreSimulatedAsBefore) {
    const fs::path sample = fs::path(WARPSTRING_SOURCE_DIR) / "samples" / GetParam();
    ASSERT_TRUE(fs::exists(sample.parent_path() / "measurements"));
    const std::string launch = contents(sample), kernel = valueOf(launch, "kernel"),
                      source = valueOf(launch, "source");
    const std::regex name("\\b" + kernel + "\\b");
    const std::string text = contents(sample.parent_path() / source),
                      renamed = std::regex_replace(text, name, "zz_another_name");
    ASSERT_NE(renamed, text) << kernel;
    workspace_.write("another.cl", renamed);
    workspace_.write("another.toml",
                     std::regex_replace(std::regex_replace(launch, name, "zz_another_name"),
                                        std::regex("\nsource = \"[^\"]*\""), "\nsource = \"another.cl\""));
    const auto before = rowsOf(sample), now = rowsOf(workspace_.folder() / "another.toml");
    ASSERT_EQ(now.size(), before.size());
    ASSERT_GT(now.size(), 2U) << "on three devices";
    std::size_t simulated = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
        EXPECT_EQ(now[i], before[i]);
        if (now[i]["kernel_time_us"].is_number()) ++simulated;
    }
    EXPECT_GT(simulated, now.size() / 2);
}

INSTANTIATE_TEST_SUITE_P(Samples, RenamedKernels,
                         testing::Values("transpose/transpose-tiled.toml", "scan/scan-init-sizes.toml",
                                         "matmul/matmul-tiled-sizes.toml",
                                         "field/divergence/case-ladder.toml", // data decide
                                         "field/sorting/bitonic-sort-block.toml"),
                         [](const auto& chosen) {
                             return std::regex_replace(std::string(chosen.param), std::regex("[^a-z]"), "_");
                         });

} // namespace
