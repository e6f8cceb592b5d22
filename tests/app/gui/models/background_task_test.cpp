// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/background_task.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <vector>

namespace warpstring::gui {
namespace {

/// Runs until it is told to end.
void untilCancelled(const std::atomic<bool>& cancelled) {
    while (!cancelled) std::this_thread::yield();
}

TEST(BackgroundTask, WorkIsDoneOnAnotherThread) {
    std::promise<std::thread::id> worker;
    BackgroundTask task;
    task.start([&](const std::atomic<bool>&) { worker.set_value(std::this_thread::get_id()); });
    EXPECT_NE(worker.get_future().get(), std::this_thread::get_id());
}

TEST(BackgroundTask, StartingCancelsWhatRunsAndReplacesWhatWaits) {
    std::promise<void> running;
    std::vector<int> began; // by the task's thread alone, until it is done
    BackgroundTask task;
    task.start([&](const std::atomic<bool>& cancelled) {
        running.set_value();
        untilCancelled(cancelled);
        began.push_back(0);
    });
    running.get_future().wait();
    std::promise<void> last;
    for (int i = 1; i <= 100; ++i)
        task.start([&began, &last, i](const std::atomic<bool>&) {
            began.push_back(i);
            if (i == 100) last.set_value();
        });
    last.get_future().wait();
    ASSERT_GE(began.size(), 2U);
    EXPECT_EQ(began.front(), 0);
    EXPECT_EQ(began.back(), 100);
    EXPECT_TRUE(std::is_sorted(began.begin(), began.end())) << "each at most once, in order";
}

TEST(BackgroundTask, CancelEndsWhatRunsAndTheNextWorkRuns) {
    std::promise<void> running, ended, next;
    BackgroundTask task;
    task.start([&](const std::atomic<bool>& cancelled) {
        running.set_value();
        untilCancelled(cancelled);
        ended.set_value();
    });
    running.get_future().wait();
    task.cancel();
    ended.get_future().wait();
    bool wasCancelled = true;
    task.start([&](const std::atomic<bool>& cancelled) {
        wasCancelled = cancelled;
        next.set_value();
    });
    next.get_future().wait();
    EXPECT_FALSE(wasCancelled);
}

TEST(BackgroundTask, TheEndCancelsAndWaits) {
    bool ended = false;
    {
        std::promise<void> running;
        BackgroundTask task;
        task.start([&](const std::atomic<bool>& cancelled) {
            running.set_value();
            untilCancelled(cancelled);
            ended = true;
        });
        running.get_future().wait();
    }
    EXPECT_TRUE(ended);
}

} // namespace
} // namespace warpstring::gui
