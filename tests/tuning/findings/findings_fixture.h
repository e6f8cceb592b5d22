// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of sources that is the root of a repository, and goes away with its test.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tuning/findings/source_texts.h"

namespace warpstring::test {

class SourcesTest : public testing::Test {
protected:
    SourcesTest()
        : root_(std::filesystem::temp_directory_path() / ("warpstring-findings-" + std::to_string(getpid()))) {
        std::filesystem::create_directories(root_ / ".git");
        write("src/k.cl", "int a;\n\n  float b = 1;  \n");
    }
    ~SourcesTest() override {
        std::error_code ignored;
        std::filesystem::remove_all(root_, ignored);
    }

    void write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories((root_ / name).parent_path());
        std::ofstream(root_ / name, std::ios::binary) << text;
    }

    const std::filesystem::path root_;
};

/// Two rules, T1 and T2.
[[nodiscard]] inline std::vector<findings::Rule> twoRules() {
    using findings::Level;
    return {
        {"T1", "First", "First: one", "It is found first.", "Mend it.", "Mend **it**.", Level::Warning, {"a"}},
        {"T2", "Second", "Second", "It is found then.", "Leave it.", "Leave it.", Level::Note, {}}};
}

} // namespace warpstring::test
