// SPDX-License-Identifier: GPL-3.0-or-later
// The generated probe: what it declares, and that it runs around a kernel and stamps as it says.
#include <cstring>

#include <gtest/gtest.h>

#include "core/measure/worker/launch_run.h"
#include "core/probe/probe_source.h"
#include "tests/samples/test_device.h"

namespace warpstring::probe {
namespace {

using Parameters = std::vector<KernelParameter>;

std::string probeOf(const Parameters& parameters, ProbeClock clock = ProbeClock::CycleCounter,
                    const std::array<std::uint64_t, 3>& required = {}) {
    return probeSource("", "k", parameters, {clock, 32, {1, {256, 1, 1}, {64, 1, 1}}, required, true});
}

bool holds(const std::string& text, const std::string& piece) { return text.find(piece) != std::string::npos; }

TEST(ProbeSource, DeclaresParametersAsTheKernelDoes) {
    const std::pair<KernelParameter, const char*> cases[] = {
        {{"p", "float*", AddressSpace::Global, false, false, false}, "__global float* p,"},
        {{"p", "float4*", AddressSpace::Global, true, true, false}, "__global const float4* restrict p,"},
        {{"p", "uint*", AddressSpace::Global, false, true, true}, "__global volatile uint* restrict p,"},
        {{"p", "uint*", AddressSpace::Global, true, false, true}, "__global const volatile uint* p,"},
        // OpenCL calls constant memory const as well; twice would be a warning in every log.
        {{"p", "float*", AddressSpace::Constant, true, false, false}, "__constant float* p,"},
        {{"p", "half*", AddressSpace::Local, false, false, false}, "__local half* p,"},
        {{"p", "unsigned int", AddressSpace::Private, false, false, false}, "    unsigned int p,"},
        {{"p", "float2", AddressSpace::Private, true, false, false}, "    float2 p,"}};
    for (const auto& [parameter, declaration] : cases)
        EXPECT_TRUE(holds(probeOf({parameter}), declaration)) << declaration << "\n" << probeOf({parameter});
}

TEST(ProbeSource, CallsTheKernelWithItsParametersInOrder) {
    const std::string text = probeOf({{"b", "int*", AddressSpace::Global}, {"a", "int"}, {"c", "float"}});
    EXPECT_TRUE(holds(text, "k(b, a, c);")) << text;
    EXPECT_TRUE(holds(probeOf({}), "k();"));
}

TEST(ProbeSource, KeepsTheRequiredGroupSize) {
    EXPECT_TRUE(holds(probeOf({}, ProbeClock::CycleCounter, {16, 8, 2}), "reqd_work_group_size(16, 8, 2)"));
    EXPECT_FALSE(holds(probeOf({}), "reqd_work_group_size"));
}

TEST(ProbeSource, ReadsEachClock) {
    const std::string nvidia = probeOf({}, ProbeClock::NvidiaAssembly);
    EXPECT_TRUE(holds(nvidia, "%%clock64") && holds(nvidia, "%%smid")) << nvidia;
    const std::string khr = probeOf({}, ProbeClock::KernelClock);
    EXPECT_TRUE(holds(khr, "clock_read_work_group()") && !holds(khr, "smid")) << khr;
    const std::string cpu = probeOf({}, ProbeClock::CycleCounter);
    EXPECT_TRUE(holds(cpu, "__builtin_readcyclecounter()") && !holds(cpu, "smid")) << cpu;
    EXPECT_NE(name(ProbeClock::NvidiaAssembly), name(ProbeClock::KernelClock));
    EXPECT_NE(name(ProbeClock::KernelClock), name(ProbeClock::CycleCounter));
}

// A register that stays taken while the kernel runs may cost a work-group its place.
TEST(ProbeSource, KeepsOneRegisterWhereAWarpCannotOutlastIt) {
    const auto nvidia = [](const NDRange& range, bool isLong) {
        return probeSource("", "k", {}, {ProbeClock::NvidiaAssembly, 32, range, {}, isLong});
    };
    const NDRange whole{1, {256, 1, 1}, {64, 1, 1}};
    EXPECT_TRUE(holds(nvidia(whole, false), "uint warpstring_start;\n    asm volatile(\"mov.u32 %0, %%clock;"));
    EXPECT_TRUE(
        holds(nvidia(whole, true), "ulong warpstring_start;\n    asm volatile(\"mov.u64 %0, %%clock64;"));
    EXPECT_TRUE(holds(nvidia(whole, false), "bar.warp.sync 0xffffffff;"));
    // 40 work-items: the second warp has 8.
    const std::string partial = nvidia({2, {80, 4, 1}, {20, 2, 1}}, false);
    EXPECT_TRUE(holds(partial, "warpstring_item < 32u ? 0xffffffffu : 255u")) << partial;
}

TEST(ProbeSource, WritesSizesAsNumbers) {
    const std::string text =
        probeSource("", "k", {}, {ProbeClock::CycleCounter, 32, {3, {64, 24, 5}, {16, 8, 1}}, {}, true});
    EXPECT_TRUE(holds(text, "(uint)get_local_id(0) + 16u * ((uint)get_local_id(1))")) << text;
    EXPECT_TRUE(
        holds(text, "(uint)get_group_id(0) + 4u * ((uint)get_group_id(1) + 3u * ((uint)get_group_id(2)))"))
        << text;
    EXPECT_TRUE(holds(probeSource("", "k", {}, {ProbeClock::CycleCounter, 1, {}, {}, true}),
                      "uint warpstring_item = 0u;"));
}

BufferArgument buffer(ScalarType type, std::uint64_t count, BufferAccess access = BufferAccess::ReadWrite) {
    BufferArgument argument;
    argument.type = {type, 1};
    argument.count = count;
    argument.init = BufferInit::Iota;
    argument.access = access;
    return argument;
}

constexpr const char* wholeKernel =
    "__kernel __attribute__((reqd_work_group_size(4, 2, 1)))\n"
    "void k(__global const float* restrict in, __constant float* weights, __local float* room,\n"
    "       __global volatile float* out, uint n, float2 pair)\n"
    "{\n"
    "    size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);\n"
    "    room[get_local_id(0) + 4 * get_local_id(1)] = in[i];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (i < n) out[i] = room[get_local_id(0) + 4 * get_local_id(1)] * weights[1] + pair.y;\n"
    "}\n";

/// Stamps of the launch below: start, end and SM of 8 groups of `warps` warps at most.
std::vector<std::uint64_t> stampsOf(int warpSize, int shift, std::size_t stamps) {
    const auto device = samples::testDevice();
    if (!device) return {};
    const Parameters parameters{{"in", "float*", AddressSpace::Global, true, true, false},
                                {"weights", "float*", AddressSpace::Constant, true, false, false},
                                {"room", "float*", AddressSpace::Local},
                                {"out", "float*", AddressSpace::Global, false, false, true},
                                {"n", "uint"},
                                {"pair", "float2"}};
    records::ResolvedLaunch resolved;
    resolved.sourceText =
        probeSource(wholeKernel, "k", parameters,
                    {ProbeClock::CycleCounter, warpSize, {2, {16, 4, 1}, {4, 2, 1}}, {4, 2, 1}, true});
    Launch& launch = resolved.launch;
    launch.file = "probe.toml";
    launch.kernel = probeKernel;
    launch.range = {2, {16, 4, 1}, {4, 2, 1}};
    BufferArgument untouched = buffer(ScalarType::ULong, stamps);
    untouched.type = {ScalarType::ULong, 2};
    untouched.init = BufferInit::Zero;
    launch.arguments = {{"in", buffer(ScalarType::Float, 64, BufferAccess::Read)},
                        {"weights", buffer(ScalarType::Float, 2, BufferAccess::Read)},
                        {"room", LocalArgument{8 * sizeof(float)}},
                        {"out", buffer(ScalarType::Float, 64, BufferAccess::Write)},
                        {"n", ScalarArgument{{}, false, std::int64_t{64}}},
                        {"pair", ScalarArgument{{}, false, std::int64_t{3}}},
                        {"warpstring_stamps", untouched},
                        {"warpstring_shift", ScalarArgument{{}, false, std::int64_t{shift}}}};
    const auto output = measure::runLaunch(resolved, *device);
    if (!output) {
        ADD_FAILURE() << toText(output.diagnostics().front()) << "\n" << resolved.sourceText;
        return {};
    }
    for (std::uint64_t i = 0; i < 64; ++i)
        EXPECT_EQ(records::scalarAt(output->buffers.at("out"), {ScalarType::Float, 1}, i),
                  static_cast<double>(i) + 3);
    std::vector<std::uint64_t> values(stamps * stampWords);
    std::memcpy(values.data(), output->buffers.at("warpstring_stamps").data(),
                values.size() * sizeof(std::uint64_t));
    return values;
}

/// How many of the first stamps were written, each once and no later one.
std::size_t writtenStamps(const std::vector<std::uint64_t>& values) {
    std::size_t written = 0;
    for (std::size_t i = 0; i < values.size() / stampWords; ++i) {
        const std::uint64_t* stamp = &values[i * stampWords];
        if (stamp[0] == 0 && stamp[1] == 0) continue;
        EXPECT_EQ(written, i) << "a stamp was left out";
        EXPECT_LE(stamp[1] & ((std::uint64_t{1} << smShift) - 1), stamp[0]);
        EXPECT_EQ(stamp[1] >> smShift, unknownSm);
        ++written;
    }
    return written;
}

TEST(ProbeSource, RunsAroundTheKernelAndStampsEveryWorkItemOfACpu) {
    EXPECT_EQ(writtenStamps(stampsOf(1, 0, 80)), 64U);
}

TEST(ProbeSource, StampsWarpsOnceAndStridesOverGroups) {
    EXPECT_EQ(writtenStamps(stampsOf(3, 0, 40)), 8U * 3U) << "8 work-items are 3 warps of 3";
    EXPECT_EQ(writtenStamps(stampsOf(8, 1, 40)), 4U) << "every second group";
    EXPECT_EQ(writtenStamps(stampsOf(32, 3, 40)), 1U) << "the first of eight groups, a warp each";
}

} // namespace
} // namespace warpstring::probe
