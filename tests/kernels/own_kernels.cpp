// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kernels/own_kernels.h"

#include <algorithm>
#include <fstream>
#include <ostream>
#include <sstream>
#include <stdexcept>

#include "core/files/specs/hardware_spec_file.h"

namespace warpstring::own_kernels {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void stop(const fs::path& file, int line, const std::string& why) {
    throw std::runtime_error(file.string() + ":" + std::to_string(line) + ": " + why);
}

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

Diagnostics readOption(const std::string& option, const std::string& value, drafting::LaunchChoice& choice) {
    if (option == "--global") return drafting::readSizes("global", value, choice.global);
    if (option == "--local") return drafting::readSizes("local", value, choice.local);
    if (option == "--arg") return drafting::readScalar(value, choice);
    if (option == "--buffer") return drafting::readBuffer(value, choice);
    if (option == "--image") return drafting::readImage(value, choice);
    if (option == "--sampler") return drafting::readSampler(value, choice);
    if (option == "--struct") return drafting::readStruct(value, choice);
    if (option == "--local-memory") return drafting::readLocalMemory(value, choice);
    if (option == "-D") return drafting::readMacro(value, choice);
    return {{"test.option", Severity::Error, {}, "unknown option " + option, ""}};
}

void readKernelLine(OwnKernel& kernel, const std::string& words) {
    std::istringstream stream(words);
    std::string option, value;
    stream >> kernel.kernel;
    kernel.choice.kernel = kernel.kernel;
    while (stream >> option) {
        if (!(stream >> value)) stop(kernel.file, kernel.line, option + " has no value");
        if (const auto faults = readOption(option, value, kernel.choice); !faults.empty())
            stop(kernel.file, kernel.line, faults.front().message);
    }
}

void readFile(const fs::path& file, std::vector<OwnKernel>& kernels) {
    std::ifstream stream(file);
    std::string text;
    for (int line = 1; std::getline(stream, text); ++line) {
        text = trimmed(text);
        if (!text.starts_with("//@")) continue;
        text = trimmed(text.substr(3));
        const auto colon = text.find(':');
        if (colon == std::string::npos) stop(file, line, "no colon");
        const std::string word = text.substr(0, colon), rest = trimmed(text.substr(colon + 1));
        if (word == "kernel") {
            OwnKernel kernel;
            kernel.file = file;
            kernel.feature = file.parent_path().filename().string();
            kernel.line = line;
            readKernelLine(kernel, rest);
            kernels.push_back(std::move(kernel));
            continue;
        }
        if (kernels.empty() || kernels.back().file != file) stop(file, line, "of no kernel");
        auto& kernel = kernels.back();
        if (word == "options") {
            kernel.options = rest;
        } else if (word == "oracle") {
            if (rest != "host") stop(file, line, "unknown oracle " + rest);
            kernel.runsOnPocl = false;
        } else if (word == "holds") {
            std::istringstream parts(rest);
            for (std::string part; std::getline(parts, part, ';');) kernel.holds.push_back(trimmed(part));
        } else {
            stop(file, line, "unknown word " + word);
        }
    }
}

frontend::BuildOptions buildOptionsOf(const Launch& launch, bool sourceShape) {
    frontend::BuildOptions options;
    options.options = launch.options;
    options.addressBits = device().device.addressBits;
    options.sourceShape = sourceShape;
    options.functionCosts = frontend::functionCosts(launch);
    options.images = imagesOf(launch);
    return options;
}

} // namespace

std::string OwnKernel::title() const {
    return feature + "/" + file.filename().string() + ":" + std::to_string(line) + " " + kernel;
}

std::ostream& operator<<(std::ostream& out, const OwnKernel& kernel) { return out << kernel.title(); }

const std::vector<OwnKernel>& ownKernels() {
    static const std::vector<OwnKernel> kernels = [] {
        std::vector<fs::path> files;
        for (const auto& entry : fs::recursive_directory_iterator(WARPSTRING_OWN_KERNELS))
            if (entry.path().extension() == ".cl") files.push_back(entry.path());
        std::sort(files.begin(), files.end());
        std::vector<OwnKernel> found;
        for (const auto& file : files) readFile(file, found);
        return found;
    }();
    return kernels;
}

Result<Built> built(const OwnKernel& kernel, bool sourceShape) {
    const auto source = frontend::readKernelSource(kernel.file.string());
    if (!source) return source.diagnostics();
    batch::GraphCache graphs;
    drafting::DraftOptions drafting;
    drafting.buildOptions = kernel.options;
    drafting.sourceShape = sourceShape;
    const auto draft = drafting::draftLaunch(*source, kernel.choice, device(), graphs, drafting);
    if (!draft) return draft.diagnostics();
    auto launches = drafting::launchesOf(*draft, kernel.file);
    if (!launches) return launches.diagnostics();
    Launch launch = std::move(launches->launches.front());
    if (!kernel.options.empty()) launch.options += " " + kernel.options;
    auto pdg = buildPdg(*source, kernel.kernel, buildOptionsOf(launch, sourceShape));
    if (!pdg) return pdg.diagnostics();
    return Built{*source, draft->text, std::move(launch), std::move(*pdg)};
}

Result<Pdg> graphOf(const Launch& launch, const std::string& text) {
    return buildPdg({launch.source.string(), text}, launch.kernel, buildOptionsOf(launch, false));
}

const HardwareSpec& device() {
    static const HardwareSpec spec = [] {
        auto read = files::readHardwareSpec(WARPSTRING_SOURCE_DIR "/hwspecs/nvidia-h200.toml");
        if (!read) throw std::runtime_error(toText(read.diagnostics().front()));
        return std::move(*read);
    }();
    return spec;
}

} // namespace warpstring::own_kernels
