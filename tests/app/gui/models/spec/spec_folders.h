// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of shipped specs and one of own ones, made anew for a test.
#pragma once

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>

#include "app/gui/models/spec/spec_edit.h"
#include "tests/app/gui/samples.h"

namespace warpstring::gui::test {

class TestSpecs {
public:
    TestSpecs() {
        std::filesystem::create_directories(root() / "shipped");
        for (const char* name : {"geforce-8800-gtx", "nvidia-h200"})
            std::filesystem::copy_file(std::filesystem::path(WARPSTRING_SOURCE_DIR) / "hwspecs" /
                                           (std::string(name) + ".toml"),
                                       shipped(name));
    }

    [[nodiscard]] std::filesystem::path root() const { return folder_.path().toStdString(); }
    [[nodiscard]] std::filesystem::path shipped(const std::string& name) const {
        return root() / "shipped" / (name + ".toml");
    }
    [[nodiscard]] std::filesystem::path own(const std::string& name) const {
        return root() / "own" / (name + ".toml");
    }
    [[nodiscard]] SpecFolders folders() const { return {{root() / "shipped"}, {}, root() / "own"}; }

private:
    QTemporaryDir folder_;
};

} // namespace warpstring::gui::test
