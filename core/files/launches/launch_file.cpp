// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/launch_file.h"

#include "core/files/launches/launch_reader.h"

namespace warpstring::files {

namespace {

/// Beyond this nobody reads on.
constexpr std::size_t mostFaults = 100;

} // namespace

Result<LaunchFile> parseLaunchFile(std::string_view text, const std::filesystem::path& path,
                                   bool withReference) {
    const auto document = parseToml(text, path, "launch");
    if (!document) return document.diagnostics();
    LaunchReader reader(*document, path, withReference);
    LaunchFile file;
    if (!reader.readDocument()) return reader.faults().sorted();
    for (std::uint64_t i = 0; i < reader.count() && reader.faults().size() < mostFaults; ++i) {
        Launch launch = reader.read(i);
        if (reader.faults().empty()) file.launches.push_back(std::move(launch));
    }
    if (!reader.faults().empty()) return reader.faults().sorted();
    return file;
}

Result<LaunchFile> readLaunchFile(const std::filesystem::path& path, bool withReference) {
    const auto text = readTextFile(path, "launch");
    if (!text) return text.diagnostics();
    return parseLaunchFile(*text, path, withReference);
}

} // namespace warpstring::files
