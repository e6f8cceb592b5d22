// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/device_rows.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace warpstring::cli {

std::string deviceRows(const std::string& what, std::vector<DeviceRow> rows) {
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return (a.timeUs > 0) != (b.timeUs > 0) ? a.timeUs > 0 : a.timeUs < b.timeUs;
    });
    std::ostringstream out;
    out << what << '\n';
    for (const auto& row : rows) {
        out << "  " << std::left << std::setw(24) << row.spec << std::right << std::setw(14);
        if (row.timeUs > 0)
            out << std::fixed << std::setprecision(1) << row.timeUs << " us  bound by ";
        else
            out << '-' << "     ";
        out << row.bound << '\n';
    }
    return out.str();
}

} // namespace warpstring::cli
