// SPDX-License-Identifier: GPL-3.0-or-later
// The report of a calibration tells of every value, and where it stands.
#include <gtest/gtest.h>

#include "calibration/calibration.h"
#include "tests/calibration/made_up_probes.h"

namespace warpstring::calibration {
namespace {

class Reports : public testing::Test {
protected:
    static void SetUpTestSuite() {
        set_ = test::madeUpProbes(test::h200(), 0.01, 7);
        auto calibrated = calibrateSpec(set_, test::h200Text(), "base.toml", "");
        ASSERT_TRUE(calibrated) << toText(calibrated.diagnostics().front());
        calibrated_ = *std::move(calibrated);
        report_ = reportText(calibrated_, set_);
    }

    /// Where a heading's part of the report begins and ends.
    static std::string part(const std::string& from, const std::string& to) {
        const auto begin = report_.find(from), end = to.empty() ? report_.size() : report_.find(to);
        EXPECT_NE(begin, std::string::npos) << from;
        EXPECT_NE(end, std::string::npos) << to;
        return begin < end ? report_.substr(begin, end - begin) : "";
    }

    static records::ProbeSet set_;
    static CalibratedSpec calibrated_;
    static std::string report_;
};

records::ProbeSet Reports::set_;
CalibratedSpec Reports::calibrated_;
std::string Reports::report_;

TEST_F(Reports, identifiedValuesStandAboveTheOthers) {
    const std::string identified = part("\nidentified", "\ncycles of a warp's operation");
    const std::string others = part("\nnot identified", "\nfindings");
    std::size_t known = 0;
    for (const CalibratedValue& value : calibrated_.calibration.values) {
        const std::string line = "\n  " + value.key + " ";
        EXPECT_EQ(identified.find(line) != std::string::npos, value.estimate.identified) << value.key;
        EXPECT_EQ(others.find(line) != std::string::npos, !value.estimate.identified) << value.key;
        known += value.estimate.identified ? 1 : 0;
    }
    EXPECT_GT(known, 10U);
}

TEST_F(Reports, everyMeasuredClassHasItsCyclesAndLatency) {
    const std::string costs = part("\ncycles of a warp's operation", "\nnot identified");
    for (const auto& [operation, cost] : calibrated_.calibration.costs) {
        EXPECT_NE(costs.find("\n  " + std::string(name(operation)) + " "), std::string::npos)
            << name(operation);
        EXPECT_NE(costs.find("\n  " + std::string(name(operation)) + ", latency "), std::string::npos);
    }
}

TEST_F(Reports, classesWithoutAProbeAreNamed) {
    const std::string others = part("\nnot identified", "\nfindings");
    for (std::size_t i = 0; i < operationClassCount; ++i) {
        const auto operation = static_cast<OperationClass>(i);
        const bool isMissing = !calibrated_.calibration.costs.contains(operation) &&
                               calibrated_.spec.instructions.contains(operation);
        EXPECT_EQ(others.find("\n  instructions." + std::string(name(operation)) + " ") != std::string::npos,
                  isMissing)
            << name(operation);
    }
}

TEST_F(Reports, theFirstLineTellsWhatWasMeasured) {
    const std::string first = report_.substr(0, report_.find('\n'));
    EXPECT_NE(first.find(set_.device.name), std::string::npos);
    EXPECT_NE(first.find(std::to_string(set_.probes.size()) + " records"), std::string::npos);
}

TEST_F(Reports, whatIsFoundIsFoundByItsKey) {
    const CalibratedValue* clock = calibrated_.calibration.find("execution.clock_mhz");
    ASSERT_NE(clock, nullptr);
    EXPECT_EQ(clock->unit, "MHz");
    EXPECT_EQ(calibrated_.calibration.find("no.such_key"), nullptr);
}

} // namespace
} // namespace warpstring::calibration
