// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated beside measured: the launches of a plan on its specs, against measurement records.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/records/accuracy.h"
#include "core/records/measurement.h"
#include "study/batch/batch.h"
#include "study/comparison/exclusion.h"

namespace warpstring::comparison {

/// One quantity of one launch on one spec, beside one record.
struct ComparedQuantity {
    std::optional<double> simulated, measured;
    /// Of the simulation where something is unknown; upper may be infinite.
    std::optional<double> lowerBound, upperBound;
    double measuredMad = 0; ///< median absolute deviation of the samples; kernel time alone
    /// What the measured value may as well be: for kernel time the mean's 95 % confidence interval, put around
    /// the median; for warp latency the warps' quartiles.
    double measuredLow = 0, measuredHigh = 0;
    Exclusion exclusion = Exclusion::None;
    std::string detail; ///< of the exclusion: how much

    /// Whether the point is among those that the metrics are made from.
    [[nodiscard]] bool isCounted() const { return exclusion == Exclusion::None; }
    [[nodiscard]] const std::string& reason() const { return reasonText(exclusion); }

    /// (simulated - measured) / measured; nothing when either is missing.
    [[nodiscard]] std::optional<double> signedError() const;
};

/// A launch whose time the probe changed, with the probe on both sides. Its warp latency is compared so.
struct ProbedComparison {
    double simulatedUs = 0, measuredUs = 0;   ///< kernel times with the probe
    std::optional<double> plainLatencyCycles; ///< simulated without it
};

struct ComparedLaunch {
    std::string launch, file, kernel, family, spec;
    std::string device, driver, takenAt; ///< of the record
    bool ownDevice = true; ///< the record is of the spec's device (own_device.h), or there is none
    records::CacheState cache = records::CacheState::Warm;
    std::vector<SweptValue> swept;                ///< Launch::swept
    std::string boundBy, limiter;                 ///< of the simulation (RowFigures); empty where it failed
    std::optional<int> registers, builtRegisters; ///< a work-item; as estimated, and as the record has them
    std::optional<batch::CycleParts> parts;       ///< of the simulated warp latency
    /// Where the timeline is what is compared.
    std::optional<batch::ClosedFormFigures> closedForm;
    ComparedQuantity kernelTime, warpLatency; ///< the latter by means over warps
    std::optional<timeline::WarpSpread> simulatedWarps, measuredWarps;
    std::optional<ProbedComparison> probed;

    [[nodiscard]] const ComparedQuantity& of(records::Quantity quantity) const {
        return quantity == records::Quantity::KernelTime ? kernelTime : warpLatency;
    }
    /// That the simulated figures are of; nothing where there are none.
    [[nodiscard]] std::optional<token_string::CostModel> model() const {
        if (!kernelTime.simulated) return std::nullopt;
        return closedForm ? token_string::CostModel::Timeline : token_string::CostModel::ClosedForm;
    }
};

/// The metrics of all points of one spec against one device with one state of its caches.
struct ComparisonSummary {
    std::string spec, device;
    bool ownDevice = true; ///< ComparedLaunch::ownDevice
    records::CacheState cache = records::CacheState::Warm;
    records::Quantity quantity = records::Quantity::KernelTime;
    records::Accuracy accuracy;
    std::vector<records::FamilyRanking> families; ///< by kernel time alone
    std::size_t excluded = 0;                     ///< points that do not count
};

struct Comparison {
    std::vector<ComparedLaunch> launches; ///< in the order of the plan, then by device, warm caches first
    std::vector<ComparisonSummary> summaries;
    std::vector<std::string> unmeasured; ///< launches without a record that counts
    std::vector<std::string>
        unmatchedRecords; ///< records of launches that are not in the plan, or were changed since
    /// Specs for which the launches have records of other devices alone (own_device.h), and those devices.
    std::vector<std::string> specsWithoutRecords, otherDevices;
    bool complete = true; ///< false: cancelled; the launches are those compared until then
};

struct ComparisonOptions {
    int jobs = 1;
    /// A part of the device's name (case does not matter), whichever device the spec is of. Empty: each spec is
    /// laid beside the records of its own device (own_device.h) alone.
    std::string device;
    bool anyDevice = false; ///< without a name: beside the records of all devices
    const std::atomic<bool>* cancel = nullptr;
    std::optional<std::chrono::duration<double>> timeLimit{}; ///< BatchOptions::timeLimit
    std::function<void(const batch::BatchProgress&)> onProgress;
    /// Launches without a record of the spec's own device are among the compared ones, without a device, and
    /// excluded from the metrics.
    bool withUnmeasured = false;
    /// Called with the launches compared since it was last called, in order; on any thread, on one at a time.
    std::function<void(const std::vector<ComparedLaunch>&)> onCompared;
};

/// Launches and records belong together when their fingerprints are the same (core/records/resolved_launch.h)
/// and the record is of the spec's own device, or of one that the options ask for. Points are excluded from the
/// metrics when the outputs were wrong, the run-to-run spread is above 30 %, the simulation failed or is unsure
/// by more than 30 %, or, for warp latency, the probe changed the code and cannot be simulated around the
/// kernel. A comparison that was cancelled is no fault: it says itself that it is not complete.
[[nodiscard]] Result<Comparison> compare(const batch::BatchPlan& plan,
                                         const std::vector<records::Measurement>& records,
                                         const ComparisonOptions& options = {});

/// "nvidia-h200 against NVIDIA H200, caches cold"; of records of another device it says that too.
[[nodiscard]] std::string titleOf(const ComparisonSummary& summary);

/// Where no other devices were asked for: why specs are compared with nothing, and how to ask for them.
/// compare.no-own-device, a warning for each spec where others are compared, an error where none is.
[[nodiscard]] Diagnostics ownDeviceNotes(const Comparison& comparison);

/// By spec, device and caches, each with both quantities. Launches without a record are left out.
[[nodiscard]] std::vector<ComparisonSummary> summariesOf(const std::vector<ComparedLaunch>& launches);

} // namespace warpstring::comparison
