// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/buffer_data.h"

#include <cstring>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "core/records/half.h"

namespace warpstring::records {
namespace {

BufferArgument argument(const char* type, std::uint64_t count, BufferInit init) {
    BufferArgument buffer;
    buffer.type = *parseValueType(type);
    buffer.count = count;
    buffer.init = init;
    return buffer;
}

BufferData make(const BufferArgument& buffer) {
    auto data = BufferData::create(buffer);
    EXPECT_TRUE(data);
    return std::move(data).value();
}

template <class T>
std::vector<T> as(const std::vector<std::byte>& bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

// The generator is part of the launch file's meaning: these values may never change.
TEST(BufferData, RandomValuesAreThoseOfEveryOtherMachine) {
    BufferArgument buffer = argument("double", 8, BufferInit::Random);
    buffer.range = {0, 1};
    buffer.seed = 1;
    const BufferData reals = make(buffer);
    EXPECT_EQ(reals.floatAt(0), 0x1.7906ac21d0e58p-2);
    EXPECT_EQ(reals.floatAt(7), 0x1.f9c8e453b6cb0p-3);
    buffer.type = *parseValueType("int");
    buffer.range = {-1000, 1000};
    const BufferData integers = make(buffer);
    EXPECT_EQ(integers.integerAt(0), -264);
    EXPECT_EQ(integers.integerAt(7), -506);
    buffer.init = BufferInit::Permutation;
    EXPECT_EQ(as<std::int32_t>(make(buffer).bytes()), (std::vector<std::int32_t>{2, 1, 0, 7, 6, 3, 4, 5}));
}

TEST(BufferData, RandomFloatsStayBelowTheUpperEnd) {
    for (const char* type : {"half", "float", "double"}) {
        BufferArgument buffer = argument(type, 20000, BufferInit::Random);
        buffer.range = {1.0, 1.0 + 0x1p-9}; // two halves wide: nearly every second value rounds up to the end
        const BufferData data = make(buffer);
        double sum = 0;
        for (std::uint64_t i = 0; i < data.scalarCount(); ++i) {
            ASSERT_GE(data.floatAt(i), buffer.range[0]);
            ASSERT_LT(data.floatAt(i), buffer.range[1]);
            sum += data.floatAt(i);
        }
        EXPECT_GT(sum / 20000, 1.0 + 0x1p-12) << type;
    }
}

TEST(BufferData, RandomFloatsAreSpreadEvenly) {
    BufferArgument buffer = argument("float", 100000, BufferInit::Random);
    buffer.range = {-1, 1};
    buffer.seed = 42;
    const BufferData data = make(buffer);
    std::array<int, 10> bins{};
    for (std::uint64_t i = 0; i < data.scalarCount(); ++i)
        ++bins[static_cast<std::size_t>((data.floatAt(i) + 1) * 5)];
    for (const int bin : bins) EXPECT_NEAR(bin, 10000, 500);
}

TEST(BufferData, RandomIntegersReachBothEnds) {
    BufferArgument buffer = argument("char", 5000, BufferInit::Random);
    buffer.range = {-2, 2};
    const BufferData data = make(buffer);
    std::set<std::int64_t> seen;
    for (std::uint64_t i = 0; i < data.scalarCount(); ++i) seen.insert(data.integerAt(i));
    EXPECT_EQ(seen, (std::set<std::int64_t>{-2, -1, 0, 1, 2}));
}

TEST(BufferData, ARangeOfOneValueIsThatValue) {
    BufferArgument buffer = argument("float", 4, BufferInit::Random);
    buffer.range = {0.25, 0.25};
    EXPECT_EQ(make(buffer).floatAt(3), 0.25);
    buffer.type = *parseValueType("uint");
    buffer.range = {7, 7};
    EXPECT_EQ(make(buffer).integerAt(3), 7);
}

TEST(BufferData, SeedsGiveUnrelatedStreams) {
    BufferArgument buffer = argument("uint", 1000, BufferInit::Random);
    buffer.range = {0, 4294967295.0};
    std::set<std::int64_t> seen;
    for (buffer.seed = 0; buffer.seed < 20; ++buffer.seed) {
        const BufferData data = make(buffer);
        for (std::uint64_t i = 0; i < 1000; ++i) seen.insert(data.integerAt(i));
    }
    EXPECT_GT(seen.size(), 19990U); // a shifted stream would repeat nearly everything
}

TEST(BufferData, APermutationIsABijection) {
    for (const std::uint64_t count : {1, 2, 3, 5, 16, 17, 255, 1000, 4097}) {
        for (const std::uint64_t seed : {0, 1, 99}) {
            BufferArgument buffer = argument("int", count, BufferInit::Permutation);
            buffer.seed = seed;
            const BufferData data = make(buffer);
            std::vector<bool> seen(count, false);
            for (std::uint64_t i = 0; i < count; ++i) {
                const auto value = static_cast<std::uint64_t>(data.integerAt(i));
                ASSERT_LT(value, count);
                ASSERT_FALSE(seen[value]) << count << " " << seed;
                seen[value] = true;
            }
        }
    }
}

TEST(BufferData, APermutationIsNotTheIdentity) {
    const BufferData data = make(argument("int", 10000, BufferInit::Permutation));
    int fixed = 0;
    for (std::uint64_t i = 0; i < 10000; ++i)
        fixed += data.integerAt(i) == static_cast<std::int64_t>(i) ? 1 : 0;
    EXPECT_LT(fixed, 20);
}

TEST(BufferData, OffsetsLieTheLengthsApartAndEndAtTheirMean) {
    for (const std::uint64_t count : {1, 2, 3, 1000, 4097})
        for (const auto& [low, high] : {std::pair{0, 0}, {0, 1}, {3, 3}, {0, 64}, {5, 12}}) {
            BufferArgument buffer = argument("int", count, BufferInit::Offsets);
            buffer.range = {static_cast<double>(low), static_cast<double>(high)};
            buffer.seed = 7;
            const BufferData data = make(buffer);
            EXPECT_EQ(data.integerAt(0), 0);
            for (std::uint64_t i = 1; i < count; ++i) {
                EXPECT_GE(data.integerAt(i) - data.integerAt(i - 1), low) << i << " of " << count;
                EXPECT_LE(data.integerAt(i) - data.integerAt(i - 1), high) << i << " of " << count;
            }
            const auto lengths = static_cast<std::int64_t>(count) - 1;
            EXPECT_EQ(data.integerAt(count - 1), lengths * (low + high) / 2);
        }
}

TEST(BufferData, OffsetsDifferInTheirLengths) {
    BufferArgument buffer = argument("uint", 1001, BufferInit::Offsets);
    buffer.range = {0, 64};
    const BufferData data = make(buffer);
    std::set<std::int64_t> lengths;
    for (std::uint64_t i = 1; i < 1001; ++i) lengths.insert(data.integerAt(i) - data.integerAt(i - 1));
    EXPECT_GT(lengths.size(), 40U);
}

TEST(BufferData, HugeBuffersCostNothingUntilTheyAreWritten) {
    const std::uint64_t count = std::uint64_t{1} << 40;
    const BufferData data = make(argument("long", count, BufferInit::Permutation));
    EXPECT_LT(static_cast<std::uint64_t>(data.integerAt(count - 1)), count);
    EXPECT_NE(data.integerAt(count - 1), data.integerAt(count - 2));
}

TEST(BufferData, IotaCountsScalarsInTheType) {
    EXPECT_EQ(make(argument("int", 10, BufferInit::Iota)).integerAt(9), 9);
    EXPECT_EQ(make(argument("uchar", 1000, BufferInit::Iota)).integerAt(257), 1);
    EXPECT_EQ(make(argument("char", 1000, BufferInit::Iota)).integerAt(200), -56);
    EXPECT_EQ(make(argument("float2", 10, BufferInit::Iota)).floatAt(19), 19.0);
    EXPECT_EQ(make(argument("half", 5000, BufferInit::Iota)).floatAt(2049), 2048.0);
}

TEST(BufferData, ConstantsAreRoundedToTheType) {
    BufferArgument buffer = argument("float", 3, BufferInit::Constant);
    buffer.constant = 0.1;
    EXPECT_EQ(make(buffer).floatAt(2), static_cast<double>(0.1F));
    EXPECT_EQ(as<float>(make(buffer).bytes()), (std::vector<float>{0.1F, 0.1F, 0.1F}));
    buffer.type = *parseValueType("half");
    EXPECT_EQ(make(buffer).floatAt(0), halfValue(halfBits(0.1)));
    EXPECT_EQ(as<std::uint16_t>(make(buffer).bytes())[1], halfBits(0.1));
}

TEST(BufferData, BytesPadVectorsOfThree) {
    const auto values = as<float>(make(argument("float3", 2, BufferInit::Iota)).bytes());
    EXPECT_EQ(values, (std::vector<float>{0, 1, 2, 0, 3, 4, 5, 0}));
}

TEST(BufferData, BytesHoldWhatTheAccessorsSay) {
    for (const char* type : {"char", "ushort2", "int", "uint4", "long", "ulong"}) {
        BufferArgument buffer = argument(type, 50, BufferInit::Random);
        buffer.range = {0, 127};
        const BufferData data = make(buffer);
        const auto bytes = data.bytes();
        const auto size = static_cast<std::size_t>(warpstring::bytes(buffer.type.scalar));
        ASSERT_EQ(bytes.size(), data.scalarCount() * size);
        for (std::uint64_t i = 0; i < data.scalarCount(); ++i)
            EXPECT_EQ(static_cast<std::int64_t>(bytes[i * size]), data.integerAt(i));
    }
}

TEST(BufferData, FilesAreRawElements) {
    const auto path = std::filesystem::path(testing::TempDir()) / "buffer_data_test.bin";
    const std::vector<float> written{1, 2, 3, 0, 4, 5, 6, 0};
    std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(written.data()), 32);
    BufferArgument buffer = argument("float3", 2, BufferInit::File);
    buffer.file = path;
    const BufferData data = make(buffer);
    EXPECT_EQ(data.scalarCount(), 6U);
    EXPECT_EQ(data.floatAt(3), 4.0);
    EXPECT_EQ(as<float>(data.bytes()), written);

    buffer.count = 3;
    const auto tooShort = BufferData::create(buffer);
    ASSERT_FALSE(tooShort);
    EXPECT_EQ(tooShort.diagnostics()[0].code, "launch.file-too-short");
    EXPECT_EQ(tooShort.diagnostics()[0].place.file, path.string());
    buffer.file = testing::TempDir();
    EXPECT_EQ(BufferData::create(buffer).diagnostics()[0].code, "launch.file-not-found");
    std::filesystem::remove(path);
}

TEST(BufferData, SizesThatOverflowAreRefused) {
    const auto data = BufferData::create(argument("double16", std::uint64_t{1} << 57, BufferInit::Zero));
    ASSERT_FALSE(data);
    EXPECT_EQ(data.diagnostics()[0].code, "launch.too-large");
}

} // namespace
} // namespace warpstring::records
