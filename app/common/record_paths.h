// SPDX-License-Identifier: GPL-3.0-or-later
// Which measurement records belong to launch files.
#pragma once

#include <string>
#include <vector>

#include "core/files/launches/launch_sweep.h"
#include "core/records/measurement.h"
#include "core/records/sequence_measurement.h"
#include "core/result.h"

namespace warpstring::cli {

/// `given`, or without any the folder `measurements` beside each launch file, where there is one.
[[nodiscard]] std::vector<std::string> recordPaths(const std::vector<std::string>& given,
                                                   const std::vector<files::LaunchSweep>& files);

/// All records there. Fails with compare.no-records when there is none.
[[nodiscard]] Result<std::vector<records::Measurement>>
readRecordsOf(const std::vector<std::string>& given, const std::vector<files::LaunchSweep>& files);

/// The same of sequences, whose files these are.
[[nodiscard]] Result<std::vector<records::SequenceMeasurement>>
readSequenceRecordsOf(const std::vector<std::string>& given, const std::vector<std::string>& sequences);

} // namespace warpstring::cli
