// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/stringmodel/simulations.h"

#include <map>
#include <stdexcept>

#include "core/files/launches/launch_file.h"
#include "core/files/specs/hardware_spec_file.h"
#include "stringmodel/string/notation.h"

namespace warpstring::test {

namespace {

const std::string root = WARPSTRING_SOURCE_DIR;

template <class T>
T valueOf(Result<T> result) {
    if (!result) throw std::runtime_error(toText(result.diagnostics().front()));
    return std::move(*result);
}

void collect(const std::vector<token_string::StringItem>& items, token_string::TokenKind kind,
             std::vector<token_string::Token>& found) {
    for (const auto& item : items) {
        if (const auto* token = std::get_if<token_string::Token>(&item.content)) {
            if (token->kind == kind) found.push_back(*token);
        } else {
            collect(std::get<token_string::Repeat>(item.content).body, kind, found);
        }
    }
}

} // namespace

const HardwareSpec& device(const std::string& name) {
    static std::map<std::string, HardwareSpec> specs;
    const auto known = specs.find(name);
    if (known != specs.end()) return known->second;
    return specs.emplace(name, valueOf(files::readHardwareSpec(root + "/hwspecs/" + name + ".toml")))
        .first->second;
}

std::vector<Launch> sample(const std::string& file) {
    return valueOf(files::readLaunchFile(root + "/samples/" + file)).launches;
}

std::vector<std::string> sampleFiles() {
    return {"matmul/matmul-naive.toml",   "matmul/matmul-tiled.toml",   "scan/scan-init.toml",
            "scan/scan-init-bank.toml",   "scan/scan-div.toml",         "scan/scan-div-bank.toml",
            "fft/fft-global-radix2.toml", "fft/fft-global-radix4.toml", "fft/fft-global-radix16.toml",
            "fft/fft-shared-radix2.toml", "fft/fft-shared-radix4.toml", "fft/fft-shared-radix16.toml"};
}

Subject subject(const Launch& launch) {
    return {valueOf(frontend::readKernelSource(launch.source.string())), launch};
}

Subject subject(const std::string& kernel, NDRange range) {
    Subject made;
    made.source = {"k.cl", kernel};
    made.launch.name = made.launch.kernel = "k";
    made.launch.range = range;
    const auto pdg = valueOf(buildPdg(made.source, "k", {}));
    for (const auto& argument : pdg.arguments) {
        if (argument.kind == KernelArgument::Kind::Scalar) {
            made.launch.arguments[argument.name] = ScalarArgument{argument.element, false, std::int64_t{64}};
        } else {
            BufferArgument buffer;
            buffer.type = argument.element;
            buffer.count = 1 << 16;
            made.launch.arguments[argument.name] = buffer;
        }
    }
    return made;
}

Simulation simulated(const Subject& subject, bool sourceShape, const HardwareSpec& spec, ModelChoice model) {
    frontend::BuildOptions options;
    options.options = subject.launch.options;
    options.addressBits = spec.device.addressBits;
    options.images = imagesOf(subject.launch);
    options.sourceShape = sourceShape;
    const auto pdg = valueOf(buildPdg(subject.source, subject.launch.kernel, options));
    SimulationOptions settings;
    settings.model = model;
    return valueOf(simulate(pdg, subject.launch, spec, settings));
}

Prepared prepared(const Subject& subject, const HardwareSpec& spec) {
    frontend::BuildOptions options;
    options.options = subject.launch.options;
    options.addressBits = spec.device.addressBits;
    options.images = imagesOf(subject.launch);
    SimulationOptions closedForm;
    closedForm.model = ModelChoice::ClosedForm;
    auto pdg = valueOf(buildPdg(subject.source, subject.launch.kernel, options));
    auto simulation = valueOf(simulate(pdg, subject.launch, spec, closedForm));
    return {std::move(pdg), std::move(simulation.evaluation), std::move(simulation.occupancy)};
}

std::string kinds(const Simulation& simulation) { return toText(simulation.string, {true, false}); }

std::vector<token_string::Token> tokensOf(const token_string::TokenString& string,
                                          token_string::TokenKind kind) {
    std::vector<token_string::Token> found;
    collect(string.items, kind, found);
    return found;
}

} // namespace warpstring::test
