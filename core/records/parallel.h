// SPDX-License-Identifier: GPL-3.0-or-later
// A loop over independent elements on all cores.
#pragma once

#include <algorithm>
#include <cstdint>
#include <future>
#include <thread>
#include <vector>

namespace warpstring::records {

/// Calls `body(first, end)` for ranges that together are 0 to `count`, on several threads when there is more
/// than `grain` to do. What a call throws is thrown here once all have ended.
template <class Body>
void inParallel(std::uint64_t count, std::uint64_t grain, Body body) {
    const std::uint64_t cores = std::max(1U, std::thread::hardware_concurrency());
    const std::uint64_t parts = std::clamp<std::uint64_t>(count / std::max<std::uint64_t>(grain, 1), 1, cores);
    std::vector<std::future<void>> others;
    for (std::uint64_t part = 1; part < parts; ++part)
        others.push_back(
            std::async(std::launch::async, body, count * part / parts, count * (part + 1) / parts));
    body(std::uint64_t{0}, count / parts);
    for (auto& other : others) other.get();
}

} // namespace warpstring::records
