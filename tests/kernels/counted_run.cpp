// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the launch of a plan on the tests' device and prints what its counters hold: a program of its own, for
// PoCL brings another LLVM than the simulation's.
#include <cstring>
#include <iostream>

#include "core/measure/worker/launch_run.h"
#include "tests/kernels/counted_source.h"
#include "tests/samples/test_device.h"

int main(int argumentCount, char** arguments) {
    using namespace warpstring;
    if (argumentCount != 2) return 2;
    const auto fail = [](const Diagnostic& fault) {
        std::cerr << toText(fault) << '\n';
        return 1;
    };
    const auto device = samples::testDevice();
    if (!device) return 1;
    const auto plan = records::readPlan(arguments[1]);
    if (!plan) return fail(plan.diagnostics().front());
    const auto output = measure::runLaunch(plan->front(), *device);
    if (!output) return fail(output.diagnostics().front());
    const auto& bytes = output->buffers.at(own_kernels::countersName);
    for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
        std::uint32_t count = 0;
        std::memcpy(&count, bytes.data() + at, sizeof count);
        std::cout << count << '\n';
    }
    return 0;
}
