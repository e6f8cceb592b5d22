// SPDX-License-Identifier: GPL-3.0-or-later
// The process that computes rows for a batch that would survive it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace warpstring::workers {

struct WorkerOptions {
    /// Set: the row in progress is dropped, those before it are answered, and the worker ends.
    const std::atomic<bool>* cancel = nullptr;
    std::function<void(std::uint64_t row)> onRow; ///< before each; for tests
};

/// Answers worker_messages.h on standard output, what comes on standard input, until that ends. What else is
/// written to standard output goes to standard error. The exit code of the process.
[[nodiscard]] int runWorker(const WorkerOptions& options);

/// With which a worker exits where no memory is left.
inline constexpr int exitOutOfMemory = 77;

} // namespace warpstring::workers
