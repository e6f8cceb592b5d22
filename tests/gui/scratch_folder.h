// SPDX-License-Identifier: GPL-3.0-or-later
// A folder that lasts as long as a test.
#pragma once

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <string>

namespace warpstring::gui::test {

class ScratchFolder {
public:
    [[nodiscard]] std::filesystem::path path(const std::string& name) const {
        return std::filesystem::path(folder_.path().toStdString()) / name;
    }
    void write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories(path(name).parent_path());
        std::ofstream(path(name), std::ios::binary) << text;
    }
    [[nodiscard]] std::string read(const std::string& name) const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

private:
    QTemporaryDir folder_;
};

} // namespace warpstring::gui::test
