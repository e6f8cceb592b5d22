// SPDX-License-Identifier: GPL-3.0-or-later
// Options that say which devices' records specs are laid beside.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace warpstring::cli {

/// --device and --any-device, which exclude each other: ComparisonOptions of the same names.
inline void addDevices(CLI::App& command, std::string& device, bool& anyDevice) {
    auto* named = command.add_option("-d,--device", device,
                                     "records of devices with this in their names, whichever device the spec "
                                     "is of; of the spec's own device without");
    command.add_flag("--any-device", anyDevice, "records of all devices")->excludes(named);
}

} // namespace warpstring::cli
