// SPDX-License-Identifier: GPL-3.0-or-later
// A folder with a kernel whose work-groups and macros can be tuned.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "core/files/specs/hardware_spec_file.h"
#include "tuning/search/search.h"
#include "tuning/search/space_reading.h"

namespace warpstring::search {

class SearchTest : public testing::Test {
protected:
    void SetUp() override {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::path(testing::TempDir()) /
                  (std::string(info->test_suite_name()) + "." + info->name());
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
        write("k.cl", kernel);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name, std::ios::binary) << text;
    }

    /// The launch of the kernel below, and what stands behind its arguments.
    static std::string launch(const std::string& more) {
        return "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\nglobal = [1048576]\n"
               "local = [64] # as found\n[macros]\nSTRIDE = 8\nROUNDS = 64\nUNUSED = 1\n[args]\n"
               "a = { buffer = \"float\", count = 16777216, access = \"read\" }\n"
               "b = { buffer = \"float\", count = 1048576 }\n" +
               more;
    }
    [[nodiscard]] NamedText named(const std::string& more) const { return {launch(more), folder_ / "k.toml"}; }

    [[nodiscard]] Result<std::optional<SearchSpace>> read(const std::string& more) const {
        return readSpace(named(more), std::nullopt);
    }
    /// Of a text that has one.
    [[nodiscard]] SearchSpace space(const std::string& more) const {
        auto space = read(more);
        if (!space) throw std::runtime_error(toText(space.diagnostics().front()));
        return **space;
    }
    [[nodiscard]] VariantTextCache texts(const std::string& more, Rewriter rewriter = nullptr) const {
        return {named(more), {kernel, folder_ / "k.cl"}, space(more), std::move(rewriter)};
    }
    static HardwareSpec spec(const std::string& name) {
        return *files::readHardwareSpec(std::string(WARPSTRING_SOURCE_DIR) + "/hwspecs/" + name + ".toml");
    }

    /// Strided loads: the stride decides what a warp fetches, the rounds how much.
    static constexpr const char* kernel = "__kernel void k(__global const float* a, __global float* b) {\n"
                                          "    int i = get_global_id(0);\n"
                                          "    float s = 0;\n"
                                          "    for (int j = 0; j < ROUNDS; ++j) s += a[i * STRIDE + j];\n"
                                          "    b[i] = s;\n"
                                          "}\n";
    std::filesystem::path folder_;
};

} // namespace warpstring::search
