// SPDX-License-Identifier: GPL-3.0-or-later
// Whether generated kernels compute what their programs mean: generated_check KERNELS [PROGRAMS [SEED [FIRST]]]
// draws programs from index FIRST on, lowers each at random, and runs it on PoCL, or the device whose name
// holds WARPSTRING_TEST_DEVICE, until KERNELS ways were run or PROGRAMS drawn. Prints what differs or does not
// compile without a warning, and how many were refused for what.
#include <cstdlib>
#include <iostream>
#include <string>

#include "core/measure/worker/devices.h"
#include "generate/check/generated_check.h"

namespace {

std::size_t wantedDevice() {
    const auto devices = warpstring::measure::listDevices();
    if (!devices) return 0;
    const char* chosen = std::getenv("WARPSTRING_TEST_DEVICE");
    const std::string wanted = chosen != nullptr ? chosen : "Portable Computing Language";
    for (std::size_t i = 0; i < devices->size(); ++i) {
        const std::string name = (*devices)[i].platform + ": " + (*devices)[i].name;
        if (name.find(wanted) != std::string::npos) return i;
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "generated_check KERNELS [PROGRAMS [SEED [FIRST]]]\n";
        return 2;
    }
    warpstring::generate::CheckOptions options;
    options.kernels = std::stoi(argv[1]);
    options.programs = argc > 2 ? std::stoull(argv[2]) : 20ULL * static_cast<unsigned>(options.kernels);
    if (argc > 3) options.seed = std::stoull(argv[3]);
    if (argc > 4) options.first = std::stoull(argv[4]);
    options.device = wantedDevice();
    options.onProgram = [](std::uint64_t index) { std::cerr << "\rprogram " << index << std::flush; };
    options.onFault = [](const std::string& told) { std::cout << told << std::endl; };
    const warpstring::generate::CheckTally tally = warpstring::generate::checkGenerated(options);
    std::cerr << "\n";
    for (const auto& [rule, times] : tally.rules) std::cout << rule << " " << times << "\n";
    for (const auto& [code, times] : tally.refused) std::cout << "refused, " << code << ": " << times << "\n";
    std::cout << tally.programs << " programs, " << tally.equal << " equal, " << tally.wrong << " wrong\n";
    return tally.wrong == 0 ? 0 : 1;
}
