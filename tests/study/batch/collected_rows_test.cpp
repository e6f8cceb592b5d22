// SPDX-License-Identifier: GPL-3.0-or-later
// Batches in memory: the same rows as the batch writes, in the plan's order.
#include "study/batch/collected_rows.h"
#include "study/batch/row_text.h"
#include "tests/study/study_fixture.h"

namespace warpstring::batch {
namespace {

class CollectedRows : public StudyTest {
protected:
    static std::string textOf(const std::vector<BatchRow>& rows) {
        std::string text;
        for (const auto& row : rows) jsonLines().append(text, row, rowColumns(false));
        return text;
    }
};

TEST_F(CollectedRows, areThoseOfTheBatchWhateverTheJobs) {
    writeSweep("sweep", 7);
    const BatchPlan both = plan({"sweep"}, 2);
    MemorySink sink;
    GraphCache graphs;
    (void)runBatch(both, graphs, sink, {});
    for (const int jobs : {1, 3}) {
        BatchOptions options;
        options.jobs = jobs;
        const RowCollection collection = collectRows(both, options);
        EXPECT_FALSE(collection.cancelled);
        EXPECT_TRUE(collection.faults.empty());
        ASSERT_EQ(collection.rows.size(), 14U);
        for (std::size_t i = 0; i < collection.rows.size(); ++i) EXPECT_EQ(collection.rows[i].index, i);
        EXPECT_EQ(textOf(collection.rows), sink.text);
    }
}

TEST_F(CollectedRows, areFewerWhereTheBatchWasCancelled) {
    writeSweep("sweep", 50);
    const std::atomic<bool> cancel = true;
    BatchOptions options;
    options.cancel = &cancel;
    const RowCollection collection = collectRows(plan({"sweep"}), options);
    EXPECT_TRUE(collection.cancelled);
    EXPECT_LT(collection.rows.size(), 50U);
}

TEST_F(CollectedRows, keepLaunchesThatFail) {
    writeSweep("sweep", 2, "[[annotation]]\nline = 3\nweight = 0.5\n");
    write("k.cl", "__kernel void k(__global float* a) {}\n"); // one argument less
    const RowCollection collection = collectRows(plan({"sweep"}), {});
    ASSERT_EQ(collection.rows.size(), 2U);
    for (const auto& row : collection.rows) {
        EXPECT_TRUE(row.isError());
        EXPECT_FALSE(row.figures.has_value());
        EXPECT_EQ(row.kernel, "k");
    }
}

} // namespace
} // namespace warpstring::batch
