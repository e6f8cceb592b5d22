// SPDX-License-Identifier: GPL-3.0-or-later
// Registers by LLVM's compiler for AMD's GPUs beside those that the graph lets expect, of every program of some
// launches: amd_registers (FOLDER|FILE)... [--csv FILE]. A table by spec on standard output, programs in the
// file.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>

#include "core/files/specs/hardware_spec_file.h"
#include "pdg/frontend/amdgpu/compile_for_amd.h"
#include "stringmodel/machine/occupancy.h"
#include "stringmodel/machine/register_choice.h"
#include "stringmodel/machine/scalar_registers.h"
#include "study/batch/graph_cache.h"
#include "study/batch/launch_folders.h"

namespace {

using namespace warpstring;

struct Tally {
    int programs = 0, within = 0, sameWaves = 0, spilling = 0;
    int compilersWaves = 0, localWaves = 0; ///< as the compiler tells them; fewer, for local memory
    std::vector<double> logarithms, milliseconds, again;
    std::map<std::string, int> refused;
};

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    return values[values.size() / 2];
}

double milliseconds(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Waves of a SIMD that registers let reside, by the spec's granules.
int wavesByRegisters(const HardwareSpec& spec, int registers) {
    const int schedulers = std::max(1, spec.execution.schedulers);
    const auto fits =
        machine::occupancy(spec, {1, {64, 1, 1}, {static_cast<std::uint64_t>(spec.execution.warpSize), 1, 1}},
                           std::max(1, registers), 0, 0);
    if (!fits) return 0;
    int warps = spec.occupancy.warps;
    for (const auto& limit : fits->limits)
        if (limit.resource == "registers") warps = std::min(warps, limit.groups);
    return warps / schedulers;
}

class Comparison {
public:
    explicit Comparison(const std::string& file) : rows_(file) {
        rows_
            << "spec,launch,kernel,options,group_size,loops,fewest,free,room,estimated,vector_registers,scalar_"
               "registers,"
               "scratch_"
               "bytes,"
               "spilled,waves,waves_by_registers,waves_by_scalars,local_bytes,scalar_share,milliseconds,"
               "refused\n";
    }

    void take(const HardwareSpec& spec, const Launch& launch, const Pdg& pdg) {
        const int groupSize = frontend::amdGroupSize(launch.range);
        if (!seen_
                 .insert(spec.name + launch.kernel + '\0' + launch.options + '\0' + std::to_string(groupSize) +
                         pdg.sourceName)
                 .second)
            return;
        Tally& tally = tallies_[spec.name];
        batch::AssemblyCache cache;
        const auto assembler = cache.assembler();
        std::optional<Result<AssembledRegisters>> found;
        const double cold = milliseconds([&] { found = assembler(pdg, launch, spec); });
        const int estimated = machine::registersTaken(pdg, spec);
        rows_ << spec.name << ",\"" << launch.name << "\"," << launch.kernel << ",\"" << launch.options << "\","
              << groupSize << ',' << pdg.loops.size() << ',' << pdg.registers << ',' << pdg.freeRegisters << ','
              << machine::registerRoom(pdg, spec) << ',' << estimated << ',';
        if (!*found) {
            const auto& why = found->diagnostics().front();
            ++tally.refused[why.code];
            rows_ << ",,,,,,,,," << cold << ",\"" << why.code << ' ' << why.message << "\"\n";
            return;
        }
        tally.again.push_back(milliseconds([&] { found = assembler(pdg, launch, spec); }));
        const CompiledForAmd& by = *(*found)->compiled;
        const double ratio = static_cast<double>(estimated) / std::max(1, by.vectorRegisters);
        const int waves = wavesByRegisters(spec, by.vectorRegisters);
        const int byScalars =
            std::min(waves, machine::wavesByScalarRegisters(by.target, by.scalarRegisters).value_or(waves));
        const int most = spec.occupancy.warps / std::max(1, spec.execution.schedulers);
        tally.compilersWaves += byScalars == std::min(most, by.wavesPerSimd) ? 1 : 0;
        tally.localWaves += by.wavesPerSimd < byScalars && by.localBytes > 0 ? 1 : 0;
        ++tally.programs;
        constexpr double near = 0.15;
        tally.within += std::abs(ratio - 1) <= near ? 1 : 0;
        tally.sameWaves += waves == wavesByRegisters(spec, estimated) ? 1 : 0;
        tally.spilling += by.spilledRegisters > 0 ? 1 : 0;
        tally.logarithms.push_back(std::abs(std::log2(ratio)));
        tally.milliseconds.push_back(cold);
        rows_ << by.vectorRegisters << ',' << by.scalarRegisters << ',' << by.scratchBytes << ','
              << by.spilledRegisters << ',' << by.wavesPerSimd << ',' << waves << ',' << byScalars << ','
              << by.localBytes << ',' << by.total.scalarShare() << ',' << cold << ",\n";
    }

    void print() const {
        std::printf("| spec | programs | within 15 %% | as many waves | waves as told | fewer by local memory "
                    "| median log2 | spill | cold ms | again "
                    "ms | refused |\n"
                    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n");
        for (const auto& [spec, tally] : tallies_) {
            const double n = std::max(1, tally.programs);
            std::printf("| %s | %d | %.0f %% | %.0f %% | %d | %d | %.2f | %d | %.1f | %.3f |", spec.c_str(),
                        tally.programs, 100 * tally.within / n, 100 * tally.sameWaves / n, tally.compilersWaves,
                        tally.localWaves, median(tally.logarithms), tally.spilling, median(tally.milliseconds),
                        median(tally.again));
            for (const auto& [code, count] : tally.refused) std::printf(" %d %s", count, code.c_str());
            std::printf(" |\n");
        }
    }

private:
    std::ofstream rows_;
    std::set<std::string> seen_;
    std::map<std::string, Tally> tallies_;
};

} // namespace

int main(int argc, char** argv) {
    std::vector<std::filesystem::path> paths;
    std::string file = "/dev/null";
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]) == "--csv" && i + 1 < argc)
            file = argv[++i];
        else
            paths.emplace_back(argv[i]);
    }
    std::vector<HardwareSpec> specs;
    for (const auto& entry : std::filesystem::directory_iterator(WARPSTRING_SOURCE_DIR "/hwspecs"))
        if (entry.path().extension() == ".toml")
            if (auto spec = files::readHardwareSpec(entry.path().string());
                spec && !spec->device.llvmTarget.empty())
                specs.push_back(std::move(*spec));
    auto sweeps = batch::openLaunches(paths);
    if (!sweeps || specs.empty()) {
        std::cerr << "amd_registers (FOLDER|FILE)... [--csv FILE]: no launches or no specs\n";
        return 2;
    }
    Comparison comparison(file);
    batch::GraphCache graphs(4);
    for (auto& sweep : *sweeps)
        for (std::uint64_t index = 0; index < sweep.count(); ++index) {
            const auto launch = sweep.at(index);
            if (!launch) continue;
            for (const auto& spec : specs) {
                if (launch->range.groupSize() > static_cast<std::uint64_t>(spec.occupancy.groupSize)) continue;
                const auto graph =
                    graphs.graphFor(*launch, spec.device.addressBits, false, nullptr, spec.execution.warpSize);
                if (graph->ok()) comparison.take(spec, *launch, **graph);
            }
        }
    comparison.print();
    return 0;
}
