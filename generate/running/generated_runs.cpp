// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/running/generated_runs.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>

#include "core/files/launches/sequence_file.h"
#include "core/measure/client/session.h"
#include "generate/code/launch_files.h"
#include "study/batch/resolved_launches.h"

namespace warpstring::generate {

namespace {

records::MeasureSettings runSettings(bool isTimed) {
    records::MeasureSettings settings;
    settings.warpLatency = false;
    settings.transferRuns = 0;
    if (isTimed) return settings;
    settings.warmUpRuns = 0;
    settings.warmUpSeconds = 0;
    settings.stop.leastSamples = settings.stop.mostSamples = 1;
    return settings;
}

/// Of no other one, in this process or another.
std::filesystem::path ownFolder() {
    static std::atomic<int> made{0};
    return std::filesystem::temp_directory_path() /
           ("warpstring-generate-" + std::to_string(::getpid()) + "-" + std::to_string(++made));
}

void take(const records::Verification& verification, GeneratedRun& run) {
    for (const records::VerifiedBuffer& buffer : verification.buffers) {
        if (buffer.relativeError < run.relativeError) continue;
        run.relativeError = buffer.relativeError;
        run.tolerance = buffer.tolerance;
    }
}

GeneratedRun runOf(const records::Measurement& record) {
    GeneratedRun run{record.status, record.diagnostics, record.device.name, 0, 0, 0};
    run.timeUs = record.kernel.statistics.median * 1e-3;
    take(record.verification, run);
    return run;
}

GeneratedRun runOf(const records::SequenceMeasurement& record) {
    GeneratedRun run{record.status, record.diagnostics, record.device.name, 0, 0, 0};
    run.timeUs = record.kernels.statistics.median * 1e-3;
    take(record.verification, run);
    return run;
}

} // namespace

GeneratedRuns::GeneratedRuns(std::string device, const std::atomic<bool>& cancelled)
    : device_(std::move(device)), cancelled_(cancelled), folder_(ownFolder()) {}

GeneratedRuns::~GeneratedRuns() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

Result<GeneratedRun> GeneratedRuns::run(const Candidate& candidate, const Generated& reference, bool isTimed) {
    const std::filesystem::path folder = folder_ / std::to_string(++runs_);
    const auto main = writeGenerated(folder, filesOf(candidate.form, candidate.generated, reference, {}));
    if (!main) return main.diagnostics();
    if (worker_ == nullptr) {
        const auto program = measure::findWorker();
        if (!program) return program.diagnostics();
        worker_ = std::make_unique<measure::WorkerProcess>(*program);
        worker_->cancelOn(&cancelled_);
    }
    records::Plan plan;
    if (!files::isSequenceFile(*main)) {
        auto launches = batch::resolveLaunches(std::vector<std::filesystem::path>{*main});
        if (!launches) return launches.diagnostics();
        plan.launches = std::move(*launches);
    } else {
        auto sequence = files::readSequenceFile(*main);
        if (!sequence) return sequence.diagnostics();
        auto resolved = batch::resolveSequence(std::move(*sequence), "");
        if (!resolved) return resolved.diagnostics();
        plan.sequences.push_back(std::move(*resolved));
    }
    auto store = records::RecordStore::open(folder / "records.jsonl");
    if (!store) return store.diagnostics();
    std::optional<GeneratedRun> run;
    const auto keep = [&](const auto& progress) {
        if (progress.record != nullptr) run = runOf(*progress.record);
    };
    const auto summary =
        measure::measurePlan(plan, device_, runSettings(isTimed), false, *store, *worker_, keep, keep);
    if (!summary) return summary.diagnostics();
    if (!summary->diagnostics.empty()) return summary->diagnostics; // the device was lost
    if (!run) return Diagnostic{"measure.cancelled", Severity::Error, {}, "the run was told to stop", ""};
    return *std::move(run);
}

Result<std::filesystem::path> writeGenerated(const std::filesystem::path& folder,
                                             const std::map<std::string, std::string>& files) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    std::filesystem::path main;
    for (const auto& [name, text] : files) {
        std::ofstream stream(folder / name, std::ios::binary);
        if (!(stream << text) || !stream.flush())
            return unwritable("generated kernel", (folder / name).string());
        if (name.ends_with(".sequence.toml") ||
            (main.empty() && name.ends_with(".toml") && name.find("-reference") == std::string::npos))
            main = folder / name;
    }
    return main;
}

} // namespace warpstring::generate
