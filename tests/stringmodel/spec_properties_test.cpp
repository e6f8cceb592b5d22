// SPDX-License-Identifier: GPL-3.0-or-later
// A slower device is never faster, whatever the kernel: the time of the kernel without exception, the latency
// of a warp with one that lies in equation 1. Where bandwidth is the bound it takes every cycle of computation
// off the M tokens, so that more computation changes nothing but NBC_avg, which then covers more of the
// latency.
#include <gtest/gtest.h>

#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::test;

class SlowerDevices : public testing::TestWithParam<std::tuple<std::string, bool, std::string>> {
protected:
    /// `change` makes the spec slower by the factor; larger factors, slower kernels. Until bandwidth is no
    /// bound any more, `computation` is taken off the waits: then a warp's busy cycles are compared alone.
    template <class Change>
    void expectNeverFaster(Change&& change, bool computation = false) {
        const auto& [file, sourceShape, name] = GetParam();
        double latency = 0, time = 0, busy = 0;
        bool bound = false;
        const auto what = subject(sample(file).front());
        for (const double factor : {1.0, 1.1, 2.0, 7.0, 100.0}) {
            HardwareSpec spec = device(name);
            change(spec, factor);
            const auto simulation = simulated(what, sourceShape, spec);
            EXPECT_GE(simulation.correctedWalk.busy(), busy * (1 - 1e-9)) << factor;
            busy = simulation.correctedWalk.busy();
            if (computation && bound) latency = 0;
            bound = simulation.memory.bandwidthBound;
            EXPECT_GE(simulation.correctedWalk.cycles, latency * (1 - 1e-9)) << factor;
            EXPECT_GE(simulation.time.timeUs, time * (1 - 1e-9)) << factor;
            latency = simulation.correctedWalk.cycles;
            time = simulation.time.timeUs;
        }
    }
};

TEST_P(SlowerDevices, GlobalLatency) {
    expectNeverFaster([](HardwareSpec& spec, double factor) { spec.globalMemory.latency *= factor; });
}

TEST_P(SlowerDevices, PipelineLatency) {
    expectNeverFaster([](HardwareSpec& spec, double factor) { spec.execution.pipelineLatency *= factor; },
                      true);
}

TEST_P(SlowerDevices, Barrier) {
    expectNeverFaster([](HardwareSpec& spec, double factor) { spec.execution.barrierCycles *= factor; }, true);
}

TEST_P(SlowerDevices, Bandwidth) {
    expectNeverFaster([](HardwareSpec& spec, double factor) { spec.globalMemory.bandwidthGBs /= factor; });
}

TEST_P(SlowerDevices, SharedMemory) {
    expectNeverFaster([](HardwareSpec& spec, double factor) { spec.sharedMemory.cyclesPerAccess *= factor; },
                      true);
}

INSTANTIATE_TEST_SUITE_P(Samples, SlowerDevices,
                         testing::Combine(testing::ValuesIn(sampleFiles()), testing::Bool(),
                                          testing::Values("geforce-8800-gtx", "tesla-c1060")));

} // namespace
