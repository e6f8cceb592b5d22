// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/program_paths.h"

#include <cstdlib>

#include "core/files/hardware_spec_file.h"

namespace warpstring {

namespace {

/// `folder` of share/warpstring beside the running program's bin, else of the source tree.
std::filesystem::path shipped(const std::string& folder) {
    std::error_code ignored;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    if (!ignored) {
        auto installed = program.parent_path().parent_path() / "share" / "warpstring" / folder;
        if (std::filesystem::is_directory(installed, ignored)) return installed;
    }
    return std::filesystem::path(WARPSTRING_SOURCE_DIR) / folder;
}

} // namespace

std::filesystem::path shippedSpecFolder() { return shipped("hwspecs"); }

std::filesystem::path samplesFolder() {
    if (const char* variable = std::getenv("WARPSTRING_SAMPLES"); variable != nullptr && *variable != 0)
        return variable;
    return shipped("samples");
}

std::vector<std::filesystem::path> specFolders(const std::string& given) {
    std::vector<std::filesystem::path> folders;
    if (!given.empty()) folders.emplace_back(given);
    if (const char* variable = std::getenv("WARPSTRING_SPECS"); variable != nullptr && *variable != 0)
        folders.emplace_back(variable);
    folders.push_back(shippedSpecFolder());
    return folders;
}

Result<HardwareSpec> loadSpec(const std::string& nameOrPath,
                              const std::vector<std::filesystem::path>& folders) {
    auto path = findHardwareSpec(nameOrPath, folders);
    if (!path) return path.diagnostics();
    return readHardwareSpec(*path);
}

} // namespace warpstring
