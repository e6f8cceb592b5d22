// SPDX-License-Identifier: GPL-3.0-or-later
// Where the files that come with the programs lie: beside their installation, or in the source tree.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/hardware_spec.h"
#include "core/result.h"

namespace warpstring::cli {

/// Where spec names are looked up, in order: `given` (may be empty), $WARPSTRING_SPECS, the person's own, the
/// shipped ones.
[[nodiscard]] std::vector<std::filesystem::path> specFolders(const std::string& given);
/// The specs that a person has edited: warpstring/hwspecs in $XDG_DATA_HOME or ~/.local/share. Need not exist;
/// empty where there is no home.
[[nodiscard]] std::filesystem::path userSpecFolder();
/// What a person wants everywhere: warpstring/config.toml in $XDG_CONFIG_HOME or ~/.config. Need not exist;
/// empty where there is no home.
[[nodiscard]] std::filesystem::path userConfigFile();
/// The value of an environment variable that is there and not empty.
[[nodiscard]] std::optional<std::filesystem::path> environmentPath(const char* name);
/// The specs that come with the programs.
[[nodiscard]] std::filesystem::path shippedSpecFolder();
/// The samples that come with the programs: $WARPSTRING_SAMPLES, beside the installation, or the source tree's.
[[nodiscard]] std::filesystem::path samplesFolder();
/// The records of how far simulations were off that come with the programs.
[[nodiscard]] std::filesystem::path accuracyFolder();

/// The spec that a name or a path means.
[[nodiscard]] Result<HardwareSpec> loadSpec(const std::string& nameOrPath,
                                            const std::vector<std::filesystem::path>& folders);

} // namespace warpstring::cli
