// SPDX-License-Identifier: GPL-3.0-or-later
// What is reported is of one model, and names it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "stringmodel/export/report_json.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::test;
using Json = nlohmann::json;

Subject scan() { return subject(sample("scan/scan-init.toml").front()); }

/// Where it loads from is in a buffer that it writes itself.
Subject unknown() {
    return subject("__kernel void k(__global int* index, __global float* a, __global float* b) {\n"
                   "  const int i = get_global_id(0), l = get_local_id(0);\n  b[i] = a[index[i] & 1023];\n"
                   "  index[i] = l;\n}\n",
                   {1, {1 << 14, 1, 1}, {128, 1, 1}});
}

const Diagnostic* difference(const Simulation& simulation) {
    for (const auto& found : simulation.diagnostics)
        if (found.code == "simulate.models-differ") return &found;
    return nullptr;
}

TEST(KernelParts, AreTheTimeInEitherModel) {
    for (const auto& file : sampleFiles())
        for (const ModelChoice model : {ModelChoice::ClosedForm, ModelChoice::Timeline}) {
            SCOPED_TRACE(file);
            const auto simulation = simulated(subject(sample(file).front()), false, h200(), model);
            const KernelParts parts = simulation.kernelParts();
            EXPECT_EQ(parts.startUs, h200().host.kernelStartUs);
            EXPECT_GE(parts.bodyUs, 0);
            EXPECT_GE(parts.tailUs, 0);
            const double time = simulation.kernelTimeUs();
            EXPECT_NEAR(parts.startUs + parts.bodyUs + parts.tailUs, time, 1e-9 * time);
            EXPECT_NEAR(simulation.kernelCycles() / h200().execution.clockMhz + parts.startUs, time,
                        1e-9 * time);
            EXPECT_EQ(simulation.time.launchOverheadUs, h200().host.launchOverheadUs) << "apart";
        }
}

TEST(KernelParts, ALaunchOfWholeRoundsHasNoTailInTheClosedForm) {
    const auto launch = [](std::uint64_t groups) {
        return subject("__kernel void k(__global float* a) { a[get_global_id(0)] *= 2.0f; }\n",
                       {1, {groups * 128, 1, 1}, {128, 1, 1}});
    };
    const auto tail = [&](std::uint64_t groups) {
        return simulated(launch(groups), false).kernelParts().tailUs;
    };
    const auto round = static_cast<std::uint64_t>(simulated(launch(1), false).occupancy.groups) *
                       static_cast<std::uint64_t>(device().execution.multiprocessors);
    EXPECT_EQ(tail(2 * round), 0);
    EXPECT_GT(tail(2 * round + 1), 0);
}

TEST(ReportedModel, ModelsThatAreFarApartAreANote) {
    const auto far = simulated(scan(), false, h200());
    ASSERT_GT(far.warpLatencyCycles(), 2 * far.correctedWalk.cycles) << "the case that this is about";
    const Diagnostic* note = difference(far);
    ASSERT_NE(note, nullptr);
    EXPECT_EQ(note->severity, Severity::Note);
    EXPECT_NE(note->message.find("a warp takes"), std::string::npos) << note->message;
    EXPECT_FALSE(note->hint.empty());
    EXPECT_EQ(difference(simulated(scan(), false, h200(), ModelChoice::ClosedForm)), nullptr)
        << "there is one model alone";
}

TEST(ReportedModel, RangesAreOfTheClosedFormAlone) {
    const auto timed = simulated(unknown(), false, h200());
    ASSERT_TRUE(timed.timeline && timed.bounds);
    EXPECT_EQ(timed.reportedBounds(), nullptr);
    const auto closed = simulated(unknown(), false, h200(), ModelChoice::ClosedForm);
    ASSERT_NE(closed.reportedBounds(), nullptr);
    EXPECT_LE(closed.reportedBounds()->lowerTimeUs, closed.kernelTimeUs());
    EXPECT_GE(closed.reportedBounds()->upperTimeUs, closed.kernelTimeUs());
    EXPECT_EQ(closed.reportedBounds()->lowerTimeUs, timed.bounds->lowerTimeUs) << "the timeline's is not in it";
    EXPECT_EQ(closed.reportedBounds()->upperTimeUs, timed.bounds->upperTimeUs);
}

TEST(ReportedModel, JsonHasTheFiguresOfOneModelAndTheOthersUnderItsName) {
    const auto launch = unknown();
    const auto pdg = *frontend::buildPdg(launch.source, "k", {"", 64});
    const auto json = [&](ModelChoice model) {
        return Json::parse(simulation_export::toJson(simulated(launch, false, h200(), model), pdg));
    };
    const Json timed = json(ModelChoice::Timeline), closed = json(ModelChoice::ClosedForm);
    EXPECT_EQ(timed["schema"], "warpstring.simulation/2");
    EXPECT_EQ(timed["model"], "timeline");
    EXPECT_EQ(closed["model"], "closed-form");
    EXPECT_EQ(timed["warp"]["latency_cycles"], timed["timeline"]["warp_cycles"]);
    EXPECT_EQ(timed["kernel"]["time_us"], timed["timeline"]["time_us"]);
    EXPECT_FALSE(timed["warp"].contains("nbc_avg"));
    EXPECT_FALSE(timed.contains("bounds"));
    EXPECT_FALSE(closed.contains("timeline") || closed.contains("closed_form"));
    const Json& beside = timed["closed_form"];
    EXPECT_EQ(beside["kernel"]["time_us"], closed["kernel"]["time_us"]);
    EXPECT_EQ(beside["bounds"], closed["bounds"]);
    Json warp = closed["warp"];
    warp.erase("active_warps"); // of the launch, in either model
    EXPECT_EQ(beside["warp"], warp);
    double reasons = 0;
    for (const auto& [reason, cycles] : timed["warp"]["cycles_by_reason"].items())
        reasons += cycles.get<double>();
    const double latency = timed["warp"]["latency_cycles"];
    EXPECT_NEAR(reasons, latency, 1e-6 * latency);
    EXPECT_EQ(timed["tokens"][0]["start"], true);
    for (const auto& token : timed["tokens"]) EXPECT_TRUE(token.contains("warp_cycles_by_reason"));
    for (const auto& token : closed["tokens"]) EXPECT_FALSE(token.contains("warp_cycles_by_reason"));
}

} // namespace
