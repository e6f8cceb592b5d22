// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/launch_folders.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

namespace warpstring::batch {

namespace {

namespace fs = std::filesystem;

/// A file that does not even name the schema is none of ours, faulty or not.
bool namesSchema(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return text.find("warpstring.launch/") != std::string::npos;
}

bool isOfAnotherSchema(const Diagnostics& faults) {
    return std::any_of(faults.begin(), faults.end(),
                       [](const Diagnostic& fault) { return fault.code == "launch.wrong-schema"; });
}

Result<std::vector<fs::path>> tomlFilesBelow(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        std::error_code ignored;
        if (entry->path().extension() == ".toml" && entry->is_regular_file(ignored))
            files.push_back(entry->path());
    }
    if (error)
        return Diagnostic{"batch.unreadable-input",
                          Severity::Error,
                          {folder.string(), 0, 0},
                          "cannot read the folder " + folder.string() + ": " + error.message(),
                          "check its permissions"};
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

Result<std::vector<files::LaunchSweep>> openLaunches(const std::vector<fs::path>& paths) {
    std::vector<files::LaunchSweep> launches;
    Diagnostics faults;
    const auto add = [&](const fs::path& path, bool given) {
        auto file = files::LaunchSweep::open(path);
        if (file)
            launches.push_back(std::move(*file));
        else if (given || !isOfAnotherSchema(file.diagnostics()))
            faults.insert(faults.end(), file.diagnostics().begin(), file.diagnostics().end());
    };
    for (const fs::path& path : paths) {
        std::error_code ignored;
        if (!fs::is_directory(path, ignored)) {
            add(path, true);
            continue;
        }
        const auto files = tomlFilesBelow(path);
        if (!files) {
            faults.insert(faults.end(), files.diagnostics().begin(), files.diagnostics().end());
            continue;
        }
        const std::size_t before = launches.size() + faults.size();
        for (const fs::path& file : *files)
            if (namesSchema(file)) add(file, false);
        if (launches.size() + faults.size() == before)
            faults.push_back({"batch.no-launches",
                              Severity::Error,
                              {path.string(), 0, 0},
                              "there is no launch file in " + path.string() + " or below",
                              "launch files end in .toml and begin with schema = \"warpstring.launch/1\""});
    }
    if (!faults.empty()) return faults;
    return launches;
}

} // namespace warpstring::batch
