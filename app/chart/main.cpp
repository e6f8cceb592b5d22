// SPDX-License-Identifier: GPL-3.0-or-later
// warpstring-chart: charts and reports as files.
#include <QApplication>
#include <QLoggingCategory>
#include <ctime>
#include <optional>

#include "app/chart/chart_options.h"
#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/print_diagnostics.h"
#include "app/common/progress_line.h"
#include "app/common/record_paths.h"
#include "app/gui/charts/chart.h"
#include "app/gui/charts/html_report.h"
#include "app/gui/models/comparison/comparison_chart.h"
#include "app/gui/models/session/project.h"
#include "core/files/toml/toml_reader.h"
#include "core/text/shell_word.h"
#include "study/batch/collected_rows.h"
#include "study/batch/output_file.h"
#include "study/charts/chart_kinds.h"
#include "study/charts/tuning_curve.h"

namespace warpstring::cli {

namespace {

/// Ends the program with a code, diagnostics printed.
int fail(const Diagnostics& faults, ExitCode code) {
    printDiagnostics(faults);
    return code;
}

int failInterrupted() {
    return fail({{"chart.interrupted", Severity::Error, {}, "interrupted", "draw fewer launches at a time"}},
                exitInterrupted);
}

Result<comparison::Comparison> compareAll(const ChartCommandOptions& options, const batch::BatchPlan& plan,
                                          const std::vector<records::Measurement>& records) {
    ProgressLine line(0);
    comparison::ComparisonOptions settings;
    settings.jobs = options.jobs;
    settings.device = options.device;
    settings.anyDevice = options.anyDevice;
    settings.cancel = &catchInterruptions();
    if (!options.quiet)
        settings.onProgress = [&](const batch::BatchProgress& progress) { line.show(progress); };
    auto comparison = compare(plan, records, settings);
    line.clear();
    return comparison;
}

/// The rows of the plan, without any record.
batch::RowCollection simulateAll(const ChartCommandOptions& options, const batch::BatchPlan& plan) {
    ProgressLine line(0);
    batch::BatchOptions run;
    run.jobs = options.jobs;
    run.cancel = &catchInterruptions();
    if (!options.quiet) run.onProgress = [&](const batch::BatchProgress& progress) { line.show(progress); };
    auto rows = collectRows(plan, run);
    line.clear();
    return rows;
}

Diagnostic nothingMeasured(const ChartCommandOptions& options) {
    return {
        "chart.nothing-measured",
        Severity::Error,
        {},
        "no measurement" + std::string(options.cold ? " with cold caches" : "") +
            " belongs to any of the launches",
        "were kernel, sizes or options changed since? 'warpstring compare' lists the records that there are"};
}

int write(const ChartCommandOptions& options, const gui::Picture& picture) {
    gui::PictureFile file;
    file.theme = options.dark ? &gui::darkTheme() : &gui::lightTheme();
    if (options.width > 0) file.size = QSizeF(options.width, options.height);
    const auto faults = gui::writePicture(picture, QString::fromStdString(options.output), file);
    return faults.empty() ? exitOk : fail(faults, exitResultHasErrors);
}

int draw(const ChartCommandOptions& options, const charts::ChartData& chart) {
    if (chart.empty()) return fail({nothingMeasured(options)}, exitResultHasErrors);
    return write(options, gui::pictureOf(chart));
}

/// Curves of `tune`, a file each: nothing is simulated.
int drawCurves(const ChartCommandOptions& options) {
    std::vector<charts::ChartData> all;
    for (const std::filesystem::path file : options.launches) {
        const auto text = files::readTextFile(file, "chart");
        if (!text) return fail(text.diagnostics(), exitBadInput);
        const auto curve = charts::readTuningCurve(*text, file.string());
        if (!curve) return fail(curve.diagnostics(), exitBadInput);
        all.push_back(charts::tuningCurveChart(*curve, file.stem().string()));
    }
    return write(options, gui::pictureOf(all));
}

/// Whether the chart is made of simulated rows, without looking for measurements.
bool simulatedAlone(const ChartCommandOptions& options, const charts::ChartTraits& kind,
                    const batch::BatchPlan& plan) {
    switch (kind.source) {
    case charts::ChartSource::Comparison: return false;
    case charts::ChartSource::ComparisonOrRows:
        return options.records.empty() && recordPaths({}, plan.files()).empty();
    case charts::ChartSource::Rows: return true;
    }
    return false;
}

int drawSimulated(const ChartCommandOptions& options, const charts::ChartTraits& kind,
                  const batch::BatchPlan& plan) {
    const batch::RowCollection collected = simulateAll(options, plan);
    if (!collected.faults.empty()) return fail(collected.faults, exitResultHasErrors);
    if (collected.cancelled) return failInterrupted();
    const std::vector<batch::BatchRow>& rows = collected.rows;
    std::size_t failed = 0;
    const batch::BatchRow* first = nullptr;
    for (const batch::BatchRow& row : rows)
        if (!row.figures && ++failed == 1) first = &row;
    if (failed == rows.size() && first != nullptr) return fail(first->diagnostics, exitBadInput);
    const auto chart = kind.ofRows(rows, options.chart);
    return chart ? draw(options, *chart) : fail(chart.diagnostics(), exitBadInput);
}

/// The baseline of a project that the options name.
Result<gui::Baseline> readBaseline(const ChartCommandOptions& options) {
    const auto project = gui::readProject(QString::fromStdString(options.project));
    if (!project) return project.diagnostics();
    std::string names;
    for (qsizetype i = project->baselines.size() - 1; i >= 0; --i) {
        auto baseline = gui::baselineFromJson(project->baselines[i].toObject());
        if (!baseline) return baseline.diagnostics();
        if (options.baseline.empty() || baseline->name.toStdString() == options.baseline) return baseline;
        names = baseline->name.toStdString() + (names.empty() ? "" : ", ") + names;
    }
    return Diagnostic{"chart.unknown-baseline",
                      Severity::Error,
                      {options.project, 0, 0},
                      names.empty() ? "the project has no pinned baseline"
                                    : "the project has no baseline \"" + options.baseline + "\"",
                      names.empty() ? "pin a comparison in warpstring-gui and save the project"
                                    : "it has " + names};
}

int drawCompared(const ChartCommandOptions& options, const charts::ChartTraits& kind,
                 const comparison::Comparison& comparison) {
    std::optional<comparison::Comparison> pinned;
    if (kind.againstBaseline) {
        const auto baseline = readBaseline(options);
        if (!baseline) return fail(baseline.diagnostics(), exitBadInput);
        pinned = gui::asPinned(comparison, *baseline);
    }
    const auto chart = kind.ofComparison(comparison, pinned ? &*pinned : nullptr, options.chart);
    return chart ? draw(options, *chart) : fail(chart.diagnostics(), exitBadInput);
}

std::string today() {
    char text[16];
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    ::gmtime_r(&now, &utc);
    std::strftime(text, sizeof text, "%Y-%m-%d", &utc);
    return text;
}

int writeReport(const ChartCommandOptions& options, const comparison::Comparison& comparison,
                const std::string& command) {
    const std::string html = gui::htmlReport(comparison, {command, today(), WARPSTRING_VERSION}, options.chart);
    const auto faults = batch::replaceFile(options.output, html);
    return faults.empty() ? exitOk : fail(faults, exitResultHasErrors);
}

int run(const ChartCommandOptions& options, const std::string& command) {
    if (const auto faults = checkOptions(options); !faults.empty()) return fail(faults, exitUsage);
    if (options.ofTuning) return drawCurves(options);
    const auto plan = makePlan(options);
    if (!plan) return fail(plan.diagnostics(), exitBadInput);
    const charts::ChartTraits* kind = options.kind ? &traits(*options.kind) : nullptr;
    if (kind != nullptr && simulatedAlone(options, *kind, *plan)) return drawSimulated(options, *kind, *plan);
    const auto records = readRecordsOf(options.records, plan->files());
    if (!records) return fail(records.diagnostics(), exitBadInput);
    const auto comparison = compareAll(options, *plan, *records);
    if (!comparison) return fail(comparison.diagnostics(), exitBadInput);
    if (!comparison->complete) return failInterrupted();
    const bool own = options.device.empty() && !options.anyDevice;
    auto notes = own ? ownDeviceNotes(*comparison) : Diagnostics();
    const bool alone = kind != nullptr && kind->source == charts::ChartSource::ComparisonOrRows;
    if (hasErrors(notes) && !alone) return fail(notes, exitResultHasErrors);
    const bool nothing = hasErrors(notes);
    for (Diagnostic& note : notes) note.severity = Severity::Warning;
    printDiagnostics(notes);
    if (nothing) return drawSimulated(options, *kind, *plan);
    if (comparison->launches.empty()) return fail({nothingMeasured(options)}, exitResultHasErrors);
    return kind != nullptr ? drawCompared(options, *kind, *comparison)
                           : writeReport(options, *comparison, command);
}

} // namespace

} // namespace warpstring::cli

int main(int argc, char** argv) {
    using namespace warpstring::cli;
    CLI::App program("Charts of simulated beside measured as SVG, PNG or PDF, and an HTML report.");
    program.name("warpstring chart");
    program.set_version_flag("--version", std::string("warpstring-chart ") + WARPSTRING_VERSION);
    program.footer("Exit codes: 0 done, 1 the result has errors, 2 wrong usage, 3 bad input, 130 interrupted.");
    ChartCommandOptions options;
    options.addTo(program);
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return program.exit(error) == 0 ? exitOk : exitUsage;
    }
    options.chart.cache =
        options.cold ? warpstring::records::CacheState::Cold : warpstring::records::CacheState::Warm;
    std::string command = "warpstring chart";
    for (int i = 1; i < argc; ++i) command += " " + warpstring::shellWord(argv[i]);
    // No display is asked for, whatever the desktop says.
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QLoggingCategory::setFilterRules(QStringLiteral("default.warning=false")); // of folders of a session
    const QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("Warpstring"));
    QApplication::setApplicationVersion(QStringLiteral(WARPSTRING_VERSION));
    return run(options, command);
}
