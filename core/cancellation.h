// SPDX-License-Identifier: GPL-3.0-or-later
// One token for all stages of a computation: whether it has been asked to end, and why.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

#include "core/diagnostic.h"

namespace warpstring {

enum class StopReason : std::uint8_t { None, Interrupted, TimeLimit };

/// Stages ask it every so many units of their work and return soon once it says so; what they have then is
/// dropped and refused by name. It never decides on a number: whatever is not refused is the same on any
/// machine. Once stopped it stays so. Safe to ask from several threads.
class Cancellation {
public:
    using Clock = std::chrono::steady_clock;

    /// `asked` is set from outside and outlives this; null: nobody asks. The limit counts from now.
    explicit Cancellation(const std::atomic<bool>* asked,
                          std::optional<std::chrono::duration<double>> limit = std::nullopt);
    /// As if interrupted at the n-th time that it is asked: the same on any machine, for tests.
    [[nodiscard]] static Cancellation atPoll(std::uint64_t number) { return Cancellation(number); }

    [[nodiscard]] bool isStopped() const;
    /// As of the last time that it was asked.
    [[nodiscard]] StopReason reason() const { return reason_.load(std::memory_order_relaxed); }
    /// How often it was asked.
    [[nodiscard]] std::uint64_t polls() const { return polls_.load(std::memory_order_relaxed); }
    /// simulate.interrupted or simulate.time-limit; of a token that has stopped.
    [[nodiscard]] Diagnostic refusal(const SourceLocation& place = {}) const;

private:
    explicit Cancellation(std::uint64_t stopAtPoll) : stopAtPoll_(stopAtPoll) {}

    const std::atomic<bool>* asked_ = nullptr;
    std::optional<std::chrono::duration<double>> limit_;
    Clock::time_point begun_ = Clock::now();
    std::uint64_t stopAtPoll_ = std::numeric_limits<std::uint64_t>::max();
    mutable std::atomic<std::uint64_t> polls_ = 0;
    mutable std::atomic<StopReason> reason_ = StopReason::None;
};

/// Of a token that may be missing.
[[nodiscard]] inline bool isStopped(const Cancellation* cancellation) {
    return cancellation != nullptr && cancellation->isStopped();
}

} // namespace warpstring
