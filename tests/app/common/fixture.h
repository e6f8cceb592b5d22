// SPDX-License-Identifier: GPL-3.0-or-later
// A folder that goes away with its test, and variables of the environment that are as before when it ends.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <string>
#include <unistd.h>

namespace warpstring::test {

class FolderTest : public testing::Test {
protected:
    FolderTest() {
        std::string made = (std::filesystem::temp_directory_path() / "warpstring-common-XXXXXX").string();
        folder_ = ::mkdtemp(made.data());
    }
    ~FolderTest() override {
        for (const auto& [name, value] : before_)
            if (value)
                ::setenv(name.c_str(), value->c_str(), 1);
            else
                ::unsetenv(name.c_str());
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    std::filesystem::path write(const std::string& name, const std::string& text) const {
        const auto path = folder_ / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }

    /// nullopt: not set.
    void setVariable(const std::string& name, const std::optional<std::string>& value) {
        const char* now = std::getenv(name.c_str());
        before_.try_emplace(name, now != nullptr ? std::optional<std::string>(now) : std::nullopt);
        if (value)
            ::setenv(name.c_str(), value->c_str(), 1);
        else
            ::unsetenv(name.c_str());
    }

    /// A launch of a kernel "twice", whose source need not be there to open it.
    std::filesystem::path writeLaunch(const std::string& name) const {
        return write(name, "schema = \"warpstring.launch/1\"\nkernel = \"twice\"\nsource = \"twice.cl\"\n"
                           "global = [65536]\nlocal = [256]\n\n[args]\n"
                           "out = { buffer = \"float\", count = 65536 }\n");
    }

    std::filesystem::path folder_;

private:
    std::map<std::string, std::optional<std::string>> before_;
};

} // namespace warpstring::test
