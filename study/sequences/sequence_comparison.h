// SPDX-License-Identifier: GPL-3.0-or-later
// A simulated sequence beside its measurements: each step, and the whole.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/records/sequence_measurement.h"
#include "study/comparison/exclusion.h"
#include "study/sequences/sequence_simulation.h"

namespace warpstring::sequences {

/// All runs of a step, or of all steps.
struct ComparedTime {
    double simulatedUs = 0;
    std::optional<double> measuredUs; ///< median; none where the driver told no times of kernels
    double measuredMadUs = 0;         ///< median absolute deviation of its samples

    /// (simulated - measured) / measured.
    [[nodiscard]] std::optional<double> error() const;
};

struct ComparedStep {
    std::string number, launch, boundBy;
    std::uint64_t runs = 0;
    ComparedTime time;
    token_string::CostModel model = token_string::CostModel::Timeline; ///< of the simulated time
};

/// One sequence on one spec, beside one record.
struct ComparedSequence {
    std::string name, file, spec;
    std::string device, driver, takenAt; ///< of the record
    bool ownDevice = true;               ///< the record is of the spec's device
    records::CacheState cache = records::CacheState::Warm;
    std::vector<ComparedStep> steps;
    ComparedTime whole; ///< of all kernels
    /// Measured from the start of the first kernel to the end of the last: with what lies between them. Not
    /// simulated.
    std::optional<double> spanUs;
    double launchOverheadsUs = 0; ///< as the spec tells, none of the times
    /// Why it is not to be judged by: wrong outputs, wide spread, not measured.
    comparison::Exclusion exclusion = comparison::Exclusion::None;
};

struct SequenceComparisonOptions {
    std::string device;     ///< a part of the device's name; empty: the spec's own device alone
    bool anyDevice = false; ///< without a name: all devices
};

/// With the records of that sequence (by its fingerprint) on the devices that are asked for, warm caches first.
[[nodiscard]] std::vector<ComparedSequence> compare(const SequenceSimulation& simulation,
                                                    const HardwareSpec& spec, const std::string& fingerprint,
                                                    const std::vector<records::SequenceMeasurement>& records,
                                                    const SequenceComparisonOptions& options = {});

/// "warpstring.sequence-comparison/1"
[[nodiscard]] Json toJson(const std::vector<ComparedSequence>& sequences);

} // namespace warpstring::sequences
