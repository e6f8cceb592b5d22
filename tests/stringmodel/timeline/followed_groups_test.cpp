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

constexpr std::int64_t sector = 32, perGroup = 128, launched = 1 << 14;

/// Loads b[i % 48 * 65536 + i / 48] of groups of 128, whose launch has 16,384 groups.
struct Subject {
    Prepared made = prepared(subject("__kernel void k(__global float* a, __global const float* b) {\n"
                                     "  const int i = get_global_id(0);\n"
                                     "  a[i] = b[i % 48 * 65536 + i / 48];\n}\n",
                                     {1, {perGroup * launched, 1, 1}, {perGroup, 1, 1}}),
                             device("nvidia-h200"));
    FollowedGroups followed{made.pdg, made.evaluation};
    AccessId load = [&] {
        for (const auto& access : made.pdg.accesses)
            if (access.kind == AccessKind::Load) return access.id;
        throw std::runtime_error("no load");
    }();
};

double sectorsOneByOne(std::int64_t groups, std::int64_t followed) {
    std::set<std::int64_t> sectors;
    const std::int64_t first = (launched - followed) / 2 * perGroup;
    for (std::int64_t i = first; i < first + groups * perGroup; ++i)
        sectors.insert((i % 48 * 65536 + i / 48) * 4 / sector);
    return static_cast<double>(sectors.size());
}

TEST(FollowedGroups, TouchWhatTheirAddressesSay) {
    Subject subject;
    for (const std::int64_t groups : {1, 2, 5, 63, 64}) {
        const auto bytes = subject.followed.bytes({subject.load}, static_cast<double>(groups), sector);
        ASSERT_TRUE(bytes);
        EXPECT_EQ(*bytes, sector * sectorsOneByOne(groups, 64)) << groups;
    }
}

// Runs of 64 groups count as if they shared nothing: never less than what is touched, and not much more here.
TEST(FollowedGroups, CountFurtherRunsAnew) {
    Subject subject;
    const auto bytes = subject.followed.bytes({subject.load}, 1024, sector);
    ASSERT_TRUE(bytes);
    EXPECT_GE(*bytes, sector * sectorsOneByOne(1024, 64));
    EXPECT_LE(*bytes, 1.1 * sector * sectorsOneByOne(1024, 64));
    EXPECT_LT(*bytes, 1.2 * 1024 * perGroup * 4) << "without what comes back it is eight times as much";
}

TEST(FollowedGroups, TellNothingWhereDataDecide) {
    auto made = prepared(subject("__kernel void k(__global float* a, __global const int* b) {\n"
                                 "  const int i = get_global_id(0);\n  a[b[i]] = 1.0f;\n}\n",
                                 {1, {perGroup * launched, 1, 1}, {perGroup, 1, 1}}),
                         device("nvidia-h200"));
    FollowedGroups followed(made.pdg, made.evaluation);
    for (const auto& access : made.pdg.accesses)
        EXPECT_EQ(followed.bytes({access.id}, 10, sector).has_value(), access.kind == AccessKind::Load);
}

} // namespace
