// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/sequence_run.h"

#include <algorithm>
#include <chrono>

namespace warpstring::measure {

Result<SequenceRunner> SequenceRunner::create(const records::ResolvedSequence& sequence,
                                              std::size_t deviceIndex) {
    SequenceRunner runner(sequence);
    if (Diagnostics faults = runner.prepare(deviceIndex); !faults.empty()) return faults;
    return runner;
}

Diagnostics SequenceRunner::prepare(std::size_t deviceIndex) {
    auto queue = openQueue(launchOf(0), deviceIndex);
    if (!queue) return queue.diagnostics();
    queue_ = std::move(*queue);
    order_ = runsOf(sequence_->sequence);

    Launch owner; // of buffers that belong to no launch alone
    owner.file = sequence_->sequence.file;
    for (const auto& [name, buffer] : sharedBuffers(sequence_->sequence, order_))
        owner.arguments[name] = buffer;
    std::vector<records::TransferMeasurement> none;
    auto shared = makeBuffers(owner, {}, queue_.context, queue_.device, queue_.queue, 0, none);
    if (!shared) return shared.diagnostics();
    shared_ = std::move(*shared);

    const std::vector<SequenceLaunch> steps = launchesOf(sequence_->sequence);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        DeviceBuffers given;
        for (const auto& [parameter, name] : steps[i].step->buffers) given[parameter] = shared_.at(name);
        auto prepared = prepareLaunch(sequence_->launches[i], queue_, given, 0);
        if (!prepared) return prepared.diagnostics();
        for (const auto& [parameter, buffer] : given) prepared->buffers.erase(parameter);
        launches_.push_back(std::move(*prepared));
    }
    for (const SequenceRun& run : order_.runs) {
        PreparedRun prepared{run.launch, {}};
        const auto& parameters = launches_[run.launch].built.parameters;
        for (const auto& [parameter, name] : run.buffers) {
            const auto found = std::find_if(parameters.begin(), parameters.end(),
                                            [&](const auto& known) { return known.name == parameter; });
            prepared.arguments.push_back({static_cast<cl_uint>(found - parameters.begin()), &shared_.at(name)});
        }
        runs_.push_back(std::move(prepared));
    }
    return {};
}

cl_int SequenceRunner::restoreAll() const {
    cl_int error = restore(shared_, queue_.queue);
    for (const PreparedLaunch& launch : launches_)
        if (error == CL_SUCCESS) error = restore(launch.buffers, queue_.queue);
    return error == CL_SUCCESS ? queue_.queue.finish() : error;
}

cl_int SequenceRunner::enqueueRun(const PreparedRun& run, cl::Event& event) {
    PreparedLaunch& launch = launches_[run.launch];
    for (const auto& [index, buffer] : run.arguments)
        if (const cl_int error = launch.built.kernel.setArg(index, buffer->handle); error != CL_SUCCESS)
            return error;
    return enqueue(launch, launch.built.kernel, launchOf(run.launch).range, &event);
}

Result<SequenceTimes> SequenceRunner::run() {
    using Clock = std::chrono::steady_clock;
    std::vector<cl::Event> events(runs_.size());
    const auto start = Clock::now();
    for (std::size_t i = 0; i < runs_.size(); ++i)
        if (const cl_int error = enqueueRun(runs_[i], events[i]); error != CL_SUCCESS)
            return runFailure(launchOf(runs_[i].launch), error);
    const cl_int error = queue_.queue.finish();
    const auto end = Clock::now();
    // Some drivers tell what became of a kernel through its event alone; it also tells which one it was.
    for (std::size_t i = 0; i < runs_.size(); ++i)
        if (const auto status = events[i].getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>(); status < CL_SUCCESS)
            return runFailure(launchOf(runs_[i].launch), status);
    if (error != CL_SUCCESS) return runFailure(launchOf(runs_.back().launch), error);
    return timesOf(events, std::chrono::duration<double, std::nano>(end - start).count());
}

SequenceTimes SequenceRunner::timesOf(const std::vector<cl::Event>& events, double hostNs) const {
    SequenceTimes times;
    times.stepNs.resize(launches_.size());
    times.hostNs = hostNs;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        const double ns = profiledNs(events[i]);
        if (ns < 0) {
            times.profiled = false;
            return times;
        }
        times.stepNs[runs_[i].launch] += ns;
        times.kernelsNs += ns;
    }
    const cl_ulong first = events.front().getProfilingInfo<CL_PROFILING_COMMAND_START>();
    const cl_ulong last = events.back().getProfilingInfo<CL_PROFILING_COMMAND_END>();
    times.spanNs = static_cast<double>(last - first);
    return times;
}

RoundTrip SequenceRunner::timeWithTransfers(int runs) {
    std::vector<RoundTripBuffer> buffers;
    const auto elements = sharedBuffers(sequence_->sequence, order_);
    for (const auto& [name, traffic] : sharedTraffic(sequence_->sequence, order_))
        buffers.push_back({name, &shared_.at(name), &elements.at(name), traffic.isSent, traffic.isFetched});
    for (std::size_t i = 0; i < launches_.size(); ++i)
        for (const auto& [parameter, buffer] : launches_[i].buffers)
            buffers.push_back({launchOf(i).name + "." + parameter, &buffer,
                               elementsOf(launchOf(i).arguments.at(parameter)),
                               buffer.access != BufferAccess::Write, buffer.access != BufferAccess::Read});
    const auto enqueueAll = [&] {
        cl_int error = CL_SUCCESS;
        cl::Event event;
        for (const PreparedRun& run : runs_)
            if (error == CL_SUCCESS) error = enqueueRun(run, event);
        return error;
    };
    return timeRoundTrip(queue_.context, queue_.queue, buffers, enqueueAll, runs);
}

Result<std::vector<std::byte>> SequenceRunner::read(const std::string& name) const {
    const DeviceBuffer& buffer = shared_.at(order_.atEnd.at(name));
    std::vector<std::byte> contents(buffer.bytes);
    const cl_int error = enqueueRead(queue_.queue, buffer, true, contents.data(), nullptr);
    if (error != CL_SUCCESS) return runFailure(launchOf(runs_.back().launch), error);
    return contents;
}

std::vector<std::string> SequenceRunner::sharedNames() const {
    std::vector<std::string> names;
    for (const auto& [name, buffer] : order_.atEnd) names.push_back(name);
    return names;
}

std::string SequenceRunner::buildLog() const {
    std::string log;
    for (const PreparedLaunch& launch : launches_) {
        const std::string& own = launch.built.facts.log;
        if (log.find(own) == std::string::npos) log += own;
    }
    return log;
}

} // namespace warpstring::measure
