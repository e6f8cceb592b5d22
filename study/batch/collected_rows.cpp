// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/collected_rows.h"

#include <algorithm>
#include <iterator>

namespace warpstring::batch {

namespace {

class CollectingSink : public RowSink {
public:
    explicit CollectingSink(std::vector<BatchRow>& all) : all_(all) {}

    void encode(BatchRow row, EncodedRows& into) const override {
        ++into.count;
        into.errors += row.isError() ? 1 : 0;
        into.rows.push_back(std::move(row));
    }
    [[nodiscard]] Diagnostics write(EncodedRows rows) override {
        std::move(rows.rows.begin(), rows.rows.end(), std::back_inserter(all_));
        return {};
    }
    [[nodiscard]] Diagnostics finish(bool) override { return {}; }

private:
    std::vector<BatchRow>& all_;
};

} // namespace

RowCollection collectRows(const BatchPlan& plan, const BatchOptions& options) {
    RowCollection collection;
    CollectingSink sink(collection.rows);
    GraphCache graphs;
    BatchOutcome outcome = runBatch(plan, graphs, sink, options);
    collection.cancelled = outcome.cancelled;
    collection.faults = std::move(outcome.faults);
    return collection;
}

} // namespace warpstring::batch
