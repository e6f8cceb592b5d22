// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are no TOML at all, for both kinds of file.
#include <sys/stat.h>

#include "core/files/specs/hardware_spec_file.h"
#include "tests/core/files/launches/launch_fixture.h"

namespace warpstring::files {
namespace {

class TomlFaultsTest : public LaunchFileTest {
protected:
    /// The same fault from both readers, without the prefix.
    std::string codeOf(const std::string& name) const {
        const auto launch = readLaunchFile(folder_ / name);
        const auto spec = readHardwareSpec(folder_ / name);
        if (launch || spec) return "read";
        const Diagnostic& fault = launch.diagnostics().front();
        EXPECT_EQ(launch.diagnostics().size(), 1U);
        EXPECT_EQ(fault.code.substr(6), spec.diagnostics().front().code.substr(4));
        EXPECT_EQ(fault.place, spec.diagnostics().front().place);
        EXPECT_EQ(fault.place.file, (folder_ / name).string());
        EXPECT_FALSE(fault.hint.empty());
        return std::to_string(fault.place.line) + ":" + std::to_string(fault.place.column) +
               fault.code.substr(6);
    }
};

TEST_F(TomlFaultsTest, FilesThatAreNone) {
    EXPECT_EQ(codeOf("missing.toml"), "0:0.file-not-found");
    EXPECT_EQ(codeOf("."), "0:0.not-a-file");
    write("empty.toml", "");
    EXPECT_EQ(codeOf("empty.toml"), "0:0.empty-file");
    write("blank.toml", " \n\t\r\n");
    EXPECT_EQ(codeOf("blank.toml"), "0:0.empty-file");
    ASSERT_EQ(mkfifo((folder_ / "pipe.toml").c_str(), 0600), 0); // must not wait for a writer
    EXPECT_EQ(codeOf("pipe.toml"), "0:0.not-a-file");
}

TEST_F(TomlFaultsTest, BytesThatAreNoText) {
    write("nul.toml", std::string("a = 1\nb = \0\n", 12));
    EXPECT_EQ(codeOf("nul.toml"), "2:5.nul-byte");
    write("utf16.toml", std::string("\xff\xfe"
                                    "a\0=\0",
                                    6));
    EXPECT_EQ(codeOf("utf16.toml"), "1:4.nul-byte");
    write("latin1.toml", "a = \"\xe9\"\n");
    EXPECT_NE(codeOf("latin1.toml").find(".syntax"), std::string::npos);
    write("huge.toml", std::string(17 << 20, '#'));
    EXPECT_EQ(codeOf("huge.toml"), "0:0.file-too-large");
}

TEST_F(TomlFaultsTest, KeysThatAreNone) {
    write("header.toml", "[<acros]\n"); // an assertion inside toml++ 3.3
    EXPECT_EQ(codeOf("header.toml"), "1:2.syntax");
    write("dots.toml", "a. = 1\n");
    EXPECT_EQ(codeOf("dots.toml"), "1:4.syntax");
}

TEST_F(TomlFaultsTest, NestingIsBounded) {
    std::string key = "a";
    for (int i = 0; i < 100000; ++i) key += ".a";
    write("keys.toml", key + " = 1\n");
    EXPECT_EQ(codeOf("keys.toml"), "1:64.syntax");
    write("arrays.toml", "a = " + std::string(100000, '['));
    EXPECT_NE(codeOf("arrays.toml").find(".syntax"), std::string::npos);
    std::string tables = "a = ";
    for (int i = 0; i < 100000; ++i) tables += "{a=";
    write("tables.toml", tables);
    EXPECT_NE(codeOf("tables.toml").find(".syntax"), std::string::npos);
}

TEST_F(TomlFaultsTest, DotsThatAreNoKeysDoNotCount) {
    std::string list = "[0.5";
    for (int i = 0; i < 200; ++i) list += ", 0.5";
    const auto file =
        parse(minimal("description = \"" + std::string(200, '.') + "\" # " + std::string(200, '.') +
                      "\n[args]\nalpha = 1.0\n[sweep]\nalpha = " + list + "]\n"));
    ASSERT_TRUE(file) << toText(file.diagnostics().front());
    EXPECT_EQ(file->launches.size(), 201U);
}

} // namespace
} // namespace warpstring::files
