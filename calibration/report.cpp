// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <cstdio>

#include "calibration/calibration.h"

namespace warpstring::calibration {

namespace {

/// Characters of the column of keys: no name of a class with ", latency" is longer.
constexpr std::size_t keyWidth = 46;

std::string padded(std::string text, std::size_t width) {
    if (text.size() < width) text.resize(width, ' ');
    return text;
}

std::string reportNumber(double value) {
    if (!std::isfinite(value)) return "-";
    char text[40];
    std::snprintf(text, sizeof text, "%.5g", value);
    return text;
}

std::string line(const std::string& key, const std::string& unit, const Estimate& estimate,
                 const std::string& note) {
    return "  " + padded(key, keyWidth) + padded(reportNumber(estimate.value) + " " + unit, 20) +
           padded("+-" + reportNumber(estimate.standardError), 14) +
           padded(reportNumber(estimate.residual * 100) + " %", 13) +
           padded(reportNumber(estimate.condition), 11) + note + "\n";
}

} // namespace

std::string reportText(const CalibratedSpec& calibrated, const records::ProbeSet& set) {
    const Calibration& calibration = calibrated.calibration;
    const bool hasProbes = !set.probes.empty();
    std::string text = hasProbes ? set.device.name + ", driver " + set.device.driver + ", " + set.takenAt +
                                       "; " + std::to_string(set.probes.size()) + " records; cycles of " +
                                       reportNumber(calibration.clockMhz) + " MHz\n"
                                 : calibrated.spec.name + ", from records of launches alone\n";
    const std::string columns =
        padded("value", 20) + padded("std. error", 14) + padded("residual", 13) + padded("condition", 11);
    text += "\n" + padded("identified", keyWidth + 2) + columns + "\n";
    for (const CalibratedValue& value : calibration.values)
        if (value.estimate.identified) text += line(value.key, value.unit, value.estimate, value.note);
    if (hasProbes) text += "\n" + padded("cycles of a warp's operation", keyWidth + 2) + columns + "\n";
    for (const auto& [operation, cost] : calibration.costs)
        for (const auto& [which, estimate] : {std::pair{"", &cost.cycles}, {", latency", &cost.latency}})
            text += line(std::string(name(operation)) + which, "cycles", *estimate,
                         estimate->identified ? cost.note : "not identified; " + cost.note);
    text += "\nnot identified: the base's value, or an estimate, stands\n";
    for (const CalibratedValue& value : calibration.values)
        if (!value.estimate.identified)
            text +=
                "  " + padded(value.key, keyWidth) +
                (value.estimate.value > 0 ? reportNumber(value.estimate.value) + " " + value.unit + "; " : "") +
                value.note + "\n";
    if (!hasProbes) return text;
    for (std::size_t i = 0; i < operationClassCount; ++i)
        if (const auto operation = static_cast<OperationClass>(i);
            !calibration.costs.contains(operation) && calibrated.spec.instructions.contains(operation))
            text += "  " + padded("instructions." + std::string(name(operation)), keyWidth) + "not measured\n";
    text += "\n" + padded("findings that a spec has no key for", keyWidth + 2) + columns + "\n";
    for (const CalibratedValue& value : calibration.findings)
        text += line(value.key, value.unit, value.estimate, value.note);
    return text;
}

} // namespace warpstring::calibration
