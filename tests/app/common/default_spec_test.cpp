// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/default_spec.h"

#include "tests/app/common/fixture.h"

namespace warpstring::cli {

namespace {

/// A machine made of files, and a user without variables.
class DefaultSpecTest : public test::FolderTest {
protected:
    void SetUp() override {
        setVariable("WARPSTRING_SPEC", std::nullopt);
        setVariable("XDG_CONFIG_HOME", (folder_ / "config").string());
        machine_ = {folder_ / "nvidia", folder_ / "drm", folder_ / "pci", {folder_ / "pci.ids"}};
    }

    SpecChoice choice(const std::string& given = "") const {
        const auto chosen = specChoice(given, {WARPSTRING_SOURCE_DIR "/hwspecs"}, machine_);
        if (chosen.ok()) return *chosen;
        ADD_FAILURE() << toText(chosen.diagnostics().front());
        return {};
    }

    void writePciDevice(const std::string& address, const std::string& type, const std::string& vendor,
                        const std::string& device) const {
        write("pci/" + address + "/class", type + "\n");
        write("pci/" + address + "/vendor", vendor + "\n");
        write("pci/" + address + "/device", device + "\n");
    }

    MachineFolders machine_;
};

TEST_F(DefaultSpecTest, IsTheLastResortOnAMachineWithoutAGpu) {
    EXPECT_EQ(choice().name, "nvidia-h200");
    EXPECT_EQ(choice().reason, "no device is named: -s names another");
}

TEST_F(DefaultSpecTest, WhatIsNamedGoesFirstThenTheEnvironmentThenTheConfigFile) {
    write("nvidia/0000:01:00.0/information", "Model: \t\t NVIDIA A100-SXM4-40GB\nIRQ: 7\n");
    EXPECT_EQ(choice().name, "nvidia-a100");
    write("config/warpstring/config.toml", "spec = \"tesla-t4\"\n");
    EXPECT_EQ(choice().name, "tesla-t4");
    EXPECT_EQ(choice().reason, (folder_ / "config/warpstring/config.toml").string() + " names it");
    setVariable("WARPSTRING_SPEC", "tesla-v100");
    EXPECT_EQ(choice().name, "tesla-v100");
    EXPECT_EQ(choice().reason, "WARPSTRING_SPEC names it");
    EXPECT_EQ(choice("geforce-gtx-480").name, "geforce-gtx-480");
    EXPECT_EQ(choice("geforce-gtx-480").reason, "");
}

TEST_F(DefaultSpecTest, IsThatOfTheGpuThatTheDriverOrTheKernelNames) {
    write("nvidia/0000:01:00.0/information", "Model: \t\t NVIDIA H200\n");
    EXPECT_EQ(choice().reason, "this machine has a NVIDIA H200");
    std::filesystem::remove_all(folder_ / "nvidia");
    write("drm/card0/device/product_name", "AMD Instinct MI210\n");
    EXPECT_EQ(choice().name, "amd-mi210");
    std::filesystem::remove_all(folder_ / "drm");
    writePciDevice("0000:00:1f.0", "0x060100", "0x8086", "0x1901");
    writePciDevice("0000:01:00.0", "0x030000", "0x10de", "0x1db4");
    write("pci.ids",
          "# names\n8086  Intel Corporation\n\t1901  Xeon bridge of a Tesla T4\n10de  NVIDIA Corporation\n"
          "\t1db4  GV100GL [Tesla V100 PCIe 16GB]\n\t\t10de 1214  a board\n\t1eb8  TU104GL [Tesla T4]\n");
    EXPECT_EQ(choice().name, "tesla-v100") << choice().reason;
}

TEST_F(DefaultSpecTest, AGpuWithoutASpecIsPassedOver) {
    write("nvidia/0000:01:00.0/information", "Model: \t\t NVIDIA H2000\n");
    write("nvidia/0000:02:00.0/information", "no model here\n");
    EXPECT_EQ(choice().name, "nvidia-h200");
    EXPECT_EQ(choice().reason, "no device is named: -s names another") << "H200 is a part of another word";
}

TEST_F(DefaultSpecTest, AConfigFileThatIsNoneIsTold) {
    for (const auto& [text, code] : {std::pair{"spec = 3\n", "config.wrong-type"}, {"spec = \n", "config."}}) {
        write("config/warpstring/config.toml", text);
        const auto chosen = specChoice("", {WARPSTRING_SOURCE_DIR "/hwspecs"}, machine_);
        ASSERT_FALSE(chosen.ok()) << text;
        EXPECT_TRUE(chosen.diagnostics().front().code.starts_with(code)) << chosen.diagnostics().front().code;
    }
    write("config/warpstring/config.toml", "\n");
    EXPECT_EQ(choice().name, "nvidia-h200") << "an empty file says nothing";
}

} // namespace

} // namespace warpstring::cli
