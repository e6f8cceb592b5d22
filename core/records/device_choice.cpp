// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/device_choice.h"

#include <algorithm>

#include "core/text/text_format.h"

namespace warpstring::records {

Result<std::size_t> chooseDevice(const std::vector<DeviceFacts>& devices, const std::string& wanted) {
    if (wanted.empty()) {
        const auto gpu = std::find_if(devices.begin(), devices.end(),
                                      [](const DeviceFacts& device) { return device.type == DeviceType::Gpu; });
        return gpu == devices.end() ? std::size_t{0} : static_cast<std::size_t>(gpu - devices.begin());
    }
    std::string list;
    std::vector<std::size_t> fitting;
    const bool isIndex = wanted.find_first_not_of("0123456789") == std::string::npos;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const std::string names = devices[i].platform + ": " + devices[i].name;
        list += (list.empty() ? "" : "; ") + std::to_string(i) + " " + names;
        // The version has what people call a platform: "OpenCL 3.0 PoCL HSTR", "OpenCL 3.0 CUDA".
        const std::string searched = lowered(names + " " + devices[i].version);
        if (isIndex ? wanted == std::to_string(i) : searched.find(lowered(wanted)) != std::string::npos)
            fitting.push_back(i);
    }
    if (fitting.size() == 1) return fitting.front();
    return Diagnostic{"measure.unknown-device",
                      Severity::Error,
                      {},
                      std::string(fitting.empty() ? "no device is" : "more than one device is") + " \"" +
                          wanted + "\"",
                      "devices are: " + list};
}

} // namespace warpstring::records
