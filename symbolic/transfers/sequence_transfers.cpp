// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/transfers/sequence_transfers.h"

#include <algorithm>
#include <map>
#include <set>

namespace warpstring::transfers {

using symbolic::Direction;

namespace {

/// What all runs touch of a buffer.
struct Extent {
    std::int64_t bytes = 0;
    std::optional<regions::Interval> touched;
    bool isKnown = true;

    void add(const BufferVolumes& volumes) {
        bytes = std::max(bytes, volumes.bytes);
        if (volumes.direction == Direction::None) return;
        if (!volumes.touched) {
            isKnown = false;
            return;
        }
        touched = touched ? regions::Interval{std::min(touched->begin, volumes.touched->begin),
                                              std::max(touched->end, volumes.touched->end)}
                          : *volumes.touched;
    }

    [[nodiscard]] std::int64_t moved(TransferBy by) const {
        if (by == TransferBy::Whole || !isKnown) return bytes;
        return touched ? std::clamp<std::int64_t>(touched->end - touched->begin, 0, bytes) : 0;
    }
};

const BufferVolumes* volumesOf(const StepVolumes& step, const std::string& parameter) {
    const auto found = std::find_if(step.buffers.begin(), step.buffers.end(),
                                    [&](const BufferVolumes& one) { return one.name == parameter; });
    return found != step.buffers.end() ? &*found : nullptr;
}

/// What is written with gaps counts as read, too.
std::optional<BufferAccess> accessOf(const BufferVolumes* volumes) {
    if (volumes == nullptr || volumes->direction == Direction::None) return std::nullopt;
    if (volumes->direction == Direction::In) return BufferAccess::Read;
    return volumes->in.whole > 0 ? BufferAccess::ReadWrite : BufferAccess::Write;
}

} // namespace

SequenceTransfers sequenceTransfers(const Sequence& sequence, const std::vector<StepVolumes>& steps,
                                    TransferBy by, const HostTimes& host) {
    const SequenceRuns order = runsOf(sequence);
    const std::vector<SequenceLaunch> launches = launchesOf(sequence);
    SequenceTransfers result;
    result.runs = order.runs.size();

    std::map<std::string, Extent> shared;
    std::set<std::pair<std::size_t, std::map<std::string, std::string>>> known;
    for (const SequenceRun& run : order.runs) {
        const StepVolumes& step = steps[run.launch];
        // A kernel that is shorter than its launch waits for the host.
        result.times.kernelUs += std::max(kernelUs(step.kernel, host, step.workItems), host.launchUs);
        for (const BufferVolumes& one : step.buffers)
            result.apartTransferUs += host.in.us(static_cast<double>(one.in.bytes(by))) +
                                      host.out.us(static_cast<double>(one.out.bytes(by)));
        if (!known.emplace(run.launch, run.buffers).second) continue;
        for (const auto& [parameter, name] : run.buffers)
            if (const BufferVolumes* volumes = volumesOf(step, parameter)) shared[name].add(*volumes);
    }
    const auto traffic = sharedTraffic(sequence, order, [&](std::size_t launch, const std::string& parameter) {
        return accessOf(volumesOf(steps[launch], parameter));
    });
    for (const auto& [name, extent] : shared) {
        ResidentBuffer buffer{name, true, extent.bytes};
        const auto found = traffic.find(name);
        if (found != traffic.end()) {
            buffer.inBytes = found->second.isSent ? extent.moved(by) : 0;
            buffer.outBytes = found->second.isFetched ? extent.moved(by) : 0;
        }
        result.deviceBytes += extent.moved(by);
        result.buffers.push_back(std::move(buffer));
    }
    for (std::size_t i = 0; i < launches.size(); ++i)
        for (const BufferVolumes& one : steps[i].buffers) {
            if (launches[i].step->buffers.contains(one.name) || one.direction == Direction::None) continue;
            result.buffers.push_back({launches[i].step->launch.name + "." + one.name, false, one.bytes,
                                      one.in.bytes(by), one.out.bytes(by)});
            result.deviceBytes += one.onDevice.bytes(by);
        }
    for (ResidentBuffer& buffer : result.buffers) {
        buffer.inUs = host.in.us(static_cast<double>(buffer.inBytes));
        buffer.outUs = host.out.us(static_cast<double>(buffer.outBytes));
        result.inBytes += buffer.inBytes;
        result.outBytes += buffer.outBytes;
        result.times.inUs += buffer.inUs;
        result.times.outUs += buffer.outUs;
    }
    result.times.hostUs = host.aroundUs;
    return result;
}

} // namespace warpstring::transfers
