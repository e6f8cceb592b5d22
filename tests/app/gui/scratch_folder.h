// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of a test's own, with files to open and to spoil.
#pragma once

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

#include "tests/app/gui/samples.h"

namespace warpstring::gui::test {

class ScratchFolder {
public:
    [[nodiscard]] std::filesystem::path path() const {
        return std::filesystem::canonical(folder_.path().toStdString());
    }
    [[nodiscard]] std::filesystem::path path(const std::string& name) const { return path() / name; }
    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path() / name; }

    std::filesystem::path write(const std::string& name, const std::string& text) const {
        const auto file = path() / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream out(file, std::ios::binary);
        out << text;
        EXPECT_TRUE(out.good()) << file;
        return file;
    }

    [[nodiscard]] std::string read(const std::string& name) const { return textOf(path(name)); }

    /// Copies a sample's folder, without what was measured; `sample` is "scan/scan-init". Returns its launch.
    std::filesystem::path copySample(const std::string& sample) const {
        const auto from = std::filesystem::path(WARPSTRING_SOURCE_DIR) / "samples" / (sample + ".toml");
        for (const auto& entry : std::filesystem::directory_iterator(from.parent_path()))
            if (entry.path().extension() == ".cl")
                std::filesystem::copy_file(entry.path(), path() / entry.path().filename(),
                                           std::filesystem::copy_options::skip_existing);
        const auto to = path() / from.filename();
        std::filesystem::copy_file(from, to);
        return to;
    }

private:
    QTemporaryDir folder_;
};

/// A kernel of one statement, and a launch of it.
inline const std::string smallKernel = "__kernel void twice(__global const float* in, __global float* out) {\n"
                                       "    const int i = get_global_id(0);\n"
                                       "    out[i] = in[i] * 2.0f;\n"
                                       "}\n";

inline std::string smallLaunch(const std::string& source = "twice.cl", const std::string& kernel = "twice") {
    return "schema = \"warpstring.launch/1\"\nkernel = \"" + kernel + "\"\nsource = \"" + source +
           "\"\nglobal = [\"n\"]\nlocal = [256]\n\n[constants]\nn = 65536\n\n[args]\n"
           "in = { buffer = \"float\", count = \"n\", init = \"zero\", access = \"read\" }\n"
           "out = { buffer = \"float\", count = \"n\", access = \"write\" }\n";
}

} // namespace warpstring::gui::test
