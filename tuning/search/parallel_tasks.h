// SPDX-License-Identifier: GPL-3.0-or-later
// Independent tasks on several threads, taken one by one: their times differ.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace warpstring::search {

/// Calls `task(thread, i)` for each i below `count`. The thread's number is below `threads`.
template <class Task>
void forEachTask(std::size_t count, unsigned threads, const Task& task) {
    std::atomic<std::size_t> next = 0;
    const auto work = [&](unsigned thread) {
        for (std::size_t i = next++; i < count; i = next++) task(thread, i);
    };
    std::vector<std::thread> others;
    const std::size_t most = std::min<std::size_t>(std::max(1U, threads), std::max<std::size_t>(count, 1));
    for (unsigned thread = 1; thread < most; ++thread) others.emplace_back(work, thread);
    work(0);
    for (auto& other : others) other.join();
}

} // namespace warpstring::search
