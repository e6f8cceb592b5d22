// SPDX-License-Identifier: GPL-3.0-or-later
// Groups that are followed point by point, against every address written out.
#include <gtest/gtest.h>

#include <set>

#include "stringmodel/timeline/followed_groups.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::timeline;
using namespace warpstring::test;

constexpr std::int64_t sector = 32, perGroup = 128;

/// Loads b[i % 48 * 65536 + i / 48] of groups of 128.
struct FollowedLaunch {
    explicit FollowedLaunch(std::int64_t groups)
        : launched(groups),
          made(prepared(subject("__kernel void k(__global float* a, __global const float* b) {\n"
                                "  const int i = get_global_id(0);\n"
                                "  a[i] = b[i % 48 * 65536 + i / 48];\n}\n",
                                {1, {static_cast<std::uint64_t>(perGroup * groups), 1, 1}, {perGroup, 1, 1}}),
                        device("nvidia-h200"))) {}

    /// Of the run of `followed` groups in the middle of the launch, the first `groups`.
    [[nodiscard]] double sectorsOneByOne(std::int64_t groups, std::int64_t run) const {
        std::set<std::int64_t> sectors;
        const std::int64_t first = (launched - run) / 2 * perGroup;
        for (std::int64_t i = first; i < first + groups * perGroup; ++i)
            sectors.insert((i % 48 * 65536 + i / 48) * 4 / sector);
        return static_cast<double>(sectors.size());
    }

    std::int64_t launched;
    Prepared made;
    FollowedGroups followed{made.pdg, made.evaluation};
    AccessId load = [&] {
        for (const auto& access : made.pdg.accesses)
            if (access.kind == AccessKind::Load) return access.id;
        throw std::runtime_error("no load");
    }();
};

TEST(FollowedGroups, TouchWhatTheirAddressesSay) {
    constexpr std::int64_t run = 512; // 2^16 addresses
    FollowedLaunch subject(1 << 14);
    for (const std::int64_t groups : {2, 5, 63, 64, 511, 512}) {
        const auto bytes = subject.followed.bytes({subject.load}, static_cast<double>(groups), sector);
        ASSERT_TRUE(bytes);
        EXPECT_EQ(*bytes, sector * subject.sectorsOneByOne(groups, run)) << groups;
    }
}

// One block of addresses in 16 is looked at: a few hundred of them.
TEST(FollowedGroups, AreCountedInDrawnBlocksWhereTheyAreMany) {
    constexpr std::int64_t run = 1 << 13; // 2^20 addresses
    FollowedLaunch subject(1 << 14);
    for (const std::int64_t groups : {2048, 4096, 8192}) {
        const auto bytes = subject.followed.bytes({subject.load}, static_cast<double>(groups), sector);
        ASSERT_TRUE(bytes);
        EXPECT_NEAR(*bytes / (sector * subject.sectorsOneByOne(groups, run)), 1, 0.15) << groups;
    }
}

// Further groups touch as much more as those of the second half do.
TEST(FollowedGroups, GrowOnAsTheyDid) {
    FollowedLaunch subject(1 << 14);
    const auto half = subject.followed.bytes({subject.load}, 1 << 13, sector);
    const auto whole = subject.followed.bytes({subject.load}, 1 << 14, sector);
    ASSERT_TRUE(half && whole);
    EXPECT_NEAR(*whole / *half, 2, 0.1);
    EXPECT_LT(*whole, 1.2 * (1 << 14) * perGroup * 4) << "without what comes back it is eight times as much";
}

TEST(FollowedGroups, TellNothingWhereDataDecide) {
    auto made = prepared(subject("__kernel void k(__global float* a, __global const int* b) {\n"
                                 "  const int i = get_global_id(0);\n  a[b[i]] = 1.0f;\n}\n",
                                 {1, {perGroup << 14, 1, 1}, {perGroup, 1, 1}}),
                         device("nvidia-h200"));
    FollowedGroups followed(made.pdg, made.evaluation);
    for (const auto& access : made.pdg.accesses)
        EXPECT_EQ(followed.bytes({access.id}, 10, sector).has_value(), access.kind == AccessKind::Load);
}

} // namespace
