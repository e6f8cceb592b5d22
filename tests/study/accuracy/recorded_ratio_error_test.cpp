// SPDX-License-Identifier: GPL-3.0-or-later
// Which record, and which of its sets, tells the error of ratios on a device.
#include "study/accuracy/recorded_ratio_error.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "study/accuracy/accuracy_record.h"

namespace warpstring::accuracy {
namespace {

namespace fs = std::filesystem;

class RecordedRatioErrors : public testing::Test {
protected:
    RecordedRatioErrors()
        : folder_(fs::temp_directory_path() / ("warpstring-ratio-errors-" + std::to_string(getpid()))) {
        fs::create_directories(folder_);
    }
    ~RecordedRatioErrors() override { fs::remove_all(folder_); }

    void write(const std::string& file, const std::string& spec, std::vector<RatioRecord> ratios) const {
        AccuracyRecord record;
        record.spec = spec;
        record.device = "A GPU";
        record.margin = 0.01;
        record.figures = {{"all", records::Quantity::KernelTime, "points", 9}};
        record.ratios = std::move(ratios);
        std::ofstream(folder_ / file) << toJson(record);
    }
    [[nodiscard]] RecordedRatioError of(const std::string& spec) const {
        return recordedRatioError(spec, folder_);
    }

    const fs::path folder_;
};

TEST_F(RecordedRatioErrors, TheSetThatWasNeverTunedOnGoesFirst) {
    write("accuracy-a.json", "a", {{"all", {9, 0.02, 0.03}}, {"checked-on", {5, 0.06, 0.08}}});
    write("accuracy-b.json", "b", {{"all", {9, 0.03, 0.04}}, {"tuned-on", {4, 0.01, 0.02}}});
    write("accuracy-c.json", "c",
          {{"all", {9, 0.02, 0.03}}, {"checked-on", {5, 0.06, 0.08}}, {"field-checked-on", {7, 0.125, 0.25}}});
    EXPECT_EQ(of("a").errors, (RatioErrors{5, 0.06, 0.08}));
    EXPECT_EQ(of("a").of, "checked-on");
    EXPECT_EQ(of("a").record, folder_ / "accuracy-a.json");
    EXPECT_EQ(of("b").of, "all");
    EXPECT_DOUBLE_EQ(of("c").errors.median, 0.125);
    EXPECT_EQ(toText(of("c")), "12.5 %, the median of 7 pairs measured on it (field-checked-on)");
}

TEST_F(RecordedRatioErrors, WithoutARecordItIsAssumedAndSaysSo) {
    write("accuracy-b.json", "b", {{"all", {9, 0.03, 0.04}}});
    write("accuracy-none.json", "none", {{"all", {0, 0, 0}}});
    for (const char* spec : {"a", "none", ""}) {
        EXPECT_DOUBLE_EQ(of(spec).errors.median, 0.05) << spec;
        EXPECT_TRUE(of(spec).record.empty()) << spec;
    }
    EXPECT_EQ(toText(of("a")), "5.0 %, assumed: there are no measurements on it");
    EXPECT_TRUE(recordedRatioError("b", folder_ / "none").record.empty()) << "the folder is not there";
}

TEST_F(RecordedRatioErrors, WhatIsNoRecordIsPassedOver) {
    std::ofstream(folder_ / "accuracy-0.json") << "{";
    std::ofstream(folder_ / "accuracy-1.json") << R"({"schema": "warpstring.other/1", "spec": "b"})";
    write("accuracy-b.json", "b", {{"all", {9, 0.03, 0.04}}});
    write("other.json", "a", {{"all", {9, 0.02, 0.03}}});
    EXPECT_DOUBLE_EQ(of("b").errors.median, 0.03);
    EXPECT_TRUE(of("a").record.empty()) << "the file is not called accuracy-*.json";
}

TEST(ShippedRatioErrors, TheH200sIsOfKernelsAsTheyAreFound) {
    const auto error = recordedRatioError("nvidia-h200", fs::path(WARPSTRING_SOURCE_DIR) / "docs/data");
    EXPECT_EQ(error.of, "field-checked-on");
    EXPECT_GT(error.errors.pairs, 1000U);
    EXPECT_NE(error.errors.median, assumedRatioError);
}

} // namespace
} // namespace warpstring::accuracy
