// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/batch/batch_run.h"

#include <chrono>

#include "app/gui/models/shell_words.h"
#include "study/batch/plan_record.h"

namespace warpstring::gui {

namespace {

/// How long rows are gathered before they are shown: often enough to be watched.
constexpr auto gatherRowsFor = std::chrono::milliseconds(120);

/// Hands rows on in chunks.
class GatheringSink : public batch::RowSink {
public:
    explicit GatheringSink(std::function<void(SharedRows)> hand) : hand_(std::move(hand)) {}

    void encode(batch::BatchRow row, batch::EncodedRows& into) const override {
        ++into.count;
        into.errors += row.isError() ? 1 : 0;
        into.rows.push_back(std::move(row));
    }
    [[nodiscard]] Diagnostics write(batch::EncodedRows rows) override {
        std::move(rows.rows.begin(), rows.rows.end(), std::back_inserter(*rows_));
        return {};
    }
    [[nodiscard]] Diagnostics flush() override {
        const auto now = std::chrono::steady_clock::now();
        if (now - handed_ >= gatherRowsFor) hand();
        return {};
    }
    [[nodiscard]] Diagnostics finish(bool) override {
        hand();
        return {};
    }

private:
    void hand() {
        handed_ = std::chrono::steady_clock::now();
        if (!rows_->empty()) hand_(std::exchange(rows_, std::make_shared<std::vector<batch::BatchRow>>()));
    }

    std::function<void(SharedRows)> hand_;
    std::shared_ptr<std::vector<batch::BatchRow>> rows_ = std::make_shared<std::vector<batch::BatchRow>>();
    std::chrono::steady_clock::time_point handed_ = std::chrono::steady_clock::now();
};

} // namespace

std::string batchCommand(const PlanRequest& request, const std::filesystem::path& output) {
    std::string line = "warpstring batch" + planArguments(request);
    if (!output.empty()) addWord(line, "-o", output.string());
    return line;
}

BatchRun::BatchRun(QObject* parent) : QObject(parent) { qRegisterMetaType<BatchRunOutcome>(); }

/// Runs `tell` in this object's thread, unless another batch was started since.
void BatchRun::post(quint64 revision, std::function<void()> tell) {
    QMetaObject::invokeMethod(
        this,
        [this, revision, tell = std::move(tell)] {
            if (revision == revision_) tell();
        },
        Qt::QueuedConnection);
}

void BatchRun::start(const PlanRequest& request) {
    const quint64 revision = ++revision_;
    request_ = request;
    chunks_.clear();
    running_ = true;
    complete_ = false;
    Q_EMIT started();
    task_.start([this, request, revision](const std::atomic<bool>& cancelled) {
        OpenedPlan opened = openPlan(request);
        post(revision, [this, clocks = opened.clockMhz] { clockMhz_ = clocks; });
        GatheringSink sink([this, revision](const SharedRows& rows) {
            post(revision, [this, rows] {
                chunks_.push_back(rows);
                Q_EMIT rowsAdded(rows);
            });
        });
        batch::BatchOptions options;
        options.jobs = jobsOf(request);
        options.cancel = &cancelled;
        options.onProgress = [&](const batch::BatchProgress& progress) {
            post(revision, [this, progress] { Q_EMIT progressed(progress); });
        };
        batch::GraphCache graphs;
        const batch::BatchOutcome ran = runBatch(opened.plan, graphs, sink, options);
        BatchRunOutcome outcome{ran.progress, ran.cancelled, std::move(opened.diagnostics)};
        outcome.diagnostics.insert(outcome.diagnostics.end(), ran.faults.begin(), ran.faults.end());
        post(revision, [this, outcome] {
            running_ = false;
            complete_ = !outcome.cancelled;
            Q_EMIT finished(outcome);
        });
    });
}

void BatchRun::cancel() { task_.cancel(); }

Diagnostics BatchRun::save(const std::filesystem::path& path) const {
    const auto format = batch::rowFileFormat(path);
    if (!format)
        return {{"export.unknown-format",
                 Severity::Error,
                 {path.string(), 0, 0},
                 "no rows are written to such a file",
                 "the extension says how: .jsonl, .csv, .sqlite or .db"}};
    const OpenedPlan opened = openPlan(request_);
    const auto record = planRecord(opened.plan, WARPSTRING_VERSION);
    if (!record) return record.diagnostics();
    auto output = openSink(path, *format, batch::OutputMode::Replace, opened.plan, *record);
    if (!output) return output.diagnostics();
    for (const SharedRows& chunk : chunks_) {
        batch::EncodedRows encoded;
        encoded.first = chunk->front().index;
        for (const batch::BatchRow& row : *chunk) output->sink->encode(row, encoded);
        if (Diagnostics faults = output->sink->write(std::move(encoded)); !faults.empty()) return faults;
    }
    return output->sink->finish(complete_);
}

} // namespace warpstring::gui
