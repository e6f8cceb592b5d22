// SPDX-License-Identifier: GPL-3.0-or-later
// A script that passes for ptxas, and the environment as it was once it is gone.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <gtest/gtest.h>

namespace warpstring::frontend {

class FakePtxas {
public:
    /// `body` is a shell script, in which $input is the file of PTX. It says version 98.7.65.
    explicit FakePtxas(const std::string& body) {
        std::string folder = testing::TempDir() + "fake-ptxas-XXXXXX";
        folder_ = ::mkdtemp(folder.data());
        std::ofstream(program()) << "#!/bin/sh\n"
                                    "if [ \"$1\" = --version ]; then\n"
                                    "  echo 'Cuda compilation tools, release 98.7, V98.7.65'; exit 0\nfi\n"
                                    "echo \"$@\" >> "
                                 << (folder_ / "calls").string()
                                 << "\nfor word in \"$@\"; do input=$word; done\n"
                                 << body << "\n";
        std::filesystem::permissions(program(), std::filesystem::perms::owner_all);
        if (const char* before = std::getenv("WARPSTRING_PTXAS")) before_ = before;
        ::setenv("WARPSTRING_PTXAS", program().c_str(), 1);
    }
    ~FakePtxas() {
        if (before_)
            ::setenv("WARPSTRING_PTXAS", before_->c_str(), 1);
        else
            ::unsetenv("WARPSTRING_PTXAS");
        std::filesystem::remove_all(folder_);
    }
    FakePtxas(const FakePtxas&) = delete;
    FakePtxas& operator=(const FakePtxas&) = delete;

    [[nodiscard]] std::filesystem::path program() const { return folder_ / "ptxas"; }
    /// What it was called with, a line a call.
    [[nodiscard]] std::string calls() const {
        std::ifstream file(folder_ / "calls");
        return {std::istreambuf_iterator<char>(file), {}};
    }

private:
    std::filesystem::path folder_;
    std::optional<std::string> before_;
};

} // namespace warpstring::frontend
