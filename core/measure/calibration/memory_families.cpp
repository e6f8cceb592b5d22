// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include "core/measure/calibration/probe_families.h"

namespace warpstring::measure {

using records::ProbeRecord;

namespace {

constexpr std::uint64_t chaseLine = 128; ///< bytes between the words of a chase: no two in one line

int wordBits(const ProbeRunner& runner) {
    return runner.device().getInfo<CL_DEVICE_ADDRESS_BITS>() == 64 ? 64 : 32;
}

ProbeRecord memoryRecord(const std::string& family, const std::string& operation, const std::string& level) {
    ProbeRecord record;
    record.id = family + "/" + operation;
    record.family = family;
    record.operation = operation;
    record.level = level;
    return record;
}

cl::Program buildMemory(ProbeRunner& runner, const ProbeRecord& about) {
    return runner.build(memoryKernels(wordBits(runner), runner.lanes(), runner.isCpu()), about);
}

/// The largest power of two of bytes that a buffer of a probe may have.
std::uint64_t mostBytes(const ProbeRunner& runner, std::uint64_t wanted) {
    const std::uint64_t allocation = runner.device().getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
    const std::uint64_t memory = runner.device().getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
    return std::bit_floor(std::max<std::uint64_t>(1U << 20U, std::min({wanted, allocation, memory / 8})));
}

/// A cycle through all lines in random order (Sattolo's), as distances in bytes from the buffer's start.
template <class Word>
std::vector<unsigned char> cycleOf(std::uint64_t bytes, std::uint64_t seed) {
    const std::uint64_t lines = bytes / chaseLine;
    std::vector<std::uint32_t> order(lines);
    std::iota(order.begin(), order.end(), 0U);
    std::mt19937_64 random(seed);
    for (std::uint64_t i = lines - 1; i > 0; --i) std::swap(order[i], order[random() % i]);
    std::vector<unsigned char> image(bytes);
    for (std::uint64_t i = 0; i < lines; ++i) {
        const auto next = static_cast<Word>(order[i] * chaseLine);
        std::memcpy(image.data() + i * chaseLine, &next, sizeof next);
    }
    return image;
}

std::vector<std::uint64_t> chaseFootprints(const ProbeRunner& runner) {
    std::vector<std::uint64_t> footprints;
    const std::uint64_t most = mostBytes(runner, runner.isQuick() ? 1U << 22U : 1U << 28U);
    for (std::uint64_t bytes = 1024; bytes <= most; bytes *= runner.isQuick() ? 16 : 2) {
        footprints.push_back(bytes);
        if (!runner.isQuick() && bytes * 3 / 2 <= most) footprints.push_back(bytes * 3 / 2);
    }
    return footprints;
}

void chaseOne(ProbeRunner& runner, const cl::Program& program, const cl::Buffer& memory, std::uint64_t bytes) {
    ProbeRecord record = memoryRecord("chase", "global", "global");
    record.id += "/" + std::to_string(bytes);
    record.footprintBytes = bytes;
    record.stride = chaseLine / 4;
    record.chainLength = 16;
    record.chains = record.groups = record.groupSize = 1;
    if (runner.isOutOfTime() || runner.isLost())
        return runner.report(record, records::ProbeStatus::Skipped, "time limit");
    const bool wide = wordBits(runner) == 64;
    const auto image = wide ? cycleOf<std::uint64_t>(bytes, bytes) : cycleOf<std::uint32_t>(bytes, bytes);
    cl_int error = runner.queue().enqueueWriteBuffer(memory, CL_TRUE, 0, bytes, image.data());
    ProbeSeries series;
    series.record = record;
    series.in = memory;
    series.out = runner.buffer(64, nullptr, record);
    series.kernel = runner.kernel(program, "chase", record);
    cl::Kernel link = runner.kernel(program, "link", record), touch = runner.kernel(program, "touch", record);
    if (series.out() == nullptr || series.kernel() == nullptr || link() == nullptr || touch() == nullptr)
        return;
    const cl::NDRange some(runner.computeUnits() * 256),
        group(std::min<std::uint64_t>(256, runner.mostGroupSize()));
    const cl::Buffer sums = runner.buffer(runner.computeUnits() * 256 * 4, nullptr, record);
    if (sums() == nullptr) return;
    if (error == CL_SUCCESS) error = link.setArg(0, memory);
    if (error == CL_SUCCESS) error = link.setArg(1, series.out);
    if (error == CL_SUCCESS) error = link.setArg(2, static_cast<cl_uint>(bytes / (wide ? 8 : 4)));
    if (error == CL_SUCCESS) error = runner.queue().enqueueNDRangeKernel(link, cl::NullRange, some, group);
    if (error == CL_SUCCESS) error = touch.setArg(0, memory);
    if (error == CL_SUCCESS) error = touch.setArg(1, sums);
    if (error == CL_SUCCESS) error = touch.setArg(2, static_cast<cl_uint>(bytes / 4));
    // What may fit L1 is gone round once before the clock is read, and often enough after; what is larger is
    // brought to L2 as far as it fits, and the chase goes on where it ended.
    const std::uint64_t lines = bytes / chaseLine;
    const bool isSmall = bytes <= 1U << 20U;
    if (error == CL_SUCCESS) error = series.kernel.setArg(4, static_cast<cl_uint>(isSmall ? lines : 0));
    if (error != CL_SUCCESS)
        return runner.report(record, records::ProbeStatus::Failed,
                             "the chase cannot be set up: " + errorName(error));
    series.operationsPerIteration = 16;
    series.leastIterations = isSmall ? std::max<std::uint64_t>(64, lines / 16) : 64;
    if (!isSmall)
        series.before = [&]() -> cl_int {
            return runner.queue().enqueueNDRangeKernel(touch, cl::NullRange, some, group);
        };
    runner.run(series);
}

void probeStream(ProbeRunner& runner, const cl::Program& program, const cl::Buffer& memory,
                 const cl::Buffer& other, const std::string& kernel, std::uint64_t bytes, int elementBytes,
                 std::uint64_t bytesPerElement) {
    ProbeRecord record = memoryRecord("stream", kernel, "global");
    record.id += "/" + std::to_string(bytes);
    record.footprintBytes = bytes;
    record.groupSize = std::min<std::uint64_t>(256, runner.mostGroupSize());
    record.groups = runner.computeUnits() * 8;
    record.ways = static_cast<std::uint64_t>(elementBytes);
    ProbeSeries series;
    series.record = record;
    series.in = memory;
    series.out = other;
    series.kernel = runner.kernel(program, kernel, record);
    if (series.kernel() == nullptr) return;
    if (kernel.starts_with("private_")) {
        series.record.groups = runner.computeUnits() * 4;
        series.record.level = "private";
    } else if (series.kernel.setArg(4, static_cast<cl_uint>(bytes / static_cast<std::uint64_t>(elementBytes) -
                                                            1)) != CL_SUCCESS) {
        return;
    }
    series.bytesPerIteration =
        4.0 * static_cast<double>(series.record.groups * record.groupSize * bytesPerElement);
    runner.run(series);
}

} // namespace

void probePointerChase(ProbeRunner& runner) {
    const ProbeRecord about = memoryRecord("chase", "global", "global");
    const cl::Program program = buildMemory(runner, about);
    if (program() == nullptr) return;
    const auto footprints = chaseFootprints(runner);
    const cl::Buffer memory =
        runner.buffer(*std::max_element(footprints.begin(), footprints.end()), nullptr, about);
    if (memory() == nullptr) return;
    for (const std::uint64_t bytes : footprints) chaseOne(runner, program, memory, bytes);
}

void probeStreams(ProbeRunner& runner) {
    const ProbeRecord about = memoryRecord("stream", "read_float4", "global");
    const cl::Program program = buildMemory(runner, about);
    if (program() == nullptr) return;
    const std::uint64_t most = mostBytes(runner, runner.isQuick() ? 1U << 24U
                                                 : runner.isCpu() ? 1U << 27U
                                                                  : 1U << 29U);
    const cl::Buffer memory = runner.buffer(most, nullptr, about), other = runner.buffer(most, nullptr, about);
    if (memory() == nullptr || other() == nullptr) return;
    for (const cl::Buffer& buffer : {memory, other})
        if (runner.queue().enqueueFillBuffer(buffer, cl_uint{0}, 0, most) != CL_SUCCESS) return;
    if (runner.isQuick()) return probeStream(runner, program, memory, other, "read_float4", most, 16, 16);
    for (std::uint64_t bytes = 1U << 22U; bytes <= most; bytes *= 2)
        probeStream(runner, program, memory, other, "read_float4", bytes, 16, 16);
    for (const std::uint64_t bytes : {std::uint64_t{1} << 23U, most}) {
        probeStream(runner, program, memory, other, "write_float4", bytes, 16, 16);
        probeStream(runner, program, memory, other, "copy_float4", bytes, 16, 32);
        probeStream(runner, program, memory, other, "read_float", bytes, 4, 4);
        probeStream(runner, program, memory, other, "read_float2", bytes, 8, 8);
    }
    const std::uint64_t privateBytes = runner.computeUnits() * 4 * 1024;
    if (privateBytes * 16 > most) return;
    probeStream(runner, program, memory, other, "private_float", privateBytes * 4, 4, 4);
    probeStream(runner, program, memory, other, "private_float2", privateBytes * 8, 8, 8);
    probeStream(runner, program, memory, other, "private_float4", privateBytes * 16, 16, 16);
}

void probeStrides(ProbeRunner& runner) {
    const ProbeRecord about = memoryRecord("stride", "strided_read", "global");
    const cl::Program program = buildMemory(runner, about);
    if (program() == nullptr) return;
    const std::uint64_t most = mostBytes(runner, runner.isQuick() ? 1U << 22U
                                                 : runner.isCpu() ? 1U << 27U
                                                                  : 1U << 29U);
    const cl::Buffer memory = runner.buffer(most, nullptr, about), other = runner.buffer(most, nullptr, about);
    if (memory() == nullptr || other() == nullptr) return;
    for (const cl::Buffer& buffer : {memory, other})
        if (runner.queue().enqueueFillBuffer(buffer, cl_uint{0}, 0, most) != CL_SUCCESS) return;
    struct Case {
        const char* kernel;
        std::uint64_t bytes, groups, groupSize;
        const char* level;
    };
    const std::uint64_t size = std::min<std::uint64_t>(256, runner.mostGroupSize());
    std::vector<Case> cases;
    for (const char* kernel : {"strided_read", "strided_write"}) {
        cases.push_back({kernel, most, runner.computeUnits() * 8, size, "dram"});
        if (runner.isQuick()) continue;
        cases.push_back({kernel, 1U << 24U, runner.computeUnits() * 8, size, "l2"});
        // One multiprocessor: what its own load/store unit takes.
        cases.push_back({kernel, 1U << 22U, 1, runner.mostGroupSize(), "single"});
    }
    for (const Case& one : cases)
        for (const std::uint64_t stride : {1, 2, 4, 8, 16, 32}) {
            if (runner.isQuick() && stride != 1 && stride != 8) continue;
            ProbeRecord record = memoryRecord("stride", one.kernel, one.level);
            record.id += "/" + std::string(one.level) + "/" + std::to_string(stride);
            record.stride = stride;
            record.footprintBytes = one.bytes;
            record.groups = one.groups;
            record.groupSize = one.groupSize;
            ProbeSeries series;
            series.record = record;
            series.in = memory;
            series.out = other;
            series.kernel = runner.kernel(program, one.kernel, record);
            if (series.kernel() == nullptr) return;
            cl_int error = series.kernel.setArg(4, static_cast<cl_uint>(one.bytes / 4 - 1));
            if (error == CL_SUCCESS) error = series.kernel.setArg(5, static_cast<cl_uint>(stride));
            if (error != CL_SUCCESS) return;
            const auto items = static_cast<double>(one.groups * one.groupSize);
            series.operationsPerIteration = 4;
            series.bytesPerIteration = 16 * items;
            series.transactionsPerIteration = 4 * items / static_cast<double>(runner.warp());
            runner.run(series);
        }

    // Hits in L1, by lines.
    std::vector<cl_uint> words(4096);
    for (cl_uint i = 0; i < words.size(); ++i) words[i] = 4 * i;
    const cl::Buffer own = runner.buffer(words.size() * 4, words.data(), about);
    if (own() == nullptr || runner.isQuick()) return;
    for (const std::uint64_t stride : {0, 1, 2, 4, 8, 16, 32}) {
        ProbeRecord record = memoryRecord("l1-stride", "read", "l1");
        record.id += "/" + std::to_string(stride);
        record.stride = stride;
        record.chainLength = 16;
        record.groupSize = size;
        record.groups = runner.computeUnits() * (2048 / size);
        ProbeSeries series;
        series.record = record;
        series.in = own;
        series.out = other;
        series.kernel = runner.kernel(program, "own_word", record);
        if (series.kernel() == nullptr) return;
        if (series.kernel.setArg(4, static_cast<cl_uint>(stride)) != CL_SUCCESS) return;
        series.operationsPerIteration = 16;
        series.transactionsPerIteration =
            16.0 * static_cast<double>(record.groups * record.groupSize) / static_cast<double>(runner.warp());
        runner.run(series);
    }
}

void probeLocalMemory(ProbeRunner& runner) {
    const ProbeRecord about = memoryRecord("local", "load", "local");
    const cl::Program program = buildMemory(runner, about);
    if (program() == nullptr) return;
    const std::uint64_t size = std::min<std::uint64_t>(256, runner.mostGroupSize());
    const std::vector<cl_uint> zeros(1024);
    const cl::Buffer in = runner.buffer(4096, zeros.data(), about),
                     out = runner.buffer(runner.computeUnits() * 2048 * 4, nullptr, about);
    if (in() == nullptr || out() == nullptr) return;
    const auto measure = [&](const std::string& family, const char* kernel, std::uint64_t groups,
                             std::uint64_t groupSize, std::uint64_t argument, double perIteration) {
        ProbeRecord record = memoryRecord(family, family == "local-atomic" ? "atomic" : "load", "local");
        record.id += "/" + std::to_string(argument);
        if (family == "local-atomic")
            record.ways = std::uint64_t{1} << argument;
        else
            record.stride = argument;
        record.chainLength = static_cast<std::uint64_t>(perIteration);
        record.groups = groups;
        record.groupSize = groupSize;
        ProbeSeries series;
        series.record = record;
        series.in = in;
        series.out = out;
        series.kernel = runner.kernel(program, kernel, record);
        if (series.kernel() == nullptr) return;
        if (series.kernel.setArg(4, static_cast<cl_uint>(argument)) != CL_SUCCESS) return;
        series.operationsPerIteration = perIteration;
        series.transactionsPerIteration =
            perIteration * static_cast<double>(groups * groupSize) / static_cast<double>(runner.warp());
        runner.run(series);
    };
    std::vector<std::uint64_t> steps{0, 1, 2, 3, 4, 8, 16, 17, 32, 33, 64};
    if (runner.isQuick()) steps = {0, 1, 32};
    const std::uint64_t one = std::min(runner.warp(), runner.mostGroupSize());
    measure("local-latency", "local_word", 1, one, 1, 16);
    for (const std::uint64_t stride : steps)
        measure("local", "local_word", runner.computeUnits() * (2048 / size), size, stride, 16);
    if (runner.isCpu())
        return runner.report(memoryRecord("local-atomic", "atomic", "local"),
                             records::ProbeStatus::NotApplicable,
                             "a CPU's work-items take turns: no two meet at a word");
    for (std::uint64_t shift = 0; (std::uint64_t{1} << shift) <= runner.lanes(); ++shift)
        measure("local-atomic", "local_atomic", runner.computeUnits(), size, shift, 8);
}

void probeGlobalAtomics(ProbeRunner& runner) {
    const ProbeRecord about = memoryRecord("global-atomic", "same", "global");
    if (runner.isCpu())
        return runner.report(about, records::ProbeStatus::NotApplicable,
                             "a CPU's work-items take turns: no two meet at a word");
    const cl::Program program = buildMemory(runner, about);
    if (program() == nullptr) return;
    const std::uint64_t items = runner.computeUnits() * 256;
    const std::vector<cl_uint> ones(1024, 1);
    const cl::Buffer in = runner.buffer(4096, ones.data(), about),
                     out = runner.buffer(items * 4, nullptr, about),
                     words = runner.buffer(std::bit_ceil(items) * 4, nullptr, about);
    if (in() == nullptr || out() == nullptr || words() == nullptr) return;
    for (const bool same : {true, false}) {
        ProbeRecord record = memoryRecord("global-atomic", same ? "same" : "distinct", "global");
        record.groupSize = std::min<std::uint64_t>(256, runner.mostGroupSize());
        record.groups = items / record.groupSize;
        ProbeSeries series;
        series.record = record;
        series.in = in;
        series.out = out;
        series.kernel = runner.kernel(program, "global_atomic", record);
        if (series.kernel() == nullptr) return;
        cl_int error = series.kernel.setArg(4, words);
        if (error == CL_SUCCESS) error = series.kernel.setArg(5, same ? 0U : ~0U);
        if (error != CL_SUCCESS) return;
        series.operationsPerIteration = 4;
        series.transactionsPerIteration = 4.0 * static_cast<double>(record.groups * record.groupSize);
        runner.run(series);
    }
}

void probeResidency(ProbeRunner& runner) {
    ProbeRecord about = memoryRecord("residency", "groups", "");
    if (runner.isCpu())
        return runner.report(about, records::ProbeStatus::NotApplicable,
                             "a CPU's groups run to their end one by one");
    const cl::Program program = buildMemory(runner, about);
    if (program() == nullptr) return;
    const std::vector<cl_uint> zeros(1024);
    const std::uint64_t mostGroups = runner.computeUnits() * 68;
    const cl::Buffer in = runner.buffer(4096, zeros.data(), about),
                     out = runner.buffer(runner.computeUnits() * 6144 * 4, nullptr, about),
                     words = runner.buffer(mostGroups * 128, nullptr, about);
    if (in() == nullptr || out() == nullptr || words() == nullptr) return;
    for (const auto& [size, counts] :
         {std::pair<std::uint64_t, std::vector<std::uint64_t>>{
              runner.warp(), {1, 8, 9, 16, 17, 24, 25, 32, 33, 40, 48, 49, 64, 65}},
          {256, {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 17}},
          {1024, {1, 2, 3, 4, 5}}}) {
        if (size > runner.mostGroupSize()) continue;
        for (const std::uint64_t count : counts) {
            ProbeSeries series;
            series.record = about;
            series.record.id = "residency/" + std::to_string(size) + "/" + std::to_string(count);
            series.record.groups = runner.computeUnits() * count;
            series.record.groupSize = size;
            series.record.iterations = 64;
            series.in = in;
            series.out = out;
            series.kernel = runner.kernel(program, "resident", about);
            if (series.kernel() == nullptr || series.kernel.setArg(4, words) != CL_SUCCESS) return;
            series.operationsPerIteration = 1;
            runner.runOnce(series);
        }
    }
}

} // namespace warpstring::measure
