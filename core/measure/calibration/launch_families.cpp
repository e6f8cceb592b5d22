// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <vector>

#include "core/measure/calibration/probe_families.h"
#include "core/records/sample_statistics.h"

namespace warpstring::measure {

namespace {

using Clock = std::chrono::steady_clock;

double nsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

void fill(records::ProbeRecord& record, const std::vector<double>& ns) {
    record.samples = ns.size();
    record.medianNs = records::medianOf(ns);
    record.minNs = *std::min_element(ns.begin(), ns.end());
    std::vector<double> distances;
    for (const double value : ns) distances.push_back(std::abs(value - record.medianNs));
    record.madNs = records::medianOf(distances);
}

/// The host's part: `count` empty kernels enqueued in a row, until the last has ended.
void probeHost(ProbeRunner& runner, const cl::Kernel& kernel, std::uint64_t count) {
    records::ProbeRecord record;
    record.id = "launch-host/" + std::to_string(count);
    record.family = "launch-host";
    record.groups = runner.computeUnits();
    record.groupSize = runner.warp();
    record.transactions = static_cast<double>(count);
    std::vector<double> ns;
    for (int i = 0; i < 9; ++i) {
        const auto start = Clock::now();
        cl_int error = CL_SUCCESS;
        for (std::uint64_t n = 0; n < count && error == CL_SUCCESS; ++n)
            error = runner.queue().enqueueNDRangeKernel(kernel, cl::NullRange,
                                                        cl::NDRange(record.groups * record.groupSize),
                                                        cl::NDRange(record.groupSize));
        if (error == CL_SUCCESS) error = runner.queue().finish();
        if (error != CL_SUCCESS)
            return runner.report(record, records::ProbeStatus::Failed,
                                 "the kernels did not run: " + errorName(error));
        if (i > 1) ns.push_back(nsSince(start));
    }
    fill(record, ns);
    runner.deliver(record);
}

} // namespace

void probeLaunches(ProbeRunner& runner) {
    records::ProbeRecord record;
    record.family = record.id = "empty";
    record.iterations = 1;
    const cl::Program program = runner.build(launchKernels(), record);
    if (program() == nullptr) return;
    ProbeSeries series;
    series.in = runner.buffer(4096, nullptr, record);
    series.out = runner.buffer(4096, nullptr, record);
    series.kernel = runner.kernel(program, "empty", record);
    if (series.kernel() == nullptr || series.in() == nullptr || series.out() == nullptr) return;
    std::vector<std::uint64_t> sizes{runner.warp(), std::min<std::uint64_t>(256, runner.mostGroupSize())};
    std::vector<std::uint64_t> times{1, 4, 16, 64, 256, 1024};
    if (runner.isQuick()) times = {1, 16, 64};
    for (const std::uint64_t size : sizes)
        for (const std::uint64_t groups : times) {
            series.record = record;
            series.record.id = "empty/" + std::to_string(size) + "/" + std::to_string(groups);
            series.record.groupSize = size;
            series.record.groups = runner.computeUnits() * groups;
            series.transactionsPerIteration = static_cast<double>(series.record.groups);
            runner.runOnce(series);
        }
    if (runner.isLost() || runner.isOutOfTime()) return;
    for (const std::uint64_t count : {1, 16, 64, 256}) probeHost(runner, series.kernel, count);
}

void probeBarriers(ProbeRunner& runner) {
    records::ProbeRecord record;
    record.family = record.id = "barrier";
    record.operation = "barrier";
    record.groups = runner.computeUnits();
    const cl::Program program = runner.build(launchKernels(), record);
    if (program() == nullptr) return;
    ProbeSeries series;
    series.in = runner.buffer(4096, nullptr, record);
    series.out = runner.buffer(runner.computeUnits() * 1024 * 4, nullptr, record);
    // On a CPU a barrier ends one loop over the work-items and begins the next: by far more of them it shows.
    const std::uint64_t most = runner.isCpu() ? 512 : 32;
    for (std::uint64_t warps = 1; warps <= most; warps *= 2) {
        if (runner.isQuick() && warps != 1 && warps != 4) continue;
        series.record = record;
        series.record.groupSize = warps * runner.warp();
        if (series.record.groupSize > runner.mostGroupSize()) break;
        series.record.id = "barrier/" + std::to_string(series.record.groupSize);
        series.kernel = runner.kernel(program, runner.isCpu() ? "barriers_in_turn" : "barriers", record);
        series.transactionsPerIteration = 8;
        if (series.kernel() == nullptr || series.in() == nullptr || series.out() == nullptr) return;
        runner.run(series);
    }
}

void probeTransfers(ProbeRunner& runner) {
    for (const std::uint64_t bytes : {1U << 12U, 1U << 16U, 1U << 20U, 1U << 24U, 1U << 26U}) {
        if (runner.isQuick() && bytes > 1U << 20U) break;
        for (const bool toDevice : {true, false}) {
            records::ProbeRecord record;
            record.family = "transfer";
            record.operation = toDevice ? "to-device" : "from-device";
            record.id = "transfer/" + record.operation + "/" + std::to_string(bytes);
            record.bytes = static_cast<double>(bytes);
            if (runner.isOutOfTime() || runner.isLost()) {
                runner.report(record, records::ProbeStatus::Skipped, "time limit");
                continue;
            }
            const cl::Buffer buffer = runner.buffer(bytes, nullptr, record);
            if (buffer() == nullptr) return;
            std::vector<unsigned char> host(bytes, 1);
            std::vector<double> ns;
            cl_int error = CL_SUCCESS;
            for (int i = 0; i < 6 && error == CL_SUCCESS; ++i) {
                const auto start = Clock::now();
                error = toDevice ? runner.queue().enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, host.data())
                                 : runner.queue().enqueueReadBuffer(buffer, CL_TRUE, 0, bytes, host.data());
                if (i > 0) ns.push_back(nsSince(start));
            }
            if (error != CL_SUCCESS) {
                runner.report(record, records::ProbeStatus::Failed, "the transfer failed: " + errorName(error));
                continue;
            }
            fill(record, ns);
            runner.deliver(record);
        }
    }
}

} // namespace warpstring::measure
