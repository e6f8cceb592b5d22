// SPDX-License-Identifier: GPL-3.0-or-later
// How far a batch is, on stderr: a line that rewrites itself on a terminal, now and then a line elsewhere.
#pragma once

#include <chrono>

#include "study/batch/batch.h"

namespace warpstring::cli {

class ProgressLine {
public:
    /// `first`: rows that were there before this run, which say nothing of its rate.
    explicit ProgressLine(std::uint64_t first);

    void show(const batch::BatchProgress& progress);
    /// Leaves the terminal's line empty, for what is printed next.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    std::uint64_t first_;
    bool onTerminal_;
    Clock::time_point begun_ = Clock::now();
    Clock::time_point next_ = begun_;
    std::chrono::seconds pause_{5}; ///< between lines that do not rewrite themselves; grows
    bool shown_ = false;
};

} // namespace warpstring::cli
