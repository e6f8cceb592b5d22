// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch gets to and nothing counts takes the upper bound away.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "stringmodel/export/report_json.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::test;

const NDRange fewGroups{1, {1024, 1, 1}, {64, 1, 1}};

/// A kernel around a statement on `a`, `i` and `x`.
Subject kernelAround(const std::string& statement) {
    return subject("float __attribute__((overloadable)) unheard_of(float x);\n"
                   "__kernel void k(__global float* a) {\n"
                   "  const uint i = get_global_id(0);\n  float x = a[i];\n  " +
                       statement + "\n  a[i] = x;\n}\n",
                   fewGroups);
}

std::string assembly(const std::string& text) {
    return "{ uint y; __asm__ volatile(\"" + text + "\" : \"=r\"(y) : \"r\"(i)); x += y; }";
}

bool isAssumed(const Simulation& simulation, const std::string& words) {
    return std::any_of(simulation.assumptions.begin(), simulation.assumptions.end(), [&](const auto& text) {
        return text.starts_with("times have no upper bound") && text.ends_with(": " + words);
    });
}

/// The estimate is the lower bound.
void expectNoUpperBound(const Subject& kernel, const std::string& codes) {
    SCOPED_TRACE(codes);
    const auto closed = simulated(kernel, false, h200(), ModelChoice::ClosedForm);
    const SimulationBounds* bounds = closed.reportedBounds();
    ASSERT_NE(bounds, nullptr);
    EXPECT_EQ(bounds->lowerTimeUs, closed.kernelTimeUs());
    EXPECT_EQ(bounds->lowerLatencyCycles, closed.warpLatencyCycles());
    EXPECT_TRUE(std::isinf(bounds->upperTimeUs) && std::isinf(bounds->upperLatencyCycles));
    EXPECT_TRUE(isAssumed(closed, codes));
    const auto timed = simulated(kernel, false, h200());
    ASSERT_TRUE(timed.timeline && timed.bounds);
    EXPECT_TRUE(std::isinf(timed.bounds->upperTimeUs));
    EXPECT_TRUE(isAssumed(timed, codes));
}

TEST(Uncounted, TakesTheUpperBoundAway) {
    expectNoUpperBound(kernelAround(assembly("ld.global.u32 %0, [%1];")), "frontend.inline-assembly");
    expectNoUpperBound(kernelAround("printf(\"%f\\n\", x);"), "frontend.printf");
    expectNoUpperBound(kernelAround("x = unheard_of(x);"), "frontend.unknown-builtin");
    expectNoUpperBound(kernelAround("x = __builtin_elementwise_sin(x);"), "frontend.unknown-builtin");
    expectNoUpperBound(kernelAround("x = unheard_of(x); printf(\"%f\\n\", x); " + assembly("bar.sync 0;")),
                       "frontend.inline-assembly, frontend.printf, frontend.unknown-builtin");
}

TEST(Uncounted, IsAnyCodeOfTheGraph) {
    const auto kernel = kernelAround("x *= 2.0f;");
    auto pdg = *frontend::buildPdg(kernel.source, "k", {"", 64});
    pdg.uncounted.push_back({"frontend.bulk-copy", entryRegion});
    const auto simulation = simulate(pdg, kernel.launch, h200());
    ASSERT_TRUE(simulation && simulation->bounds);
    EXPECT_TRUE(std::isinf(simulation->bounds->upperTimeUs));
    EXPECT_TRUE(isAssumed(*simulation, "frontend.bulk-copy"));
}

TEST(Uncounted, LeavesTheBoundsOfWhatIsCounted) {
    for (const auto& statement :
         {std::string("x *= 2.0f;"), assembly("add.u32 %0, %1, 1;"), std::string("x = sin(x);")}) {
        const auto simulation = simulated(kernelAround(statement), false, h200());
        EXPECT_FALSE(simulation.bounds) << statement;
        for (const auto& assumption : simulation.assumptions)
            EXPECT_FALSE(assumption.starts_with("times have no upper bound")) << statement;
    }
}

TEST(Uncounted, IsNoMatterWhereNoWorkItemGetsThere) {
    EXPECT_FALSE(simulated(kernelAround("if (i > 100000) printf(\"%f\\n\", x);"), false, h200()).bounds);
    EXPECT_TRUE(simulated(kernelAround("if (i > 1000) printf(\"%f\\n\", x);"), false, h200()).bounds);
}

TEST(Uncounted, LeavesTheLowerBoundOfWhatIsNotKnown) {
    const auto guarded = [](const std::string& then) {
        return simulated(kernelAround("if (x > 0.5f) { x = a[i * 64 & 65535]; " + then + " }"), false, h200(),
                         ModelChoice::ClosedForm);
    };
    const auto counted = guarded(""), uncounted = guarded("x = unheard_of(x);");
    ASSERT_TRUE(counted.bounds && uncounted.bounds);
    EXPECT_FALSE(std::isinf(counted.bounds->upperTimeUs));
    EXPECT_LT(uncounted.bounds->lowerTimeUs, uncounted.kernelTimeUs()) << "no work-item may get there";
    EXPECT_TRUE(std::isinf(uncounted.bounds->upperTimeUs));
}

TEST(Uncounted, IsNullInJson) {
    const auto kernel = kernelAround("printf(\"%f\\n\", x);");
    const auto pdg = *frontend::buildPdg(kernel.source, "k", {"", 64});
    const auto json = [&](ModelChoice model) {
        return nlohmann::json::parse(simulation_export::toJson(simulated(kernel, false, h200(), model), pdg));
    };
    const auto closed = json(ModelChoice::ClosedForm), timed = json(ModelChoice::Timeline);
    EXPECT_TRUE(closed["bounds"]["time_us"]["upper"].is_null());
    EXPECT_TRUE(closed["bounds"]["latency_cycles"]["upper"].is_null());
    EXPECT_EQ(closed["bounds"]["time_us"]["lower"], closed["kernel"]["time_us"]);
    EXPECT_EQ(timed["closed_form"]["bounds"], closed["bounds"]);
}

} // namespace
