// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/accuracy_files.h"

#include <iterator>

#include "core/files/accuracy_sets_file.h"
#include "core/files/toml/toml_reader.h"
#include "study/accuracy/accuracy_record.h"
#include "study/accuracy/assessment_markdown.h"
#include "study/batch/output_file.h"
#include "study/schedule/schedule_output.h"

namespace warpstring::cli {

namespace {

std::string reportOf(const comparison::Comparison& comparison, const accuracy::Assessment& assessment,
                     const records::AccuracySets& sets, const std::string& command) {
    const records::CacheState other =
        assessment.cache == records::CacheState::Warm ? records::CacheState::Cold : records::CacheState::Warm;
    const auto otherCache = accuracy::assess(comparison, sets, other);
    return toMarkdown(assessment, sets, {command, otherCache ? &*otherCache : nullptr});
}

void append(Diagnostics& all, Diagnostics more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// The pictures that the report links.
Diagnostics writePictures(const std::filesystem::path& report, const accuracy::Assessment& assessment) {
    Diagnostics faults;
    if (assessment.schedules.empty()) return faults;
    const auto folder = report.parent_path() / accuracy::schedulePictures;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return {{"accuracy.no-folder",
                 Severity::Error,
                 {folder.string(), 0, 0},
                 "the folder for pictures cannot be made: " + error.message(),
                 "the report's pictures are written beside it"}};
    for (const schedule::LaunchSchedule& schedule : assessment.schedules)
        append(faults,
               batch::replaceFile(folder / schedule::pictureName(schedule.launch), toScheduleSvg(schedule)));
    return faults;
}

/// A file that an earlier run wrote.
Result<std::string> readWritten(const std::string& path) {
    auto text = files::readTextFile(path, "accuracy");
    if (text) return text;
    auto faults = text.diagnostics();
    for (Diagnostic& fault : faults) fault.hint = "without --check it is written";
    return faults;
}

Diagnostics checkRecord(const std::string& path, const accuracy::AccuracyRecord& now) {
    const auto text = readWritten(path);
    if (!text) return text.diagnostics();
    const auto then = accuracy::parseAccuracyRecord(*text, path);
    return then ? guard(now, *then, path) : then.diagnostics();
}

} // namespace

Result<records::AccuracySets> openSets(const std::string& path) {
    auto sets = files::readAccuracySets(path);
    if (!sets) return sets;
    auto folder = std::filesystem::path(path).parent_path();
    if (folder.empty()) folder = ".";
    const auto samples = accuracy::sampleNames(folder);
    if (!samples) return samples.diagnostics();
    if (auto faults = checkSets(*sets, *samples); !faults.empty()) return faults;
    return sets;
}

Diagnostics writeOrCheck(const AccuracyFiles& files, const comparison::Comparison& comparison,
                         const accuracy::Assessment& assessment, const records::AccuracySets& sets,
                         const std::string& command) {
    Diagnostics findings;
    const accuracy::AccuracyRecord now = recordOf(assessment, sets.margin);
    if (!files.check) {
        if (!files.report.empty()) {
            append(findings, batch::replaceFile(files.report, reportOf(comparison, assessment, sets, command)));
            append(findings, writePictures(files.report, assessment));
        }
        if (!files.record.empty()) append(findings, batch::replaceFile(files.record, toJson(now)));
        return findings;
    }
    if (!files.record.empty()) append(findings, checkRecord(files.record, now));
    if (files.report.empty()) return findings;
    const auto text = readWritten(files.report);
    append(findings, text ? checkReport(assessment, sets.margin, *text, files.report) : text.diagnostics());
    return findings;
}

} // namespace warpstring::cli
