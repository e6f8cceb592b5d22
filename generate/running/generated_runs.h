// SPDX-License-Identifier: GPL-3.0-or-later
// Generated kernels run on an OpenCL device, each time beside the reference of the same description.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>

#include "core/measure/client/worker_process.h"
#include "core/records/measurement.h"
#include "generate/search/search.h"

namespace warpstring::generate {

struct GeneratedRun {
    records::MeasurementStatus status = records::MeasurementStatus::Failed;
    Diagnostics diagnostics; ///< why it failed, or what is wrong
    std::string device;
    double timeUs = 0;        ///< median of all kernels together; 0 where it failed
    double relativeError = 0; ///< the largest of all results
    double tolerance = 0;     ///< of that result
};

/// A process that talks to drivers, and a folder for files that goes with this.
class GeneratedRuns {
public:
    /// `device` as measure's -d. `cancelled` outlives this.
    GeneratedRuns(std::string device, const std::atomic<bool>& cancelled);
    ~GeneratedRuns();
    GeneratedRuns(const GeneratedRuns&) = delete;
    GeneratedRuns& operator=(const GeneratedRuns&) = delete;

    /// Candidates whose code is generated. Timed runs are repeated as `measure` does; others run once. Errors:
    /// measure.no-worker, measure.unknown-device and what else keeps everything from running.
    [[nodiscard]] Result<GeneratedRun> run(const Candidate& candidate, const Generated& reference,
                                           bool isTimed);

private:
    std::string device_;
    const std::atomic<bool>& cancelled_;
    std::filesystem::path folder_;
    std::unique_ptr<measure::WorkerProcess> worker_;
    int runs_ = 0;
};

/// Writes the files into the folder, which is made where it is not there; the launch file or sequence that runs
/// them all. Errors: output.write.
[[nodiscard]] Result<std::filesystem::path> writeGenerated(const std::filesystem::path& folder,
                                                           const std::map<std::string, std::string>& files);

} // namespace warpstring::generate
