// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/record_paths.h"

#include <filesystem>
#include <iterator>
#include <set>

#include "core/records/record_store.h"

namespace warpstring::cli {

std::vector<std::string> recordPaths(const std::vector<std::string>& given,
                                     const std::vector<files::LaunchSweep>& files) {
    if (!given.empty()) return given;
    std::set<std::string> folders;
    for (const files::LaunchSweep& file : files) {
        const auto folder = file.path().parent_path() / "measurements";
        if (std::error_code ignored; std::filesystem::is_directory(folder, ignored))
            folders.insert(folder.string());
    }
    return {folders.begin(), folders.end()};
}

Result<std::vector<records::Measurement>> readRecordsOf(const std::vector<std::string>& given,
                                                        const std::vector<files::LaunchSweep>& files) {
    std::vector<records::Measurement> all;
    for (const std::string& path : recordPaths(given, files)) {
        auto records = records::readRecords(path);
        if (!records) return records.diagnostics();
        std::move(records->begin(), records->end(), std::back_inserter(all));
    }
    if (all.empty())
        return Diagnostic{"compare.no-records",
                          Severity::Error,
                          {},
                          "there is no measurement to compare with",
                          "name record files or folders with --records; 'warpstring measure -o' makes them"};
    return lastOfEach(std::move(all));
}

} // namespace warpstring::cli
