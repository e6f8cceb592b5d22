// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring many launches on one device, each safe on disk before the next.
#pragma once

#include <functional>
#include <vector>

#include "core/measure/client/worker_process.h"
#include "core/records/measurement.h"
#include "core/records/plan.h"
#include "core/records/record_store.h"
#include "core/records/sequence_measurement.h"

namespace warpstring::measure {

struct SessionProgress {
    std::size_t index = 0; ///< of the launch, from 0
    std::size_t count = 0;
    const Launch* launch = nullptr;
    const records::Measurement* record = nullptr; ///< nullptr: the launch begins, or was measured before
    bool resumed = false;                         ///< measured before, passed over
};

/// The same of a sequence.
struct SequenceProgress {
    std::size_t index = 0;
    std::size_t count = 0;
    const Sequence* sequence = nullptr;
    const records::SequenceMeasurement* record = nullptr;
    bool resumed = false;
};

struct SessionSummary {
    std::size_t ok = 0, wrong = 0, failed = 0, resumed = 0;
    std::size_t left = 0;    ///< not tried: cancelled, or the device was lost
    Diagnostics diagnostics; ///< why the session ended early

    /// As if both were one session.
    void include(SessionSummary other);
};

/// Devices as the worker sees them.
[[nodiscard]] Result<std::vector<records::DeviceFacts>> askDevices(WorkerProcess& worker);

/// Measures the launches in turn on the device that `device` means (chooseDevice). A launch that fails leaves a
/// record that says why, and the next one gets a fresh process. The session ends early when the device is lost
/// (measure.device-lost) or records cannot be written. With `resume`, launches that `store` holds are passed
/// over.
[[nodiscard]] Result<SessionSummary> measureAll(const std::vector<records::ResolvedLaunch>& launches,
                                                const std::string& device,
                                                const records::MeasureSettings& settings, bool resume,
                                                records::RecordStore& store, WorkerProcess& worker,
                                                const std::function<void(const SessionProgress&)>& report);

/// The same of sequences, whose time limit is that of a launch too.
[[nodiscard]] Result<SessionSummary> measureAll(const std::vector<records::ResolvedSequence>& sequences,
                                                const std::string& device,
                                                const records::MeasureSettings& settings, bool resume,
                                                records::RecordStore& store, WorkerProcess& worker,
                                                const std::function<void(const SequenceProgress&)>& report);

/// Launches, then sequences, as one session: nothing more is tried where launches ended it early.
[[nodiscard]] Result<SessionSummary>
measurePlan(const records::Plan& plan, const std::string& device, const records::MeasureSettings& settings,
            bool resume, records::RecordStore& store, WorkerProcess& worker,
            const std::function<void(const SessionProgress&)>& onLaunch,
            const std::function<void(const SequenceProgress&)>& onSequence);

} // namespace warpstring::measure
