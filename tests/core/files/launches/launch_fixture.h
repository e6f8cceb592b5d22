// SPDX-License-Identifier: GPL-3.0-or-later
// A folder with a kernel in it, and launch files as short as they can be.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "core/files/launches/launch_file.h"

namespace warpstring::files {

class LaunchFileTest : public testing::Test {
protected:
    void SetUp() override {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::path(testing::TempDir()) /
                  (std::string(info->test_suite_name()) + "." + info->name());
        std::filesystem::create_directories(folder_);
        write("k.cl", "kernel void k() {}\n");
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name, std::ios::binary) << text;
    }

    /// The keys that every launch file needs, on lines 1 to 5; `more` starts on line 6.
    static std::string withSizes(const std::string& global, const std::string& local, const std::string& more) {
        return "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\nglobal = " + global +
               "\nlocal = " + local + "\n" + more;
    }
    static std::string minimal(const std::string& more) { return withSizes("1024", "64", more); }

    Result<LaunchFile> parse(const std::string& text) const {
        return parseLaunchFile(text, folder_ / "test.toml");
    }

    /// The only launch of a file without faults.
    Launch one(const std::string& text) const {
        auto file = parse(text);
        if (!file) {
            for (const Diagnostic& fault : file.diagnostics()) ADD_FAILURE() << toText(fault);
            return {};
        }
        EXPECT_EQ(file->launches.size(), 1U);
        return file->launches.front();
    }

    /// "line:column code" of every fault; each must have a message and a hint.
    std::vector<std::string> faults(const std::string& text) const {
        std::vector<std::string> all;
        const auto file = parse(text);
        if (file) return all;
        for (const Diagnostic& fault : file.diagnostics()) {
            EXPECT_EQ(fault.place.file, (folder_ / "test.toml").string());
            EXPECT_FALSE(fault.message.empty());
            EXPECT_FALSE(fault.hint.empty()) << fault.message;
            all.push_back(std::to_string(fault.place.line) + ":" + std::to_string(fault.place.column) + " " +
                          fault.code);
        }
        return all;
    }
    std::string firstHint(const std::string& text) const {
        const auto file = parse(text);
        return file ? "no fault" : file.diagnostics().front().hint;
    }
    std::string firstMessage(const std::string& text) const {
        const auto file = parse(text);
        return file ? "no fault" : file.diagnostics().front().message;
    }

    using Faults = std::vector<std::string>;
    std::filesystem::path folder_;
};

} // namespace warpstring::files
