// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/group_dispatch.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace warpstring::timeline {

namespace {

/// A multiprocessor whose groups each get the same service: `service` is what each resident one has got since
/// the start of the launch, had it been there all the time.
class SharedService {
public:
    void start(double now, double work) {
        advance(now);
        ends_.push(service_ + work);
    }
    /// The time at which the next group ends, if none starts until then.
    [[nodiscard]] double nextEnd() const {
        return now_ + (ends_.top() - service_) * static_cast<double>(ends_.size());
    }
    void end(double now) {
        advance(now);
        service_ = ends_.top();
        ends_.pop();
    }

private:
    void advance(double now) {
        if (!ends_.empty()) service_ += (now - now_) / static_cast<double>(ends_.size());
        now_ = now;
    }

    double now_ = 0, service_ = 0;
    std::priority_queue<double, std::vector<double>, std::greater<>> ends_;
};

} // namespace

std::vector<std::vector<std::uint64_t>> dispatch(const GroupDispatch& launch) {
    std::vector<std::vector<std::uint64_t>> groupsOf(launch.multiprocessors);
    std::vector<SharedService> multiprocessors(launch.multiprocessors);
    const auto start = [&](std::uint64_t group, std::uint64_t multiprocessor, double now) {
        groupsOf[multiprocessor].push_back(group);
        multiprocessors[multiprocessor].start(now, launch.work(group));
    };
    const std::uint64_t first = std::min(launch.groups, launch.multiprocessors * launch.resident);
    for (std::uint64_t group = 0; group < first; ++group) start(group, group % launch.multiprocessors, 0);

    // Of those that are free at once, the one that has got fewest groups goes first.
    using End = std::tuple<double, std::size_t, std::uint64_t>;
    std::priority_queue<End, std::vector<End>, std::greater<>> ends;
    const auto wait = [&](std::uint64_t multiprocessor) {
        ends.emplace(multiprocessors[multiprocessor].nextEnd(), groupsOf[multiprocessor].size(),
                     multiprocessor);
    };
    for (std::uint64_t m = 0; m < std::min(first, launch.multiprocessors); ++m) wait(m);
    for (std::uint64_t group = first; group < launch.groups; ++group) {
        const auto [now, held, m] = ends.top();
        ends.pop();
        multiprocessors[m].end(now);
        start(group, m, now);
        wait(m);
    }
    return groupsOf;
}

} // namespace warpstring::timeline
