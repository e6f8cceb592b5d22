// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/record_paths.h"

#include <filesystem>
#include <iterator>
#include <set>

#include "core/records/record_store.h"

namespace warpstring::cli {

namespace {

std::vector<std::string> pathsBeside(const std::vector<std::string>& given,
                                     const std::vector<std::filesystem::path>& files) {
    if (!given.empty()) return given;
    std::set<std::string> folders;
    for (const std::filesystem::path& file : files) {
        const auto folder = file.parent_path() / "measurements";
        if (std::error_code ignored; std::filesystem::is_directory(folder, ignored))
            folders.insert(folder.string());
    }
    return {folders.begin(), folders.end()};
}

Diagnostic noRecords() {
    return {"compare.no-records",
            Severity::Error,
            {},
            "there is no measurement to compare with",
            "name record files or folders with --records; 'warpstring measure -o' makes them"};
}

} // namespace

std::vector<std::string> recordPaths(const std::vector<std::string>& given,
                                     const std::vector<files::LaunchSweep>& files) {
    std::vector<std::filesystem::path> paths;
    for (const files::LaunchSweep& file : files) paths.push_back(file.path());
    return pathsBeside(given, paths);
}

Result<std::vector<records::Measurement>> readRecordsOf(const std::vector<std::string>& given,
                                                        const std::vector<files::LaunchSweep>& files) {
    std::vector<records::Measurement> all;
    for (const std::string& path : recordPaths(given, files)) {
        auto records = records::readRecords(path);
        if (!records) return records.diagnostics();
        std::move(records->begin(), records->end(), std::back_inserter(all));
    }
    if (all.empty()) return noRecords();
    return lastOfEach(std::move(all));
}

Result<std::vector<records::SequenceMeasurement>>
readSequenceRecordsOf(const std::vector<std::string>& given, const std::vector<std::string>& sequences) {
    std::vector<records::SequenceMeasurement> all;
    for (const std::string& path : pathsBeside(given, {sequences.begin(), sequences.end()})) {
        auto records = records::readSequenceRecords(path);
        if (!records) return records.diagnostics();
        std::move(records->begin(), records->end(), std::back_inserter(all));
    }
    if (all.empty()) return noRecords();
    return lastOfEach(std::move(all));
}

} // namespace warpstring::cli
