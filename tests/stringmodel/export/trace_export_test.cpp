// SPDX-License-Identifier: GPL-3.0-or-later
// The trace and the picture of runs.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "stringmodel/export/trace_export.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::simulation_export;
using namespace warpstring::test;
using Json = nlohmann::json;

const char* const kernel = "__kernel void k(__global float* a, __global float* b, int n) {\n"
                           "  __local float s[128];\n"
                           "  const int l = get_local_id(0), i = get_global_id(0);\n"
                           "  s[l] = a[i];\n"
                           "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                           "  float sum = 0;\n"
                           "  for (int j = 0; j < n; ++j) sum += s[(l + j) & 127];\n"
                           "  b[i] = sum;\n"
                           "}\n";

struct Traced {
    Subject subject;
    Pdg pdg;
    Simulation simulation;
};

/// Groups of four warps; `groups` on each of the 132 multiprocessors.
Traced traced(std::uint64_t groups, std::size_t spans = 100'000) {
    Traced made{subject(kernel, {1, {128 * 132 * groups, 1, 1}, {128, 1, 1}}), {}, {}};
    const auto& spec = device("nvidia-h200");
    frontend::BuildOptions build;
    build.addressBits = spec.device.addressBits;
    auto pdg = buildPdg(made.subject.source, "k", build);
    if (!pdg) throw std::runtime_error("no graph");
    made.pdg = std::move(*pdg);
    SimulationOptions options;
    options.timeline.mostSpans = spans;
    options.timeline.mostOperations = 1e9;
    options.timeline.multiprocessor = 3;
    auto simulation = simulate(made.pdg, made.subject.launch, spec, options);
    if (!simulation) throw std::runtime_error("no simulation");
    made.simulation = std::move(*simulation);
    return made;
}

TraceSubject drawn(const Traced& made) {
    return {made.simulation, made.pdg, made.subject.launch, device("nvidia-h200"), 3};
}

TEST(ChromeTrace, HasAThreadAWarpAndAnEventAnOperation) {
    const auto made = traced(2);
    const Json trace = Json::parse(toChromeTrace(drawn(made)), nullptr, false);
    ASSERT_TRUE(trace.is_object());
    EXPECT_EQ(trace["otherData"]["schema"], "warpstring.trace/1");
    EXPECT_EQ(trace["otherData"]["operations"], trace["otherData"]["operations_shown"]);
    std::map<int, std::string> threads;
    std::map<std::string, int> kinds;
    std::set<int> lines, groups;
    std::size_t operations = 0;
    for (const auto& event : trace["traceEvents"]) {
        EXPECT_EQ(event["pid"], 3);
        if (event["name"] == "thread_name") threads[event["tid"]] = event["args"]["name"];
        if (event["ph"] != "X") continue;
        EXPECT_GE(event["dur"], 0);
        ASSERT_TRUE(threads.contains(event["tid"]));
        ++kinds[event["cat"]];
        if (event["cat"] == "group") groups.insert(event["args"]["group"].get<int>());
        if (!event["args"].contains("operation")) continue;
        ++operations;
        lines.insert(event["args"]["line"].get<int>());
        EXPECT_EQ(event["cat"], event["args"]["kind"]);
        EXPECT_EQ(event["args"]["stall_cycles"].get<double>() > 0, event["args"]["stall"] != "issue");
    }
    EXPECT_EQ(operations, made.simulation.timeline->sample.spans.size());
    EXPECT_EQ(groups, (std::set<int>{3, 135})); // every 132nd from the multiprocessor's own number on
    std::set<std::string> names;
    for (const auto& [tid, name] : threads) names.insert(name);
    EXPECT_EQ(names.size(), 2U + 2 * 4);
    EXPECT_TRUE(names.contains("scheduler 1, group 3, warp 1"));
    EXPECT_TRUE(names.contains("scheduler 0, group 135, warp 3")); // begins one further
    EXPECT_TRUE(names.contains("work-groups, place 1"));
    EXPECT_EQ(kinds["M"], 8); // one load, store and barrier of each warp
    EXPECT_EQ(kinds["M-bar"], 8);
    EXPECT_EQ(kinds["S-bar"], 8);
    EXPECT_EQ(kinds["B"], 8);
    EXPECT_EQ(kinds["S"], 8 * 64);
    for (const int line : {4, 5, 7, 8}) EXPECT_TRUE(lines.contains(line)) << line;
}

TEST(ChromeTrace, EventsOfAThreadNestOrFollowEachOther) {
    for (const std::uint64_t groups : {1, 40}) { // 40: more than live at once, so places have several
        const Json trace = Json::parse(toChromeTrace(drawn(traced(groups))), nullptr, false);
        std::map<int, std::vector<std::pair<double, double>>> threads;
        for (const auto& event : trace["traceEvents"])
            if (event["ph"] == "X")
                threads[event["tid"]].emplace_back(event["ts"],
                                                   event["ts"].get<double>() + event["dur"].get<double>());
        for (auto& [tid, events] : threads) {
            std::sort(events.begin(), events.end(), [](const auto& a, const auto& b) {
                return a.first != b.first ? a.first < b.first : a.second > b.second;
            });
            std::vector<double> open; // ends of the events around
            for (const auto& [begin, end] : events) {
                while (!open.empty() && open.back() <= begin + 1e-6) open.pop_back();
                if (!open.empty()) {
                    ASSERT_LE(end, open.back() + 1e-6) << "thread " << tid << " at " << begin;
                }
                open.push_back(end);
            }
        }
    }
}

TEST(ChromeTrace, KeepsToTheLimitOfSpans) {
    const Json trace = Json::parse(toChromeTrace(drawn(traced(2, 100))), nullptr, false);
    EXPECT_EQ(trace["otherData"]["operations_shown"], 100);
    EXPECT_GT(trace["otherData"]["operations"], 100);
}

/// Tags that are closed in the order in which they were opened, attributes in quotes, no stray characters.
void expectWellFormed(const std::string& xml) {
    std::vector<std::string> open;
    for (std::size_t at = 0; at < xml.size();) {
        if (xml[at] == '&') {
            const auto end = xml.find(';', at);
            ASSERT_TRUE((std::set<std::string>{"&amp;", "&lt;", "&gt;", "&quot;"})
                            .contains(xml.substr(at, end - at + 1)));
        }
        ASSERT_NE(xml[at], '>') << xml.substr(at > 60 ? at - 60 : 0, 80);
        if (xml[at] != '<') {
            ++at;
            continue;
        }
        const auto end = xml.find('>', at);
        ASSERT_NE(end, std::string::npos);
        const std::string tag = xml.substr(at + 1, end - at - 1);
        ASSERT_EQ(tag.find('<'), std::string::npos);
        EXPECT_EQ(std::count(tag.begin(), tag.end(), '"') % 2, 0) << tag;
        if (tag.front() == '/') {
            ASSERT_FALSE(open.empty());
            EXPECT_EQ(open.back(), tag.substr(1));
            open.pop_back();
        } else if (tag.back() != '/') {
            open.push_back(tag.substr(0, tag.find(' ')));
        }
        at = end + 1;
    }
    EXPECT_TRUE(open.empty());
}

std::size_t occurrences(const std::string& text, const std::string& piece) {
    std::size_t count = 0;
    for (auto at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++count;
    return count;
}

TEST(TimelineSvg, HasARowForEachWarp) {
    const auto made = traced(2);
    const auto svg = toTimelineSvg(drawn(made));
    expectWellFormed(svg);
    EXPECT_EQ(occurrences(svg, "class=\"row\""), 8U);
    for (int scheduler = 0; scheduler < 4; ++scheduler) {
        EXPECT_EQ(occurrences(svg, "data-scheduler=\"" + std::to_string(scheduler) + "\""), 2U);
        EXPECT_EQ(occurrences(svg, ">scheduler " + std::to_string(scheduler) + "<"), 1U);
    }
    EXPECT_NE(svg.find("k: 33792 work-items in groups of 128 on nvidia-h200"), std::string::npos);
    EXPECT_EQ(svg.find("warps drawn"), std::string::npos);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(TimelineSvg, SaysWhatIsLeftOut) {
    const auto made = traced(40, 3000);
    PictureOptions options;
    options.mostWarps = 8;
    const auto svg = toTimelineSvg(drawn(made), options);
    expectWellFormed(svg);
    EXPECT_EQ(occurrences(svg, "class=\"row\""), 8U);
    EXPECT_NE(svg.find("; 8 of "), std::string::npos);
    EXPECT_NE(svg.find("; 3000 of "), std::string::npos);
    EXPECT_NE(svg.find(" operations"), std::string::npos);
}

TEST(TimelineSvg, ShowsAWindowOfCycles) {
    const auto made = traced(2);
    PictureOptions options;
    options.from = 200;
    options.to = 400;
    const auto svg = toTimelineSvg(drawn(made), options);
    expectWellFormed(svg);
    EXPECT_NE(svg.find("cycles 200 to 400 of"), std::string::npos);
    EXPECT_LT(svg.size(), toTimelineSvg(drawn(made)).size());
}

} // namespace
