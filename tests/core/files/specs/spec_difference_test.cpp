// SPDX-License-Identifier: GPL-3.0-or-later
// What two specs say differently, on a shipped one with single keys changed.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "core/files/specs/spec_difference.h"

namespace warpstring::files {
namespace {

class Differences : public testing::Test {
protected:
    static std::string shippedText() {
        const auto path = std::filesystem::path(WARPSTRING_SOURCE_DIR) / "hwspecs" / "geforce-8800-gtx.toml";
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    }

    SpecDocument before_ = SpecDocument::parse(shippedText(), "before.toml");
    SpecDocument after_ = SpecDocument::parse(shippedText(), "after.toml");
};

TEST_F(Differences, aSpecDiffersInNothingFromItself) { EXPECT_TRUE(specDifferences(before_, after_).empty()); }

TEST_F(Differences, aChangedValueIsOneDifference) {
    ASSERT_TRUE(after_.set("execution.clock_mhz", "1234").empty());
    const auto differences = specDifferences(before_, after_);
    ASSERT_EQ(differences.size(), 1U);
    EXPECT_EQ(differences[0].path, "execution.clock_mhz");
    EXPECT_EQ(differences[0].unit, "MHz");
    EXPECT_EQ(differences[0].after, std::optional<std::string>("1234"));
    EXPECT_EQ(differences[0].before, std::optional<std::string>(before_.entry("execution.clock_mhz").value));
    EXPECT_TRUE(differences[0].valueChanged());
    EXPECT_TRUE(differences[0].sourceIsStale()) << "another figure of the same source";
}

TEST_F(Differences, anotherSourceIsNotStale) {
    ASSERT_TRUE(after_.set("execution.clock_mhz", "1234").empty());
    ASSERT_TRUE(after_.setProvenance("execution.clock_mhz", {"estimated", "", "guessed"}).empty());
    const auto differences = specDifferences(before_, after_);
    ASSERT_EQ(differences.size(), 1U);
    EXPECT_FALSE(differences[0].sourceIsStale());
    EXPECT_EQ(differences[0].provenanceAfter.note, "guessed");
}

TEST_F(Differences, aSourceAloneIsADifferenceToo) {
    ASSERT_TRUE(after_.setProvenance("execution.clock_mhz", {"estimated", "", "guessed"}).empty());
    const auto differences = specDifferences(before_, after_);
    ASSERT_EQ(differences.size(), 1U);
    EXPECT_FALSE(differences[0].valueChanged());
    EXPECT_FALSE(differences[0].sourceIsStale());
}

TEST_F(Differences, numbersAreComparedAsNumbers) {
    const std::string clock = before_.entry("execution.clock_mhz").value;
    ASSERT_TRUE(
        after_.set("execution.clock_mhz", clock + (clock.find('.') == std::string::npos ? ".0" : "0")).empty());
    ASSERT_NE(after_.text(), before_.text());
    EXPECT_TRUE(specDifferences(before_, after_).empty());
}

TEST_F(Differences, keysThatAreGoneAndKeysThatAreNewHaveOneSide) {
    ASSERT_TRUE(after_.remove("execution.barrier_cycles").empty());
    const auto gone = specDifferences(before_, after_);
    ASSERT_EQ(gone.size(), 1U);
    EXPECT_TRUE(gone[0].before.has_value());
    EXPECT_FALSE(gone[0].after.has_value());
    EXPECT_FALSE(gone[0].sourceIsStale());
    const auto made = specDifferences(after_, before_);
    ASSERT_EQ(made.size(), 1U);
    EXPECT_FALSE(made[0].before.has_value());
    EXPECT_EQ(made[0].after, gone[0].before);
}

TEST_F(Differences, aChangedPartOfACostIsADifference) {
    ASSERT_TRUE(after_.set("instructions.move.cycles", "77").empty());
    const auto differences = specDifferences(before_, after_);
    ASSERT_EQ(differences.size(), 1U);
    EXPECT_EQ(differences[0].path, "instructions.move");
}

} // namespace
} // namespace warpstring::files
