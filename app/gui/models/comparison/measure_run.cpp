// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/comparison/measure_run.h"

#include <QStandardPaths>

#include "app/gui/models/shell_words.h"
#include "core/measure/client/session_text.h"
#include "study/batch/resolved_launches.h"

namespace warpstring::gui {

namespace {

void add(Diagnostics& to, const Diagnostics& more) { to.insert(to.end(), more.begin(), more.end()); }

/// Of a session's progress; `report` is called on its thread.
MeasureOutcome measure(const MeasureRequest& request, const std::atomic<bool>& cancelled,
                       const std::function<void(const measure::SessionProgress&)>& report) {
    MeasureOutcome outcome;
    outcome.output = request.output;
    const auto launches =
        request.make ? request.make() : batch::resolveLaunches(request.launches, request.options);
    if (!launches) add(outcome.diagnostics, launches.diagnostics());
    const auto program = measure::findWorker();
    if (!program) add(outcome.diagnostics, program.diagnostics());
    if (!outcome.diagnostics.empty()) return outcome;
    auto store = records::RecordStore::open(request.output);
    if (!store) {
        add(outcome.diagnostics, store.diagnostics());
        return outcome;
    }
    measure::WorkerProcess worker(*program); // on this thread from its start to its end
    worker.cancelOn(&cancelled);
    auto summary = measureAll(*launches, request.device, request.settings, request.resume, *store, worker,
                              [&](const measure::SessionProgress& progress) {
                                  if (progress.record != nullptr)
                                      add(outcome.diagnostics, progress.record->diagnostics);
                                  report(progress);
                              });
    outcome.cancelled = cancelled;
    if (!summary) {
        add(outcome.diagnostics, summary.diagnostics());
        return outcome;
    }
    outcome.summary = std::move(*summary);
    if (!cancelled) add(outcome.diagnostics, outcome.summary.diagnostics);
    return outcome;
}

} // namespace

std::string measureCommand(const MeasureRequest& request) {
    std::string line = "warpstring measure";
    for (const auto& path : request.launches) addWord(line, "", path.string());
    if (!request.device.empty()) addWord(line, "-d", request.device);
    if (!request.options.empty()) addWord(line, "-O", request.options);
    if (request.settings.cache == records::CacheState::Cold) line += " --cache cold";
    if (request.resume) line += " --resume";
    addWord(line, "-o", request.output.string());
    return line;
}

std::filesystem::path defaultRecordFile() {
    return std::filesystem::path(
               QStandardPaths::writableLocation(QStandardPaths::AppDataLocation).toStdString()) /
           "measurements.jsonl";
}

MeasureRun::MeasureRun(QObject* parent) : QObject(parent) {
    qRegisterMetaType<MeasureProgress>();
    qRegisterMetaType<MeasureOutcome>();
}

void MeasureRun::post(std::function<void()> tell) {
    QMetaObject::invokeMethod(this, std::move(tell), Qt::QueuedConnection);
}

void MeasureRun::listDevices() {
    if (running_) return;
    running_ = true;
    task_.start([this](const std::atomic<bool>& cancelled) {
        std::vector<records::DeviceFacts> devices;
        Diagnostics faults;
        const auto program = measure::findWorker();
        if (program) {
            measure::WorkerProcess worker(*program);
            worker.cancelOn(&cancelled);
            auto answer = askDevices(worker);
            if (answer)
                devices = std::move(*answer);
            else
                faults = answer.diagnostics();
        } else {
            faults = program.diagnostics();
        }
        post([this, devices, faults] {
            running_ = false;
            Q_EMIT devicesListed(devices, faults);
        });
    });
}

void MeasureRun::start(const MeasureRequest& request) {
    if (running_) return;
    running_ = true;
    task_.start([this, request](const std::atomic<bool>& cancelled) {
        const auto report = [this](const measure::SessionProgress& now) {
            const bool ended = now.record != nullptr || now.resumed;
            MeasureProgress progress;
            progress.done = now.index + (ended ? 1 : 0);
            progress.count = now.count;
            if (ended)
                progress.line = QString::fromStdString(lineOf(now));
            else
                progress.launch = QString::fromStdString(now.launch->name);
            post([this, progress] { Q_EMIT progressed(progress); });
            if (now.record == nullptr) return;
            post([this, record = std::make_shared<const records::Measurement>(*now.record)] {
                Q_EMIT measured(*record);
            });
        };
        const auto outcome = std::make_shared<const MeasureOutcome>(measure(request, cancelled, report));
        post([this, outcome] {
            running_ = false;
            Q_EMIT finished(*outcome);
        });
    });
}

void MeasureRun::cancel() { task_.cancel(); }

} // namespace warpstring::gui
