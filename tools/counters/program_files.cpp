// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/counters/program_files.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <set>

#include "core/measure/worker/devices.h"
#include "core/measure/worker/kernel_build.h"
#include "core/records/device_choice.h"
#include "core/text/json.h"
#include "tools/counters/ptx_entry.h"

namespace warpstring::counters {

namespace {

constexpr std::array<std::pair<probe::AddressSpace, std::string_view>, 4> spaceNames{
    {{probe::AddressSpace::Private, "private"},
     {probe::AddressSpace::Local, "local"},
     {probe::AddressSpace::Global, "global"},
     {probe::AddressSpace::Constant, "constant"}}};

/// FNV-1a, 64 bits.
void addTo(std::uint64_t& hash, std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    hash = (hash ^ 0xff) * 0x100000001b3;
}

Json parametersToJson(const std::vector<probe::KernelParameter>& parameters) {
    return Json::arrayOf(parameters, [](const probe::KernelParameter& parameter) {
        Json json;
        json.set("name", parameter.name);
        json.set("type", parameter.type);
        for (const auto& [space, name] : spaceNames)
            if (space == parameter.space) json.set("space", name);
        return json;
    });
}

std::vector<probe::KernelParameter> parametersFromJson(const Json& json) {
    std::vector<probe::KernelParameter> parameters;
    for (const Json& item : json.items()) {
        probe::KernelParameter parameter;
        parameter.name = item["name"].text();
        parameter.type = item["type"].text();
        for (const auto& [space, name] : spaceNames)
            if (name == item["space"].text()) parameter.space = space;
        parameters.push_back(std::move(parameter));
    }
    return parameters;
}

/// The text alone, without the NUL that ends it and what may stand around it.
std::string ptxWithin(const std::string& binary) {
    const std::size_t version = binary.find(".version");
    const std::size_t nulBefore = binary.rfind('\0', version);
    const std::size_t start = nulBefore == std::string::npos ? 0 : version;
    return binary.substr(start, binary.find('\0', version) - start);
}

/// The binary for the program's only device.
std::string binaryOf(const cl::Program& program) {
    std::size_t size = 0;
    if (clGetProgramInfo(program(), CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) != CL_SUCCESS)
        return {};
    std::string binary(size, '\0');
    char* place = binary.data();
    if (clGetProgramInfo(program(), CL_PROGRAM_BINARIES, sizeof place, &place, nullptr) != CL_SUCCESS)
        return {};
    return isPtx(binary) ? ptxWithin(binary) : binary;
}

/// A line of programs.PART.jsonl; writes the binary unless it is there already.
Json writeProgram(const records::ResolvedLaunch& resolved, const cl::Context& context, const cl::Device& device,
                  const std::filesystem::path& folder, Diagnostics& faults) {
    const std::string name = programName(resolved);
    Json line;
    line.set("program", name);
    line.set("kernel", resolved.launch.kernel);
    line.set("source", resolved.launch.source.string());
    line.set("options", resolved.launch.options);
    const auto built =
        measure::buildKernel(resolved.launch, resolved.sourceText, resolved.launch.kernel, context, device);
    if (!built) {
        line.set("error", built.diagnostics().front().message);
        faults.insert(faults.end(), built.diagnostics().begin(), built.diagnostics().end());
        return line;
    }
    const std::string binary = binaryOf(built->program);
    const std::string file = name + (isPtx(binary) ? ".ptx" : ".bin");
    std::ofstream(folder / file, std::ios::binary) << binary;
    line.set("file", file);
    line.set("bytes", static_cast<std::uint64_t>(binary.size()));
    line.set("build_options", built->facts.options);
    line.set("parameters", parametersToJson(built->parameters));
    line.set("log", built->facts.log);
    return line;
}

} // namespace

std::string programName(const records::ResolvedLaunch& resolved) {
    std::uint64_t hash = 0xcbf29ce484222325;
    addTo(hash, resolved.sourceText);
    addTo(hash, resolved.launch.options);
    std::string digits(16, '0');
    for (std::size_t i = 0; i < digits.size(); ++i) digits[15 - i] = "0123456789abcdef"[hash >> (4 * i) & 15];
    return resolved.launch.source.stem().string() + "-" + digits;
}

Diagnostics writePrograms(const std::vector<records::ResolvedLaunch>& launches, const std::string& wanted,
                          const std::filesystem::path& folder, std::size_t part, std::size_t parts) {
    const auto facts = measure::listDevices();
    if (!facts) return facts.diagnostics();
    const auto index = chooseDevice(*facts, wanted);
    if (!index) return index.diagnostics();
    const auto devices = measure::findDevices();
    if (!devices) return devices.diagnostics();
    const cl::Device& device = devices->at(*index);
    const auto context = measure::contextOf(device);
    if (!context) return context.diagnostics();

    // By name first, so that the kernels of a program follow each other and it is built once.
    std::map<std::string, std::map<std::string, const records::ResolvedLaunch*>> programs;
    for (const records::ResolvedLaunch& resolved : launches)
        programs[programName(resolved)].emplace(resolved.launch.kernel, &resolved);
    Diagnostics faults;
    std::ofstream lines(folder / ("programs." + std::to_string(part) + ".jsonl"));
    std::size_t number = 0;
    for (const auto& [name, kernels] : programs)
        if (number++ % parts == part)
            for (const auto& [kernel, resolved] : kernels)
                lines << writeProgram(*resolved, *context, device, folder, faults).compact() << std::endl;
    if (!lines)
        faults.push_back({"counters.unwritable",
                          Severity::Error,
                          {folder.string(), 0, 0},
                          "the folder cannot be written",
                          ""});
    return faults;
}

Result<ProgramKernels> readPrograms(const std::filesystem::path& folder) {
    ProgramKernels kernels;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string file = entry.path().filename().string();
        if (!file.starts_with("programs.") || !file.ends_with(".jsonl")) continue;
        std::ifstream lines(entry.path());
        for (std::string line; std::getline(lines, line);) {
            const auto json = parseJson(line, entry.path().string());
            if (!json || (*json)["file"].text().empty()) continue;
            kernels[{(*json)["program"].text(), (*json)["kernel"].text()}] = {
                folder / (*json)["file"].text(), parametersFromJson((*json)["parameters"])};
        }
    }
    if (kernels.empty())
        return Diagnostic{"counters.no-programs",
                          Severity::Error,
                          {folder.string(), 0, 0},
                          "the folder holds no programs",
                          "write them by warpstring-launch-ptx ptx"};
    return kernels;
}

} // namespace warpstring::counters
