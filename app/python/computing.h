// SPDX-License-Identifier: GPL-3.0-or-later
// How Python waits for the libraries: without its lock, told of progress, and ended by Ctrl-C.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <optional>

#include "core/cancellation.h"
#include "core/diagnostic.h"

namespace warpstring::python {

/// While one lives on the interpreter's main thread SIGINT sets `asked()`, and Python's own handler is called
/// as ever. On other threads Python raises no KeyboardInterrupt, and none is looked for. Needs the
/// interpreter's lock, at both ends.
class Interruptible {
public:
    Interruptible();
    ~Interruptible();
    Interruptible(const Interruptible&) = delete;
    Interruptible& operator=(const Interruptible&) = delete;

    /// Once, before any other.
    static void findMainThread();
    [[nodiscard]] static std::atomic<bool>& asked();
    /// Lets Python's handlers run: what they raise (KeyboardInterrupt) is thrown.
    static void check();

private:
    bool isInstalled_ = false;
};

/// Calls a Python function with what is done and what there is to do. What it raises ends the computation and
/// is thrown at its end.
class Progress {
public:
    /// Made by the thread that computes.
    explicit Progress(pybind11::object callback)
        : callback_(std::move(callback)), asked_(Interruptible::asked()) {}

    [[nodiscard]] bool isWanted() const { return !callback_.is_none(); }
    /// Without the interpreter's lock, from any thread, by one at a time.
    void tell(std::uint64_t done, std::uint64_t total);
    void rethrow() const {
        if (raised_) std::rethrow_exception(raised_);
    }

private:
    using Clock = std::chrono::steady_clock;

    pybind11::object callback_;
    std::atomic<bool>& asked_;
    std::exception_ptr raised_;
    std::optional<Clock::time_point> last_;
};

using Seconds = std::optional<double>;

/// simulate.interrupted: of what was told to stop though nobody raised anything.
[[nodiscard]] Diagnostics interrupted();

/// Calls `work(token)` without the interpreter's lock. `progress` may be null.
template <class Work>
auto compute(const Seconds& limit, const Progress* progress, Work work) {
    const Interruptible interruptible;
    const Cancellation token(&Interruptible::asked(),
                             limit ? std::optional(std::chrono::duration<double>(*limit)) : std::nullopt);
    auto result = [&] {
        const pybind11::gil_scoped_release unlocked;
        return work(token);
    }();
    if (progress != nullptr) progress->rethrow();
    Interruptible::check();
    return result;
}

} // namespace warpstring::python
