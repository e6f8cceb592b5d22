// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/calibration/probe_runner.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/records/sample_statistics.h"

namespace warpstring::measure {

using records::ProbeRecord;
using records::ProbeStatus;

namespace {

using Clock = std::chrono::steady_clock;

double profiledNs(const cl::Event& event) {
    cl_int first = CL_SUCCESS, second = CL_SUCCESS;
    const cl_ulong start = event.getProfilingInfo<CL_PROFILING_COMMAND_START>(&first);
    const cl_ulong end = event.getProfilingInfo<CL_PROFILING_COMMAND_END>(&second);
    if (first != CL_SUCCESS || second != CL_SUCCESS || end <= start) return -1;
    return static_cast<double>(end - start);
}

double madOf(const std::vector<double>& values, double median) {
    std::vector<double> distances;
    distances.reserve(values.size());
    for (const double value : values) distances.push_back(std::abs(value - median));
    return records::medianOf(distances);
}

} // namespace

ProbeRunner::ProbeRunner(cl::Device device, CalibrationSettings settings, Sink sink)
    : device_(std::move(device)), settings_(settings), sink_(std::move(sink)),
      deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(settings.mostSeconds))) {
    isCpu_ = (device_.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0;
    isNvidia_ = device_.getInfo<CL_DEVICE_VENDOR>().find("NVIDIA") != std::string::npos;
    hasDouble_ = device_.getInfo<CL_DEVICE_EXTENSIONS>().find("cl_khr_fp64") != std::string::npos;
    computeUnits_ = std::max<std::uint64_t>(1, device_.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
    mostGroupSize_ = std::clamp<std::uint64_t>(device_.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>(), 1, 1024);
}

Diagnostics ProbeRunner::open() {
    const auto context = contextOf(device_);
    if (!context) return context.diagnostics();
    context_ = *context;
    cl_int error = CL_SUCCESS;
    queue_ = cl::CommandQueue(context_, device_, CL_QUEUE_PROFILING_ENABLE, &error);
    if (error == CL_SUCCESS) stamps_ = cl::Buffer(context_, CL_MEM_READ_WRITE, 64, nullptr, &error);
    if (error != CL_SUCCESS)
        return {{"measure.run-failed",
                 Severity::Error,
                 {},
                 "making an OpenCL queue failed: " + errorName(error),
                 "another device of `warpstring-measure --devices` may do"}};
    return {};
}

bool ProbeRunner::isOutOfTime() const { return Clock::now() >= deadline_; }

void ProbeRunner::report(ProbeRecord record, ProbeStatus status, const std::string& why) {
    record.status = status;
    record.why = why.size() > 600 ? why.substr(0, 600) + " ..." : why;
    sink_(record);
}

void ProbeRunner::failed(const ProbeRecord& record, const std::string& what, cl_int error) {
    ++failures_;
    report(record, ProbeStatus::Failed, what + ": " + errorName(error));
}

std::uint64_t ProbeRunner::lanes() const { return std::clamp<std::uint64_t>(std::bit_floor(warp_), 1, 64); }

cl::Program ProbeRunner::build(const std::string& source, const ProbeRecord& about) {
    if (isLost() || isOutOfTime()) {
        report(about, ProbeStatus::Skipped, isLost() ? "the device does not answer any more" : "time limit");
        return {};
    }
    const auto clock = isNvidia_ ? CalibrationClock::NvidiaAssembly : CalibrationClock::None;
    cl::Program program(context_, calibrationPrelude(clock, hasDouble_) + source);
    const cl_int error = program.build(device_, "");
    if (error == CL_SUCCESS) return program;
    report(about, ProbeStatus::Failed,
           "the build failed (" + errorName(error) +
               "): " + trimmed(program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device_)));
    return {};
}

cl::Kernel ProbeRunner::kernel(const cl::Program& program, const std::string& name, const ProbeRecord& about) {
    cl_int error = CL_SUCCESS;
    cl::Kernel kernel(program, name.c_str(), &error);
    if (error == CL_SUCCESS) return kernel;
    failed(about, "there is no kernel " + name, error);
    return {};
}

cl::Buffer ProbeRunner::buffer(std::size_t bytes, const void* contents, const ProbeRecord& about) {
    cl_int error = CL_SUCCESS;
    cl::Buffer made(context_, CL_MEM_READ_WRITE, bytes, nullptr, &error);
    if (error == CL_SUCCESS && contents != nullptr)
        error = queue_.enqueueWriteBuffer(made, CL_TRUE, 0, bytes, contents);
    if (error == CL_SUCCESS) return made;
    failed(about, "no buffer of " + std::to_string(bytes) + " bytes", error);
    return {};
}

cl_int ProbeRunner::prepare(ProbeSeries& series) {
    cl_int error = series.kernel.setArg(0, series.in);
    if (error == CL_SUCCESS) error = series.kernel.setArg(1, series.out);
    if (error == CL_SUCCESS) error = series.kernel.setArg(2, stamps_);
    if (error == CL_SUCCESS) error = series.kernel.setArg(3, cl_uint{1});
    return error;
}

cl_int ProbeRunner::runKernel(const ProbeSeries& series, std::uint64_t iterations, Run& run) {
    if (series.before)
        if (const cl_int error = series.before(); error != CL_SUCCESS) return error;
    cl::Kernel kernel = series.kernel;
    cl_int error = kernel.setArg(3, static_cast<cl_uint>(iterations));
    if (error == CL_SUCCESS) error = queue_.finish();
    if (error != CL_SUCCESS) return error;
    cl::Event event;
    const auto start = Clock::now();
    error = queue_.enqueueNDRangeKernel(kernel, cl::NullRange,
                                        cl::NDRange(series.record.groups * series.record.groupSize),
                                        cl::NDRange(series.record.groupSize), nullptr, &event);
    if (error == CL_SUCCESS) error = queue_.finish();
    const double hostNs = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
    if (error == CL_SUCCESS)
        error = std::min<cl_int>(event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>(), CL_SUCCESS);
    if (error != CL_SUCCESS) return error;
    run.ns = profiledNs(event);
    if (run.ns <= 0) run.ns = hostNs;
    if (!isNvidia_) return CL_SUCCESS;
    cl_ulong cycles = 0;
    error = queue_.enqueueReadBuffer(stamps_, CL_TRUE, 0, sizeof cycles, &cycles);
    run.cycles = static_cast<double>(cycles);
    return error;
}

void ProbeRunner::sample(const ProbeSeries& series, std::uint64_t iterations) {
    ProbeRecord record = series.record;
    record.iterations = iterations;
    const auto times = static_cast<double>(std::max<std::uint64_t>(iterations, 1));
    record.operations = series.operationsPerIteration * times;
    record.bytes = series.bytesPerIteration * times;
    record.transactions = series.transactionsPerIteration * times;
    std::vector<double> ns, cycles;
    const int wanted = settings_.quick ? 3 : 7;
    for (int i = 0; i < wanted; ++i) {
        Run run;
        if (const cl_int error = runKernel(series, iterations, run); error != CL_SUCCESS)
            return failed(record, "the kernel did not run", error);
        ns.push_back(run.ns);
        cycles.push_back(run.cycles);
    }
    failures_ = 0;
    record.samples = ns.size();
    record.medianNs = records::medianOf(ns);
    record.minNs = *std::min_element(ns.begin(), ns.end());
    record.madNs = madOf(ns, record.medianNs);
    record.cycles = records::medianOf(cycles);
    sink_(record);
}

void ProbeRunner::keepBusy(ProbeSeries series, double seconds) {
    cl_int error = prepare(series);
    const auto until = Clock::now() + std::chrono::duration<double>(seconds);
    Run run;
    while (error == CL_SUCCESS && Clock::now() < until)
        error = runKernel(series, series.record.iterations, run);
    if (error != CL_SUCCESS) failed(series.record, "the warm-up did not run", error);
}

void ProbeRunner::runOnce(ProbeSeries series) {
    if (isLost() || isOutOfTime())
        return report(series.record, ProbeStatus::Skipped,
                      isLost() ? "the device does not answer any more" : "time limit");
    Run run;
    cl_int error = prepare(series);
    for (int i = 0; i < 2 && error == CL_SUCCESS; ++i) error = runKernel(series, series.record.iterations, run);
    if (error != CL_SUCCESS) return failed(series.record, "the kernel did not run", error);
    sample(series, series.record.iterations);
}

void ProbeRunner::run(ProbeSeries series) {
    if (isLost() || isOutOfTime())
        return report(series.record, ProbeStatus::Skipped,
                      isLost() ? "the device does not answer any more" : "time limit");
    const double targetNs = isCpu_ ? (settings_.quick ? 2e5 : 1e6) : (settings_.quick ? 3e4 : 6e4);
    cl_int error = prepare(series);
    Run run;
    // The first run loads the code; those that follow find how many iterations reach the time, and warm up.
    if (error == CL_SUCCESS) error = runKernel(series, 1, run);
    std::uint64_t iterations = series.leastIterations;
    for (int i = 0; i < 24 && error == CL_SUCCESS; ++i) {
        error = runKernel(series, iterations, run);
        if (run.ns >= targetNs || iterations >= series.mostIterations) break;
        const double factor = std::clamp(1.2 * targetNs / run.ns, 1.5, 16.0);
        iterations = std::min(series.mostIterations,
                              static_cast<std::uint64_t>(std::ceil(static_cast<double>(iterations) * factor)));
    }
    if (error != CL_SUCCESS) return failed(series.record, "the kernel did not run", error);
    for (const std::uint64_t times : {1, 2, 4}) {
        if (isOutOfTime()) return;
        sample(series, iterations * times);
    }
}

} // namespace warpstring::measure
