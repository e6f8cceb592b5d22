// SPDX-License-Identifier: GPL-3.0-or-later
// Buffers of sequences on their way: first use in, last use out.
#include <gtest/gtest.h>

#include "symbolic/transfers/sequence_transfers.h"

namespace warpstring::transfers {
namespace {

using symbolic::Direction;

BufferArgument buffer(BufferAccess access) {
    BufferArgument argument;
    argument.type = {ScalarType::Float};
    argument.count = 1000;
    argument.access = access;
    return argument;
}

BufferVolumes volumes(const std::string& name, Direction direction) {
    BufferVolumes result;
    result.name = name;
    result.direction = direction;
    result.bytes = result.onDevice.whole = 4000;
    result.touched = regions::Interval{400, 1400};
    if (direction != Direction::Out) result.in = {4000, 1000, 1000};
    if (direction != Direction::In) result.out = {4000, 1000, 1000};
    return result;
}

SequenceStep step(const std::map<std::string, std::string>& buffers) {
    SequenceStep result;
    result.launch.name = "step";
    result.launch.arguments = {{"from", buffer(BufferAccess::Read)}, {"to", buffer(BufferAccess::Write)}};
    result.buffers = buffers;
    return result;
}

StepVolumes stepVolumes() {
    return {{volumes("from", Direction::In), volumes("to", Direction::Out)}, {1, 9}, 1000};
}

HostTimes host() {
    HostTimes times;
    times.in = {1, 1};
    times.out = {1, 1};
    times.launchUs = 4;
    return times;
}

const ResidentBuffer& named(const SequenceTransfers& moved, const std::string& name) {
    for (const ResidentBuffer& one : moved.buffers)
        if (one.name == name) return one;
    static const ResidentBuffer none;
    ADD_FAILURE() << "there is no buffer " << name;
    return none;
}

TEST(SequenceTransfers, keepWhatLiesBetweenOnTheDevice) {
    Sequence sequence;
    sequence.steps = {step({{"from", "x"}, {"to", "between"}}), step({{"from", "between"}, {"to", "y"}})};
    const auto moved = sequenceTransfers(sequence, {stepVolumes(), stepVolumes()}, TransferBy::Whole, host());
    EXPECT_EQ(named(moved, "x").inBytes, 4000);
    EXPECT_EQ(named(moved, "x").outBytes, 0);
    EXPECT_EQ(named(moved, "between").inBytes + named(moved, "between").outBytes, 0);
    EXPECT_EQ(named(moved, "y").outBytes, 4000);
    EXPECT_EQ(moved.deviceBytes, 12000);
    EXPECT_DOUBLE_EQ(moved.times.inUs, 1 + 4);
    EXPECT_DOUBLE_EQ(moved.times.kernelUs, 20);
    EXPECT_DOUBLE_EQ(moved.apartTransferUs, 4 * 5);
    // What the reference names is a result, too.
    sequence.reference.emplace();
    sequence.reference->buffers = {{"between", "p"}};
    const auto checked = sequenceTransfers(sequence, {stepVolumes(), stepVolumes()}, TransferBy::Whole, host());
    EXPECT_EQ(named(checked, "between").outBytes, 4000);
}

TEST(SequenceTransfers, followBuffersThatTakeTurns) {
    Sequence sequence;
    sequence.steps = {step({{"from", "u"}, {"to", "v"}})};
    sequence.steps[0].repeat = 4;
    sequence.steps[0].swaps = {{"u", "v"}};
    const auto moved = sequenceTransfers(sequence, {stepVolumes()}, TransferBy::Interval, host());
    EXPECT_EQ(moved.runs, 4U);
    EXPECT_EQ(named(moved, "u").inBytes, 1000);
    // The fourth run writes what was u at the start; v was written before it was read.
    EXPECT_EQ(named(moved, "u").outBytes, 1000);
    EXPECT_EQ(named(moved, "v").inBytes + named(moved, "v").outBytes, 0);
    sequence.steps[0].repeat = 3;
    const auto odd = sequenceTransfers(sequence, {stepVolumes()}, TransferBy::Interval, host());
    EXPECT_EQ(named(odd, "u").outBytes, 0);
    EXPECT_EQ(named(odd, "v").outBytes, 1000);
}

TEST(SequenceTransfers, moveALaunchsOwnBuffersOnce) {
    Sequence sequence;
    sequence.steps = {step({{"to", "y"}})};
    sequence.steps[0].repeat = 5;
    StepVolumes own = stepVolumes();
    own.kernel = {1, 1}; // shorter than a launch takes
    const auto moved = sequenceTransfers(sequence, {own}, TransferBy::Whole, host());
    EXPECT_EQ(named(moved, "step.from").inBytes, 4000);
    EXPECT_FALSE(named(moved, "step.from").isShared);
    EXPECT_DOUBLE_EQ(moved.times.kernelUs, 5 * 4);
}

TEST(SequenceTransfers, sendWhatIsWrittenInPart) {
    Sequence sequence;
    sequence.steps = {step({{"from", "x"}, {"to", "y"}})};
    StepVolumes inPart = stepVolumes();
    inPart.buffers[1].in = {4000, 0, 0};
    const auto moved = sequenceTransfers(sequence, {inPart}, TransferBy::Whole, host());
    EXPECT_EQ(named(moved, "y").inBytes, 4000);
    EXPECT_EQ(named(moved, "y").outBytes, 4000);
}

} // namespace
} // namespace warpstring::transfers
