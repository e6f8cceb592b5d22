// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/samples/test_device.h"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "core/measure/worker/devices.h"

namespace warpstring::samples {

std::optional<std::size_t> testDevice() {
    const auto devices = measure::listDevices();
    if (!devices) {
        ADD_FAILURE() << toText(devices.diagnostics().front())
                      << "\nThese tests need an OpenCL device: install pocl-opencl-icd.";
        return std::nullopt;
    }
    const char* chosen = std::getenv("WARPSTRING_TEST_DEVICE");
    const std::string wanted = chosen ? chosen : "Portable Computing Language";
    std::string names;
    for (std::size_t i = 0; i < devices->size(); ++i) {
        const std::string name = (*devices)[i].platform + ": " + (*devices)[i].name;
        if (name.find(wanted) != std::string::npos) return i;
        names += "\n  " + name;
    }
    if (!chosen) return 0;
    ADD_FAILURE() << "WARPSTRING_TEST_DEVICE=" << wanted << " is part of none of these names:" << names;
    return std::nullopt;
}

} // namespace warpstring::samples
