// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/transfers/break_even.h"

#include <algorithm>

namespace warpstring::transfers {

Result<BreakEven> findBreakEven(std::int64_t step, std::int64_t most,
                                const std::function<Result<SizeTimes>(std::int64_t)>& timesAt) {
    BreakEven found;
    Diagnostics faults;
    std::int64_t below = 0; // times step: the greatest that does not pay
    std::optional<std::int64_t> above;
    for (std::int64_t times = 1; !above && times <= most / step; times *= 2) {
        auto at = timesAt(times * step);
        if (!at) {
            faults = at.diagnostics();
            if (!found.tried.empty()) break;
        } else {
            found.tried.push_back(*at);
            if (at->pays())
                above = times;
            else
                below = times;
        }
        if (times > most / step / 2) break;
    }
    if (found.tried.empty()) return faults;
    if (above) {
        found.isFromStart = found.tried.size() == 1;
        while (!found.isFromStart && *above - below > 1) {
            const std::int64_t middle = below + (*above - below) / 2;
            const auto at = timesAt(middle * step);
            if (at) found.tried.push_back(*at);
            // A size that the launch does not take pays as little as one below.
            (at && at->pays() ? *above : below) = middle;
        }
        found.size = *above * step;
    }
    std::sort(found.tried.begin(), found.tried.end(),
              [](const SizeTimes& a, const SizeTimes& b) { return a.size < b.size; });
    return found;
}

} // namespace warpstring::transfers
