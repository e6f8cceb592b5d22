// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <vector>

#include "core/measure/calibration/probe_families.h"

namespace warpstring::measure {

using records::ProbeRecord;

namespace {

constexpr std::size_t itemBytes = 8; ///< of `out`, the widest type

/// Inputs and outputs of operation kernels, made once for every type.
class OperationBuffers {
public:
    OperationBuffers(ProbeRunner& runner, std::uint64_t items) : runner_(runner), items_(items) {}

    cl::Buffer in(std::string_view type, const ProbeRecord& about) {
        cl::Buffer& made = in_[std::string(type)];
        if (made() == nullptr) {
            const auto bytes = operationInputs(type);
            made = runner_.buffer(bytes.size(), bytes.data(), about);
        }
        return made;
    }
    cl::Buffer out(int which, const ProbeRecord& about) {
        cl::Buffer& made = out_[which];
        if (made() == nullptr) made = runner_.buffer(items_ * itemBytes, nullptr, about);
        return made;
    }

private:
    ProbeRunner& runner_;
    std::uint64_t items_;
    std::map<std::string, cl::Buffer> in_;
    std::map<int, cl::Buffer> out_;
};

ChainShape throughputShape(const OperationProbe& probe) {
    return probe.isSequence ? ChainShape{4, 8} : ChainShape{8, 32};
}
ChainShape latencyShape(const OperationProbe& probe) {
    return probe.isSequence ? ChainShape{1, 16} : ChainShape{1, 64};
}

struct Shape {
    std::uint64_t groups = 1, groupSize = 1;
};

/// 1024 work-items a multiprocessor: as many as 64 registers each allow.
Shape fullShape(const ProbeRunner& runner) {
    const std::uint64_t groupSize = std::min<std::uint64_t>(128, runner.mostGroupSize());
    return {runner.computeUnits() * (1024 / groupSize), groupSize};
}

std::uint64_t mostItems(const ProbeRunner& runner) { return runner.computeUnits() * 1024 + 4096; }

ProbeRecord operationRecord(const std::string& family, const OperationProbe& probe, const ChainShape& chains,
                            const Shape& shape) {
    ProbeRecord record;
    record.id = family + "/" + std::string(probe.name);
    record.family = family;
    record.operation = std::string(probe.name);
    record.chainLength = static_cast<std::uint64_t>(chains.steps);
    record.chains = static_cast<std::uint64_t>(chains.chains);
    record.groups = shape.groups;
    record.groupSize = shape.groupSize;
    return record;
}

bool isWanted(const ProbeRunner& runner, const OperationProbe& probe) {
    constexpr std::string_view few[] = {"integer_add", "integer_multiply", "logic", "float_mad",
                                        "float_divide"};
    return !runner.isQuick() || std::find(std::begin(few), std::end(few), probe.name) != std::end(few);
}

void probeOperation(ProbeRunner& runner, const OperationProbe& probe, OperationBuffers& buffers) {
    const ChainShape many = throughputShape(probe), one = latencyShape(probe);
    const Shape full = fullShape(runner), single{1, std::min(runner.warp(), runner.mostGroupSize())};
    const ProbeRecord throughput = operationRecord("throughput", probe, many, full),
                      latency = operationRecord("latency", probe, one, single);
    if (probe.type == "double" && !runner.hasDouble()) {
        runner.report(throughput, records::ProbeStatus::NotApplicable, "the device has no double precision");
        return runner.report(latency, records::ProbeStatus::NotApplicable,
                             "the device has no double precision");
    }
    const cl::Program program = runner.build(
        operationKernel(probe, "throughput", many) + operationKernel(probe, "latency", one), throughput);
    if (program() == nullptr) return;
    ProbeSeries series;
    series.in = buffers.in(probe.type, throughput);
    series.out = buffers.out(0, throughput);
    if (series.in() == nullptr || series.out() == nullptr) return;
    for (const auto& [record, name, shape] :
         {std::tuple{&throughput, "throughput", &many}, {&latency, "latency", &one}}) {
        series.record = *record;
        series.kernel = runner.kernel(program, name, *record);
        series.operationsPerIteration = static_cast<double>(shape->chains) * shape->steps;
        if (series.kernel() != nullptr) runner.run(series);
    }
}

/// Steps of `first` with one of `second` after every `every`th; `record` but for its times is made.
void runTogether(ProbeRunner& runner, OperationBuffers& buffers, const ProbeRecord& record,
                 const OperationProbe& first, const OperationProbe& second, int every,
                 const ChainShape& shape) {
    const cl::Program program = runner.build(mixtureKernel(first, second, every, "together", shape), record);
    if (program() == nullptr) return;
    ProbeSeries series;
    series.record = record;
    series.kernel = runner.kernel(program, "together", record);
    series.in = buffers.in(first.type, record);
    series.out = buffers.out(0, record);
    const cl::Buffer in2 = buffers.in(second.type, record), out2 = buffers.out(1, record);
    if (series.kernel() == nullptr || in2() == nullptr || out2() == nullptr || series.in() == nullptr ||
        series.out() == nullptr)
        return;
    cl_int error = series.kernel.setArg(4, in2);
    if (error == CL_SUCCESS) error = series.kernel.setArg(5, out2);
    if (error != CL_SUCCESS) return;
    // Of `first`.
    series.operationsPerIteration = static_cast<double>(shape.chains) * shape.steps;
    runner.run(series);
}

} // namespace

void warmUpDevice(ProbeRunner& runner) {
    const OperationProbe& probe = *findOperationProbe("float_mad");
    const ChainShape shape{8, 32};
    const Shape full = fullShape(runner);
    OperationBuffers buffers(runner, mostItems(runner));
    ProbeSeries series;
    series.record = operationRecord("warm-up", probe, shape, full);
    const cl::Program program = runner.build(operationKernel(probe, "warm_up", shape), series.record);
    if (program() == nullptr) return;
    series.in = buffers.in(probe.type, series.record);
    series.out = buffers.out(0, series.record);
    series.kernel = runner.kernel(program, "warm_up", series.record);
    series.operationsPerIteration = static_cast<double>(shape.chains) * shape.steps;
    if (series.kernel() == nullptr || series.in() == nullptr || series.out() == nullptr) return;
    series.record.iterations = runner.isCpu() ? 1 : 1000;
    runner.keepBusy(series, runner.isCpu() ? 0.01 : 0.5);
}

void probeOperations(ProbeRunner& runner) {
    OperationBuffers buffers(runner, mostItems(runner));
    for (const OperationProbe& probe : operationProbes())
        if (isWanted(runner, probe)) probeOperation(runner, probe, buffers);
}

void probePairs(ProbeRunner& runner) {
    constexpr std::pair<std::string_view, std::string_view> pairs[] = {
        {"float_mad", "logic"},      {"float_mad", "integer_mad"}, {"float_mad", "integer_add"},
        {"logic", "integer_mad"},    {"logic", "shift"},           {"float_mad", "reciprocal"},
        {"bit_count", "reciprocal"}, {"logic", "bit_count"},       {"float_mad", "double_mad"},
        {"logic", "double_mad"},     {"convert", "reciprocal"}};
    OperationBuffers buffers(runner, mostItems(runner));
    const ChainShape shape{4, 16};
    const Shape full = fullShape(runner);
    for (const auto& [first, second] : pairs) {
        if (runner.isQuick() && second != "logic") continue;
        const OperationProbe &p = *findOperationProbe(first), &q = *findOperationProbe(second);
        ProbeRecord record = operationRecord("pair", p, shape, full);
        record.id = "pair/" + std::string(first) + "+" + std::string(second);
        record.operation = std::string(first) + "+" + std::string(second);
        if (q.type == "double" && !runner.hasDouble()) {
            runner.report(record, records::ProbeStatus::NotApplicable, "the device has no double precision");
            continue;
        }
        runTogether(runner, buffers, record, p, q, 1, shape);
    }
}

void probeMixtures(ProbeRunner& runner) {
    OperationBuffers buffers(runner, mostItems(runner));
    const ChainShape shape{4, 24};
    const Shape full = fullShape(runner);
    const OperationProbe& most = *findOperationProbe("float_mad");
    for (const std::string_view other : {"shift", "float_min_max"})
        for (const int every : {2, 3, 4, 6}) {
            if (runner.isQuick() && every != 3) continue;
            ProbeRecord record = operationRecord("mixture", most, shape, full);
            record.operation = std::string(other);
            record.id = "mixture/" + std::string(other) + "/" + std::to_string(every);
            record.ways = static_cast<std::uint64_t>(every);
            runTogether(runner, buffers, record, most, *findOperationProbe(other), every, shape);
        }
}

void probeWarps(ProbeRunner& runner) {
    const OperationProbe& probe = *findOperationProbe("float_mad");
    const ChainShape shape{8, 32};
    ProbeRecord record = operationRecord("warps", probe, shape, {1, runner.warp()});
    if (runner.isCpu()) return runner.report(record, records::ProbeStatus::NotApplicable, "a CPU has no warps");
    OperationBuffers buffers(runner, mostItems(runner));
    const cl::Program program = runner.build(operationKernel(probe, "warps", shape), record);
    if (program() == nullptr) return;
    ProbeSeries series;
    series.in = buffers.in(probe.type, record);
    series.out = buffers.out(0, record);
    series.operationsPerIteration = static_cast<double>(shape.chains) * shape.steps;
    for (const std::uint64_t warps : {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16}) {
        series.record = record;
        series.record.groupSize = warps * runner.warp();
        if (series.record.groupSize > runner.mostGroupSize()) break;
        series.record.id = "warps/" + std::to_string(warps);
        series.kernel = runner.kernel(program, "warps", record);
        if (series.kernel() != nullptr && series.in() != nullptr && series.out() != nullptr) runner.run(series);
    }
}

void probeDivergence(ProbeRunner& runner) {
    ProbeRecord record;
    record.id = "divergence";
    record.family = "divergence";
    record.operation = "float_mad";
    record.groupSize = std::min<std::uint64_t>(256, runner.mostGroupSize());
    record.groups = runner.computeUnits() * 4;
    if (runner.isCpu()) return runner.report(record, records::ProbeStatus::NotApplicable, "a CPU has no warps");
    OperationBuffers buffers(runner, mostItems(runner));
    const cl::Program program = runner.build(launchKernels(), record);
    if (program() == nullptr) return;
    ProbeSeries series;
    series.in = buffers.in("float", record);
    series.out = buffers.out(0, record);
    series.operationsPerIteration = 32;
    for (std::uint64_t period = 1; period < record.groupSize; period *= 2) {
        series.record = record;
        series.record.id = "divergence/" + std::to_string(period);
        series.record.ways = period;
        series.kernel = runner.kernel(program, "diverge", record);
        if (series.kernel() == nullptr || series.in() == nullptr || series.out() == nullptr) return;
        if (series.kernel.setArg(4, static_cast<cl_uint>(period)) == CL_SUCCESS) runner.run(series);
    }
}

} // namespace warpstring::measure
