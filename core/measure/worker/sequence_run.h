// SPDX-License-Identifier: GPL-3.0-or-later
// A sequence ready to be run, as often as wanted: its launches on one queue, over the buffers that they share.
// Private to core/measure.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/measure/worker/prepared_launch.h"
#include "core/measure/worker/round_trip.h"
#include "core/records/resolved_sequence.h"

namespace warpstring::measure {

/// Times of one run of a sequence, in nanoseconds.
struct SequenceTimes {
    std::vector<double> stepNs; ///< of all runs of each launch, as launchesOf()
    double kernelsNs = 0;       ///< of all kernels
    double spanNs = 0;          ///< from the first kernel's start to the last one's end
    double hostNs = 0;          ///< from enqueueing to completion, by the host's clock
    bool profiled = true;       ///< false: the driver tells none but the host's
};

class SequenceRunner {
public:
    /// Builds all kernels and fills all buffers. Keeps the sequence. Fails as prepareLaunch() does.
    [[nodiscard]] static Result<SequenceRunner> create(const records::ResolvedSequence& sequence,
                                                       std::size_t deviceIndex);

    /// Puts every buffer back to what it held at the start, and waits; an OpenCL error code.
    [[nodiscard]] cl_int restoreAll() const;
    /// Runs all kernels in order and waits for them. Fails as runFailure() tells.
    [[nodiscard]] Result<SequenceTimes> run();
    /// All runs with what is moved around them: shared buffers stay on the device in between (sharedTraffic()),
    /// the launches' own go as their access tells.
    [[nodiscard]] RoundTrip timeWithTransfers(int runs);
    /// What the shared buffer of that name holds.
    [[nodiscard]] Result<std::vector<std::byte>> read(const std::string& name) const;

    /// Of the shared buffers, as read() takes them.
    [[nodiscard]] std::vector<std::string> sharedNames() const;
    /// What the driver said of the kernels' sources, each once; often empty.
    [[nodiscard]] std::string buildLog() const;

    [[nodiscard]] const DeviceQueue& queue() const { return queue_; }
    /// The launch of a step, for faults.
    [[nodiscard]] const Launch& launchOf(std::size_t index) const { return sequence_->launches[index].launch; }

private:
    struct SharedArgument {
        cl_uint index = 0;
        const DeviceBuffer* buffer = nullptr; ///< of shared_
    };
    struct PreparedRun {
        std::size_t launch = 0;
        std::vector<SharedArgument> arguments;
    };

    explicit SequenceRunner(const records::ResolvedSequence& sequence) : sequence_(&sequence) {}
    Diagnostics prepare(std::size_t deviceIndex);
    cl_int enqueueRun(const PreparedRun& run, cl::Event& event);
    [[nodiscard]] SequenceTimes timesOf(const std::vector<cl::Event>& events, double hostNs) const;

    const records::ResolvedSequence* sequence_;
    DeviceQueue queue_;
    SequenceRuns order_;
    DeviceBuffers shared_; ///< by the names that they have at the start; a map's nodes stay where they are
    std::vector<PreparedLaunch> launches_; ///< `buffers` are their own alone
    std::vector<PreparedRun> runs_;
};

} // namespace warpstring::measure
