// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/analysis_runner.h"

#include <algorithm>
#include <chrono>

#include "app/gui/models/launch/launch_fill.h"
#include "core/files/launches/launch_sweep.h"

namespace warpstring::gui {

AnalysisRunner::AnalysisRunner(QObject* parent) : QObject(parent) { qRegisterMetaType<AnalysisOutcome>(); }

quint64 AnalysisRunner::submit(AnalysisRequest request) { return start(std::move(request), std::nullopt); }

quint64 AnalysisRunner::submit(AnalysisRequest request, LaunchToFill toFill) {
    return start(std::move(request), std::move(toFill));
}

quint64 AnalysisRunner::start(AnalysisRequest request, std::optional<LaunchToFill> toFill) {
    const quint64 revision = ++submitted_;
    task_.start([this, revision, request = std::move(request),
                 toFill = std::move(toFill)](const std::atomic<bool>& cancelled) mutable {
        const Cancellation cancellation(&cancelled);
        AnalysisOutcome outcome;
        Result<Launch> launch = toFill ? fill(revision, *toFill, request, cancellation) : request.launch;
        if (launch) {
            request.launch = std::move(*launch);
            outcome = outcomeOf(request, cancellation);
        } else {
            outcome.diagnostics = launch.diagnostics();
            outcome.unfilled = std::move(toFill);
        }
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

Result<Launch> AnalysisRunner::fill(quint64 revision, const LaunchToFill& toFill, AnalysisRequest& request,
                                    const Cancellation& cancellation) {
    auto text = fillLaunch(toFill.text, {request.launch.source.string(), request.sourceText}, *request.spec,
                           graphs_, &cancellation);
    if (!text) return text.diagnostics();
    auto sweep = files::LaunchSweep::parse(*text, toFill.path);
    if (!sweep) return sweep.diagnostics();
    auto launch = sweep->at(0);
    if (!launch || cancellation.reason() != StopReason::None) return launch;
    launch->source = request.launch.source;
    request.launchText = *text;
    QMetaObject::invokeMethod(
        this, [this, revision, toFill, text = std::move(*text)] { Q_EMIT filled(revision, toFill, text); },
        Qt::QueuedConnection);
    return launch;
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
