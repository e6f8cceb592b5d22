// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/launch_files.h"

#include <algorithm>

#include "core/files/launches/launch_sweep.h"

namespace warpstring::gui {

std::vector<std::filesystem::path> launchFilesOf(const std::filesystem::path& source) {
    std::vector<std::filesystem::path> single, swept;
    std::error_code ignored;
    const auto wanted = std::filesystem::weakly_canonical(source, ignored);
    for (const auto& entry : std::filesystem::directory_iterator(source.parent_path(), ignored)) {
        if (entry.path().extension() != ".toml") continue;
        auto sweep = files::LaunchSweep::open(entry.path());
        if (!sweep) continue;
        const auto launch = sweep->at(0);
        if (!launch || std::filesystem::weakly_canonical(launch->source, ignored) != wanted) continue;
        (sweep->count() == 1 ? single : swept).push_back(entry.path());
    }
    std::sort(single.begin(), single.end());
    std::sort(swept.begin(), swept.end());
    single.insert(single.end(), swept.begin(), swept.end());
    return single;
}

Diagnostic draftedNote(const std::filesystem::path& launch) {
    return {"launch.drafted",
            Severity::Warning,
            {launch.string(), 1, 0},
            "no launch file uses this source: sizes and arguments are guessed",
            "correct the guesses on the launch's tab beside the source, then save it"};
}

} // namespace warpstring::gui
