// SPDX-License-Identifier: GPL-3.0-or-later
// The TOML form of a hardware spec (docs/hardware-specs.md).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/hardware_spec.h"
#include "core/result.h"

namespace warpstring::files {

/// Reads and validates; all faults with file, line and hint.
[[nodiscard]] Result<HardwareSpec> readHardwareSpec(const std::filesystem::path& path);
[[nodiscard]] Result<HardwareSpec> parseHardwareSpec(std::string_view text, const std::filesystem::path& path);

/// The spec file that `nameOrPath` names: a path as it is, a bare name among `folders`, in order.
/// The failure lists what there is and suggests the closest name.
[[nodiscard]] Result<std::filesystem::path> findHardwareSpec(const std::string& nameOrPath,
                                                             const std::vector<std::filesystem::path>& folders);
/// All *.toml files of the folders, sorted by name.
[[nodiscard]] std::vector<std::filesystem::path>
listHardwareSpecs(const std::vector<std::filesystem::path>& folders);

} // namespace warpstring::files
