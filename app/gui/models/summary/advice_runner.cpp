// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/summary/advice_runner.h"

#include <thread>

#include "app/common/program_paths.h"
#include "study/accuracy/recorded_ratio_error.h"

namespace warpstring::gui {

AdviceRunner::AdviceRunner(QObject* parent) : QObject(parent) {}

void AdviceRunner::start(SharedAnalysis analysis) {
    const quint64 revision = ++revision_;
    running_ = analysis && !analysis->faulty();
    if (!running_) {
        task_.cancel();
        return;
    }
    task_.start([this, revision, analysis = std::move(analysis)](const std::atomic<bool>& cancelled) {
        const Cancellation cancellation(&cancelled);
        advice::AdviceOptions options;
        // One is left to the window and to what is analysed next.
        options.threads = std::max(1U, std::thread::hardware_concurrency() - 1);
        options.ratioError =
            accuracy::recordedRatioError(analysis->spec().name, cli::accuracyFolder()).errors.median;
        options.simulation = simulationOptions(analysis->request, &cancellation);
        auto advice = std::make_shared<const advice::Advice>(
            advise({*analysis->pdg, analysis->launch(), analysis->spec(), analysis->simulation}, options));
        if (cancelled || !advice->isComplete) return;
        QMetaObject::invokeMethod(
            this,
            [this, revision, advice = std::move(advice)] {
                if (revision != revision_) return;
                running_ = false;
                Q_EMIT finished(advice);
            },
            Qt::QueuedConnection);
    });
}

} // namespace warpstring::gui
