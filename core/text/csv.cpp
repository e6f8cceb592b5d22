// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/csv.h"

namespace warpstring {

std::vector<std::string> csvCells(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::vector<std::string> cells(1);
    bool isQuoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char letter = line[i];
        if (isQuoted && letter == '"' && i + 1 < line.size() && line[i + 1] == '"')
            cells.back() += line[++i];
        else if (letter == '"')
            isQuoted = !isQuoted;
        else if (letter == ',' && !isQuoted)
            cells.emplace_back();
        else
            cells.back() += letter;
    }
    return cells;
}

} // namespace warpstring
