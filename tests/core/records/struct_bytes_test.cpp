// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/struct_bytes.h"

#include <cstring>

#include <gtest/gtest.h>

namespace warpstring::records {
namespace {

struct alignas(16) Wanted {
    std::int32_t n;
    float scale;
    std::uint8_t tag;
    alignas(16) float v[4];
    struct {
        std::int64_t x;
        double y;
    } inner[2];
};

const StructLayout& layout() {
    static const StructLayout is{sizeof(Wanted),
                                 {{"n", offsetof(Wanted, n), {ScalarType::Int, 1}},
                                  {"scale", offsetof(Wanted, scale), {ScalarType::Float, 1}},
                                  {"tag", offsetof(Wanted, tag), {ScalarType::UChar, 1}},
                                  {"v", offsetof(Wanted, v), {ScalarType::Float, 4}},
                                  {"inner[0].x", 32, {ScalarType::Long, 1}},
                                  {"inner[0].y", 40, {ScalarType::Double, 1}},
                                  {"inner[1].x", 48, {ScalarType::Long, 1}},
                                  {"inner[1].y", 56, {ScalarType::Double, 1}}}};
    return is;
}

Result<std::vector<std::uint8_t>> bytesOf(const StructArgument& argument) {
    return structBytes(argument, layout(), "p", {"k.toml", 0, 0});
}

std::string codeOf(const StructArgument& argument) {
    const auto bytes = bytesOf(argument);
    return bytes ? "" : bytes.diagnostics().front().code;
}

// What the host's compiler makes of the same struct is the oracle.
TEST(StructBytes, AreThoseOfTheHostsStruct) {
    Wanted wanted;
    std::memset(static_cast<void*>(&wanted), 0, sizeof wanted);
    wanted.n = -4;
    wanted.scale = 1.5f;
    wanted.tag = 255;
    wanted.v[0] = wanted.v[1] = wanted.v[3] = 0;
    wanted.v[2] = 0.25f;
    wanted.inner[1].x = -1234567890123;
    wanted.inner[0].y = 0.1;
    const auto bytes = bytesOf({{{"n", std::int64_t{-4}},
                                 {"scale", 1.5},
                                 {"tag", std::int64_t{255}},
                                 {"v[2]", 0.25},
                                 {"inner[1].x", std::int64_t{-1234567890123}},
                                 {"inner[0].y", 0.1}},
                                {}});
    ASSERT_TRUE(bytes) << toText(bytes.diagnostics().front());
    std::vector<std::uint8_t> expected(sizeof wanted);
    std::memcpy(expected.data(), &wanted, sizeof wanted);
    EXPECT_EQ(*bytes, expected);
    EXPECT_EQ(std::get<std::int64_t>(scalarAt(*bytes, 0, ScalarType::Int).value), -4);
    EXPECT_EQ(std::get<double>(scalarAt(*bytes, 4, ScalarType::Float).value), 1.5);
    EXPECT_EQ(std::get<std::int64_t>(scalarAt(*bytes, 8, ScalarType::UChar).value), -1)
        << "as every integer of the evaluation, sign-extended";
}

TEST(StructBytes, AVectorsNameStandsForAllOfItsComponents) {
    const auto bytes = bytesOf({{{"v", 2.0}}, {}});
    ASSERT_TRUE(bytes);
    for (std::uint64_t i = 0; i < 4; ++i)
        EXPECT_EQ(std::get<double>(scalarAt(*bytes, 16 + 4 * i, ScalarType::Float).value), 2.0);
}

TEST(StructBytes, FaultsAreNamed) {
    EXPECT_EQ(codeOf({{{"m", std::int64_t{1}}}, {}}), "launch.unknown-member");
    EXPECT_EQ(codeOf({{{"v[4]", 1.0}}, {}}), "launch.unknown-member");
    EXPECT_EQ(codeOf({{{"tag", std::int64_t{256}}}, {}}), "launch.member-value");
    EXPECT_EQ(codeOf({{{"tag", std::int64_t{-1}}}, {}}), "launch.member-value");
    EXPECT_EQ(codeOf({{{"n", 1.5}}, {}}), "launch.member-value");
    EXPECT_EQ(codeOf({{{"n", std::int64_t{1} << 31}}, {}}), "launch.member-value");
    EXPECT_EQ(codeOf({{{"n", -(std::int64_t{1} << 31)}}, {}}), "");
    EXPECT_EQ(codeOf({{{"scale", 1e300}}, {}}), "launch.member-value");
    EXPECT_EQ(codeOf({{{"v", 1.0}, {"v[1]", 1.0}}, {}}), "launch.member-twice");
    EXPECT_EQ(codeOf({{}, {1, 2, 3}}), "launch.struct-size");
    EXPECT_EQ(codeOf({{}, std::vector<std::uint8_t>(sizeof(Wanted))}), "");
    const auto unknown = bytesOf({{{"scal", 1.0}}, {}});
    EXPECT_NE(unknown.diagnostics().front().hint.find("did you mean 'scale'?"), std::string::npos);
}

TEST(StructBytes, HexadecimalGoesBothWays) {
    std::vector<std::uint8_t> all;
    all.reserve(256);
    for (int i = 0; i < 256; ++i) all.push_back(static_cast<std::uint8_t>(i));
    EXPECT_EQ(bytesOfHex(hexText(all)), all);
    EXPECT_EQ(bytesOfHex("0aFF"), (std::vector<std::uint8_t>{10, 255}));
    EXPECT_EQ(bytesOfHex("0"), std::nullopt);
    EXPECT_EQ(bytesOfHex("0g"), std::nullopt);
}

} // namespace
} // namespace warpstring::records
