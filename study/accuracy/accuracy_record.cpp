// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/accuracy/accuracy_record.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "core/text/json.h"
#include "core/text/text_format.h"
#include "study/accuracy/assessment_markdown.h"
#include "study/schedule/schedule_output.h"

namespace warpstring::accuracy {

using records::Quantity;

namespace {

constexpr const char* schemaId = "warpstring.accuracy/1";
constexpr const char* points = "points";
constexpr const char* howToRecord = "if that is meant to be, run tools/accuracy and commit what it writes";
/// Figures of a report are rounded to a tenth of a percent, tau to a hundredth.
constexpr double rounding = 0.00501;

const AccuracyFigure* find(const AccuracyRecord& record, const AccuracyFigure& figure) {
    const auto found = std::find_if(record.figures.begin(), record.figures.end(), [&](const auto& other) {
        return other.of == figure.of && other.quantity == figure.quantity && other.metric == figure.metric;
    });
    return found == record.figures.end() ? nullptr : &*found;
}

std::optional<records::AccuracyMetric> metricNamed(std::string_view wanted) {
    const auto found = std::find_if(records::accuracyMetrics.begin(), records::accuracyMetrics.end(),
                                    [&](records::AccuracyMetric metric) { return name(metric) == wanted; });
    return found == records::accuracyMetrics.end() ? std::nullopt : std::optional(*found);
}

std::string textOf(const AccuracyFigure& figure) {
    const auto metric = metricNamed(figure.metric);
    return metric ? valueText(*metric, figure.value) : formatted("%.0f", figure.value);
}

std::string titleOf(const AccuracyFigure& figure) {
    const auto metric = metricNamed(figure.metric);
    return std::string(metric ? title(*metric) : points) + " of " + figure.of + ", " +
           std::string(name(figure.quantity));
}

/// By how much `now` is worse; below 0: better.
double worsening(const AccuracyFigure& now, double then) {
    const auto metric = metricNamed(now.metric);
    return metric && smallerIsBetter(*metric) ? now.value - then : then - now.value;
}

double rounded(double figure) { return std::round(figure * 1e6) / 1e6; }

using AddFinding =
    std::function<void(const char* code, Severity severity, std::string message, const char* hint)>;

/// One error beside the recorded one, both fractions.
void holdError(const std::string& what, double is, double was, double margin, const AddFinding& add) {
    const std::string change = what + ": " + valueText(records::AccuracyMetric::Mape, was) + " recorded, " +
                               valueText(records::AccuracyMetric::Mape, is) + " now";
    if (is - was > margin)
        add("accuracy.worse", Severity::Error, change, howToRecord);
    else if (is - was < -margin)
        add("accuracy.better", Severity::Note, change, "run tools/accuracy, so that it stays so");
}

/// What is worse of the schedules; all their figures are errors.
void guardSchedules(const AccuracyRecord& now, const AccuracyRecord& then, const AddFinding& add) {
    const auto in = [](const AccuracyRecord& record, const std::string& launch) {
        return std::find_if(record.schedules.begin(), record.schedules.end(),
                            [&](const ScheduleRecord& each) { return each.launch == launch; });
    };
    for (const ScheduleRecord& schedule : now.schedules) {
        const std::string of = " of the schedule of " + schedule.launch;
        const auto before = in(then, schedule.launch);
        if (before == then.schedules.end()) {
            add("accuracy.not-recorded", Severity::Error,
                "the schedule of " + schedule.launch + " is not recorded", howToRecord);
            continue;
        }
        if (schedule.groups < before->groups)
            add("accuracy.fewer-points", Severity::Error,
                formatted("groups%s: %zu recorded, %zu now", of.c_str(), before->groups, schedule.groups),
                "groups must not drop out of a schedule");
        holdError("completion error" + of, schedule.completionError, before->completionError, then.margin, add);
        holdError("error of the median group" + of, schedule.durationError, before->durationError, then.margin,
                  add);
    }
    for (const ScheduleRecord& schedule : then.schedules)
        if (in(now, schedule.launch) == now.schedules.end())
            add("accuracy.not-recorded", Severity::Error,
                "the schedule of " + schedule.launch + " is recorded, but there is none now", howToRecord);
}

/// What is worse of the ratios within families.
void guardRatios(const AccuracyRecord& now, const AccuracyRecord& then, const AddFinding& add) {
    for (const RatioRecord& ratio : now.ratios) {
        const std::string of = " of ratios within families of " + ratio.of;
        const RatioErrors* before = then.ratioErrors(ratio.of);
        if (before == nullptr) {
            add("accuracy.not-recorded", Severity::Error, "the error" + of + " is not recorded", howToRecord);
            continue;
        }
        if (ratio.errors.pairs < before->pairs)
            add("accuracy.fewer-points", Severity::Error,
                formatted("pairs%s: %zu recorded, %zu now", of.c_str(), before->pairs, ratio.errors.pairs),
                "launches must not drop out of a figure");
        holdError("median error" + of, ratio.errors.median, before->median, then.margin, add);
        holdError("75th percentile of the error" + of, ratio.errors.percentile75, before->percentile75,
                  then.margin, add);
    }
    for (const RatioRecord& ratio : then.ratios)
        if (now.ratioErrors(ratio.of) == nullptr)
            add("accuracy.not-recorded", Severity::Error,
                "the error of ratios within families of " + ratio.of + " is recorded, but there is none now",
                howToRecord);
}

/// The cells of a row of a Markdown table.
std::vector<std::string> cellsOf(std::string_view line) {
    std::vector<std::string> cells;
    for (std::size_t at = line.find('|'); at != std::string_view::npos;) {
        const std::size_t end = line.find('|', at + 1);
        if (end == std::string_view::npos) break;
        std::string_view cell = line.substr(at + 1, end - at - 1);
        while (cell.starts_with(' ')) cell.remove_prefix(1);
        while (cell.ends_with(' ')) cell.remove_suffix(1);
        cells.emplace_back(cell);
        at = end;
    }
    return cells;
}

} // namespace

const RatioErrors* AccuracyRecord::ratioErrors(std::string_view of) const {
    const auto found =
        std::find_if(ratios.begin(), ratios.end(), [&](const RatioRecord& each) { return each.of == of; });
    return found == ratios.end() ? nullptr : &found->errors;
}

AccuracyRecord recordOf(const Assessment& assessment, double margin) {
    AccuracyRecord record{assessment.spec, assessment.device, assessment.cache, margin, {}, {}, {}};
    for (const AssessedGroup& group : assessment.groups)
        for (const Quantity quantity : {Quantity::KernelTime, Quantity::WarpLatency}) {
            const std::size_t count = group.of(quantity).accuracy.count;
            if (count == 0) continue;
            record.figures.push_back({group.name, quantity, points, static_cast<double>(count)});
            for (const records::AccuracyMetric metric : records::accuracyMetrics)
                if (const auto value = group.valueOf(metric, quantity))
                    record.figures.push_back({group.name, quantity, std::string(name(metric)), *value});
        }
    for (const schedule::LaunchSchedule& schedule : assessment.schedules)
        record.schedules.push_back({schedule.launch, schedule.comparison.compared,
                                    schedule.comparison.completionError,
                                    std::abs(schedule.comparison.durationError)});
    for (const AssessedGroup& group : assessment.groups)
        if (group.ratios.pairs > 0) record.ratios.push_back({group.name, group.ratios});
    return record;
}

std::string toJson(const AccuracyRecord& record) {
    Json json;
    json.set("schema", schemaId);
    json.set("spec", record.spec);
    json.set("device", record.device);
    json.set("cache", name(record.cache));
    json.set("margin", record.margin);
    Json::Array groups;
    for (const AccuracyFigure& figure : record.figures) {
        if (groups.empty() || groups.back()["of"].text() != figure.of ||
            groups.back()["quantity"].text() != name(figure.quantity)) {
            groups.emplace_back();
            groups.back().set("of", figure.of);
            groups.back().set("quantity", name(figure.quantity));
        }
        if (figure.metric == points)
            groups.back().set(points, static_cast<std::int64_t>(figure.value));
        else
            groups.back().set(figure.metric, rounded(figure.value));
    }
    json.set("figures", std::move(groups));
    if (!record.schedules.empty())
        json.set("schedules", Json::arrayOf(record.schedules, [](const ScheduleRecord& schedule) {
                     Json item;
                     item.set("launch", schedule.launch);
                     item.set("groups", static_cast<std::uint64_t>(schedule.groups));
                     item.set("completion_error", rounded(schedule.completionError));
                     item.set("duration_error", rounded(schedule.durationError));
                     return item;
                 }));
    if (!record.ratios.empty())
        json.set("ratios", Json::arrayOf(record.ratios, [](const RatioRecord& ratio) {
                     Json item;
                     item.set("of", ratio.of);
                     item.set("pairs", static_cast<std::uint64_t>(ratio.errors.pairs));
                     item.set("median_error", rounded(ratio.errors.median));
                     item.set("p75_error", rounded(ratio.errors.percentile75));
                     return item;
                 }));
    return json.pretty();
}

Result<AccuracyRecord> parseAccuracyRecord(std::string_view text, const std::filesystem::path& path) {
    const auto json = parseJson(text, path.string());
    if (!json) return json.diagnostics();
    const auto fault = [&](const std::string& message) {
        return Diagnostic{"accuracy.bad-record",
                          Severity::Error,
                          {path.string(), 0, 0},
                          message,
                          "tools/accuracy writes this file"};
    };
    if ((*json)["schema"].text() != schemaId)
        return fault("this is no record of accuracy: its schema is not " + std::string(schemaId));
    if (!(*json)["margin"].isNumber()) return fault("it does not say its margin");
    AccuracyRecord record;
    record.spec = (*json)["spec"].text();
    record.device = (*json)["device"].text();
    record.margin = (*json)["margin"].number();
    if ((*json)["cache"].text() == name(records::CacheState::Cold)) record.cache = records::CacheState::Cold;
    for (const Json& group : (*json)["figures"].items()) {
        const Quantity quantity = group["quantity"].text() == name(Quantity::WarpLatency)
                                      ? Quantity::WarpLatency
                                      : Quantity::KernelTime;
        for (const auto& [metric, value] : group.members())
            if (value.isNumber())
                record.figures.push_back({group["of"].text(), quantity, metric, value.number()});
    }
    if (record.figures.empty()) return fault("it has no figures");
    for (const Json& schedule : (*json)["schedules"].items())
        record.schedules.push_back({schedule["launch"].text(), schedule["groups"].size(),
                                    schedule["completion_error"].number(),
                                    schedule["duration_error"].number()});
    for (const Json& ratio : (*json)["ratios"].items())
        record.ratios.push_back(
            {ratio["of"].text(),
             {ratio["pairs"].size(), ratio["median_error"].number(), ratio["p75_error"].number()}});
    return record;
}

Diagnostics guard(const AccuracyRecord& now, const AccuracyRecord& then,
                  const std::filesystem::path& recordFile) {
    Diagnostics findings;
    const auto add = [&](const char* code, Severity severity, std::string message, const char* hint) {
        findings.push_back({code, severity, {recordFile.string(), 0, 0}, std::move(message), hint});
    };
    if (now.spec != then.spec || now.device != then.device || now.cache != then.cache) {
        add("accuracy.other-record", Severity::Error,
            "recorded is " + then.spec + " against " + then.device + ", compared is " + now.spec + " against " +
                now.device,
            "compare what the file of sets names");
        return findings;
    }
    for (const AccuracyFigure& figure : now.figures) {
        const AccuracyFigure* before = find(then, figure);
        if (before == nullptr) {
            add("accuracy.not-recorded", Severity::Error, titleOf(figure) + " is not recorded", howToRecord);
            continue;
        }
        const double worse = worsening(figure, before->value);
        const std::string change =
            titleOf(figure) + ": " + textOf(*before) + " recorded, " + textOf(figure) + " now";
        if (figure.metric == points && worse > 0)
            add("accuracy.fewer-points", Severity::Error, change, "launches must not drop out of a figure");
        else if (figure.metric == points)
            continue;
        else if (worse > then.margin)
            add("accuracy.worse", Severity::Error, change, howToRecord);
        else if (worse < -then.margin)
            add("accuracy.better", Severity::Note, change, "run tools/accuracy, so that it stays so");
    }
    for (const AccuracyFigure& figure : then.figures)
        if (find(now, figure) == nullptr)
            add("accuracy.not-recorded", Severity::Error,
                titleOf(figure) + " is recorded, but there is none now", howToRecord);
    guardSchedules(now, then, add);
    guardRatios(now, then, add);
    return findings;
}

Diagnostics checkReport(const Assessment& assessment, double margin, std::string_view markdown,
                        const std::filesystem::path& reportFile) {
    std::vector<std::vector<std::string>> rows;
    for (std::size_t at = 0; at < markdown.size();) {
        const std::size_t end = std::min(markdown.find('\n', at), markdown.size());
        rows.push_back(cellsOf(markdown.substr(at, end - at)));
        at = end + 1;
    }
    Diagnostics findings;
    const auto stale = [&](std::string message) {
        findings.push_back({"accuracy.stale-report",
                            Severity::Error,
                            {reportFile.string(), 0, 0},
                            std::move(message),
                            "run tools/accuracy and commit what it writes"});
    };
    for (const AssessedTarget& target : assessment.targets) {
        const auto wanted = targetCells(target);
        const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& cells) {
            return cells.size() == wanted.size() && cells[0] == wanted[0] && cells[1] == wanted[1];
        });
        if (row == rows.end()) {
            stale("the report lacks the target \"" + wanted[0] + "\", " + wanted[1]);
            continue;
        }
        const std::string& told = (*row)[2];
        const double unit = isFraction(target.target.metric) ? 100 : 1;
        char* end = nullptr;
        const double value = std::strtod(told.c_str(), &end) / unit;
        const bool isNumber = end != told.c_str() && told != "-";
        if (isNumber != target.reached.has_value() ||
            (isNumber && std::abs(value - *target.reached) > margin + rounding))
            stale(wanted[0] + ": the report says " + told + ", it is " + wanted[2]);
    }
    for (const schedule::LaunchSchedule& schedule : assessment.schedules) {
        const auto wanted = scheduleCells(schedule);
        const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& cells) {
            return cells.size() == wanted.size() && cells[0] == wanted[0] && cells[1] == wanted[1];
        });
        if (row == rows.end()) {
            stale("the report lacks the schedule of " + schedule.launch);
            continue;
        }
        const std::string& told = (*row)[schedule::scheduleErrorCell];
        if (!(std::abs(std::strtod(told.c_str(), nullptr) / 100 - schedule.comparison.completionError) <=
              margin + rounding))
            stale("schedule of " + schedule.launch + ": the report says " + told + ", it is " +
                  wanted[schedule::scheduleErrorCell]);
    }
    return findings;
}

} // namespace warpstring::accuracy
