// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/client/session.h"

#include <algorithm>

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

/// What is known of a launch whose worker gave no record.
Measurement failedRecord(const records::ResolvedLaunch& resolved, const DeviceFacts& device,
                         const records::MeasureSettings& settings, const Diagnostics& faults) {
    Measurement record;
    stampNow(record);
    record.launch = resolved.launch;
    record.fingerprint = fingerprint(resolved);
    record.device = device;
    record.settings = settings;
    record.diagnostics = faults;
    for (Diagnostic& fault : record.diagnostics)
        if (fault.place.file.empty()) fault.place.file = resolved.launch.file.string();
    return record;
}

Measurement recordOf(const Json& answer) {
    auto record = records::measurementFromJson(answer["record"]);
    if (record) return std::move(*record);
    Measurement none;
    none.diagnostics = record.diagnostics();
    return none;
}

/// A worker that died over the probe had timed the kernel before.
Measurement recordOfFailure(const records::ResolvedLaunch& resolved, const DeviceFacts& device,
                            const records::MeasureSettings& settings, const Json& partial,
                            const Diagnostics& faults) {
    if (partial["record"].isNull()) return failedRecord(resolved, device, settings, faults);
    Measurement record = recordOf(partial);
    record.warp.why = "the device does not survive the probe: " + faults.front().message;
    return record;
}

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

Result<SessionSummary> measureAll(const std::vector<records::ResolvedLaunch>& launches,
                                  const std::string& device, const records::MeasureSettings& settings,
                                  bool resume, records::RecordStore& store, WorkerProcess& worker,
                                  const std::function<void(const SessionProgress&)>& report) {
    SessionSummary summary;
    auto devices = askDevices(worker);
    if (!devices && isCancelled(devices.diagnostics())) {
        summary.left = launches.size();
        summary.diagnostics = devices.diagnostics();
        return summary;
    }
    if (!devices) return devices.diagnostics();
    const auto index = chooseDevice(*devices, device);
    if (!index) return index.diagnostics();
    const DeviceFacts facts = (*devices)[*index];

    for (std::size_t i = 0; i < launches.size(); ++i) {
        const records::ResolvedLaunch& resolved = launches[i];
        if (resume && store.holds(recordKey(fingerprint(resolved), facts.name, settings.cache))) {
            ++summary.resumed;
            report({i, launches.size(), &resolved.launch, nullptr, true});
            continue;
        }
        report({i, launches.size(), &resolved.launch, nullptr, false});
        Json request;
        request.set("request", "measure");
        request.set("device", *index);
        request.set("settings", toJson(settings));
        request.set("launch", toJson(resolved));
        const auto answer = worker.ask(request, settings.timeLimitSeconds);
        if (!answer && isCancelled(answer.diagnostics())) {
            summary.left = launches.size() - i;
            summary.diagnostics = answer.diagnostics();
            return summary;
        }
        const Measurement record =
            answer ? recordOf(*answer)
                   : recordOfFailure(resolved, facts, settings, worker.partial(), answer.diagnostics());
        if (Diagnostics faults = store.add(record); !faults.empty()) {
            summary.diagnostics = std::move(faults);
            summary.left = launches.size() - i;
            return summary;
        }
        ++(record.status == records::MeasurementStatus::Ok            ? summary.ok
           : record.status == records::MeasurementStatus::WrongOutput ? summary.wrong
                                                                      : summary.failed);
        report({i, launches.size(), &resolved.launch, &record, false});
        if (record.status != records::MeasurementStatus::Failed) continue;

        // A fault may leave the driver's state broken for what follows in the same process.
        worker.stop();
        devices = askDevices(worker);
        if (devices && *index < devices->size() && isSame((*devices)[*index], facts)) continue;
        summary.left = launches.size() - i - 1;
        if (!devices && isCancelled(devices.diagnostics())) {
            summary.diagnostics = devices.diagnostics();
            return summary;
        }
        summary.diagnostics = {
            Diagnostic{"measure.device-lost",
                       Severity::Error,
                       {},
                       "the device \"" + facts.name + "\" is gone after \"" + resolved.launch.name + "\"" +
                           (devices ? "" : ": " + devices.diagnostics().front().message),
                       "records already taken are kept: go on with --resume when it is back"}};
        return summary;
    }
    return summary;
}

} // namespace warpstring::measure
