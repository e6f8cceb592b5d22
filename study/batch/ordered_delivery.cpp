// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/ordered_delivery.h"

#include <algorithm>
#include <utility>

namespace warpstring::batch {

std::optional<RowRange> OrderedDelivery::take(std::uint64_t most) {
    return take([&](std::uint64_t end) -> std::optional<RowRange> {
        if (taken_ >= end) return std::nullopt;
        const RowRange range{taken_, std::min(taken_ + most, end)};
        taken_ = range.end;
        return range;
    });
}

std::optional<RowRange> OrderedDelivery::take(const Choose& choose) {
    std::unique_lock lock(mutex_);
    std::optional<RowRange> range;
    roomMade_.wait(lock, [&] {
        if (stopped_ || !faults_.empty() || left_ == 0) return true;
        range = choose(std::min(end_, written_ + window_));
        return range.has_value();
    });
    if (!range) return std::nullopt;
    left_ -= range->end - range->first;
    if (left_ == 0) roomMade_.notify_all();
    return range;
}

void OrderedDelivery::deliver(EncodedRows rows) {
    std::unique_lock lock(mutex_);
    const std::uint64_t first = rows.first;
    pending_.emplace(first, std::move(rows));
    if (!writing_) writePending(lock);
}

void OrderedDelivery::writePending(std::unique_lock<std::mutex>& lock) {
    writing_ = true;
    while (faults_.empty() && !pending_.empty() && pending_.begin()->first == written_) {
        auto next = pending_.extract(pending_.begin());
        const std::uint64_t count = next.mapped().count, errors = next.mapped().errors;
        lock.unlock();
        auto faults = sink_.write(std::move(next.mapped()));
        lock.lock();
        faults_ = std::move(faults);
        if (faults_.empty()) {
            written_ += count;
            errors_ += errors;
        }
        roomMade_.notify_all();
    }
    writing_ = false;
}

void OrderedDelivery::stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    roomMade_.notify_all();
}

void OrderedDelivery::flush() {
    std::unique_lock lock(mutex_);
    if (writing_ || !faults_.empty()) return;
    writing_ = true;
    lock.unlock();
    auto faults = sink_.flush();
    lock.lock();
    faults_ = std::move(faults);
    writePending(lock);
}

std::uint64_t OrderedDelivery::written() const {
    const std::lock_guard lock(mutex_);
    return written_;
}

std::uint64_t OrderedDelivery::errors() const {
    const std::lock_guard lock(mutex_);
    return errors_;
}

Diagnostics OrderedDelivery::faults() const {
    const std::lock_guard lock(mutex_);
    return faults_;
}

} // namespace warpstring::batch
