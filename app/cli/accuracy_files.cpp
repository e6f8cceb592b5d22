// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/accuracy_files.h"

#include <iterator>

#include "core/files/accuracy_sets_file.h"
#include "core/files/toml_reader.h"
#include "study/accuracy_record.h"
#include "study/assessment_markdown.h"
#include "study/output_file.h"

namespace warpstring::cli {

namespace {

std::string reportOf(const Comparison& comparison, const Assessment& assessment, const AccuracySets& sets,
                     const std::string& command) {
    const CacheState other = assessment.cache == CacheState::Warm ? CacheState::Cold : CacheState::Warm;
    const auto otherCache = assess(comparison, sets, other);
    return toMarkdown(assessment, sets, {command, otherCache ? &*otherCache : nullptr});
}

void append(Diagnostics& all, Diagnostics more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// A file that an earlier run wrote.
Result<std::string> readWritten(const std::string& path) {
    auto text = readTextFile(path, "accuracy");
    if (text) return text;
    auto faults = text.diagnostics();
    for (Diagnostic& fault : faults) fault.hint = "without --check it is written";
    return faults;
}

Diagnostics checkRecord(const std::string& path, const AccuracyRecord& now) {
    const auto text = readWritten(path);
    if (!text) return text.diagnostics();
    const auto then = parseAccuracyRecord(*text, path);
    return then ? guard(now, *then, path) : then.diagnostics();
}

} // namespace

Result<AccuracySets> openSets(const std::string& path) {
    auto sets = readAccuracySets(path);
    if (!sets) return sets;
    auto folder = std::filesystem::path(path).parent_path();
    if (folder.empty()) folder = ".";
    const auto samples = sampleNames(folder);
    if (!samples) return samples.diagnostics();
    if (auto faults = checkSets(*sets, *samples); !faults.empty()) return faults;
    return sets;
}

Diagnostics writeOrCheck(const AccuracyFiles& files, const Comparison& comparison, const Assessment& assessment,
                         const AccuracySets& sets, const std::string& command) {
    Diagnostics findings;
    const AccuracyRecord now = recordOf(assessment, sets.margin);
    if (!files.check) {
        if (!files.report.empty())
            append(findings, replaceFile(files.report, reportOf(comparison, assessment, sets, command)));
        if (!files.record.empty()) append(findings, replaceFile(files.record, toJson(now)));
        return findings;
    }
    if (!files.record.empty()) append(findings, checkRecord(files.record, now));
    if (files.report.empty()) return findings;
    const auto text = readWritten(files.report);
    append(findings, text ? checkReport(assessment, sets.margin, *text, files.report) : text.diagnostics());
    return findings;
}

} // namespace warpstring::cli
