// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/batch.h"

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/study/study_fixture.h"

namespace warpstring::batch {
namespace {

class BatchTest : public StudyTest {
protected:
    static std::vector<nlohmann::json> rows(const std::string& text) {
        std::vector<nlohmann::json> all;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            all.push_back(nlohmann::json::parse(line, nullptr, false));
        return all;
    }
};

TEST_F(BatchTest, PlacesOfRows) {
    writeSweep("a", 3);
    writeSweep("b", 2);
    const auto batch = plan({"a", "b"}, 2);
    ASSERT_EQ(batch.rows(), 10U);
    RowNames names(batch);
    std::vector<std::string> all;
    for (std::uint64_t row = 0; row < batch.rows(); ++row) {
        const auto name = names.at(row);
        all.push_back(name.launch + " " + name.spec.substr(name.spec.size() - 1));
    }
    EXPECT_EQ(all, (std::vector<std::string>{"a,n=64 x", "a,n=64 1", "a,n=128 x", "a,n=128 1", "a,n=192 x",
                                             "a,n=192 1", "b,n=64 x", "b,n=64 1", "b,n=128 x", "b,n=128 1"}));
    EXPECT_EQ(names.at(4).launch, "a,n=192") << "out of order too";
}

TEST_F(BatchTest, RowsDependOnThePlanAlone) {
    writeSweep("a", 300);
    writeSweep("b", 100);
    const auto batch = plan({"a", "b"}, 2);
    std::string first;
    for (const int jobs : {1, 2, 4})
        for (const std::uint64_t window : {0, 1, 7}) {
            GraphCache graphs;
            MemorySink sink;
            BatchOptions options;
            options.jobs = jobs;
            options.window = window;
            const auto outcome = runBatch(batch, graphs, sink, options);
            EXPECT_TRUE(outcome.faults.empty());
            EXPECT_FALSE(outcome.cancelled);
            EXPECT_EQ(outcome.progress.written, 800U);
            EXPECT_TRUE(sink.complete);
            EXPECT_EQ(sink.finished, 1);
            EXPECT_EQ(graphs.parsed(), 1U);
            if (first.empty()) first = sink.text;
            ASSERT_EQ(sink.text, first) << jobs << " jobs, window " << window;
        }
    RowNames names(batch);
    const auto all = rows(first);
    ASSERT_EQ(all.size(), 800U);
    for (std::uint64_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(all[i]["index"], i);
        EXPECT_EQ(all[i]["launch"], names.at(i).launch);
        EXPECT_EQ(all[i]["spec"], names.at(i).spec);
        EXPECT_EQ(all[i]["status"], "ok");
        EXPECT_GT(all[i]["kernel_time_us"], 0);
    }
}

TEST_F(BatchTest, GoesOnInTheMiddle) {
    writeSweep("a", 50);
    const auto batch = plan({"a"});
    GraphCache graphs;
    MemorySink whole, end;
    static_cast<void>(runBatch(batch, graphs, whole, {}));
    BatchOptions options;
    options.first = 33;
    options.jobs = 2;
    EXPECT_EQ(runBatch(batch, graphs, end, options).progress.written, 50U);
    EXPECT_EQ(end.indices.front(), 33U);
    EXPECT_TRUE(whole.text.ends_with(end.text));
    options.first = 50;
    MemorySink nothing;
    EXPECT_FALSE(runBatch(batch, graphs, nothing, options).cancelled);
    EXPECT_TRUE(nothing.complete);
}

TEST_F(BatchTest, FaultsAreRows) {
    write("a.toml",
          "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\nglobal = [\"n\"]\n"
          "local = [\"l\"]\n[constants]\nl = 64\n[args]\nn = 64\na = { buffer = \"float\", count = \"n\" }\n"
          "[sweep]\nn = [64, 65, 4096]\nl = [64, 2048]\n");
    write("b.toml", "schema = \"warpstring.launch/1\"\nkernel = \"absent\"\nsource = \"k.cl\"\nglobal = [64]\n"
                    "local = [64]\n");
    const auto batch = plan({"a", "b"});
    GraphCache graphs;
    MemorySink sink;
    const auto outcome = runBatch(batch, graphs, sink, {});
    EXPECT_TRUE(outcome.faults.empty());
    EXPECT_EQ(outcome.progress.errors, 5U);
    std::vector<std::string> codes;
    for (const auto& row : rows(sink.text)) {
        const auto& found = row["diagnostics"];
        codes.push_back(found.empty() ? "" : std::string(found[0]["code"]));
        EXPECT_EQ(row["status"], found.empty() ? "ok" : "error");
        EXPECT_EQ(row["warp_latency_cycles"].is_null(), !found.empty());
    }
    EXPECT_EQ(codes, (std::vector<std::string>{"", "launch.non-dividing-size", "launch.non-dividing-size",
                                               "launch.non-dividing-size", "", "launch.group-too-large",
                                               "frontend.no-such-kernel"}));
}

TEST_F(BatchTest, CancelLeavesNoGap) {
    writeSweep("a", 4000);
    const auto batch = plan({"a"});
    GraphCache graphs;
    MemorySink sink;
    std::atomic<bool> cancel = true;
    BatchOptions options;
    options.jobs = 3;
    options.cancel = &cancel;
    const auto outcome = runBatch(batch, graphs, sink, options);
    EXPECT_EQ(sink.indices.size(), outcome.progress.written);
    for (std::uint64_t i = 0; i < sink.indices.size(); ++i) ASSERT_EQ(sink.indices[i], i);
    EXPECT_EQ(outcome.cancelled, outcome.progress.written < batch.rows());
    EXPECT_EQ(sink.complete, !outcome.cancelled);
}

TEST_F(BatchTest, AFullDiskEndsIt) {
    writeSweep("a", 500);
    GraphCache graphs;
    MemorySink sink;
    sink.failAt = 100;
    BatchOptions options;
    options.jobs = 2;
    const auto outcome = runBatch(plan({"a"}), graphs, sink, options);
    ASSERT_EQ(outcome.faults.size(), 1U);
    EXPECT_EQ(outcome.faults.front().code, "output.write");
    EXPECT_LT(outcome.progress.written, 101U);
    EXPECT_EQ(sink.finished, 0);
}

TEST_F(BatchTest, AddedOptionsReachTheKernel) {
    write("k.cl", "__kernel void k(__global float* a, int n) { a[get_global_id(0)] = VALUE; }\n");
    writeSweep("a", 1);
    BatchSettings settings;
    GraphCache graphs;
    MemorySink without, with;
    static_cast<void>(runBatch(plan({"a"}, 1, settings), graphs, without, {}));
    settings.options = "-DVALUE=3";
    static_cast<void>(runBatch(plan({"a"}, 1, settings), graphs, with, {}));
    EXPECT_EQ(rows(without.text)[0]["status"], "error");
    EXPECT_EQ(rows(with.text)[0]["status"], "ok");
}

} // namespace
} // namespace warpstring::batch
