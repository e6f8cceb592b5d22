// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline pane waits for: rows and their index from an analysis, a painting of them, what is under
// the pointer. Figures and the commands that give them: docs/performance.md.
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <benchmark/benchmark.h>
#include <fstream>
#include <iterator>
#include <map>

#include "app/gui/drawing/timeline_drawing.h"
#include "core/files/launches/launch_file.h"
#include "core/files/specs/hardware_spec_file.h"

namespace {

using namespace warpstring;
using namespace warpstring::gui;

const std::string root = WARPSTRING_SOURCE_DIR;

/// The sample with the most operations in its run, on a device with many warps.
SharedAnalysis analysisWith(std::size_t mostSpans) {
    static std::map<std::size_t, SharedAnalysis> made;
    SharedAnalysis& analysis = made[mostSpans];
    if (analysis) return analysis;
    AnalysisRequest request;
    request.launch = files::readLaunchFile(root + "/samples/matmul/matmul-tiled.toml")->launches.front();
    std::ifstream source(request.launch.source, std::ios::binary);
    request.sourceText = {std::istreambuf_iterator<char>(source), {}};
    request.specName = "nvidia-h200";
    request.spec =
        std::make_shared<const HardwareSpec>(*files::readHardwareSpec(root + "/hwspecs/nvidia-h200.toml"));
    request.mostSpans = mostSpans;
    batch::GraphCache graphs;
    return analysis = *analyse(request, graphs);
}

void makeRows(benchmark::State& state) {
    const auto analysis = analysisWith(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state) benchmark::DoNotOptimize(TimelineIndex(analysis).end());
    state.SetLabel(std::to_string(analysis->timeline()->sample.spans.size()) + " operations");
}
BENCHMARK(makeRows)->Arg(20000)->Arg(1000000)->Unit(benchmark::kMillisecond);

/// Arguments: operations to keep, width of the image, per mille of the cycles that are shown.
void paintRows(benchmark::State& state) {
    const auto analysis = analysisWith(static_cast<std::size_t>(state.range(0)));
    const TimelineIndex timelineIndex(analysis);
    const int width = static_cast<int>(state.range(1)), height = width * 9 / 16;
    TimelineScene scene;
    scene.timelineIndex = &timelineIndex;
    scene.window.setLimit(timelineIndex.end());
    scene.window.show(0, timelineIndex.end() * static_cast<double>(state.range(2)) / 1000);
    QImage image(width, height, QImage::Format_RGB32);
    LayoutSpace space;
    space.width = width;
    space.height = height - axisHeight(scene.font);
    space.labelWidth = labelWidth(scene.font);
    const TimelineLayout layout = layOutTimeline(timelineIndex, nullptr, space);
    for (auto _ : state) {
        QPainter painter(&image);
        paintTimeline(painter, lightTheme(), scene, layout, QRectF(0, 0, width, height), 0);
    }
    state.SetLabel(std::to_string(analysis->timeline()->sample.spans.size()) + " operations");
}
BENCHMARK(paintRows)->ArgsProduct({{20000, 1000000}, {1280, 2560}, {1000, 100}})->Unit(benchmark::kMillisecond);

void findAndMark(benchmark::State& state) {
    const TimelineIndex timelineIndex(analysisWith(static_cast<std::size_t>(state.range(0))));
    double cycle = 0;
    for (auto _ : state) {
        cycle = cycle + 17 < timelineIndex.end() ? cycle + 17 : 0;
        const auto hit = timelineIndex.at(3, cycle);
        benchmark::DoNotOptimize(hit ? timelineIndex.marks(timelineIndex.focusOf(*hit)) : TimelineMarks());
    }
}
BENCHMARK(findAndMark)->Arg(20000)->Arg(1000000)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
