// SPDX-License-Identifier: GPL-3.0-or-later
// Names of a launch file and the values that they take in turn: [sweep] and [tune].
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/files/toml/toml_reader.h"

namespace warpstring::files {

struct LaunchAxis {
    std::string name;
    const std::vector<TomlValue>* values = nullptr; ///< one or more; of the document
    bool isMacro = false;                           ///< values are passed on as they stand
};

/// What can be swept and tuned of a launch file: sizes, scalar arguments, macros, constants.
[[nodiscard]] std::vector<std::string> variableNames(const TomlValue& document);
[[nodiscard]] bool isMacro(const TomlValue& document, const std::string& name);

/// An entry of the table `table` ("sweep", "tune"). Nothing, and a fault (unknown-TABLE, wrong-type,
/// empty-TABLE), where it names nothing of the document or lists no values.
[[nodiscard]] std::optional<LaunchAxis> readAxis(TomlFaults& faults, const TomlEntry& entry,
                                                 const TomlValue& document, const std::string& table);

} // namespace warpstring::files
