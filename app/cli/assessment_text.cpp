// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/assessment_text.h"

#include <algorithm>
#include <sstream>

#include "app/common/terminal.h"
#include "study/comparison/comparison_numbers.h"

namespace warpstring::cli {

using records::AccuracyMetric;

namespace {

void metrics(std::ostringstream& out, const accuracy::Assessment& assessment, records::Quantity quantity,
             int width, bool colour) {
    out << "\n"
        << paint("by set, " + std::string(name(quantity)), Colour::Bold, colour) << "\n  " << padded("", width);
    const std::array shown{AccuracyMetric::Mape,     AccuracyMetric::MedianError,
                           AccuracyMetric::P90Error, AccuracyMetric::GeometricMeanError,
                           AccuracyMetric::Within10, AccuracyMetric::Within20,
                           AccuracyMetric::Within2x};
    for (const char* title : {"points", "MAPE", "median", "p90", "geo. mean", "<= 10 %", "<= 20 %", "<= 2x",
                              "over", "under", "apart"})
        out << padded(title, 11, true);
    out << "\n";
    for (const accuracy::AssessedGroup& group : assessment.groups) {
        const accuracy::AssessedQuantity& assessed = group.of(quantity);
        out << "  " << padded(group.name, width) << padded(std::to_string(assessed.accuracy.count), 11, true);
        for (const AccuracyMetric metric : shown)
            out << padded(accuracy::valueText(metric, group.valueOf(metric, quantity)), 11, true);
        for (const std::size_t count : {assessed.accuracy.over, assessed.accuracy.under, assessed.excluded})
            out << padded(std::to_string(count), 11, true);
        out << "\n";
    }
}

void targets(std::ostringstream& out, const accuracy::Assessment& assessment, bool colour) {
    int width = 6;
    for (const accuracy::AssessedTarget& target : assessment.targets)
        width = std::max(width, displayWidth(accuracy::titleOf(target.target)) + 2);
    out << "\n" << paint("targets", Colour::Bold, colour) << "\n";
    for (const accuracy::AssessedTarget& target : assessment.targets)
        out << "  " << padded(accuracy::titleOf(target.target), width)
            << padded(accuracy::boundText(target.target), 16)
            << padded(accuracy::valueText(target.target.metric, target.reached), 10, true) << "  "
            << paint(target.met() ? "met" : "missed", target.met() ? Colour::Green : Colour::Red, colour)
            << "\n";
}

} // namespace

std::string assessmentText(const accuracy::Assessment& assessment, bool colour) {
    int width = 6;
    for (const accuracy::AssessedGroup& group : assessment.groups)
        width = std::max(width, displayWidth(group.name));
    std::ostringstream out;
    for (const records::Quantity quantity : {records::Quantity::KernelTime, records::Quantity::WarpLatency})
        metrics(out, assessment, quantity, width, colour);
    if (!assessment.targets.empty()) targets(out, assessment, colour);
    return out.str();
}

} // namespace warpstring::cli
