// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/graph_cache.h"

#include <thread>

#include "tests/study/study_fixture.h"

namespace warpstring::batch {
namespace {

class GraphCacheTest : public StudyTest {
protected:
    Launch launch(const std::string& options = "") const {
        Launch made;
        made.source = folder_ / "k.cl";
        made.kernel = "k";
        made.options = options;
        return made;
    }
};

TEST_F(GraphCacheTest, OneParseHoweverManyThreadsAsk) {
    GraphCache graphs;
    std::vector<GraphCache::Graph> found(8);
    std::vector<std::thread> threads;
    for (auto& graph : found) threads.emplace_back([&] { graph = graphs.graphFor(launch(), 32, false); });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(graphs.parsed(), 1U);
    for (const auto& graph : found) {
        ASSERT_TRUE(*graph) << toText(graph->diagnostics().front());
        EXPECT_EQ(graph, found.front());
    }
}

TEST_F(GraphCacheTest, WhatChangesTheGraphIsParsedApart) {
    GraphCache graphs;
    static_cast<void>(graphs.graphFor(launch(), 32, false));
    static_cast<void>(graphs.graphFor(launch(), 64, false));
    static_cast<void>(graphs.graphFor(launch(), 32, true));
    static_cast<void>(graphs.graphFor(launch("-DT=1"), 32, false));
    EXPECT_EQ(graphs.parsed(), 4U);
    static_cast<void>(graphs.graphFor(launch("-DT=1"), 32, false));
    EXPECT_EQ(graphs.parsed(), 4U);
}

// What code hangs on are formats and states; sizes are values, which launches of a sweep may differ in.
TEST_F(GraphCacheTest, FormatsAndSamplersAreParsedApartAndSizesAreNot) {
    GraphCache graphs;
    Launch made = launch();
    const auto parsedWith = [&](const ImageArgument& image, const Sampler& sampler) {
        made.arguments["in"] = image;
        made.arguments["how"] = sampler;
        static_cast<void>(graphs.graphFor(made, 32, false));
        return graphs.parsed();
    };
    ImageArgument image;
    EXPECT_EQ(parsedWith(image, {}), 1U);
    image.sizes = {7, 8, 9};
    EXPECT_EQ(parsedWith(image, {}), 1U);
    image.format.type = ChannelType::Float;
    EXPECT_EQ(parsedWith(image, {}), 2U);
    image.format.order = ChannelOrder::R;
    EXPECT_EQ(parsedWith(image, {}), 3U);
    EXPECT_EQ(parsedWith(image, {true}), 4U);
    EXPECT_EQ(parsedWith(image, {true, Addressing::Repeat}), 5U);
    EXPECT_EQ(parsedWith(image, {true, Addressing::Repeat, Filter::Linear}), 6U);
    EXPECT_EQ(parsedWith(image, {true, Addressing::Repeat}), 6U);
}

TEST_F(GraphCacheTest, AnEditedTextIsParsedInPlaceOfTheFile) {
    GraphCache graphs;
    const auto read = frontend::readKernelSource(launch().source.string());
    ASSERT_TRUE(read);
    const auto ofFile = graphs.graphFor(launch(), 32, false);
    const auto ofText = graphs.graphFor(launch(), read->text, 32, false);
    EXPECT_NE(ofText, ofFile) << "the file may change beside the text";
    EXPECT_EQ(graphs.graphFor(launch(), read->text, 32, false), ofText);
    const auto ofOther = graphs.graphFor(launch(), read->text + "\n", 32, false);
    EXPECT_NE(ofOther, ofText);
    EXPECT_EQ(graphs.parsed(), 3U);
    const auto ofNothing = graphs.graphFor(launch(), "", 32, false);
    ASSERT_FALSE(*ofNothing) << "an empty text has no kernel, whatever the file has";
    EXPECT_EQ(ofNothing->diagnostics().front().code, "frontend.no-kernel");
    EXPECT_TRUE(*graphs.graphFor(launch(), 32, false));
    auto unread = launch();
    unread.source = folder_ / "never written.cl";
    EXPECT_TRUE(*graphs.graphFor(unread, read->text, 32, false)) << "the file of an edited text is not read";
}

TEST_F(GraphCacheTest, FailuresAreKeptToo) {
    GraphCache graphs;
    auto wrong = launch();
    wrong.kernel = "absent";
    const auto graph = graphs.graphFor(wrong, 32, false);
    ASSERT_FALSE(*graph);
    EXPECT_EQ(graph->diagnostics().front().code, "frontend.no-such-kernel");
    EXPECT_EQ(graphs.graphFor(wrong, 32, false), graph);
    EXPECT_EQ(graphs.parsed(), 1U);
}

TEST_F(GraphCacheTest, TheOneUnusedForLongestMakesRoom) {
    GraphCache graphs(2);
    const auto first = graphs.graphFor(launch("-DT=1"), 32, false);
    static_cast<void>(graphs.graphFor(launch("-DT=2"), 32, false));
    static_cast<void>(graphs.graphFor(launch("-DT=1"), 32, false));
    static_cast<void>(graphs.graphFor(launch("-DT=3"), 32, false));
    EXPECT_EQ(graphs.parsed(), 3U);
    static_cast<void>(graphs.graphFor(launch("-DT=1"), 32, false));
    EXPECT_EQ(graphs.parsed(), 3U);
    static_cast<void>(graphs.graphFor(launch("-DT=2"), 32, false));
    EXPECT_EQ(graphs.parsed(), 4U);
    EXPECT_TRUE(*first) << "who holds a graph keeps it";
}

} // namespace
} // namespace warpstring::batch
