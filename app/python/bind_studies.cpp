// SPDX-License-Identifier: GPL-3.0-or-later
// Many launches for Python: batches, comparisons with measurement records, and the charts of both.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "app/common/record_paths.h"
#include "app/python/bindings.h"
#include "app/python/chart_json.h"
#include "app/python/computing.h"
#include "app/python/held_simulation.h"
#include "app/python/refused.h"
#include "app/python/settings_of.h"
#include "core/records/measurement_json.h"
#include "core/records/record_store.h"
#include "study/batch/batch.h"
#include "study/batch/collected_rows.h"
#include "study/batch/launch_folders.h"
#include "study/batch/plan_record.h"
#include "study/batch/row_columns.h"
#include "study/batch/row_text.h"
#include "study/charts/chart_kinds.h"
#include "study/comparison/comparison.h"
#include "study/comparison/comparison_tables.h"

namespace warpstring::python {

namespace {

namespace py = pybind11;

struct HeldPlan {
    batch::BatchPlan plan;
};
struct HeldComparison {
    comparison::Comparison comparison;
};
struct HeldRows {
    std::vector<batch::BatchRow> rows;
};

/// A launch that was made in Python as a file of one launch; of a swept file the file itself is wanted.
Result<files::LaunchSweep> sweepOf(const ChosenLaunch& chosen) {
    if (chosen.siblings > 1)
        return Diagnostic{"launch.several",
                          Severity::Error,
                          {chosen.texts->kernel.launchPath.string(), 0, 0},
                          "the launch is one of several of its file",
                          "name the file instead of its launches"};
    const transform::KernelText& texts = chosen.texts->kernel;
    auto sweep = files::LaunchSweep::parse(texts.launch, texts.launchPath);
    if (sweep) sweep->assumeSource(texts.sourcePath);
    return sweep;
}

std::shared_ptr<HeldPlan> planOf(const py::list& inputs, const std::vector<SpecPointer>& specs,
                                 const py::tuple& settings, const std::string& options, bool strings) {
    std::vector<files::LaunchSweep> sweeps;
    std::map<std::filesystem::path, std::string> sources;
    Diagnostics faults;
    const auto keep = [&](const Diagnostics& found) {
        faults.insert(faults.end(), found.begin(), found.end());
    };
    for (const auto& input : inputs) {
        if (py::isinstance<ChosenLaunch>(input)) {
            const auto& chosen = input.cast<const ChosenLaunch&>();
            auto sweep = sweepOf(chosen);
            if (!sweep) keep(sweep.diagnostics());
            if (sweep) sweeps.push_back(std::move(*sweep));
            sources[chosen.texts->kernel.sourcePath] = chosen.texts->kernel.source;
            continue;
        }
        auto opened = batch::openLaunches({std::filesystem::path(input.cast<std::string>())});
        if (!opened) keep(opened.diagnostics());
        if (opened) std::move(opened->begin(), opened->end(), std::back_inserter(sweeps));
    }
    if (!faults.empty()) throw Refused(std::move(faults));
    std::vector<HardwareSpec> devices;
    devices.reserve(specs.size());
    for (const auto& spec : specs) devices.push_back(spec->spec);
    const Settings how = settingsOf(settings);
    auto held = std::make_shared<HeldPlan>(HeldPlan{
        batch::BatchPlan(std::move(sweeps), std::move(devices),
                         {how.threshold, how.sourceShape, how.model, strings, options, how.registers})});
    if (!sources.empty()) held->plan.setEditedSources(std::move(sources));
    return held;
}

template <class Options>
void setUp(Options& options, int jobs, const Seconds& limit, Progress& progress) {
    options.jobs = jobs;
    options.cancel = &Interruptible::asked();
    if (limit) options.timeLimit = std::chrono::duration<double>(*limit);
    if (progress.isWanted())
        options.onProgress = [&](const batch::BatchProgress& at) { progress.tell(at.written, at.total); };
}

std::shared_ptr<HeldRows> rowsOf(const HeldPlan& held, int jobs, const Seconds& limit, py::object onProgress) {
    Progress progress(std::move(onProgress));
    batch::BatchOptions options;
    setUp(options, jobs, limit, progress);
    auto found = compute({}, &progress, [&](const Cancellation&) { return collectRows(held.plan, options); });
    if (!found.faults.empty()) throw Refused(std::move(found.faults));
    if (found.cancelled) throw Refused(interrupted());
    return std::make_shared<HeldRows>(HeldRows{std::move(found.rows)});
}

py::tuple writtenRows(const HeldPlan& held, const std::string& output, const std::string& mode, int jobs,
                      const Seconds& limit, py::object onProgress) {
    const auto format = batch::rowFileFormat(output);
    if (!format)
        throw Refused({{"usage.output",
                        Severity::Error,
                        {output, 0, 0},
                        "the name says no format of rows",
                        "it ends in .jsonl, .csv, .sqlite or .db"}});
    const auto record = valueOf(planRecord(held.plan, WARPSTRING_VERSION));
    auto sink = valueOf(openSink(output, *format,
                                 mode == "resume"    ? batch::OutputMode::Resume
                                 : mode == "replace" ? batch::OutputMode::Replace
                                                     : batch::OutputMode::Create,
                                 held.plan, record));
    Progress progress(std::move(onProgress));
    batch::BatchOptions options;
    setUp(options, jobs, limit, progress);
    options.first = sink.rows;
    auto outcome = compute(
        {}, &progress, [&](const Cancellation&) { return runBatch(held.plan, graphs(), *sink.sink, options); });
    if (!outcome.faults.empty()) throw Refused(std::move(outcome.faults));
    if (outcome.cancelled) throw Refused(interrupted());
    return py::make_tuple(outcome.progress.written, sink.errors + outcome.progress.errors);
}

std::string rowsText(const HeldRows& held, bool strings) {
    std::string text;
    for (const auto& row : held.rows) batch::jsonLines().append(text, row, batch::rowColumns(strings));
    return text;
}

std::shared_ptr<HeldComparison> compared(const HeldPlan& held, const std::vector<std::string>& records,
                                         const std::string& device, bool anyDevice, bool withUnmeasured,
                                         int jobs, const Seconds& limit, py::object onProgress) {
    const auto measured = valueOf(cli::readRecordsOf(records, held.plan.files()));
    Progress progress(std::move(onProgress));
    comparison::ComparisonOptions options;
    setUp(options, jobs, limit, progress);
    options.device = device;
    options.anyDevice = anyDevice;
    options.withUnmeasured = withUnmeasured;
    auto found = valueOf(
        compute({}, &progress, [&](const Cancellation&) { return compare(held.plan, measured, options); }));
    if (!found.complete) throw Refused(interrupted());
    return std::make_shared<HeldComparison>(HeldComparison{std::move(found)});
}

charts::ChartOptions chartOptions(const std::string& quantity, const std::string& by,
                                  const std::string& swept) {
    charts::ChartOptions options;
    if (quantity == "warp-latency") options.quantity = records::Quantity::WarpLatency;
    if (by == "spec") options.by = charts::ChartGrouping::Spec;
    if (by == "device") options.by = charts::ChartGrouping::Device;
    options.swept = swept;
    return options;
}

std::string comparisonChart(const HeldComparison& held, const std::string& kind, const HeldComparison* pinned,
                            const std::string& quantity, const std::string& by, const std::string& swept) {
    const auto& row = charts::traits(*charts::chartKindOf(kind));
    if (row.againstBaseline && pinned == nullptr)
        throw Refused({{"chart.no-baseline",
                        Severity::Error,
                        {},
                        kind + " are against a baseline, and none is given",
                        "baseline=: another comparison of the same launches"}});
    return chartJson(
        valueOf(row.ofComparison(held.comparison, pinned != nullptr ? &pinned->comparison : nullptr,
                                 chartOptions(quantity, by, swept))));
}

std::string rowsChart(const HeldRows& held, const std::string& kind, const std::string& quantity,
                      const std::string& by, const std::string& swept) {
    const auto& row = charts::traits(*charts::chartKindOf(kind));
    if (row.ofRows == nullptr)
        throw Refused({{"chart.nothing-measured",
                        Severity::Error,
                        {},
                        kind + " show measured launches",
                        "draw a comparison: compare(...).chart(...)"}});
    return chartJson(valueOf(row.ofRows(held.rows, chartOptions(quantity, by, swept))));
}

std::string recordsText(const std::string& path) {
    std::string text;
    for (const auto& record : valueOf(records::readRecords(path))) text += toJson(record).compact() + "\n";
    return text;
}

} // namespace

void bindStudies(py::module_& module) {
    py::class_<HeldPlan, std::shared_ptr<HeldPlan>>(module, "Plan")
        .def("rows", [](const HeldPlan& held) { return held.plan.rows(); })
        .def("run", &rowsOf, py::arg("jobs"), py::arg("time_limit"), py::arg("on_progress"))
        .def("write", &writtenRows, py::arg("output"), py::arg("mode"), py::arg("jobs"), py::arg("time_limit"),
             py::arg("on_progress"))
        .def("compare", &compared, py::arg("records"), py::arg("device"), py::arg("any_device"),
             py::arg("with_unmeasured"), py::arg("jobs"), py::arg("time_limit"), py::arg("on_progress"));
    py::class_<HeldRows, std::shared_ptr<HeldRows>>(module, "BatchRows")
        .def("json_lines", &rowsText, py::arg("strings"))
        .def("chart", &rowsChart, py::arg("kind"), py::arg("quantity"), py::arg("by"), py::arg("swept"));
    py::class_<HeldComparison, std::shared_ptr<HeldComparison>>(module, "Comparison")
        .def("json", [](const HeldComparison& held) { return comparison::toJson(held.comparison); })
        .def("csv", [](const HeldComparison& held) { return comparison::toCsv(held.comparison); })
        .def("notes", [](const HeldComparison& held) { return toPython(ownDeviceNotes(held.comparison)); })
        .def("chart", &comparisonChart, py::arg("kind"), py::arg("baseline").none(true), py::arg("quantity"),
             py::arg("by"), py::arg("swept"));
    module.def("plan", &planOf, py::arg("launches"), py::arg("specs"), py::arg("settings"), py::arg("options"),
               py::arg("strings"));
    module.def("records", &recordsText, py::arg("path"));
}

} // namespace warpstring::python
