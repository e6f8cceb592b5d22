// SPDX-License-Identifier: GPL-3.0-or-later
// What survives of section 4's measurements is the order: larger tiles are faster, radix 16 suffers, and of the
// scans the one without divergence and conflicts wins.
#include <gtest/gtest.h>

#include <numeric>

#include "pdg/evaluation/replay.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::test;

std::vector<double> times(const std::string& file, bool sourceShape) {
    std::vector<double> found;
    for (const auto& launch : sample(file))
        found.push_back(simulated(subject(launch), sourceShape).time.timeUs);
    return found;
}

TEST(Section4, LargerTilesAreFaster) {
    for (const bool sourceShape : {true, false}) {
        const auto tiled = times("matmul/matmul-tiled-sizes.toml", sourceShape); // 16x16, 32, 64, 128, 192
        ASSERT_EQ(tiled.size(), 5U);
        for (std::size_t i = 1; i < tiled.size(); ++i) EXPECT_LT(tiled[i], tiled[i - 1]) << i;
        EXPECT_GT(times("matmul/matmul-naive.toml", sourceShape)[0], tiled[0]);
    }
}

// Both with loops as written, as the paper's strings have them, and unrolled.
TEST(Section4, ScanOrder) {
    for (const bool sourceShape : {true, false}) {
        const auto init = times("scan/scan-init-sizes.toml", sourceShape),
                   initBank = times("scan/scan-init-bank-sizes.toml", sourceShape);
        const auto div = times("scan/scan-div-sizes.toml", sourceShape),
                   divBank = times("scan/scan-div-bank-sizes.toml", sourceShape);
        ASSERT_EQ(init.size(), 4U);
        for (std::size_t i = 0; i < init.size(); ++i) {
            EXPECT_LT(divBank[i], div[i]) << i;
            EXPECT_LT(divBank[i], init[i]) << i;
            EXPECT_LT(init[i], initBank[i]) << i; // padding costs more computation than it saves conflicts
            // Unrolled, Init's smallest blocks are faster than Div's.
            if (sourceShape) {
                EXPECT_LT(div[i], init[i]) << i;
            }
        }
    }
}

// "Thread blocks of larger sizes are expected to pay more penalty for synchronization."
TEST(Section4, LargerScanBlocksPayMoreForBarriers) {
    for (const std::string version : {"init", "init-bank", "div", "div-bank"}) {
        double before = 0;
        for (const auto& launch : sample("scan/scan-" + version + "-sizes.toml")) {
            const auto simulation = simulated(subject(launch), true);
            const double barriers = simulation.correctedWalk.barrier;
            EXPECT_GT(barriers, before) << launch.name;
            before = barriers;
        }
    }
}

/// cc and cs of the upward loop.
std::pair<double, double> divergenceAndConflicts(const Launch& launch) {
    const auto what = subject(launch);
    frontend::BuildOptions options;
    options.options = what.launch.options;
    options.sourceShape = true;
    const auto pdg = buildPdg(what.source, what.launch.kernel, options);
    const auto evaluation = evaluation::evaluate(*pdg, what.launch, device());
    const auto replays = replay(*pdg, *evaluation, device(), {});
    return {replays.front().cc, replays.front().cs.front()};
}

std::pair<double, double> divergenceAndConflicts(const std::string& file) {
    return divergenceAndConflicts(sample(file).front());
}

// Active work-items of Div are the first 128, 64, 32, 16, 8, 4, 2, 1: warps 4, 2, 1, 1, 1, 1, 1, 1 = 12 of 32.
// They access words 2, 4, 8, ... apart; a half-warp takes 2 cycles a way, one without active work-items 2: 4 *
// 8 + 2 * 16 + 32 + (32 + 2) + (16 + 2) + (8 + 2) + (4 + 2) + (2 + 2) = 168 of 32.
TEST(Section4, DivergenceAndConflictsByHand) {
    const auto [initCc, initCs] = divergenceAndConflicts("scan/scan-init.toml");
    const auto [divCc, divCs] = divergenceAndConflicts("scan/scan-div.toml");
    EXPECT_DOUBLE_EQ(initCc, 27.0 / 32);
    EXPECT_DOUBLE_EQ(initCs, 172.0 / 32);
    EXPECT_DOUBLE_EQ(divCc, 12.0 / 32);
    EXPECT_DOUBLE_EQ(divCs, 168.0 / 32);
}

// "The regrouped threads issue more simultaneous accesses to the same shared memory bank": true of each active
// warp. Over all warps, as Table 3 normalises cs, fewer active warps make up for it from T = 128 on.
TEST(Section4, RegroupingTradesDivergenceForConflicts) {
    const auto init = sample("scan/scan-init-sizes.toml"), div = sample("scan/scan-div-sizes.toml");
    for (std::size_t i = 0; i < init.size(); ++i) {
        const auto [initCc, initCs] = divergenceAndConflicts(init[i]);
        const auto [divCc, divCs] = divergenceAndConflicts(div[i]);
        EXPECT_LT(divCc, initCc) << init[i].name;
        EXPECT_GT(divCs / divCc, initCs / initCc) << init[i].name;
    }
}

TEST(Section4, PaddingRemovesConflicts) {
    for (const std::string version : {"init", "div"}) {
        const auto [cc, cs] = divergenceAndConflicts("scan/scan-" + version + ".toml");
        const auto [paddedCc, paddedCs] = divergenceAndConflicts("scan/scan-" + version + "-bank.toml");
        EXPECT_DOUBLE_EQ(cc, paddedCc);
        EXPECT_LT(paddedCs, cs);
    }
}

class Radices : public testing::TestWithParam<std::string> {};

// "Array local is spilled to global memory": loads of a private array are M tokens.
TEST_P(Radices, SixteenSpillsItsArrayAndSuffers) {
    std::vector<double> total, warps;
    std::vector<bool> spills;
    for (const std::string radix : {"2", "4", "16"}) {
        total.push_back(0); // all passes of a transform
        for (const auto& launch : sample("fft/fft-" + GetParam() + "-radix" + radix + ".toml"))
            total.back() += simulated(subject(launch), false).time.timeUs;
        const auto pass = subject(sample("fft/fft-" + GetParam() + "-radix" + radix + ".toml").front());
        const auto simulation = simulated(pass, false);
        warps.push_back(simulation.residentWarps);
        frontend::BuildOptions options;
        options.options = pass.launch.options;
        const auto pdg = buildPdg(pass.source, pass.launch.kernel, options);
        const auto loads = tokensOf(simulation.string, token_string::TokenKind::Load);
        spills.push_back(std::any_of(loads.begin(), loads.end(), [&](const token_string::Token& load) {
            return pdg->accesses[load.access].space == MemorySpace::Private &&
                   pdg->arrays[pdg->accesses[load.access].object].name == "v";
        }));
    }
    EXPECT_GT(warps[0], warps[1]);
    EXPECT_GT(warps[1], warps[2]);
    EXPECT_EQ(spills, (std::vector<bool>{false, false, true}));
    EXPECT_GT(total[2], total[1]);
}

INSTANTIATE_TEST_SUITE_P(Fft, Radices, testing::Values("global", "shared"));

} // namespace
