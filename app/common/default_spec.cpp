// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/default_spec.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <string_view>

#include "app/common/program_paths.h"
#include "core/files/specs/hardware_spec_file.h"
#include "core/files/specs/spec_name_line.h"
#include "core/files/toml/toml_reader.h"

namespace warpstring::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* lastResort = "nvidia-h200";

std::string withoutBlanks(const std::string& text) {
    const auto begin = text.find_first_not_of(" \t\r");
    return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::string firstLineOf(const fs::path& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return withoutBlanks(line);
}

std::vector<fs::path> entriesOf(const fs::path& folder) {
    std::error_code ignored;
    std::vector<fs::path> entries;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) entries.push_back(entry.path());
    std::sort(entries.begin(), entries.end());
    return entries;
}

/// "Model: \t\t NVIDIA H200"
std::string modelIn(const fs::path& information) {
    std::ifstream file(information);
    constexpr std::string_view key = "Model:";
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(key)) return withoutBlanks(line.substr(key.size()));
    return "";
}

/// The name of a PCI device in a table of names: vendors at the margin, their devices behind a tab.
std::string pciName(const fs::path& table, const std::string& vendor, const std::string& device) {
    std::ifstream file(table);
    bool isVendor = false;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        if (line[0] != '\t') {
            if (isVendor) return "";
            isVendor = line.starts_with(vendor + " ");
        } else if (isVendor && line.starts_with("\t" + device + " ")) {
            return line.substr(device.size() + 3);
        }
    }
    return "";
}

/// Letters and digits in lower case, words apart by single blanks.
std::string plainWords(const std::string& name) {
    std::string plain;
    for (const char c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (!plain.empty() && plain.back() != ' ')
            plain += ' ';
    }
    return " " + plain + (plain.empty() || plain.back() != ' ' ? " " : "");
}

/// The words of a name. Names of the kernel's tables leave the vendor out.
std::string wordsOfDevice(const std::string& name) {
    std::string words = plainWords(name);
    for (const char* vendor : {" nvidia ", " amd ", " intel "})
        if (words.starts_with(vendor)) words = words.substr(std::string(vendor).size() - 1);
    return words;
}

/// The spec whose device has this name: the longest of the names that are part of it, whole words.
std::string specOf(const std::string& gpu, const std::vector<fs::path>& folders) {
    std::string best, bestWords;
    const std::string words = plainWords(gpu);
    for (const auto& path : files::listHardwareSpecs(folders)) {
        const auto text = files::readTextFile(path, "spec");
        if (!text) continue;
        // Parsing all of them takes as long as simulating a kernel: those of other devices are passed over.
        if (const auto plain = files::nameAtItsLine(*text);
            plain && words.find(wordsOfDevice(*plain)) == std::string::npos)
            continue;
        const auto spec = files::parseHardwareSpec(*text, path);
        if (!spec) continue;
        for (const std::string& name : {spec->device.openclName, spec->name}) {
            const std::string own = wordsOfDevice(name);
            if (own.size() > 2 && words.find(own) != std::string::npos && own.size() > bestWords.size()) {
                best = path.stem().string();
                bestWords = own;
            }
        }
    }
    return best;
}

/// What the config file says; empty where there is none, or none of this.
Result<std::string> configuredSpec(const fs::path& path) {
    std::error_code ignored;
    if (path.empty() || !fs::exists(path, ignored)) return std::string();
    const auto text = files::readTextFile(path, "config");
    if (!text) return text.diagnostics();
    if (text->find_first_not_of(" \t\r\n") == std::string::npos) return std::string();
    const auto document = files::parseToml(*text, path, "config");
    if (!document) return document.diagnostics();
    const files::TomlValue* spec = document->find("spec");
    if (spec == nullptr) return std::string();
    if (spec->kind == files::TomlValue::Kind::Text) return spec->text;
    return Diagnostic{"config.wrong-type",
                      Severity::Error,
                      {path.string(), spec->place.line, spec->place.column},
                      "spec is no string",
                      "name a hardware spec: spec = \"nvidia-h200\""};
}

using GpuNames = std::vector<std::string>;

GpuNames namesByNvidia(const MachineFolders& machine) {
    GpuNames names;
    for (const auto& gpu : entriesOf(machine.nvidia)) names.push_back(modelIn(gpu / "information"));
    return names;
}

GpuNames namesByDrm(const MachineFolders& machine) {
    GpuNames names;
    for (const auto& card : entriesOf(machine.drm))
        names.push_back(firstLineOf(card / "device" / "product_name"));
    return names;
}

GpuNames namesByPci(const MachineFolders& machine) {
    GpuNames names;
    for (const auto& device : entriesOf(machine.pci)) {
        constexpr const char* display = "0x03"; // class codes of the PCI specification
        if (!firstLineOf(device / "class").starts_with(display)) continue;
        const std::string vendor = firstLineOf(device / "vendor"), id = firstLineOf(device / "device");
        if (vendor.size() < 3 || id.size() < 3) continue;
        for (const auto& table : machine.pciNames)
            names.push_back(pciName(table, vendor.substr(2), id.substr(2)));
    }
    return names;
}

} // namespace

Result<SpecChoice> specChoice(const std::string& given, const std::vector<fs::path>& folders,
                              const MachineFolders& machine) {
    if (!given.empty()) return SpecChoice{given, ""};
    if (const auto named = environmentPath("WARPSTRING_SPEC"))
        return SpecChoice{named->string(), "WARPSTRING_SPEC names it"};
    const auto path = userConfigFile();
    const auto configured = configuredSpec(path);
    if (!configured) return configured.diagnostics();
    if (!configured->empty()) return SpecChoice{*configured, path.string() + " names it"};
    // The table of all PCI devices is read only where nothing before it names one that is known.
    for (const auto names : {namesByNvidia, namesByDrm, namesByPci})
        for (const auto& gpu : names(machine))
            if (auto spec = specOf(gpu, folders); !spec.empty())
                return SpecChoice{std::move(spec), "this machine has a " + gpu};
    return SpecChoice{lastResort, "no device is named: -s names another"};
}

Result<HardwareSpec> chosenSpec(const std::string& given, const std::vector<fs::path>& folders) {
    const auto choice = specChoice(given, folders);
    if (!choice) return choice.diagnostics();
    return loadSpec(choice->name, folders);
}

} // namespace warpstring::cli
