// SPDX-License-Identifier: GPL-3.0-or-later
// Loops whose trips depend on the work-group, against every work-item followed on its own.
#include <gtest/gtest.h>

#include <iostream>
#include <random>

#include "pdg/evaluation/evaluation.h"
#include "pdg/frontend/build_pdg.h"
#include "tests/pdg/evaluation/random_seed.h"

namespace warpstring::evaluation {
namespace {

struct Loop {
    std::string source;                                ///< in `n`, a step of its own in `s`
    std::int64_t (*first)(std::int64_t, std::int64_t); ///< by group and work-item of it
    bool stridesByGrid;
};

const Loop loops[] = {{"for (uint i = get_global_id(0); i < n; i += get_global_size(0))", nullptr, true},
                      {"for (int i = get_group_id(0) * 5 + get_local_id(0); i < n; i += s)",
                       [](std::int64_t group, std::int64_t item) { return group * 5 + item; }, false},
                      {"for (int i = get_local_id(0) / 32 - (int)get_group_id(0); i <= n; i += s)",
                       [](std::int64_t group, std::int64_t item) { return item / 32 - group; }, false}};

class GridStride : public testing::Test {
protected:
    static constexpr std::int64_t warpSize = 32;

    void check(const Loop& loop, const Pdg& pdg) {
        const std::int64_t groups = number(1, 300), local = 32 * number(1, 8);
        const std::int64_t step = loop.stridesByGrid ? groups * local : number(1, 400);
        const std::int64_t n = number(1, 40) * step + number(0, static_cast<int>(step));
        Launch launch;
        launch.name = launch.kernel = "k";
        launch.range.global[0] = static_cast<std::uint64_t>(groups * local);
        launch.range.local[0] = static_cast<std::uint64_t>(local);
        launch.arguments["n"] = ScalarArgument{{ScalarType::Int, 1}, true, n};
        launch.arguments["s"] = ScalarArgument{{ScalarType::Int, 1}, true, step};
        BufferArgument buffer;
        buffer.type = {ScalarType::Float, 1};
        buffer.count = static_cast<std::uint64_t>(groups * local);
        launch.arguments["y"] = buffer;
        double truth = 0; // executions by warps
        for (std::int64_t group = 0; group < groups; ++group)
            for (std::int64_t warp = 0; warp < local; warp += warpSize) {
                std::int64_t most = 0;
                for (std::int64_t item = warp; item < warp + warpSize; ++item) {
                    std::int64_t trips = 0;
                    const std::int64_t first =
                        loop.stridesByGrid ? group * local + item : loop.first(group, item);
                    for (std::int64_t i = first; loop.source.find("<=") != std::string::npos ? i <= n : i < n;
                         i += step)
                        ++trips;
                    most = std::max(most, trips);
                }
                truth += static_cast<double>(most);
            }
        const auto evaluation = evaluate(pdg, launch, HardwareSpec{});
        ASSERT_TRUE(evaluation.ok()) << toText(evaluation.diagnostics()[0]);
        for (const auto& region : pdg.regions) {
            if (region.kind != Region::Kind::LoopBody) continue;
            const auto& executions = evaluation->regions[region.id].executions;
            EXPECT_TRUE(executions.isExact());
            EXPECT_NEAR(executions.value * evaluation->warps, truth, 1e-6 * truth)
                << loop.source << ", n = " << n << ", s = " << step << ", " << groups << " groups of " << local;
        }
        for (const auto& assumption : evaluation->assumptions)
            ADD_FAILURE() << assumption << " at " << groups << " groups of " << local;
        if (loop.stridesByGrid) mostCells_ = std::max(mostCells_, cellsOf(pdg, *evaluation));
    }

    static std::size_t cellsOf(const Pdg& pdg, const Evaluation& evaluation) {
        std::size_t most = 0;
        for (const auto& region : pdg.regions)
            most = std::max(most, evaluation.regions[region.id].cells.size());
        return most;
    }

    std::int64_t number(int low, int high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
    }

    std::size_t mostCells_ = 0;
    std::mt19937_64 random_{oracle::randomSeed()};
};

TEST_F(GridStride, tripsAreThoseOfEveryWorkItem) {
    std::cout << "seed " << oracle::randomSeed() << "\n";
    for (const auto& loop : loops) {
        const std::string source = "__kernel void k(__global float* y, int n, int s) {\n"
                                   "    float sum = 0.0f;\n    " +
                                   loop.source +
                                   " sum += sum * 0.5f + 1.0f;\n"
                                   "    y[get_global_id(0)] = sum;\n}\n";
        const auto pdg = frontend::buildPdg({"k.cl", source}, "k", {});
        ASSERT_TRUE(pdg.ok()) << toText(pdg.diagnostics()[0]);
        for (int round = 0; round < 30; ++round) check(loop, *pdg);
    }
    // However many groups: those with one trip more, those with one less, and the ones in between.
    EXPECT_LE(mostCells_, 24u);
}

} // namespace
} // namespace warpstring::evaluation
