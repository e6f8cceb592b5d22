// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/context.h"

#include <cstdlib>
#include <iostream>

#include "app/cli/terminal.h"
#include "core/files/hardware_spec_file.h"

namespace warpstring::cli {

std::vector<std::filesystem::path> specFolders(const std::string& given) {
    std::vector<std::filesystem::path> folders;
    if (!given.empty()) folders.emplace_back(given);
    if (const char* variable = std::getenv("WARPSTRING_SPECS"); variable != nullptr && *variable != 0)
        folders.emplace_back(variable);
    std::error_code ignored;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    const auto installed = program.parent_path().parent_path() / "share" / "warpstring" / "hwspecs";
    if (!ignored && std::filesystem::is_directory(installed, ignored)) folders.push_back(installed);
    folders.emplace_back(WARPSTRING_SPEC_DIR);
    return folders;
}

void printDiagnostics(const Diagnostics& diagnostics) {
    const bool colour = wantsColour(2);
    for (const auto& diagnostic : diagnostics) {
        const Colour tone = diagnostic.severity == Severity::Error     ? Colour::Red
                            : diagnostic.severity == Severity::Warning ? Colour::Yellow
                                                                       : Colour::Dim;
        std::cerr << paint(toText(diagnostic), tone, colour) << '\n';
    }
}

Result<HardwareSpec> loadSpec(const std::string& nameOrPath,
                              const std::vector<std::filesystem::path>& folders) {
    auto path = findHardwareSpec(nameOrPath, folders);
    if (!path) return path.diagnostics();
    return readHardwareSpec(*path);
}

} // namespace warpstring::cli
