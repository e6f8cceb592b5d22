// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cancellation.h"

#include <gtest/gtest.h>

#include "core/work_share.h"

namespace warpstring {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

TEST(Cancellation, NobodyAsks) {
    const Cancellation token(nullptr);
    for (int i = 0; i < 100; ++i) EXPECT_FALSE(token.isStopped());
    EXPECT_EQ(token.reason(), StopReason::None);
    EXPECT_EQ(token.polls(), 100u);
    EXPECT_FALSE(isStopped(nullptr));
}

TEST(Cancellation, StaysStoppedOnceItIs) {
    std::atomic<bool> asked = false;
    const Cancellation token(&asked, hours(1));
    EXPECT_FALSE(token.isStopped());
    asked = true;
    EXPECT_TRUE(token.isStopped());
    asked = false;
    EXPECT_TRUE(token.isStopped());
    EXPECT_EQ(token.refusal().code, "simulate.interrupted");
}

TEST(Cancellation, ATimeLimitIsRefusedByName) {
    const Cancellation token(nullptr, seconds(0));
    while (!token.isStopped()) {
    }
    const Diagnostic refusal = token.refusal();
    EXPECT_EQ(refusal.code, "simulate.time-limit");
    EXPECT_NE(refusal.hint.find("--time-limit"), std::string::npos);
    EXPECT_EQ(refusal.origin, Origin::Surroundings);
}

TEST(Cancellation, StopsAtAPollForTests) {
    const Cancellation token = Cancellation::atPoll(3);
    EXPECT_FALSE(token.isStopped());
    EXPECT_FALSE(token.isStopped());
    EXPECT_TRUE(token.isStopped());
    EXPECT_EQ(token.reason(), StopReason::Interrupted);
}

TEST(WorkShare, EndsWhenItIsUsedUp) {
    WorkShare share(100, WorkShare::Beyond::Finish, nullptr, 10);
    share.spend(99);
    EXPECT_FALSE(share.isSpent());
    share.spend(1);
    EXPECT_TRUE(share.isSpent());
    EXPECT_FALSE(share.isOver()) << "what is known by then counts";
    EXPECT_FALSE(share.isStopped());
    WorkShare trial(100, WorkShare::Beyond::GiveUp, nullptr, 10);
    trial.spend(100);
    EXPECT_TRUE(trial.isOver());
}

TEST(WorkShare, AsksTheTokenEverySoManyUnits) {
    const Cancellation token = Cancellation::atPoll(4); // the first is at the beginning
    WorkShare share(1e6, WorkShare::Beyond::Finish, &token, 10);
    for (int unit = 1; unit <= 29; ++unit) {
        share.spend(1);
        EXPECT_FALSE(share.isSpent()) << unit;
    }
    share.spend(1);
    EXPECT_TRUE(share.isStopped());
    EXPECT_TRUE(share.isOver());
    for (int unit = 0; unit < 1000; ++unit) share.spend(1);
    EXPECT_EQ(token.polls(), 4u) << "once stopped there is nothing to ask";
}

TEST(WorkShare, StoppedBeforeItBegan) {
    const std::atomic<bool> asked = true;
    const Cancellation token(&asked);
    EXPECT_TRUE(WorkShare(10, WorkShare::Beyond::Finish, &token, 10).isOver());
}

TEST(WorkShare, ForeseesThatTheRestGoesFarBeyond) {
    const auto after = [](double done, WorkShare::Beyond beyond) {
        WorkShare share(1000, beyond, nullptr, 10);
        share.spend(100);
        share.foresee(0, done, 100);
        return share.isSpent();
    };
    EXPECT_TRUE(after(1, WorkShare::Beyond::GiveUp)) << "10,000 units";
    EXPECT_FALSE(after(8, WorkShare::Beyond::GiveUp)) << "1,250 units: it may be less";
    EXPECT_FALSE(after(0, WorkShare::Beyond::GiveUp)) << "nothing is done by which to tell";
    EXPECT_FALSE(after(1, WorkShare::Beyond::Finish));
    WorkShare early(1000, WorkShare::Beyond::GiveUp, nullptr, 10);
    early.spend(10);
    early.foresee(0, 1, 1e6);
    EXPECT_FALSE(early.isSpent()) << "too little is done by which to tell";
}

} // namespace
} // namespace warpstring
