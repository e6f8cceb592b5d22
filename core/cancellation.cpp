// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cancellation.h"

#include <sstream>

namespace warpstring {

Cancellation::Cancellation(const std::atomic<bool>* asked, std::optional<std::chrono::duration<double>> limit)
    : asked_(asked), limit_(limit) {}

bool Cancellation::isStopped() const {
    const std::uint64_t poll = polls_.fetch_add(1, std::memory_order_relaxed) + 1;
    if (reason() != StopReason::None) return true;
    if (poll >= stopAtPoll_ || (asked_ != nullptr && asked_->load(std::memory_order_relaxed)))
        reason_ = StopReason::Interrupted;
    else if (limit_ && Clock::now() - begun_ > *limit_)
        reason_ = StopReason::TimeLimit;
    return reason() != StopReason::None;
}

Diagnostic Cancellation::refusal(const SourceLocation& place) const {
    if (reason() != StopReason::TimeLimit)
        return {"simulate.interrupted", Severity::Error,     place, "interrupted before there was an answer",
                "run it again",         Origin::Surroundings};
    std::ostringstream seconds;
    seconds << limit_->count();
    return {"simulate.time-limit",
            Severity::Error,
            place,
            "there was no answer within the time limit of " + seconds.str() + " s",
            "a higher --time-limit, a lower --threshold, or an [[annotation]] at what takes long",
            Origin::Surroundings};
}

} // namespace warpstring
