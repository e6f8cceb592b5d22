// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/analysis_runner.h"

#include <chrono>

namespace warpstring::gui {

AnalysisRunner::AnalysisRunner(QObject* parent) : QObject(parent) {
    qRegisterMetaType<AnalysisOutcome>();
    thread_ = std::thread([this] { run(); });
}

AnalysisRunner::~AnalysisRunner() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

quint64 AnalysisRunner::submit(AnalysisRequest request) {
    quint64 revision = 0;
    {
        const std::lock_guard lock(mutex_);
        next_ = std::move(request);
        revision = ++revision_;
    }
    wake_.notify_one();
    return revision;
}

bool AnalysisRunner::busy() const {
    const std::lock_guard lock(mutex_);
    return running_ || next_.has_value();
}

void AnalysisRunner::run() {
    RecentGraphs graphs;
    for (;;) {
        std::optional<AnalysisRequest> request;
        AnalysisOutcome outcome;
        {
            std::unique_lock lock(mutex_);
            running_ = false;
            wake_.wait(lock, [this] { return stop_ || next_.has_value(); });
            if (stop_) return;
            request.swap(next_);
            outcome.revision = revision_;
            running_ = true;
        }
        const auto begin = std::chrono::steady_clock::now();
        auto result = analyse(*request, graphs);
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        outcome.milliseconds = took.count();
        if (result) {
            outcome.analysis = std::move(*result);
            outcome.diagnostics = outcome.analysis->simulation.diagnostics;
        } else {
            outcome.diagnostics = result.diagnostics();
        }
        QMetaObject::invokeMethod(this, [this, outcome] { Q_EMIT finished(outcome); }, Qt::QueuedConnection);
    }
}

} // namespace warpstring::gui
