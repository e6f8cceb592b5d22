// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/program_paths.h"

#include <dlfcn.h>

#include <cstdlib>
#include <vector>

#include "core/files/specs/hardware_spec_file.h"

namespace warpstring::cli {

namespace {

/// Of the file that this code runs from, in order: where share may lie beside it. A program lies in bin,
/// Python's module in lib/python3/dist-packages/warpstring.
std::vector<std::filesystem::path> prefixes() {
    Dl_info file{};
    std::error_code ignored;
    const bool isKnown = dladdr(reinterpret_cast<const void*>(&prefixes), &file) != 0;
    std::filesystem::path at = isKnown ? file.dli_fname : "";
    const bool isModule = at.extension() == ".so";
    if (!isModule) at = std::filesystem::read_symlink("/proc/self/exe", ignored);
    std::vector<std::filesystem::path> above;
    at = at.parent_path().parent_path();
    for (int level = isModule ? 4 : 1; level > 0 && !at.empty(); --level, at = at.parent_path())
        above.push_back(at);
    return above;
}

/// `folder` of share/warpstring in the installation, else `inTree` of the source tree.
std::filesystem::path shipped(const std::string& folder, const std::string& inTree) {
    std::error_code ignored;
    for (const auto& prefix : prefixes()) {
        auto installed = prefix / "share" / "warpstring" / folder;
        if (std::filesystem::is_directory(installed, ignored)) return installed;
    }
    return std::filesystem::path(WARPSTRING_SOURCE_DIR) / inTree;
}

/// Below the folder that a variable of the XDG base directories names, else below the home's; empty without a
/// home.
std::filesystem::path personalPath(const char* xdgVariable, const std::filesystem::path& otherwise,
                                   const std::filesystem::path& below) {
    if (const auto folder = environmentPath(xdgVariable)) return *folder / below;
    if (const auto home = environmentPath("HOME")) return *home / otherwise / below;
    return {};
}

} // namespace

std::optional<std::filesystem::path> environmentPath(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == 0) return std::nullopt;
    return value;
}

std::filesystem::path shippedSpecFolder() { return shipped("hwspecs", "hwspecs"); }

std::filesystem::path samplesFolder() {
    if (const auto given = environmentPath("WARPSTRING_SAMPLES")) return *given;
    return shipped("samples", "samples");
}

std::filesystem::path accuracyFolder() { return shipped("accuracy", "docs/data"); }

std::filesystem::path userSpecFolder() {
    return personalPath("XDG_DATA_HOME", std::filesystem::path(".local") / "share",
                        std::filesystem::path("warpstring") / "hwspecs");
}

std::filesystem::path userConfigFile() {
    return personalPath("XDG_CONFIG_HOME", ".config", std::filesystem::path("warpstring") / "config.toml");
}

std::vector<std::filesystem::path> specFolders(const std::string& given) {
    std::vector<std::filesystem::path> folders;
    if (!given.empty()) folders.emplace_back(given);
    if (const auto further = environmentPath("WARPSTRING_SPECS")) folders.push_back(*further);
    if (auto own = userSpecFolder(); !own.empty()) folders.push_back(std::move(own));
    folders.push_back(shippedSpecFolder());
    return folders;
}

Result<HardwareSpec> loadSpec(const std::string& nameOrPath,
                              const std::vector<std::filesystem::path>& folders) {
    auto path = files::findHardwareSpec(nameOrPath, folders);
    if (!path) return path.diagnostics();
    return files::readHardwareSpec(*path);
}

} // namespace warpstring::cli
