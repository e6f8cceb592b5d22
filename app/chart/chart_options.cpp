// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart/chart_options.h"

#include <cstdio>
#include <iterator>

#include "app/common/record_devices.h"
#include "app/gui/drawing/picture.h"
#include "study/charts/chart_kinds.h"

namespace warpstring::cli {

namespace {

constexpr int mostPixels = 20000;

/// "1280x800"
bool readSize(const std::string& text, int& width, int& height) {
    int read = 0;
    return std::sscanf(text.c_str(), "%dx%d%n", &width, &height, &read) == 2 &&
           read == static_cast<int>(text.size()) && width >= 100 && height >= 100 && width <= mostPixels &&
           height <= mostPixels;
}

constexpr const char *reportWord = "report", *tuneWord = "tune";

std::vector<std::string> kindWords() {
    std::vector<std::string> words;
    words.reserve(std::size(charts::chartKinds) + 2);
    for (const charts::ChartKind kind : charts::chartKinds) words.emplace_back(traits(kind).word);
    words.emplace_back(tuneWord);
    words.emplace_back(reportWord);
    return words;
}

/// "bars, scatter, sweep (time over a swept value), ..., or report (HTML)"
std::string kindsText() {
    std::string text;
    for (const charts::ChartKind kind : charts::chartKinds) {
        text += traits(kind).word;
        if (!traits(kind).meaning.empty()) text += " (" + std::string(traits(kind).meaning) + ")";
        text += ", ";
    }
    return text + tuneWord + " (best time over runs, of files that 'tune --curve' writes), or " + reportWord +
           " (HTML)";
}

} // namespace

void ChartCommandOptions::addTo(CLI::App& program) {
    static const std::map<std::string, records::Quantity> quantities{
        {"kernel-time", records::Quantity::KernelTime}, {"warp-latency", records::Quantity::WarpLatency}};
    static const std::map<std::string, charts::ChartGrouping> groupings{
        {"family", charts::ChartGrouping::Family},
        {"spec", charts::ChartGrouping::Spec},
        {"device", charts::ChartGrouping::Device}};
    program
        .add_option_function<std::string>(
            "kind",
            [this](const std::string& word) {
                kind = charts::chartKindOf(word);
                ofTuning = word == tuneWord;
            },
            kindsText())
        ->required()
        ->check(CLI::IsMember(kindWords()))
        ->option_text("KIND");
    PlanOptions::addTo(program);
    program.get_option("launches")
        ->description("kernels (.cl), launch files (TOML) and folders of them; of tune, CSV files of curves");
    program.add_option("-o,--output", output, "file to write: .svg, .png or .pdf; .html of a report")
        ->required();
    program
        .add_option("-r,--records", records,
                    "measurement records: files and folders; 'measurements' beside the launch files without")
        ->allow_extra_args(false);
    addDevices(program, device, anyDevice);
    program.add_flag("--cold", cold, "records with cold caches; warm ones without");
    program.add_option("--quantity", chart.quantity, "kernel-time or warp-latency")
        ->transform(CLI::CheckedTransformer(quantities).description(""))
        ->option_text("NAME");
    program.add_option("--by", chart.by, "colours of a scatter: family, spec or device")
        ->transform(CLI::CheckedTransformer(groupings).description(""))
        ->option_text("NAME");
    program.add_option("--x", chart.swept,
                       "swept value to draw a sweep over; the one with most values without");
    program.add_option("--baseline", project,
                       "project file (.warpstring) in which the baseline of deltas is pinned");
    program.add_option("--baseline-name", baseline, "which of its baselines; the last one without");
    program
        .add_option_function<std::string>(
            "--theme", [this](const std::string& name) { dark = name == "dark"; },
            "light or dark; light without")
        ->check(CLI::IsMember({"light", "dark"}))
        ->option_text("NAME");
    program
        .add_option_function<std::string>(
            "--size",
            [this](const std::string& text) {
                if (!readSize(text, width, height))
                    throw CLI::ValidationError("--size",
                                               text + " is no size: 1280x800, from 100x100 to 20000x20000");
            },
            "of the chart in pixels; a PNG has twice as many each way")
        ->option_text("WxH");
}

Diagnostics checkOptions(const ChartCommandOptions& options) {
    if (options.kind && traits(*options.kind).againstBaseline && options.project.empty())
        return {{"chart.no-baseline",
                 Severity::Error,
                 {},
                 std::string(traits(*options.kind).word) + " are against a baseline, and none is named",
                 "pin a comparison in warpstring-gui, save the project, and name it: --baseline "
                 "kernels.warpstring"}};
    const bool report = !options.kind && !options.ofTuning;
    const QString path = QString::fromStdString(options.output);
    const bool html = path.endsWith(QLatin1String(".html"), Qt::CaseInsensitive);
    if (report ? html : gui::pictureFormat(path).has_value()) return {};
    return {{"chart.unknown-format",
             Severity::Error,
             {},
             std::string(report ? "no report" : "no chart") + " is written to \"" + options.output + "\"",
             report ? "reports are .html"
             : html ? "'warpstring chart report' writes HTML"
                    : "the extension says which: .svg, .png or .pdf"}};
}

} // namespace warpstring::cli
