// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/analysis_runner.h"

#include <algorithm>
#include <chrono>

namespace warpstring::gui {

AnalysisRunner::AnalysisRunner(QObject* parent) : QObject(parent) { qRegisterMetaType<AnalysisOutcome>(); }

quint64 AnalysisRunner::submit(AnalysisRequest request) {
    const quint64 revision = ++submitted_;
    task_.start([this, revision, request = std::move(request)](const std::atomic<bool>& cancelled) {
        const Cancellation cancellation(&cancelled);
        AnalysisOutcome outcome = outcomeOf(request, cancellation);
        if (cancellation.reason() != StopReason::None)
            return; // there is a later request, or nobody is left to ask
        outcome.revision = revision;
        QMetaObject::invokeMethod(
            this,
            [this, outcome = std::move(outcome)] {
                answered_ = std::max(answered_, outcome.revision);
                Q_EMIT finished(outcome);
            },
            Qt::QueuedConnection);
    });
    return revision;
}

void AnalysisRunner::cancel() {
    task_.cancel();
    answered_ = submitted_;
}

AnalysisOutcome AnalysisRunner::outcomeOf(const AnalysisRequest& request, const Cancellation& cancellation) {
    AnalysisOutcome outcome;
    const auto begin = std::chrono::steady_clock::now();
    auto result = analyse(request, graphs_, &cancellation);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    outcome.milliseconds = took.count();
    if (result) {
        outcome.analysis = std::move(*result);
        outcome.diagnostics = outcome.analysis->simulation.diagnostics;
    } else {
        outcome.diagnostics = result.diagnostics();
    }
    return outcome;
}

} // namespace warpstring::gui
