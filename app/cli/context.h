// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands share: where specs lie, how diagnostics are printed, how a launch becomes a graph.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/files/launch_file.h"
#include "core/hardware_spec.h"
#include "pdg/build.h"

namespace warpstring::cli {

/// Exit codes (design contract): results that hold errors are printed and end with 1.
enum ExitCode : int { exitOk = 0, exitResultHasErrors = 1, exitUsage = 2, exitBadInput = 3 };

/// --spec-dir, then $WARPSTRING_SPECS, then the folder beside the program's installation or source tree.
[[nodiscard]] std::vector<std::filesystem::path> specFolders(const std::string& given);

void printDiagnostics(const Diagnostics& diagnostics);

[[nodiscard]] Result<HardwareSpec> loadSpec(const std::string& nameOrPath,
                                            const std::vector<std::filesystem::path>& folders);

/// Graphs by kernel, source and options: the launches of a sweep share them.
class GraphCache {
public:
    [[nodiscard]] Result<const Pdg*> graphFor(const Launch& launch, int addressBits, bool sourceShape);

private:
    std::map<std::tuple<std::string, std::string, std::string, int, bool>, Pdg> graphs_;
};

} // namespace warpstring::cli
