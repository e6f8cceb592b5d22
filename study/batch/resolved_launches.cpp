// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/resolved_launches.h"

#include "core/files/launches/launch_file.h"
#include "study/batch/launch_folders.h"

namespace warpstring {

Result<std::vector<ResolvedLaunch>> resolveLaunches(const std::vector<std::filesystem::path>& paths,
                                                    const std::string& options) {
    const auto files = openLaunches(paths);
    if (!files) return files.diagnostics();
    std::vector<ResolvedLaunch> resolved;
    for (const LaunchSweep& sweep : *files) {
        auto file = readLaunchFile(sweep.path());
        if (!file) return file.diagnostics();
        for (Launch& launch : file->launches) {
            if (!options.empty()) launch.options += (launch.options.empty() ? "" : " ") + options;
            auto one = resolve(launch);
            if (!one) return one.diagnostics();
            resolved.push_back(std::move(*one));
        }
    }
    return resolved;
}

} // namespace warpstring
