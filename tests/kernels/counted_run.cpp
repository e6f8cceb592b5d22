// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the launches of a plan on the tests' device and prints for each what its counters hold, on a line of its
// own, or
// "-" and what went wrong. A program of its own, for PoCL brings another LLVM than the simulation's.
#include <algorithm>
#include <cstring>
#include <iostream>

#include "core/measure/worker/launch_run.h"
#include "core/records/plan.h"
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
    for (const auto& launch : *plan) {
        const auto output = measure::runLaunch(launch, *device);
        if (!output) {
            std::string said = toText(output.diagnostics().front());
            std::replace(said.begin(), said.end(), '\n', ' ');
            std::cout << "\ncounts: " << said << std::endl;
            continue;
        }
        std::cout << "\ncounts: ";
        const auto& bytes = output->buffers.at(own_kernels::countersName);
        for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
            std::uint32_t count = 0;
            std::memcpy(&count, bytes.data() + at, sizeof count);
            std::cout << count << ' ';
        }
        std::cout << std::endl;
    }
    return 0;
}
