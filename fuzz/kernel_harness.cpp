// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <string>

#include "core/files/specs/hardware_spec_file.h"
#include "fuzz/diagnostics_promise.h"
#include "pdg/frontend/build_pdg.h"
#include "stringmodel/export/report_json.h"
#include "stringmodel/simulation.h"
#include "stringmodel/string/notation.h"

namespace warpstring::fuzz {

namespace {

/// Compile time grows with the text, and nothing of interest needs more.
constexpr std::size_t longestText = 16384;

/// Clang is a reader of text; bytes that are none only exercise its lexer.
bool isText(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return c == '\n' || c == '\t' || (c >= ' ' && c <= '~'); });
}

const HardwareSpec& device() {
    static const HardwareSpec spec = [] {
        auto read =
            files::readHardwareSpec(std::string(WARPSTRING_SOURCE_DIR) + "/hwspecs/geforce-8800-gtx.toml");
        if (!read) fail("the shipped spec is valid", toText(read.diagnostics().front()));
        return *read;
    }();
    return spec;
}

/// Two groups of 32 work-items, or of the shape that the kernel demands; arguments by the kind of the
/// parameter.
Launch launchFor(const Pdg& pdg) {
    Launch launch;
    launch.name = "fuzz";
    launch.kernel = pdg.kernel;
    launch.range.dimensions = 2;
    launch.range.local = {32, 1, 1};
    for (std::size_t d = 0; d < pdg.requiredGroupSize.size() && d < 3; ++d)
        launch.range.local[d] = static_cast<std::uint64_t>(std::clamp(pdg.requiredGroupSize[d], 1, 16));
    launch.range.global = {2 * launch.range.local[0], launch.range.local[1], launch.range.local[2]};
    if (launch.range.local[2] > 1) launch.range.dimensions = 3;
    for (const auto& argument : pdg.arguments) {
        switch (argument.kind) {
        case KernelArgument::Kind::Buffer:
        case KernelArgument::Kind::Constant: {
            BufferArgument buffer;
            buffer.type = argument.element;
            buffer.count = 4096;
            launch.arguments[argument.name] = buffer;
            break;
        }
        case KernelArgument::Kind::Struct: launch.arguments[argument.name] = StructArgument{}; break;
        case KernelArgument::Kind::Shared: launch.arguments[argument.name] = LocalArgument{4096}; break;
        case KernelArgument::Kind::Image: {
            ImageArgument image;
            image.dimensions = dimensions(argument.shape);
            image.texels.count = 1;
            for (int d = 0; d < image.dimensions; ++d)
                image.texels.count *= image.sizes[static_cast<std::size_t>(d)] = 16;
            launch.arguments[argument.name] = image;
            break;
        }
        case KernelArgument::Kind::Sampler: launch.arguments[argument.name] = SamplerArgument{}; break;
        default: launch.arguments[argument.name] = ScalarArgument{argument.element, false, std::int64_t{16}};
        }
    }
    return launch;
}

void simulateGraph(const Pdg& pdg) {
    SimulationOptions options;
    options.evaluation.threshold = 1 << 14;
    const auto simulation = simulate(pdg, launchFor(pdg), device(), options);
    if (!simulation) return expectReasons(simulation.diagnostics());
    for (const double figure :
         {simulation->correctedWalk.cycles, simulation->paperWalk.cycles, simulation->time.timeUs})
        if (std::isnan(figure) || figure < 0) fail("times are numbers from 0", toText(simulation->string));
    if (simulation->bounds && simulation->bounds->lowerTimeUs > simulation->bounds->upperTimeUs * (1 + 1e-9))
        fail("bounds are in order", toText(simulation->string));
    if (simulation_export::toJson(*simulation, pdg).empty()) fail("a simulation has a report", "none");
}

} // namespace

void simulateKernelText(std::string_view text) {
    if (text.size() > longestText || !isText(text)) return;
    const frontend::KernelSource source{"fuzz.cl", std::string(text)};
    frontend::BuildOptions options;
    options.options = "-DT=32 -DX=2 -DRADIX=2 -cl-mad-enable";
    const auto kernels = listKernels(source, options);
    if (!kernels) return expectReasons(kernels.diagnostics());
    if (kernels->empty()) return;
    const bool hasK = std::find(kernels->begin(), kernels->end(), "k") != kernels->end();
    for (const bool sourceShape : {false, true}) {
        options.sourceShape = sourceShape;
        const auto pdg = buildPdg(source, hasK ? "k" : kernels->front(), options);
        if (!pdg) return expectReasons(pdg.diagnostics());
        simulateGraph(*pdg);
    }
}

} // namespace warpstring::fuzz
