// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of the SARIF 2.1.0 schema for the objects that are written here, and what GitHub asks for besides.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace warpstring::test {

/// Keys that are missing, unknown or of another type, and values out of range, each with its path; empty where
/// the log is valid.
[[nodiscard]] std::vector<std::string> sarifFaults(const nlohmann::json& log);

} // namespace warpstring::test
