// SPDX-License-Identifier: GPL-3.0-or-later
// What reads and writes of images cost: instructions and turns of pipes counted by hand, bytes against the
// image's.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "stringmodel/machine/machine_operation.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::test;

constexpr auto texturePipe = static_cast<std::size_t>(Pipe::Texture),
               memoryPipe = static_cast<std::size_t>(Pipe::Memory);

ImageArgument imageOf(const ImageFormat& format, std::vector<std::uint64_t> sizes, BufferAccess access) {
    ImageArgument image;
    image.dimensions = static_cast<int>(sizes.size());
    image.format = format;
    image.texels.type = storedType(format);
    image.texels.count = 1;
    image.texels.access = access;
    for (std::size_t d = 0; d < sizes.size(); ++d) image.texels.count *= image.sizes[d] = sizes[d];
    return image;
}

/// Kernel k of a plane `in` read as the sampler says, written to a plane `out` of the same size.
Subject copyOf(const ImageFormat& format, std::uint64_t width, std::uint64_t height,
               const std::string& coordinates, const Sampler& sampler) {
    Subject made;
    made.source = {"k.cl",
                   "__kernel void k(read_only image2d_t in, sampler_t how, write_only image2d_t out) {\n"
                   "  const int x = get_global_id(0), y = get_global_id(1);\n"
                   "  write_imagef(out, (int2)(x, y), read_imagef(in, how, " +
                       coordinates + "));\n}\n"};
    made.launch.name = made.launch.kernel = "k";
    made.launch.range = {2, {width, height, 1}, {16, 8, 1}};
    made.launch.arguments["in"] = imageOf(format, {width, height}, BufferAccess::Read);
    made.launch.arguments["how"] = sampler;
    made.launch.arguments["out"] = imageOf(format, {width, height}, BufferAccess::Write);
    return made;
}

constexpr ImageFormat bytesOfColour{ChannelOrder::Rgba, ChannelType::UnormInt8};
constexpr ImageFormat floats{ChannelOrder::Rgba, ChannelType::Float};
const Sampler nearest{false, Addressing::ClampToEdge, Filter::Nearest};
const Sampler linear{true, Addressing::ClampToEdge, Filter::Linear};
const std::string own = "(int2)(x, y)";
/// Not a multiple of the image's size that the front end sees: evaluated in floating point.
const std::string normalized = "(float2)((x + 0.5f) * 0.00390625f, (y + 0.5f) * 0.0078125f)"; // 256 x 128

machine::MachineOperation fetchOf(int bytes, int texels, const HardwareSpec& spec) {
    Pdg pdg;
    MemoryAccess access;
    access.id = AccessId(0);
    access.space = MemorySpace::Image;
    access.bytes = bytes;
    access.texels = texels;
    pdg.accesses.push_back(access);
    Statement statement;
    statement.kind = StatementKind::Memory;
    statement.access = AccessId(0);
    return machine::operationOf(statement, pdg, spec);
}

// Four lanes a cycle for the multiprocessor, so one for each of four schedulers: 32 cycles a warp.
TEST(ImageOperations, TakeTurnsOfTheTexturePipe) {
    const HardwareSpec& spec = h200();
    ASSERT_EQ(spec.pipeLanes[texturePipe], 4);
    EXPECT_FLOAT_EQ(fetchOf(4, 1, spec).pipeCycles[texturePipe], 32);
    EXPECT_FLOAT_EQ(fetchOf(8, 1, spec).pipeCycles[texturePipe], 32);
    EXPECT_FLOAT_EQ(fetchOf(16, 1, spec).pipeCycles[texturePipe], 64);
    EXPECT_FLOAT_EQ(fetchOf(4, 4, spec).pipeCycles[texturePipe], 32) << "four texels of 4 bytes";
    EXPECT_FLOAT_EQ(fetchOf(4, 8, spec).pipeCycles[texturePipe], 64) << "eight of them";
    EXPECT_FLOAT_EQ(fetchOf(16, 4, spec).pipeCycles[texturePipe], 128) << "four of 16 bytes";
    EXPECT_FLOAT_EQ(fetchOf(8, 4, spec).pipeCycles[texturePipe], 64) << "a filter takes half as many bytes";
    EXPECT_EQ(fetchOf(4, 1, spec).pipeCycles[memoryPipe], 0);
    const auto further = fetchOf(4, 0, spec);
    EXPECT_EQ(further.instructions, 0);
    EXPECT_EQ(further.issueCycles, 0);
    EXPECT_TRUE(
        std::all_of(further.pipeCycles.begin(), further.pipeCycles.end(), [](float c) { return c == 0; }));
}

TEST(ImageOperations, AreLoadsWhereThereIsNoTexturePipe) {
    HardwareSpec spec = h200();
    spec.pipeLanes[texturePipe] = 0;
    EXPECT_FLOAT_EQ(fetchOf(4, 1, spec).pipeCycles[memoryPipe], 1);
    EXPECT_EQ(fetchOf(4, 1, spec).pipeCycles[texturePipe], 0);
}

double bytesRead(const Simulation& simulation) {
    double bytes = 0;
    for (const auto& traffic : simulation.timeline->traffic) bytes += traffic.l2ReadBytes;
    return bytes;
}
double bytesStored(const Simulation& simulation) {
    double bytes = 0;
    for (const auto& traffic : simulation.timeline->traffic) bytes += traffic.l2WriteBytes;
    return bytes;
}

TEST(ImageTraffic, IsTheImageOnceWhereEachTexelIsReadOnce) {
    for (const ImageFormat& format : {bytesOfColour, floats}) {
        const auto simulation = simulated(copyOf(format, 1024, 512, own, nearest), false, h200());
        const double size = 1024.0 * 512 * bytes(format);
        EXPECT_NEAR(bytesRead(simulation), size, 0.02 * size) << name(format);
        EXPECT_NEAR(bytesStored(simulation), size, 0.02 * size) << name(format);
    }
}

// Rows of texels that neighbours mix too come from L1, although their addresses are known point by point alone.
TEST(ImageTraffic, OfAFilterIsSharedWithNeighbours) {
    const auto plain = simulated(copyOf(bytesOfColour, 256, 128, own, nearest), false, h200());
    const auto mixed = simulated(copyOf(bytesOfColour, 256, 128, normalized, linear), false, h200());
    const double size = 256.0 * 128 * 4;
    EXPECT_NEAR(bytesRead(plain), size, 0.02 * size);
    EXPECT_GT(bytesRead(mixed), size);
    // A group of 16 x 8 reads 17 x 9 texels of it, in sectors of four by two.
    EXPECT_LE(bytesRead(mixed), 2.2 * size);
    EXPECT_DOUBLE_EQ(plain.timeline->program.pipeInstructionsPerWarp[texturePipe], 0.5)
        << "integer coordinates";
    EXPECT_DOUBLE_EQ(mixed.timeline->program.pipeInstructionsPerWarp[texturePipe], 1);
}

TEST(ImageTraffic, TakesLongerWithMoreTextureUnitsBusy) {
    HardwareSpec slow = h200();
    const auto subjectOf = [] {
        Subject made = copyOf(bytesOfColour, 1024, 1024, own, nearest);
        made.source.text =
            "__kernel void k(read_only image2d_t in, sampler_t how, write_only image2d_t out) {\n"
            "  const int x = get_global_id(0), y = get_global_id(1);\n  float4 sum = 0;\n"
            "  for (int j = -8; j <= 8; ++j) sum += read_imagef(in, how, (int2)(x + j, y));\n"
            "  write_imagef(out, (int2)(x, y), sum);\n}\n";
        return made;
    }();
    const auto fast = simulated(subjectOf, false, slow);
    EXPECT_EQ(fast.boundBy(), "texture pipe");
    // 17 fetches of each texel at integer coordinates, eight a cycle in each multiprocessor.
    const double floor = 17.0 * 1024 * 1024 / (8 * 132);
    EXPECT_GE(fast.kernelCycles(), floor);
    EXPECT_LE(fast.kernelCycles(), 1.3 * floor + 12000);
    slow.pipeLanes[texturePipe] = 2;
    EXPECT_NEAR(simulated(subjectOf, false, slow).kernelCycles() - fast.kernelCycles(), floor, 0.1 * floor);
    // Every load waits for a texel longer than for a word.
    HardwareSpec late = h200();
    late.caches.textureLatency = 400;
    EXPECT_GT(simulated(subjectOf, false, late).warpLatencyCycles(), fast.warpLatencyCycles());
}

// The closed form's devices read texels by segments, in whatever order lanes ask for them.
TEST(ImageTraffic, IsNotThatOfScatteredWordsInTheClosedForm) {
    const auto simulation = simulated(copyOf(bytesOfColour, 256, 128, own, nearest), false);
    const auto loads = tokensOf(simulation.string, token_string::TokenKind::Load);
    ASSERT_EQ(loads.size(), 1u);
    // A half-warp reads 16 x 1 texels: 64 bytes of a row of tiles, four pieces of 16 bytes in as many sectors
    // of 32.
    EXPECT_LE(loads[0].bytes, 2 * 256.0);
    EXPECT_GE(loads[0].bytes, 128.0);
    const auto& assumptions = simulation.assumptions;
    EXPECT_TRUE(std::any_of(assumptions.begin(), assumptions.end(),
                            [](const std::string& text) { return text.find("images") != std::string::npos; }));
}

TEST(ImageTokens, SayThatTheyAreOfImages) {
    const auto simulation = simulated(copyOf(bytesOfColour, 256, 128, normalized, linear), false, h200());
    const auto waits = tokensOf(simulation.string, token_string::TokenKind::Wait);
    const auto loads = tokensOf(simulation.string, token_string::TokenKind::Load);
    ASSERT_EQ(waits.size(), 1u) << "four texels are one fetch";
    ASSERT_EQ(loads.size(), 1u);
    EXPECT_EQ(loads[0].statements.size(), 4u);
    EXPECT_TRUE(waits[0].waitsFor.starts_with("read image in of line")) << waits[0].waitsFor;
}

} // namespace
