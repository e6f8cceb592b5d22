// SPDX-License-Identifier: GPL-3.0-or-later
// What is told while rows are computed and written.
#pragma once

#include <atomic>
#include <cstdint>
#include <iostream>

#include "app/common/progress_line.h"
#include "study/batch/batch.h"

namespace warpstring::cli {

class RowProgress {
public:
    /// `first`: rows that are there from before.
    RowProgress(std::uint64_t first, bool quiet, const std::atomic<bool>& interrupted)
        : line_(first), quiet_(quiet), interrupted_(interrupted) {}

    void show(const batch::BatchProgress& progress) {
        if (interrupted_ && !told_ && progress.written < progress.total) {
            told_ = true;
            line_.clear();
            std::cerr << "interrupted: writing the rows that are done; once more to end at once\n";
        }
        if (!quiet_ && !told_) line_.show(progress);
    }
    void clear() { line_.clear(); }

private:
    ProgressLine line_;
    bool quiet_;
    const std::atomic<bool>& interrupted_;
    bool told_ = false;
};

} // namespace warpstring::cli
