// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch.h"

#include <gtest/gtest.h>

namespace warpstring {
namespace {

const SourceLocation place{"a.toml", 3, 4};

std::vector<std::string> codes(const NDRange& range) {
    std::vector<std::string> all;
    for (const Diagnostic& found : validate(range, place)) {
        EXPECT_EQ(found.place, place);
        EXPECT_FALSE(found.hint.empty());
        all.push_back(found.code);
    }
    return all;
}

using Codes = std::vector<std::string>;
constexpr std::uint64_t big = std::uint64_t{1} << 40;

TEST(ValidateRange, AcceptsWholeGroups) {
    EXPECT_EQ(codes({2, {1024, 512, 1}, {16, 16, 1}}), Codes{});
    EXPECT_EQ(codes({1, {big, 1, 1}, {256, 1, 1}}), Codes{});
}

TEST(ValidateRange, NamesTheSizesThatDoNotDivide) {
    const auto found = validate({1, {1000, 1, 1}, {256, 1, 1}}, place);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].code, "launch.non-dividing-size");
    EXPECT_EQ(found[0].message, "global size 1000 of dimension 0 is not a multiple of the local size 256");
    EXPECT_NE(found[0].hint.find("768 or 1024"), std::string::npos) << found[0].hint;
}

TEST(ValidateRange, ReportsEveryFault) {
    EXPECT_EQ(codes({2, {10, 10, 1}, {3, 4, 1}}),
              (Codes{"launch.non-dividing-size", "launch.non-dividing-size"}));
    EXPECT_EQ(codes({2, {0, 10, 1}, {3, 0, 1}}), (Codes{"launch.zero-size", "launch.zero-size"}));
    EXPECT_EQ(codes({4, {1, 1, 1}, {1, 1, 1}}), Codes{"launch.bad-dimensions"});
    EXPECT_EQ(codes({0, {1, 1, 1}, {1, 1, 1}}), Codes{"launch.bad-dimensions"});
}

TEST(ValidateRange, ALocalSizeMayExceedTheGlobalOne) {
    EXPECT_EQ(codes({2, {10, 10, 1}, {64, 1, 1}}),
              Codes{"launch.non-dividing-size"}); // 0 groups, and no division by them
    EXPECT_NE(validate({1, {10, 1, 1}, {64, 1, 1}}, place)[0].hint.find("to 64 and"), std::string::npos);
}

TEST(ValidateRange, BoundsProductsWithoutOverflow) {
    EXPECT_EQ(codes({2, {big, big, 1}, {1, 1, 1}}), Codes{"launch.too-many-groups"});
    EXPECT_EQ(codes({3, {big, big, big}, {1, 1, 1}}), Codes{"launch.too-many-groups"});
    EXPECT_EQ(codes({2, {big, big, 1}, {1 << 20, 1 << 10, 1}}), Codes{"launch.too-many-work-items"});
    EXPECT_EQ(codes({3, {big, big, big}, {big, big, big}}),
              (Codes{"launch.too-large-group", "launch.too-many-work-items"}));
    EXPECT_EQ(codes({1, {std::uint64_t{1} << 53, 1, 1}, {1, 1, 1}}), Codes{"launch.too-many-groups"});
    EXPECT_EQ(codes({1, {(std::uint64_t{1} << 53) - 1, 1, 1}, {1, 1, 1}}), Codes{});
}

} // namespace
} // namespace warpstring
