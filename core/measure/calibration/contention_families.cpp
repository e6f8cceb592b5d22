// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <vector>

#include "core/measure/calibration/probe_families.h"

namespace warpstring::measure {

using records::ProbeRecord;

namespace {

constexpr const char* takeTurns = "a CPU's work-items take turns: no two meet at a word";

ProbeRecord contentionRecord(const std::string& family, const std::string& operation,
                             const std::string& level) {
    ProbeRecord record;
    record.id = family;
    record.family = family;
    record.operation = operation;
    record.level = level;
    return record;
}

/// What the kernels read and write: groups of up to 256, `groupsOfUnit` a multiprocessor.
struct Contention {
    cl::Program program;
    cl::Buffer in, out;
    std::uint64_t groups = 0, groupSize = 0;

    [[nodiscard]] bool isReady() const { return program() != nullptr && in() != nullptr && out() != nullptr; }
};

Contention contention(ProbeRunner& runner, const ProbeRecord& about, std::uint64_t groupsOfUnit,
                      std::uint32_t value) {
    Contention made;
    made.groupSize = std::min<std::uint64_t>(256, runner.mostGroupSize());
    made.groups = runner.computeUnits() * groupsOfUnit;
    const std::vector<cl_uint> values(1024, value);
    made.program = runner.build(contentionKernels(runner.lanes()), about);
    if (made.program() == nullptr) return made;
    made.in = runner.buffer(values.size() * sizeof(cl_uint), values.data(), about);
    made.out = runner.buffer(made.groups * made.groupSize * sizeof(cl_uint), nullptr, about);
    return made;
}

/// A series of `kernel`, whose arguments beyond the first four are still to be set; its kernel is null where
/// the driver refuses.
ProbeSeries seriesOf(ProbeRunner& runner, const Contention& made, const ProbeRecord& record, const char* kernel,
                     double perIteration) {
    ProbeSeries series;
    series.record = record;
    series.record.groups = made.groups;
    series.record.groupSize = made.groupSize;
    series.in = made.in;
    series.out = made.out;
    series.kernel = runner.kernel(made.program, kernel, series.record);
    series.operationsPerIteration = perIteration;
    series.transactionsPerIteration =
        perIteration * static_cast<double>(made.groups * made.groupSize) / static_cast<double>(runner.warp());
    return series;
}

/// A series of dependent accesses by `kernel` whose fifth argument is `argument`.
void runWith(ProbeRunner& runner, const Contention& made, ProbeRecord record, const char* kernel,
             std::uint64_t argument, double perIteration) {
    record.chainLength = static_cast<std::uint64_t>(perIteration);
    ProbeSeries series = seriesOf(runner, made, record, kernel, perIteration);
    if (series.kernel() == nullptr) return;
    if (series.kernel.setArg(4, static_cast<cl_uint>(argument)) == CL_SUCCESS) runner.run(series);
}

} // namespace

void probeConstants(ProbeRunner& runner) {
    const ProbeRecord about = contentionRecord("constant", "load", "constant");
    if (runner.isCpu()) return runner.report(about, records::ProbeStatus::NotApplicable, takeTurns);
    const Contention made = contention(runner, about, 4, 0);
    if (!made.isReady()) return;
    for (std::uint64_t words = 1; words <= runner.lanes(); words *= 2) {
        if (runner.isQuick() && words > 2) break;
        ProbeRecord record = about;
        record.id += "/" + std::to_string(words);
        record.ways = words;
        runWith(runner, made, record, "constant_words", words, 16);
    }
}

void probeLocalIncrements(ProbeRunner& runner) {
    const ProbeRecord about = contentionRecord("local-increment", "atomic", "local");
    if (runner.isCpu()) return runner.report(about, records::ProbeStatus::NotApplicable, takeTurns);
    const Contention made = contention(runner, about, 1, 0);
    if (!made.isReady()) return;
    for (std::uint64_t shift = 0; (std::uint64_t{1} << shift) <= runner.lanes(); ++shift) {
        if (runner.isQuick() && shift > 1) break;
        ProbeRecord record = about;
        record.ways = std::uint64_t{1} << shift;
        record.id += "/" + std::to_string(record.ways);
        runWith(runner, made, record, "local_increment", shift, 8);
    }
}

void probeAtomicWindows(ProbeRunner& runner) {
    const ProbeRecord about = contentionRecord("global-atomic-window", "add", "global");
    if (runner.isCpu()) return runner.report(about, records::ProbeStatus::NotApplicable, takeTurns);
    const Contention made = contention(runner, about, 4, 1);
    if (!made.isReady()) return;
    const std::uint64_t most = 1U << 20U;
    const cl::Buffer words = runner.buffer(most, nullptr, about);
    if (words() == nullptr) return;
    for (std::uint64_t bytes = runner.lanes() * 4; bytes <= most; bytes *= 2) {
        if (runner.isQuick() && bytes > runner.lanes() * 8) break;
        ProbeRecord record = about;
        record.id += "/" + std::to_string(bytes);
        record.footprintBytes = bytes;
        ProbeSeries series = seriesOf(runner, made, record, "window_atomic", 4);
        if (series.kernel() == nullptr) return;
        cl_int error = series.kernel.setArg(4, words);
        if (error == CL_SUCCESS) error = series.kernel.setArg(5, static_cast<cl_uint>(bytes / 4 - 1));
        if (error != CL_SUCCESS) return;
        series.bytesPerIteration = 16.0 * static_cast<double>(made.groups * made.groupSize);
        runner.run(series);
    }
}

} // namespace warpstring::measure
