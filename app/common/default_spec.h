// SPDX-License-Identifier: GPL-3.0-or-later
// The device that a launch is simulated for where nobody names one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/hardware_spec.h"
#include "core/result.h"

namespace warpstring::cli {

/// Where a machine tells which GPU it has; no driver is called.
struct MachineFolders {
    std::filesystem::path nvidia = "/proc/driver/nvidia/gpus"; ///< <address>/information: "Model: ..."
    std::filesystem::path drm = "/sys/class/drm";              ///< card<n>/device/product_name
    std::filesystem::path pci = "/sys/bus/pci/devices";        ///< <address>/{class,vendor,device}
    std::vector<std::filesystem::path> pciNames{"/usr/share/misc/pci.ids", "/usr/share/hwdata/pci.ids"};
};

struct SpecChoice {
    std::string name;   ///< of a spec, or a path
    std::string reason; ///< why it is this one; empty where it was named
};

/// `given`; else what $WARPSTRING_SPEC says; else `spec` in warpstring/config.toml below $XDG_CONFIG_HOME or
/// ~/.config; else the spec of a GPU of this machine; else nvidia-h200. Fails where the config file is not what
/// it should be (config.*).
[[nodiscard]] Result<SpecChoice> specChoice(const std::string& given,
                                            const std::vector<std::filesystem::path>& folders,
                                            const MachineFolders& machine = {});

/// That spec.
[[nodiscard]] Result<HardwareSpec> chosenSpec(const std::string& given,
                                              const std::vector<std::filesystem::path>& folders);

} // namespace warpstring::cli
