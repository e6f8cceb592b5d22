// SPDX-License-Identifier: GPL-3.0-or-later
// Launches of families on specs that name an LLVM target, with what the compiler says and as estimated without
// it, beside a spec of another maker: amd_orders BESIDE SPEC[,SPEC...] (FOLDER|FILE)... A row each, as CSV.
#include <iostream>
#include <sstream>
#include <string>

#include "core/files/specs/hardware_spec_file.h"
#include "study/batch/graph_cache.h"
#include "study/batch/launch_folders.h"

namespace {

using namespace warpstring;

void print(const Launch& launch, const HardwareSpec& spec, const char* registers,
           const Simulation& simulation) {
    const auto scalar = static_cast<std::size_t>(Pipe::Scalar);
    const auto* program = simulation.timeline ? &simulation.timeline->program : nullptr;
    std::cout << '"' << launch.family << "\",\"" << launch.name << "\"," << launch.kernel << ',' << spec.name
              << ',' << registers << ',' << simulation.kernelTimeUs() << ',' << simulation.registers << ','
              << simulation.occupancy.warps << ',' << simulation.occupancy.limiter << ','
              << simulation.occupancy.spilledRegisters << ','
              << (program != nullptr ? program->pipeInstructionsPerWarp[scalar] : 0) << ','
              << (program != nullptr ? program->instructionsPerWarp : 0) << ',' << simulation.boundBy()
              << std::endl;
}

void simulateOn(Launch launch, const HardwareSpec& spec, batch::GraphCache& graphs) {
    const auto graph =
        graphs.graphFor(launch, spec.device.addressBits, false, nullptr, spec.execution.warpSize);
    if (!graph->ok()) return;
    SimulationOptions options;
    options.assembler = graphs.assemblies().assembler();
    using Kind = RegisterRequest::Kind;
    for (const auto kind : {Kind::Device, Kind::Estimate}) {
        if (kind == Kind::Device && spec.device.llvmTarget.empty()) continue;
        launch.registers = {kind, 0};
        const auto simulation = simulate(**graph, launch, spec, options);
        if (simulation) print(launch, spec, kind == Kind::Device ? "device" : "estimate", *simulation);
    }
}

std::optional<HardwareSpec> specOf(const std::string& name) {
    auto spec = files::readHardwareSpec(WARPSTRING_SOURCE_DIR "/hwspecs/" + name + ".toml");
    if (!spec) return std::nullopt;
    return std::move(*spec);
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::cerr << "amd_orders BESIDE SPEC[,SPEC...] (FOLDER|FILE)...\n";
        return 2;
    }
    std::vector<HardwareSpec> specs;
    std::stringstream names(std::string(argv[1]) + "," + argv[2]);
    for (std::string name; std::getline(names, name, ',');)
        if (auto spec = specOf(name)) specs.push_back(std::move(*spec));
    std::vector<std::filesystem::path> paths;
    for (int i = 3; i < argc; ++i) paths.emplace_back(argv[i]);
    auto sweeps = batch::openLaunches(paths);
    if (!sweeps || specs.size() < 2) {
        std::cerr << "amd_orders: no such launches or specs\n";
        return 3;
    }
    std::cout
        << "family,launch,kernel,spec,registers_by,time_us,registers,warps,limiter,spilled,scalar_instructions,"
           "instructions,bound_by\n";
    batch::GraphCache graphs(8);
    for (auto& sweep : *sweeps)
        for (std::uint64_t index = 0; index < sweep.count(); ++index) {
            const auto launch = sweep.at(index);
            if (!launch || launch->family.empty()) continue;
            for (const auto& spec : specs) simulateOn(*launch, spec, graphs);
        }
    return 0;
}
