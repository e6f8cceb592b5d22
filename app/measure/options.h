// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of warpstring-measure. By getopt, since a bare GPU server has nothing better.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/records/measurement.h"

namespace warpstring::measure {

struct Options {
    enum class Action { Measure, Worker, Devices, Calibrate, Help, Version };
    Action action = Action::Measure;
    std::vector<std::filesystem::path> plans;
    std::string device;
    std::filesystem::path output = "measurements.jsonl";
    bool isOutputGiven = false;
    bool resume = false;
    bool quick = false;                       ///< calibration: few probes in small sizes
    std::optional<double> calibrationSeconds; ///< of the whole calibration
    records::MeasureSettings settings;
};

/// Nothing, and a message on standard error, for a wrong command line.
[[nodiscard]] std::optional<Options> parseOptions(int argc, char** argv);

[[nodiscard]] const char* helpText();

} // namespace warpstring::measure
