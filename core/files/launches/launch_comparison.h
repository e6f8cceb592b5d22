// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch is compared with: [family], whose variants are ranked, and [reference], which its outputs must
// equal.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/files/launches/launch_file.h"
#include "core/files/launches/launch_scope.h"

namespace warpstring::files {

/// "matmul,n=1024": the family's name and the values that define the problem; empty without [family].
[[nodiscard]] std::string readFamily(TomlFaults& faults, LaunchScope& scope, const TomlValue& document);

/// Reads [reference] for each launch of a file; another launch file that it names is read once.
class ReferenceReader {
public:
    /// Keeps the references. `path` is the launch file; with `readLaunches` off, `launch` is left unread.
    ReferenceReader(TomlFaults& faults, const TomlValue& document, const std::filesystem::path& path,
                    bool readLaunches)
        : faults_(faults), document_(document), path_(path), readLaunches_(readLaunches) {}

    [[nodiscard]] std::optional<OutputReference> read(LaunchScope& scope, const Launch& launch);

private:
    /// The one launch of the other file whose swept values agree with `launch` where both have them.
    std::shared_ptr<const Launch> otherLaunch(const TomlValue& file, const Launch& launch);

    TomlFaults& faults_;
    const TomlValue& document_;
    std::filesystem::path path_;
    bool readLaunches_;
    std::optional<Result<LaunchFile>> other_;
};

} // namespace warpstring::files
