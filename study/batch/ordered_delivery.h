// SPDX-License-Identifier: GPL-3.0-or-later
// Rows computed by several threads in any order, written in theirs.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>

#include "study/batch/row_sink.h"

namespace warpstring::batch {

/// Hands out consecutive ranges and takes back their rows. Whoever brings the next rows in order writes them,
/// so no thread is there for writing alone. At most `window` rows are computed and not yet written.
class OrderedDelivery {
public:
    OrderedDelivery(RowSink& sink, RowRange rows, std::uint64_t window)
        : sink_(sink), taken_(rows.first), end_(rows.end), left_(rows.end - rows.first), written_(rows.first),
          window_(window) {}

    /// The next range, of `most` rows or fewer; waits while the window is full. Nothing when all rows are
    /// taken, the batch is stopped or the sink has failed.
    [[nodiscard]] std::optional<RowRange> take(std::uint64_t most);
    /// The same where `choose` says which range is next: one of rows that nobody has, all of them below `end`,
    /// or none. It is asked by one thread at a time, again whenever rows were written. Not together with the
    /// other.
    using Choose = std::function<std::optional<RowRange>(std::uint64_t end)>;
    [[nodiscard]] std::optional<RowRange> take(const Choose& choose);
    /// Rows of a range that was taken: all of them or, in order, a part.
    void deliver(EncodedRows rows);
    /// No more ranges: those that were taken are still awaited, so that what is written has no gaps.
    void stop();
    /// Lets the sink write out what it holds, unless a thread is writing anyway.
    void flush();

    [[nodiscard]] std::uint64_t written() const;
    [[nodiscard]] std::uint64_t errors() const; ///< among the written rows
    [[nodiscard]] Diagnostics faults() const;   ///< of the sink

private:
    void writePending(std::unique_lock<std::mutex>& lock);

    RowSink& sink_;
    mutable std::mutex mutex_;
    std::condition_variable roomMade_;
    std::uint64_t taken_, end_;
    std::uint64_t left_; ///< rows that nobody took yet
    std::uint64_t written_;
    std::uint64_t window_;
    std::uint64_t errors_ = 0;
    bool stopped_ = false;
    bool writing_ = false;
    std::map<std::uint64_t, EncodedRows> pending_; ///< by first row
    Diagnostics faults_;
};

} // namespace warpstring::batch
