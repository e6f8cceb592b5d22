// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/tune/tune_run.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/common/program_paths.h"
#include "study/accuracy/recorded_ratio_error.h"
#include "tuning/search/kernel_rewriter.h"

namespace warpstring::gui {

namespace {

constexpr auto progressPause = std::chrono::milliseconds(60);

unsigned threadsOf(const TuneRequest& request) {
    if (request.jobs > 0) return static_cast<unsigned>(request.jobs);
    return std::max(1U, std::thread::hardware_concurrency() - 1); // one is left to the window
}

/// `stop` ends the search, `cancelled` what is told of it as well.
TuneOutcome tuned(TuneRequest request, const std::atomic<bool>& stop, const std::atomic<bool>& cancelled,
                  const std::function<void(std::uint64_t, std::uint64_t)>& report) {
    TuneOutcome outcome;
    outcome.request = std::move(request);
    const TuneInputs& inputs = outcome.request.inputs;
    auto space = search::readSpace(inputs.launch, search::NamedText{outcome.request.space, "space.toml"});
    if (!space) {
        outcome.diagnostics = space.diagnostics();
        return outcome;
    }
    const HardwareSpec& spec = inputs.analysis->spec();
    transform::RewriteOptions rewriting;
    rewriting.addressBits = spec.device.addressBits;
    outcome.texts = std::make_shared<search::VariantTextCache>(
        inputs.launch, inputs.source, std::move(**space),
        search::kernelRewriter(inputs.launch.path, inputs.source.path, rewriting));
    search::SearchOptions options;
    options.evaluations = outcome.request.evaluations;
    options.seed = outcome.request.seed;
    options.threads = threadsOf(outcome.request);
    options.settings.threshold = inputs.analysis->request.threshold;
    options.settings.model = inputs.analysis->request.model;
    options.cancel = &stop;
    options.onProgress = report;
    batch::GraphCache graphs;
    outcome.result = search::search(*outcome.texts, graphs, {spec}, options);
    const Cancellation cancellation(&cancelled);
    const auto error = accuracy::recordedRatioError(spec.name, cli::accuracyFolder());
    outcome.errorSource = toText(error);
    search::AnswerOptions answering;
    answering.top = outcome.request.top;
    answering.ratioErrors = {error.errors.median};
    answering.threads = options.threads;
    answering.withWhy = outcome.result.isComplete;
    answering.cancellation = &cancellation;
    auto answers = search::answersOf(outcome.result, *outcome.texts, graphs, options.settings, answering);
    if (!answers.empty()) outcome.answer = std::move(answers.front());
    return outcome;
}

} // namespace

void TuneRun::start(TuneRequest request) {
    begin([this, request = std::move(request)](const std::atomic<bool>& stop,
                                               const std::atomic<bool>& cancelled,
                                               const Post& post) mutable -> std::function<void()> {
        auto told = std::chrono::steady_clock::time_point();
        const auto report = [&](std::uint64_t done, std::uint64_t total) {
            const auto now = std::chrono::steady_clock::now();
            if (now - told < progressPause && done != total) return;
            told = now;
            post([this, done, total] { Q_EMIT progressed(done, total); });
        };
        auto outcome = std::make_shared<const TuneOutcome>(tuned(std::move(request), stop, cancelled, report));
        return [this, outcome] { Q_EMIT finished(outcome); };
    });
}

} // namespace warpstring::gui
