// SPDX-License-Identifier: GPL-3.0-or-later
// Builds and times micro-benchmarks within a time limit, and delivers a record of each. Private to
// core/measure.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "core/measure/calibration/operation_probes.h"
#include "core/measure/worker/opencl.h"
#include "core/records/probe_record.h"

namespace warpstring::measure {

struct CalibrationSettings {
    double mostSeconds = 280; ///< of the whole run; what does not fit is recorded as skipped
    bool quick = false;       ///< few probes, short runs, few repeats
};

/// A probe over its sizes. The kernel's arguments beyond the first four (in, out, stamps, iterations) are set.
struct ProbeSeries {
    records::ProbeRecord record; ///< what all sizes share
    cl::Kernel kernel;
    cl::Buffer in, out;
    double operationsPerIteration = 0;
    double bytesPerIteration = 0;
    double transactionsPerIteration = 0;
    std::uint64_t leastIterations = 1;
    std::uint64_t mostIterations = std::uint64_t{1} << 22U;
    std::function<cl_int()> before = {}; ///< done before every run, not timed
};

class ProbeRunner {
public:
    using Sink = std::function<void(const records::ProbeRecord&)>;

    /// `sink` gets records as soon as they are there.
    ProbeRunner(cl::Device device, CalibrationSettings settings, Sink sink);

    /// Context and queue; a diagnostic where the driver refuses.
    [[nodiscard]] Diagnostics open();

    /// Builds a source with the prelude before it. A failure is recorded for `about`, and the program is null.
    [[nodiscard]] cl::Program build(const std::string& source, const records::ProbeRecord& about);
    [[nodiscard]] cl::Kernel kernel(const cl::Program& program, const std::string& name,
                                    const records::ProbeRecord& about);
    /// Null, and the failure recorded, where there is no room.
    [[nodiscard]] cl::Buffer buffer(std::size_t bytes, const void* contents, const records::ProbeRecord& about);

    /// Times three sizes, of which the smallest takes about 60 us (a millisecond on CPUs).
    void run(ProbeSeries series);
    /// Runs without recording, so that clocks rise.
    void keepBusy(ProbeSeries series, double seconds);
    /// Times one size as it is: `series.record.iterations`.
    void runOnce(ProbeSeries series);
    void report(records::ProbeRecord record, records::ProbeStatus status, const std::string& why);
    void deliver(const records::ProbeRecord& record) { sink_(record); }

    [[nodiscard]] bool isOutOfTime() const;
    /// The device has failed several times in a row: no more is tried.
    [[nodiscard]] bool isLost() const { return failures_ >= 6; }
    [[nodiscard]] bool isCpu() const { return isCpu_; }
    [[nodiscard]] bool isQuick() const { return settings_.quick; }
    [[nodiscard]] bool hasDouble() const { return hasDouble_; }
    [[nodiscard]] bool isNvidia() const { return isNvidia_; }
    [[nodiscard]] std::uint64_t computeUnits() const { return computeUnits_; }
    [[nodiscard]] std::uint64_t warp() const { return warp_; } ///< preferred group size multiple; at least 1
    /// The widest power of two that a warp's lanes are counted by.
    [[nodiscard]] std::uint64_t lanes() const;
    void setWarp(std::uint64_t warp) { warp_ = warp; }
    /// The largest group that is used: 1024 at most.
    [[nodiscard]] std::uint64_t mostGroupSize() const { return mostGroupSize_; }
    [[nodiscard]] const cl::Device& device() const { return device_; }
    [[nodiscard]] const cl::Context& context() const { return context_; }
    [[nodiscard]] const cl::CommandQueue& queue() const { return queue_; }

private:
    struct Run {
        double ns = 0;
        double cycles = 0;
    };
    /// Enqueues, waits, reads the stamp. An OpenCL error code.
    cl_int runKernel(const ProbeSeries& series, std::uint64_t iterations, Run& run);
    cl_int prepare(ProbeSeries& series);
    void sample(const ProbeSeries& series, std::uint64_t iterations);
    void failed(const records::ProbeRecord& record, const std::string& what, cl_int error);

    cl::Device device_;
    CalibrationSettings settings_;
    Sink sink_;
    cl::Context context_;
    cl::CommandQueue queue_;
    cl::Buffer stamps_;
    std::chrono::steady_clock::time_point deadline_;
    bool isCpu_ = false, hasDouble_ = false, isNvidia_ = false;
    std::uint64_t computeUnits_ = 1, warp_ = 1, mostGroupSize_ = 256;
    int failures_ = 0;
};

} // namespace warpstring::measure
