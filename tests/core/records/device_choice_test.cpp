// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/records/device_choice.h"

namespace warpstring::records {
namespace {

DeviceFacts device(const char* platform, const char* name, DeviceType type) {
    DeviceFacts facts;
    facts.platform = platform;
    facts.name = name;
    facts.type = type;
    return facts;
}

const std::vector<DeviceFacts> devices{
    device("Portable Computing Language", "pthread-Some CPU 7", DeviceType::Cpu),
    device("NVIDIA CUDA", "NVIDIA H100 PCIe", DeviceType::Gpu),
    device("NVIDIA CUDA", "NVIDIA H100 PCIe", DeviceType::Gpu),
    device("Makers' Platform", "Radiant 7", DeviceType::Gpu)};

std::size_t chosen(const std::string& wanted) {
    const auto index = chooseDevice(devices, wanted);
    if (index) return *index;
    ADD_FAILURE() << toText(index.diagnostics().front());
    return 99;
}

TEST(DeviceChoice, TheFirstGpuByDefault) {
    EXPECT_EQ(chosen(""), 1U);
    EXPECT_EQ(*chooseDevice({devices.front()}, ""), 0U) << "or the first device without one";
}

TEST(DeviceChoice, ByIndex) {
    for (std::size_t i = 0; i < devices.size(); ++i) EXPECT_EQ(chosen(std::to_string(i)), i);
}

TEST(DeviceChoice, ByAPartOfANameInAnyCase) {
    EXPECT_EQ(chosen("radiant"), 3U);
    EXPECT_EQ(chosen("PORTABLE"), 0U);
    EXPECT_EQ(chosen("cpu 7"), 0U);
    EXPECT_EQ(chosen("Makers'"), 3U);
}

TEST(DeviceChoice, WhatFitsNoneOrSeveralIsRefusedWithTheList) {
    for (const auto& [wanted, message] :
         {std::pair{"absent", "no device is \"absent\""}, std::pair{"4", "no device is \"4\""},
          std::pair{"01", "no device is \"01\""}, std::pair{"99999999999999999999999", "no device"},
          std::pair{"-1", "no device is \"-1\""}, std::pair{"H100", "more than one device is \"H100\""},
          std::pair{"A", "more than one device is \"A\""}}) {
        const auto index = chooseDevice(devices, wanted);
        ASSERT_FALSE(index) << wanted;
        const Diagnostic& fault = index.diagnostics().front();
        EXPECT_EQ(fault.code, "measure.unknown-device");
        EXPECT_NE(fault.message.find(message), std::string::npos) << fault.message;
        EXPECT_NE(fault.hint.find("2 NVIDIA CUDA: NVIDIA H100 PCIe; 3 Makers' Platform: Radiant 7"),
                  std::string::npos)
            << fault.hint;
    }
}

} // namespace
} // namespace warpstring::records
