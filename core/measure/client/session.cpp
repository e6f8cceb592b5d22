// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/client/session.h"

#include <algorithm>
#include <iterator>

#include "core/records/device_choice.h"
#include "core/records/measurement_json.h"

namespace warpstring::measure {

using records::DeviceFacts;
using records::Measurement;

namespace {

/// Drivers compile and start slowly, never this slowly.
constexpr double deviceListSeconds = 60;

bool isSame(const DeviceFacts& one, const DeviceFacts& other) {
    return one.platform == other.platform && one.name == other.name;
}

bool isCancelled(const Diagnostics& diagnostics) { return diagnostics.front().code == "measure.cancelled"; }

} // namespace

Result<std::vector<DeviceFacts>> askDevices(WorkerProcess& worker) {
    Json request;
    request.set("request", "devices");
    const auto answer = worker.ask(request, deviceListSeconds);
    if (!answer) {
        Diagnostic fault = answer.diagnostics().front();
        // No kernel has run: what the worker advises about kernels does not help.
        if (fault.code == "measure.time-limit") fault.message = "the OpenCL drivers do not list their devices";
        if (fault.code == "measure.time-limit" || fault.code == "measure.worker-died")
            fault.hint = "look for a driver at fault: OCL_ICD_VENDORS can name the only one to load";
        fault.origin = Origin::Surroundings;
        return fault;
    }
    std::vector<DeviceFacts> devices;
    for (const Json& item : (*answer)["devices"].items()) devices.push_back(records::deviceFromJson(item));
    return devices;
}

namespace {

/// Of a record that could not be taken; places that no file has are the file's that was measured.
template <class Record>
Record failed(Record record, const DeviceFacts& device, const Diagnostics& faults, const std::string& file) {
    record.device = device;
    record.diagnostics = faults;
    for (Diagnostic& fault : record.diagnostics)
        if (fault.place.file.empty()) fault.place.file = file;
    return record;
}

/// How launches are measured.
struct LaunchMeasuring {
    using Item = records::ResolvedLaunch;
    using Record = Measurement;
    static constexpr const char* request = "measure";
    static constexpr const char* key = "launch";

    static const std::string& nameOf(const Item& item) { return item.launch.name; }
    static SessionProgress progress(std::size_t index, std::size_t count, const Item& item,
                                    const Record* record, bool resumed) {
        return {index, count, &item.launch, record, resumed};
    }
    static Record recordOf(const Json& answer) {
        auto record = records::measurementFromJson(answer["record"]);
        if (record) return std::move(*record);
        Record none;
        none.diagnostics = record.diagnostics();
        return none;
    }
    /// A worker that died over the probe had timed the kernel before.
    static Record recordOfFailure(const Item& item, const DeviceFacts& device,
                                  const records::MeasureSettings& settings, const Json& partial,
                                  const Diagnostics& faults) {
        if (!partial["record"].isNull()) {
            Record record = recordOf(partial);
            record.warp.why = "the device does not survive the probe: " + faults.front().message;
            return record;
        }
        Record record;
        stampNow(record);
        record.launch = item.launch;
        record.fingerprint = fingerprint(item);
        record.settings = settings;
        return failed(std::move(record), device, faults, item.launch.file.string());
    }
};

/// How sequences are.
struct SequenceMeasuring {
    using Item = records::ResolvedSequence;
    using Record = records::SequenceMeasurement;
    static constexpr const char* request = "measure-sequence";
    static constexpr const char* key = "sequence";

    static const std::string& nameOf(const Item& item) { return item.sequence.name; }
    static SequenceProgress progress(std::size_t index, std::size_t count, const Item& item,
                                     const Record* record, bool resumed) {
        return {index, count, &item.sequence, record, resumed};
    }
    static Record recordOf(const Json& answer) {
        return records::sequenceMeasurementFromJson(answer["record"]);
    }
    static Record recordOfFailure(const Item& item, const DeviceFacts& device,
                                  const records::MeasureSettings& settings, const Json&,
                                  const Diagnostics& faults) {
        return failed(records::recordFor(item, settings), device, faults, item.sequence.file.string());
    }
};

template <class Measuring, class Progress>
Result<SessionSummary> measureEach(const std::vector<typename Measuring::Item>& items,
                                   const std::string& device, const records::MeasureSettings& settings,
                                   bool resume, records::RecordStore& store, WorkerProcess& worker,
                                   const std::function<void(const Progress&)>& report) {
    SessionSummary summary;
    auto devices = askDevices(worker);
    if (!devices && isCancelled(devices.diagnostics())) {
        summary.left = items.size();
        summary.diagnostics = devices.diagnostics();
        return summary;
    }
    if (!devices) return devices.diagnostics();
    const auto index = chooseDevice(*devices, device);
    if (!index) return index.diagnostics();
    const DeviceFacts facts = (*devices)[*index];

    for (std::size_t i = 0; i < items.size(); ++i) {
        const typename Measuring::Item& item = items[i];
        if (resume && store.holds(recordKey(fingerprint(item), facts.name, settings.cache))) {
            ++summary.resumed;
            report(Measuring::progress(i, items.size(), item, nullptr, true));
            continue;
        }
        report(Measuring::progress(i, items.size(), item, nullptr, false));
        Json request;
        request.set("request", Measuring::request);
        request.set("device", *index);
        request.set("settings", toJson(settings));
        request.set(Measuring::key, toJson(item));
        const auto answer = worker.ask(request, settings.timeLimitSeconds);
        if (!answer && isCancelled(answer.diagnostics())) {
            summary.left = items.size() - i;
            summary.diagnostics = answer.diagnostics();
            return summary;
        }
        const typename Measuring::Record record =
            answer ? Measuring::recordOf(*answer)
                   : Measuring::recordOfFailure(item, facts, settings, worker.partial(), answer.diagnostics());
        if (Diagnostics faults = store.add(record); !faults.empty()) {
            summary.diagnostics = std::move(faults);
            summary.left = items.size() - i;
            return summary;
        }
        ++(record.status == records::MeasurementStatus::Ok            ? summary.ok
           : record.status == records::MeasurementStatus::WrongOutput ? summary.wrong
                                                                      : summary.failed);
        report(Measuring::progress(i, items.size(), item, &record, false));
        if (record.status != records::MeasurementStatus::Failed) continue;

        // A fault may leave the driver's state broken for what follows in the same process.
        worker.stop();
        devices = askDevices(worker);
        if (devices && *index < devices->size() && isSame((*devices)[*index], facts)) continue;
        summary.left = items.size() - i - 1;
        if (!devices && isCancelled(devices.diagnostics())) {
            summary.diagnostics = devices.diagnostics();
            return summary;
        }
        summary.diagnostics = {
            Diagnostic{"measure.device-lost",
                       Severity::Error,
                       {},
                       "the device \"" + facts.name + "\" is gone after \"" + Measuring::nameOf(item) + "\"" +
                           (devices ? "" : ": " + devices.diagnostics().front().message),
                       "records already taken are kept: go on with --resume when it is back"}};
        return summary;
    }
    return summary;
}

} // namespace

void SessionSummary::include(SessionSummary other) {
    ok += other.ok;
    wrong += other.wrong;
    failed += other.failed;
    resumed += other.resumed;
    left += other.left;
    std::move(other.diagnostics.begin(), other.diagnostics.end(), std::back_inserter(diagnostics));
}

Result<SessionSummary> measureAll(const std::vector<records::ResolvedLaunch>& launches,
                                  const std::string& device, const records::MeasureSettings& settings,
                                  bool resume, records::RecordStore& store, WorkerProcess& worker,
                                  const std::function<void(const SessionProgress&)>& report) {
    return measureEach<LaunchMeasuring>(launches, device, settings, resume, store, worker, report);
}

Result<SessionSummary> measureAll(const std::vector<records::ResolvedSequence>& sequences,
                                  const std::string& device, const records::MeasureSettings& settings,
                                  bool resume, records::RecordStore& store, WorkerProcess& worker,
                                  const std::function<void(const SequenceProgress&)>& report) {
    return measureEach<SequenceMeasuring>(sequences, device, settings, resume, store, worker, report);
}

Result<SessionSummary> measurePlan(const records::Plan& plan, const std::string& device,
                                   const records::MeasureSettings& settings, bool resume,
                                   records::RecordStore& store, WorkerProcess& worker,
                                   const std::function<void(const SessionProgress&)>& onLaunch,
                                   const std::function<void(const SequenceProgress&)>& onSequence) {
    SessionSummary summary;
    if (!plan.launches.empty()) {
        auto launches = measureAll(plan.launches, device, settings, resume, store, worker, onLaunch);
        if (!launches) return launches;
        summary = std::move(*launches);
    }
    if (plan.sequences.empty()) return summary;
    if (!summary.diagnostics.empty()) {
        summary.left += plan.sequences.size();
        return summary;
    }
    auto sequences = measureAll(plan.sequences, device, settings, resume, store, worker, onSequence);
    if (!sequences) return sequences;
    summary.include(std::move(*sequences));
    return summary;
}

} // namespace warpstring::measure
