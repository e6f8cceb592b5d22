// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/comparison/comparison_run.h"

#include <cmath>
#include <mutex>

#include "app/common/record_paths.h"
#include "app/gui/models/shell_words.h"
#include "core/records/record_store.h"

namespace warpstring::gui {

namespace {

/// How long partial results are gathered before they are shown: often enough to be watched.
constexpr auto gatherLaunchesFor = std::chrono::milliseconds(120);

SharedRecords readAll(const std::vector<std::filesystem::path>& paths, Diagnostics& faults) {
    std::vector<records::Measurement> all;
    for (const auto& path : paths) {
        auto records = records::readRecords(path);
        if (records)
            std::move(records->begin(), records->end(), std::back_inserter(all));
        else
            faults.insert(faults.end(), records.diagnostics().begin(), records.diagnostics().end());
    }
    return std::make_shared<const std::vector<records::Measurement>>(lastOfEach(std::move(all)));
}

} // namespace

std::vector<std::filesystem::path> recordsBeside(const std::vector<std::filesystem::path>& launches) {
    PlanRequest request;
    request.launches = launches;
    const auto folders = cli::recordPaths({}, openPlan(request).plan.files());
    return {folders.begin(), folders.end()};
}

std::string compareCommand(const ComparisonRequest& request) {
    std::string line = "warpstring compare" + planArguments(request.plan);
    if (request.records.empty()) return line; // the CLI's own choice is the same
    if (request.recordsBeside)
        for (const auto& folder : recordsBeside(request.plan.launches))
            addWord(line, "--records", folder.string());
    for (const auto& path : request.records) addWord(line, "--records", path.string());
    return line;
}

std::optional<double> errorOfFile(const std::vector<const comparison::ComparedLaunch*>& launches,
                                  const std::filesystem::path& file, const std::string& spec) {
    const auto wanted = file.lexically_normal();
    double sum = 0, last = 0;
    int count = 0;
    for (const comparison::ComparedLaunch* launch : launches) {
        if (launch->spec != spec || !launch->ownDevice || !launch->kernelTime.isCounted() ||
            std::filesystem::path(launch->file).lexically_normal() != wanted)
            continue;
        last = launch->kernelTime.signedError().value_or(0);
        sum += std::fabs(last);
        ++count;
    }
    if (count == 0) return std::nullopt;
    return count == 1 ? last : sum / count;
}

ComparisonOutcome runComparison(const ComparisonRequest& request, comparison::ComparisonOptions options) {
    OpenedPlan opened = openPlan(request.plan);
    std::vector<std::filesystem::path> paths;
    if (request.recordsBeside)
        for (const std::string& folder : cli::recordPaths({}, opened.plan.files())) paths.emplace_back(folder);
    paths.insert(paths.end(), request.records.begin(), request.records.end());
    ComparisonOutcome outcome;
    outcome.diagnostics = std::move(opened.diagnostics);
    outcome.records = readAll(paths, outcome.diagnostics);
    outcome.clockMhz = std::move(opened.clockMhz);
    options.jobs = jobsOf(request.plan);
    options.withUnmeasured = options.anyDevice = true; // what is shown of them, filters say
    auto comparison = compare(opened.plan, *outcome.records, options);
    if (!comparison)
        outcome.diagnostics.insert(outcome.diagnostics.end(), comparison.diagnostics().begin(),
                                   comparison.diagnostics().end());
    outcome.comparison = std::make_shared<const comparison::Comparison>(comparison ? std::move(*comparison)
                                                                                   : comparison::Comparison{});
    return outcome;
}

ComparisonRun::ComparisonRun(QObject* parent) : QObject(parent) { qRegisterMetaType<ComparisonOutcome>(); }

/// Runs `tell` in this object's thread, unless another comparison was started since.
void ComparisonRun::post(quint64 revision, std::function<void()> tell) {
    QMetaObject::invokeMethod(
        this,
        [this, revision, tell = std::move(tell)] {
            if (revision == revision_) tell();
        },
        Qt::QueuedConnection);
}

quint64 ComparisonRun::start(const ComparisonRequest& request) {
    const quint64 revision = ++revision_;
    running_ = true;
    Q_EMIT started();
    task_.start([this, request, revision](const std::atomic<bool>& cancelled) {
        PlanRequest specsAlone = request.plan;
        specsAlone.launches.clear();
        const auto clocks = openPlan(specsAlone).clockMhz;
        std::mutex mutex;
        auto gathered = std::make_shared<std::vector<comparison::ComparedLaunch>>();
        const auto show = [&] {
            const std::lock_guard lock(mutex);
            if (gathered->empty()) return;
            const SharedLaunches launches =
                std::exchange(gathered, std::make_shared<std::vector<comparison::ComparedLaunch>>());
            post(revision, [this, launches, clocks] { Q_EMIT compared(launches, clocks); });
        };
        auto shown = std::chrono::steady_clock::now();
        comparison::ComparisonOptions options;
        options.cancel = &cancelled;
        options.onCompared = [&](const std::vector<comparison::ComparedLaunch>& launches) {
            const std::lock_guard lock(mutex);
            gathered->insert(gathered->end(), launches.begin(), launches.end());
        };
        options.onProgress = [&](const batch::BatchProgress& progress) {
            post(revision, [this, progress] { Q_EMIT progressed(progress.written, progress.total); });
            const auto now = std::chrono::steady_clock::now();
            if (now - shown < gatherLaunchesFor) return;
            shown = now;
            show();
        };
        ComparisonOutcome outcome = runComparison(request, options);
        outcome.revision = revision;
        post(revision, [this, outcome] {
            running_ = false;
            Q_EMIT finished(outcome);
        });
    });
    return revision;
}

void ComparisonRun::cancel() { task_.cancel(); }

} // namespace warpstring::gui
