// SPDX-License-Identifier: GPL-3.0-or-later
// `warpstring chart` as a process, on the records that come with the samples.
#include <QImage>
#include <QSvgRenderer>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "app/gui/models/comparison/baseline.h"
#include "app/gui/models/session/project.h"
#include "tests/app/program.h"

namespace {

namespace gui = warpstring::gui;
using warpstring::test::Outcome;
using warpstring::test::runAny;
using warpstring::test::Workspace;

const std::string samples = std::string(WARPSTRING_SOURCE_DIR) + "/samples";

/// Without a display, whatever this process has.
Outcome chart(const Workspace& workspace, std::vector<std::string> arguments,
              std::vector<std::string> environment = {}) {
    arguments.insert(arguments.begin(), "chart");
    environment.insert(environment.end(), {"DISPLAY=", "WAYLAND_DISPLAY=", "QT_QPA_PLATFORM=xcb"});
    return runAny({WARPSTRING_PROGRAM,
                   std::move(arguments),
                   workspace.folder(),
                   {},
                   std::move(environment),
                   std::chrono::seconds(120)});
}

std::string textOf(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

const std::vector<std::string> transposes{
    samples + "/transpose/transpose-tiled.toml", "-s", "tesla-c1060", "-d", "H200", "-q"};

std::vector<std::string> with(std::vector<std::string> first, const std::vector<std::string>& more) {
    first.insert(first.end(), more.begin(), more.end());
    return first;
}

TEST(ChartProgram, WritesEveryKindWithoutADisplay) {
    const Workspace workspace;
    for (const char* kind : {"bars", "scatter", "sweep", "stacks"}) {
        const std::string file = std::string(kind) + ".svg";
        const auto drawn = chart(workspace, with(with({kind}, transposes), {"-o", file}));
        ASSERT_EQ(drawn.exit, 0) << kind << drawn.err;
        EXPECT_EQ(drawn.out + drawn.err, "");
        const std::string svg = textOf(workspace.folder() / file);
        EXPECT_TRUE(QSvgRenderer(QByteArray::fromStdString(svg)).isValid());
        EXPECT_NE(svg.find("tesla-c1060"), std::string::npos) << kind;
    }
    const auto png = chart(workspace, with(with({"scatter"}, transposes),
                                           {"-o", "s.png", "--size", "640x480", "--theme", "dark"}));
    ASSERT_EQ(png.exit, 0) << png.err;
    const QImage image(QString::fromStdString((workspace.folder() / "s.png").string()));
    EXPECT_EQ(image.size(), QSize(1280, 960));
    EXPECT_LT(image.pixelColor(2, 2).lightness(), 60);
    ASSERT_EQ(chart(workspace, with(with({"bars"}, transposes), {"-o", "b.pdf", "--cold"})).exit, 0);
    EXPECT_TRUE(textOf(workspace.folder() / "b.pdf").starts_with("%PDF-"));
}

TEST(ChartProgram, RecordsOfAnotherDeviceHaveToBeAskedFor) {
    const Workspace workspace;
    const std::vector<std::string> other{samples + "/transpose/transpose-tiled.toml", "-s", "tesla-c1060",
                                         "-q"};
    const auto refused = chart(workspace, with(with({"bars"}, other), {"-o", "b.svg"}));
    EXPECT_EQ(refused.exit, 1);
    EXPECT_TRUE(refused.says("compare.no-own-device") && refused.says("NVIDIA H200")) << refused.err;
    EXPECT_FALSE(std::filesystem::exists(workspace.folder() / "b.svg"));
    const auto alone = chart(workspace, with(with({"sweep"}, other), {"-o", "s.svg"}));
    EXPECT_EQ(alone.exit, 0) << "what is simulated needs no record";
    EXPECT_TRUE(alone.says("warning") && alone.says("compare.no-own-device")) << alone.err;
    ASSERT_EQ(chart(workspace, with(with({"bars"}, other), {"-o", "b.svg", "--any-device"})).exit, 0);
    EXPECT_NE(textOf(workspace.folder() / "b.svg").find("another device"), std::string::npos);
}

TEST(ChartProgram, DrawsDeltasAgainstABaselineOfAProject) {
    const Workspace workspace;
    gui::BaselineLaunch then;
    then.launch = "transpose-tiled,TILE=16,n=3072";
    then.file = samples + "/transpose/transpose-tiled.toml";
    then.spec = "tesla-c1060";
    then.kernelTime.simulated = 2000;
    gui::Project project;
    project.baselines = {
        toJson(gui::Baseline(QStringLiteral("slow"), QStringLiteral("2026-01-01T00:00:00Z"), {then}, {})),
        toJson(gui::Baseline(QStringLiteral("none"), QStringLiteral("2026-01-02T00:00:00Z"), {}, {}))};
    const auto file = QString::fromStdString((workspace.folder() / "p.warpstring").string());
    ASSERT_TRUE(writeProject(project, file).empty());
    const auto deltas = [&](const std::vector<std::string>& more) {
        return chart(workspace, with(with({"deltas", "-o", "d.svg"}, transposes), more));
    };
    const auto drawn = deltas({"--baseline", "p.warpstring", "--baseline-name", "slow"});
    ASSERT_EQ(drawn.exit, 0) << drawn.err;
    const std::string svg = textOf(workspace.folder() / "d.svg");
    EXPECT_NE(svg.find("against the pinned baseline"), std::string::npos);
    EXPECT_NE(svg.find("n=3072"), std::string::npos);

    EXPECT_EQ(deltas({}).exit, 2) << "no baseline";
    const auto unknown = deltas({"--baseline", "p.warpstring", "--baseline-name", "fast"});
    EXPECT_EQ(unknown.exit, 3);
    EXPECT_TRUE(unknown.says("it has slow, none")) << unknown.err;
    EXPECT_EQ(deltas({"--baseline", "nowhere.warpstring"}).exit, 3);
}

TEST(ChartProgram, DrawsCurvesOfTune) {
    const Workspace workspace;
    workspace.write("product.csv", "runs,model,random,annealing\n1,30,40,35\n2,20,30,25\n");
    workspace.write("sum.csv", "runs,model,random,annealing\n1,7,9,\n2,6,6,\n");
    const auto both = chart(workspace, {"tune", "product.csv", "sum.csv", "-o", "c.svg"});
    ASSERT_EQ(both.exit, 0) << both.err;
    const std::string svg = textOf(workspace.folder() / "c.svg");
    for (const char* word : {">product<", ">sum<", "annealing", "best time so far, us"})
        EXPECT_NE(svg.find(word), std::string::npos) << word;
    ASSERT_EQ(chart(workspace, {"tune", "sum.csv", "-o", "c.png", "--theme", "dark"}).exit, 0);
    EXPECT_FALSE(QImage(QString::fromStdString((workspace.folder() / "c.png").string())).isNull());
    workspace.write("bad.csv", "runs,model,random,annealing\n1,30,40,35\n2,x,30,25\n");
    const auto bad = chart(workspace, {"tune", "product.csv", "bad.csv", "-o", "d.svg"});
    EXPECT_EQ(bad.exit, 3);
    EXPECT_TRUE(bad.says("bad.csv:3: error: ") && bad.says("chart.not-a-curve")) << bad.err;
    EXPECT_FALSE(std::filesystem::exists(workspace.folder() / "d.svg"));
    EXPECT_EQ(chart(workspace, {"tune", "none.csv", "-o", "d.svg"}).exit, 3);
    EXPECT_EQ(chart(workspace, {"tune", "sum.csv", "-o", "d.gif"}).exit, 2);
    EXPECT_EQ(chart(workspace, {"tune", "sum.csv", "-o", "no/folder/d.svg"}).exit, 1);
    EXPECT_EQ(chart(workspace, {"tune", "-o", "d.svg"}).exit, 2);
}

TEST(ChartProgram, WritesAReport) {
    const Workspace workspace;
    const auto written = chart(workspace, with(with({"report"}, transposes), {"-o", "r.html"}));
    ASSERT_EQ(written.exit, 0) << written.err;
    const std::string html = textOf(workspace.folder() / "r.html");
    EXPECT_NE(html.find("transpose-tiled,TILE=16"), std::string::npos);
    EXPECT_NE(html.find("warpstring chart report"), std::string::npos);
    EXPECT_NE(html.find("<svg"), std::string::npos);
}

TEST(ChartProgram, BadInputSaysWhatIsWrong) {
    const Workspace workspace;
    const auto expect = [&](const std::vector<std::string>& arguments, int exit, const std::string& code) {
        const auto failed = chart(workspace, arguments);
        EXPECT_EQ(failed.exit, exit) << code << failed.err;
        EXPECT_TRUE(failed.says(code) && failed.says("hint: ")) << failed.err;
    };
    expect(with(with({"bars"}, transposes), {"-o", "b.gif"}), 2, "chart.unknown-format");
    expect(with(with({"bars"}, transposes), {"-o", "b.html"}), 2, "chart.unknown-format");
    expect(with(with({"report"}, transposes), {"-o", "b.svg"}), 2, "chart.unknown-format");
    expect(with(with({"bars"}, transposes), {"-o", "no/folder/b.svg"}), 1, "export.write");
    expect(with(with({"sweep"}, transposes), {"-o", "s.svg", "--x", "TLE"}), 3, "did you mean \"TILE\"");
    expect({"bars", samples + "/transpose/transpose-tiled.toml", "-d", "no such", "-q", "-o", "b.svg"}, 1,
           "chart.nothing-measured");
    workspace.writeLaunch("__kernel void k(__global float* a) { a[get_global_id(0)] = 1.0f; }\n",
                          "a = { buffer = \"float\", count = 1024 }\n");
    expect({"bars", "k.toml", "-q", "-o", "b.svg"}, 3, "compare.no-records");
    expect({"sweep", "k.toml", "-q", "-o", "b.svg"}, 3, "chart.nothing-swept");
    expect({"stacks", "none.toml", "-q", "-o", "b.svg"}, 3, "none.toml");
    for (const char* kind : {"pie", "Bars", "0", ""})
        EXPECT_EQ(chart(workspace, {kind, "k.toml", "-o", "b.svg"}).exit, 2) << kind;
    EXPECT_EQ(chart(workspace, {"bars", "k.toml"}).exit, 2) << "no output";
    EXPECT_EQ(chart(workspace, {"bars", "k.toml", "-o", "b.svg", "--size", "12"}).exit, 2);
    EXPECT_EQ(chart(workspace, {}).exit, 2);
    EXPECT_EQ(chart(workspace, {"stacks", "k.toml", "-q", "-o", "k.svg"}).exit, 0) << "needs no measurement";
    EXPECT_TRUE(chart(workspace, {"--help"}).prints("KIND"));
}

TEST(ChartProgram, IsMissedByName) {
    const Workspace workspace;
    const auto missing =
        chart(workspace, {"bars", "k.toml", "-o", "b.svg"}, {"WARPSTRING_CHART=/no/such/program"});
    EXPECT_EQ(missing.exit, 3);
    EXPECT_TRUE(missing.says("chart.not-installed") && missing.says("hint: ")) << missing.err;
}

} // namespace
