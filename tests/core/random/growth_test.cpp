// SPDX-License-Identifier: GPL-3.0-or-later
// What holds of every grown kernel.
#include "core/random/growth.h"

#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

#include "core/random/interpreter.h"
#include "core/random/kernel_text.h"
#include "core/random/random_launch.h"
#include "core/records/launch_data.h"

namespace warpstring::random_kernels {
namespace {

constexpr std::uint64_t seed = 2026;

TEST(Growth, isTheSameEachTimeAndAnotherForAnotherSeed) {
    std::set<std::string> texts;
    for (std::uint64_t index = 0; index < 100; ++index) {
        const std::string text = textOf(grown(seed, index));
        EXPECT_EQ(text, textOf(grown(seed, index)));
        texts.insert(text);
        texts.insert(textOf(grown(seed + 1, index)));
    }
    EXPECT_EQ(texts.size(), 200U);
}

TEST(Growth, kernelsAreValid) {
    for (std::uint64_t index = 0; index < 200; ++index) {
        const KernelTree kernel = grown(seed, index, 64);
        for (const std::uint64_t group : {std::uint64_t{0}, kernel.range.groupCount() - 1}) {
            std::vector<WorkItem> items(kernel.range.groupSize());
            for (std::uint64_t i = 0; i < items.size(); ++i) items[i] = {group, i};
            const auto run = interpret(kernel, items);
            ASSERT_TRUE(run);
            EXPECT_TRUE(run->faults.empty())
                << "kernel " << index << " of seed " << seed << ": " << run->faults.front() << "\n"
                << textOf(kernel);
            // A condition on groups may leave one without.
            EXPECT_TRUE(!run->written.empty() || kernel.features.contains("store-conditional")) << index;
        }
    }
}

TEST(Growth, hasAllThatTheGrammarHas) {
    std::set<std::string> features;
    for (std::uint64_t index = 0; index < 400; ++index) features.merge(grown(seed, index, 64).features);
    for (const char* feature : {"simple",
                                "loop-constant",
                                "loop-argument",
                                "loop-triangular",
                                "loop-id",
                                "loop-data",
                                "loop-nested",
                                "branch-id",
                                "branch-data",
                                "choice",
                                "local-memory",
                                "local-strided",
                                "local-staged",
                                "local-reduction",
                                "barrier",
                                "atomics-local",
                                "atomics-global",
                                "private-array",
                                "private-array-dynamic",
                                "access-constant",
                                "access-interval",
                                "access-continuous",
                                "access-strided",
                                "access-complex",
                                "access-indirect",
                                "access-turned",
                                "access-rows",
                                "access-planes",
                                "access-sliding",
                                "type-float2",
                                "type-float4",
                                "type-double",
                                "type-uchar",
                                "type-short",
                                "dimensions-1",
                                "dimensions-2",
                                "dimensions-3",
                                "op-division",
                                "op-sqrt",
                                "op-transcendental",
                                "op-native",
                                "store-strided",
                                "store-turned",
                                "store-group",
                                "store-conditional",
                                "store-float4"})
        EXPECT_TRUE(features.contains(feature)) << feature;
}

TEST(Growth, keepsToSizesThatADeviceCanHold) {
    for (std::uint64_t index = 0; index < 200; ++index) {
        const records::ResolvedLaunch resolved = launchOf(seed, index);
        EXPECT_TRUE(validate(resolved.launch.range, {}).empty());
        std::uint64_t bytesOfAll = 0;
        for (const auto& [parameter, argument] : resolved.launch.arguments)
            if (const auto* buffer = std::get_if<BufferArgument>(&argument))
                bytesOfAll += buffer->count * static_cast<std::uint64_t>(bytes(buffer->type));
        EXPECT_LT(bytesOfAll, std::uint64_t{4} << 30U) << index;
        EXPECT_LE(launchOf(seed, index, 7).launch.range.groupCount(), 7U);
    }
}

TEST(RandomReference, givesTheSameWhetherAskedTogetherOrOneByOne) {
    for (std::uint64_t index = 0; index < 20; ++index) {
        const records::ResolvedLaunch resolved = launchOf(seed, index, 4);
        const auto data = records::LaunchData::create(resolved.launch);
        ASSERT_TRUE(data);
        for (const auto& [parameter, argument] : resolved.launch.arguments) {
            const auto* buffer = std::get_if<BufferArgument>(&argument);
            if (buffer == nullptr || buffer->access == BufferAccess::Read) continue;
            const std::uint64_t last = data->scalarCount(parameter) - 1;
            const std::vector<std::uint64_t> indices{0, last / 2, last};
            const auto together = randomKernelReference(*data, parameter, indices);
            ASSERT_EQ(together.size(), 3U);
            for (std::size_t i = 0; i < indices.size(); ++i)
                EXPECT_EQ(randomKernelReference(*data, parameter, std::span(indices).subspan(i, 1)).front(),
                          together[i])
                    << index << " " << parameter;
        }
    }
}

TEST(RandomReference, refusesKernelsOfAnotherGrammar) {
    records::ResolvedLaunch resolved = launchOf(seed, 3, 4);
    resolved.launch.options += " -DRANDOM_TEXT=1";
    const auto data = records::LaunchData::create(resolved.launch);
    ASSERT_TRUE(data);
    const std::vector<std::uint64_t> indices{0};
    EXPECT_THROW((void)randomKernelReference(*data, "out", indices), std::out_of_range);
}

} // namespace
} // namespace warpstring::random_kernels
