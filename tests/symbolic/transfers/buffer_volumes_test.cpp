// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes that travel, beside what every work-item touches.
#include "tests/symbolic/transfers/transfer_launch.h"

namespace warpstring::transfers {
namespace {

using symbolic::Direction;
using test::TransferLaunch;
using test::transferLaunch;

const BufferVolumes& buffer(const std::vector<BufferVolumes>& volumes, const std::string& name) {
    for (const BufferVolumes& one : volumes)
        if (one.name == name) return one;
    static const BufferVolumes none;
    ADD_FAILURE() << "there is no buffer " << name;
    return none;
}

/// All boxes of a launch in two or three parts of each dimension.
std::vector<GroupBox> boxesOf(const TransferLaunch& launch, std::uint64_t parts) {
    std::vector<GroupBox> boxes{GroupBox{}};
    const GroupBox all = launch.all();
    for (std::size_t d = 0; d < 3; ++d) {
        std::vector<GroupBox> divided;
        for (const GroupBox& box : boxes)
            for (std::uint64_t part = 0; part < parts; ++part) {
                GroupBox one = box;
                one.first[d] = all.count[d] * part / parts;
                one.count[d] = all.count[d] * (part + 1) / parts - one.first[d];
                if (one.count[d] > 0) divided.push_back(one);
            }
        boxes = std::move(divided);
    }
    return boxes;
}

struct Case {
    const char* body;
    std::array<std::uint64_t, 3> global, local;
    std::int64_t n;
};

class Volumes : public testing::TestWithParam<Case> {};

TEST_P(Volumes, areThoseOfEveryWorkItem) {
    const Case& given = GetParam();
    const auto launch = transferLaunch(given.body, given.n, given.global, given.local);
    ASSERT_TRUE(launch);
    for (const std::uint64_t parts : {1U, 2U, 3U})
        for (const GroupBox& box : boxesOf(*launch, parts)) {
            const auto volumes = bufferVolumes(launch->pdg, launch->launch, launch->counts, DirectionsBy::Graph,
                                               parts == 1 ? std::nullopt : std::optional(box));
            const auto loaded = launch->truth("b", false, box);
            const auto stored = launch->truth("a", true, box);
            const BufferVolumes &in = buffer(volumes, "b"), &out = buffer(volumes, "a");
            ASSERT_TRUE(in.in.interval && out.out.interval && in.in.packed && out.out.packed);
            EXPECT_EQ(in.in.interval, loaded.interval());
            EXPECT_EQ(out.out.interval, stored.interval());
            EXPECT_GE(*in.in.packed, loaded.bytes);
            EXPECT_LE(*in.in.packed, loaded.interval());
            EXPECT_GE(*out.out.packed, stored.bytes);
            EXPECT_EQ(in.out.bytes(TransferBy::Whole), 0);
            // What lies between places that are written is sent, or its contents would be lost.
            const bool hasGaps = stored.bytes < stored.interval();
            EXPECT_EQ(out.in.interval, hasGaps ? stored.interval() : 0) << given.body;
        }
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, Volumes,
    testing::Values(
        Case{"int i = get_global_id(0); a[i] = b[i];", {512, 1, 1}, {64, 1, 1}, 512},
        Case{"int i = get_global_id(0); a[i + 1] = b[i] + b[i + 1] + b[i + 2];", {512, 1, 1}, {64, 1, 1}, 512},
        Case{"int i = get_global_id(0); a[3 * i] = b[2 * i];", {512, 1, 1}, {64, 1, 1}, 512},
        Case{"int i = get_global_id(0); a[n - 1 - i] = b[i];", {512, 1, 1}, {64, 1, 1}, 512},
        Case{"int x = get_global_id(0), y = get_global_id(1); a[y * n + x] = b[x * n + y];",
             {64, 48, 1},
             {8, 4, 1},
             64},
        Case{"int x = get_global_id(0), y = get_global_id(1); float s = 0; for (int k = 0; k < n; ++k) "
             "s += b[y * n + k] * b[4096 + k * n + x]; a[y * n + x] = s;",
             {32, 32, 1},
             {8, 8, 1},
             32},
        Case{"int g = get_group_id(0), l = get_local_id(0); a[g] = b[g * 64 + l];",
             {512, 1, 1},
             {64, 1, 1},
             0}));

TEST(BufferVolumes, leaveAloneWhatIsNotTouched) {
    const auto launch = transferLaunch("a[get_global_id(0)] = n;", 4, {64, 1, 1}, {64, 1, 1}, 64);
    ASSERT_TRUE(launch);
    const auto volumes = bufferVolumes(launch->pdg, launch->launch, launch->counts);
    EXPECT_EQ(buffer(volumes, "b").direction, Direction::None);
    EXPECT_EQ(buffer(volumes, "b").in.bytes(TransferBy::Whole), 0);
    // All of it is written: nothing of it is sent.
    EXPECT_EQ(buffer(volumes, "a").direction, Direction::Out);
    EXPECT_EQ(buffer(volumes, "a").in.bytes(TransferBy::Whole), 0);
    EXPECT_EQ(buffer(volumes, "a").out.bytes(TransferBy::Whole), 256);
}

TEST(BufferVolumes, sendAWholeThatIsWrittenInPartUnlessTheLaunchSaysWrite) {
    auto launch = transferLaunch("a[get_global_id(0)] = n;", 4, {64, 1, 1}, {64, 1, 1}, 100);
    ASSERT_TRUE(launch);
    const auto volumes = bufferVolumes(launch->pdg, launch->launch, launch->counts);
    EXPECT_EQ(buffer(volumes, "a").in.bytes(TransferBy::Whole), 400);
    EXPECT_EQ(buffer(volumes, "a").in.bytes(TransferBy::Interval), 0);
    EXPECT_NE(buffer(volumes, "a").note.find("not all of it"), std::string::npos);
    std::get<BufferArgument>(launch->launch.arguments["a"]).access = BufferAccess::Write;
    const auto declared = bufferVolumes(launch->pdg, launch->launch, launch->counts);
    EXPECT_EQ(buffer(declared, "a").in.bytes(TransferBy::Whole), 0);
    // As `measure` moves them: the whole of both.
    const auto measured = bufferVolumes(launch->pdg, launch->launch, launch->counts, DirectionsBy::Launch);
    EXPECT_EQ(buffer(measured, "a").out.bytes(TransferBy::Packed), 400);
    EXPECT_EQ(buffer(measured, "b").in.bytes(TransferBy::Packed), 400);
    EXPECT_EQ(buffer(measured, "b").out.bytes(TransferBy::Packed), 400);
}

TEST(BufferVolumes, moveTheWholeWhereAddressesHangOnData) {
    const auto launch =
        transferLaunch("int i = get_global_id(0); a[(int)b[i]] = 1;", 4, {64, 1, 1}, {64, 1, 1}, 100);
    ASSERT_TRUE(launch);
    const auto volumes = bufferVolumes(launch->pdg, launch->launch, launch->counts);
    for (const TransferBy by : {TransferBy::Whole, TransferBy::Interval, TransferBy::Packed}) {
        EXPECT_EQ(buffer(volumes, "a").out.bytes(by), 400);
        EXPECT_EQ(buffer(volumes, "a").in.bytes(by), 400);
    }
    EXPECT_EQ(buffer(volumes, "b").in.bytes(TransferBy::Interval), 256);
}

/// Garg 2009, section 5.3.3: of 114 places 50 are touched and 60 travel packed, the lost ones among them.
TEST(BufferVolumes, ofTheThesisAreItsOwn) {
    const auto launch = transferLaunch("int i = get_global_id(0); for (int j = 0; j < 5; ++j) "
                                       "a[i * 5 + j] = b[20 * i + 3 * j] + b[21 + 20 * i + 3 * j];",
                                       0, {5, 1, 1}, {1, 1, 1}, 4096);
    ASSERT_TRUE(launch);
    const auto volumes = bufferVolumes(launch->pdg, launch->launch, launch->counts);
    EXPECT_EQ(launch->truth("b", false, launch->all()).bytes, 50 * 4);
    EXPECT_EQ(buffer(volumes, "b").in.packed, 60 * 4);
    EXPECT_EQ(buffer(volumes, "b").in.interval, 114 * 4);
    EXPECT_EQ(buffer(volumes, "b").in.whole, 4096 * 4);
}

} // namespace
} // namespace warpstring::transfers
