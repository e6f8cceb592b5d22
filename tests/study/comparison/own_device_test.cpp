// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/comparison/own_device.h"

#include <gtest/gtest.h>

#include "core/files/specs/hardware_spec_file.h"

namespace warpstring::comparison {
namespace {

bool isOwn(const char* specName, const char* deviceName, const char* openclName = "") {
    HardwareSpec spec;
    spec.name = specName;
    spec.device.openclName = openclName;
    return isOwnDevice(spec, deviceName);
}

TEST(OwnDevice, goesByTheModelInTheNames) {
    EXPECT_TRUE(isOwn("nvidia-h200", "NVIDIA H200"));
    EXPECT_TRUE(isOwn("nvidia-h100-sxm", "NVIDIA H100 80GB HBM3"));
    EXPECT_TRUE(isOwn("geforce-8800-gtx", "GeForce 8800 GTX"));
    EXPECT_TRUE(isOwn("geforce-rtx-2080-ti", "NVIDIA GeForce RTX 2080 Ti"));
    EXPECT_TRUE(isOwn("geforce-gtx-titan-x", "NVIDIA GeForce GTX TITAN X"));
    EXPECT_TRUE(isOwn("tesla-k20c-edited", "Tesla K20c"));
    EXPECT_FALSE(isOwn("geforce-rtx-2080-ti", "NVIDIA GeForce RTX 2080"));
    EXPECT_FALSE(isOwn("geforce-8800-gtx", "NVIDIA H200"));
    EXPECT_FALSE(isOwn("nvidia-h200", "NVIDIA H100 80GB HBM3"));
    EXPECT_FALSE(isOwn("nvidia-h100-sxm", "NVIDIA H200"));
    EXPECT_FALSE(isOwn("nvidia-l40", "NVIDIA L40S"));
    EXPECT_FALSE(isOwn("nvidia-h200", "pthread-AMD EPYC"));
    EXPECT_FALSE(isOwn("tesla-k20c-edited-2", "Another 2"));
    EXPECT_FALSE(isOwn("", "NVIDIA H200"));
}

TEST(OwnDevice, isTheOneThatTheSpecNames) {
    EXPECT_TRUE(isOwn("my-gpu", "NVIDIA H200", "nvidia h200"));
    EXPECT_FALSE(isOwn("nvidia-h200", "NVIDIA H200 NVL", "NVIDIA H200"));
    EXPECT_FALSE(isOwn("nvidia-h200", "NVIDIA H200", "Another GPU")) << "whatever the spec is called";
}

TEST(OwnDevice, theSpecsWithRecordsNameTheirs) {
    const std::string folder = WARPSTRING_SOURCE_DIR;
    for (const auto& [file, device] :
         {std::pair{"/hwspecs/nvidia-h200.toml", "NVIDIA H200"},
          {"/docs/data/nvidia-h200-calibrated.toml", "NVIDIA H200"},
          {"/docs/data/pocl-cpu.toml", "pthread-skylake-avx512-Intel(R) Xeon(R) Processor"}}) {
        const auto spec = files::readHardwareSpec(folder + file);
        ASSERT_TRUE(spec) << toText(spec.diagnostics().front());
        EXPECT_EQ(spec->device.openclName, device) << file;
    }
}

} // namespace
} // namespace warpstring::comparison
