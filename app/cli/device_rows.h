// SPDX-License-Identifier: GPL-3.0-or-later
// What is simulated on every spec: a line a device, the fastest first.
#pragma once

#include <string>
#include <vector>

namespace warpstring::cli {

struct DeviceRow {
    std::string spec;
    std::string bound; ///< what binds it, or why it was refused
    double timeUs = 0; ///< 0: refused
};

[[nodiscard]] std::string deviceRows(const std::string& what, std::vector<DeviceRow> rows);

} // namespace warpstring::cli
