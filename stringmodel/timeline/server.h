// SPDX-License-Identifier: GPL-3.0-or-later
// Something that serves one request after another: a scheduler, a pipe, a data path, a bandwidth.
#pragma once

#include <algorithm>

namespace warpstring::timeline {

struct Server {
    double free = 0, busy = 0; ///< cycles: when the next request can start, and the sum of those served

    /// When a request that comes at `now` starts to be served.
    double take(double now, double cycles) {
        const double start = std::max(now, free);
        free = start + cycles;
        busy += cycles;
        return start;
    }
};

} // namespace warpstring::timeline
