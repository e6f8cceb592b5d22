// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/transfer_fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "calibration/fit.h"

namespace warpstring::calibration {

namespace {

/// Source key of the spec for what records told.
constexpr const char* recordsKey = "RECORDS";

struct TimedBytes {
    std::vector<double> bytes, us;
};

bool isImage(const records::Measurement& record, const std::string& parameter) {
    const auto found = record.launch.arguments.find(parameter);
    return found != record.launch.arguments.end() && std::holds_alternative<ImageArgument>(found->second);
}

/// Pinned memory's by the device's clock; pageable memory is copied by the host before the device's part
/// begins, so its transfers are as long as the call.
TimedBytes transfersOf(const std::vector<records::Measurement>& records, bool toDevice, bool pinned) {
    TimedBytes all;
    for (const records::Measurement& record : records)
        for (const records::TransferMeasurement& transfer : record.transfers) {
            const double ns = (pinned ? transfer.device : transfer.host).statistics.median;
            if (transfer.toDevice != toDevice || transfer.pinned != pinned || ns <= 0 || transfer.bytes == 0 ||
                isImage(record, transfer.buffer))
                continue;
            all.bytes.push_back(static_cast<double>(transfer.bytes));
            all.us.push_back(ns * 1e-3);
        }
    return all;
}

void fitDirection(const std::vector<records::Measurement>& records, bool toDevice, bool pinned,
                  Calibration& calibration) {
    const std::string prefix =
        std::string("host.") + (pinned ? "pinned_" : "pageable_") + (toDevice ? "in_" : "out_");
    CalibratedValue fixed{prefix + "us", "us", {}, "no such transfers were measured", false, recordsKey};
    CalibratedValue rate{prefix + "gb_s", "GB/s", {}, fixed.note, false, recordsKey};
    const TimedBytes all = transfersOf(records, toDevice, pinned);
    // Fixed time and rate are told apart by sizes on both sides of where they are equal.
    if (all.us.size() >= 3) {
        const FitResult fit = fitLine(all.bytes, all.us);
        fixed.estimate = estimateOf(fit, 0);
        const Estimate usPerByte = estimateOf(fit, 1);
        rate.estimate = usPerByte;
        if (usPerByte.value > 0) {
            rate.estimate.value = 1e-3 / usPerByte.value;
            rate.estimate.standardError = rate.estimate.value * usPerByte.standardError / usPerByte.value;
        }
        const auto [least, most] = std::minmax_element(all.bytes.begin(), all.bytes.end());
        rate.note = std::to_string(all.us.size()) + " transfers of " + std::to_string(std::llround(*least)) +
                    " to " + std::to_string(std::llround(*most)) + " bytes";
        fixed.note = rate.note;
    }
    calibration.values.push_back(std::move(fixed));
    calibration.values.push_back(std::move(rate));
}

/// What the total has beside the device's times.
void fitRoundTrip(const std::vector<records::Measurement>& records, Calibration& calibration) {
    std::vector<double> rest;
    for (const records::Measurement& record : records) {
        if (record.total.ns.empty()) continue;
        double us = (record.total.statistics.median - record.kernel.statistics.median) * 1e-3;
        bool hasImage = false;
        for (const records::TransferMeasurement& transfer : record.transfers) {
            if (!transfer.pinned) continue;
            us -= transfer.device.statistics.median * 1e-3;
            hasImage = hasImage || isImage(record, transfer.buffer);
        }
        if (us > 0 && !hasImage) rest.push_back(us);
    }
    CalibratedValue value{"host.round_trip_us", "us", {}, "no totals were measured", false, recordsKey};
    if (rest.size() >= 3) {
        const double median = records::medianOf(rest);
        std::vector<double> deviations;
        deviations.reserve(rest.size());
        for (const double us : rest) deviations.push_back(std::abs(us - median));
        const double deviation = 1.4826 * records::medianOf(deviations);
        value.estimate = {median,
                          1.2533 * deviation / std::sqrt(static_cast<double>(rest.size())),
                          deviation / median,
                          1,
                          rest.size(),
                          true};
        value.note = "median of " + std::to_string(rest.size()) + " totals less transfers and kernel";
    }
    calibration.values.push_back(std::move(value));
}

} // namespace

void fitTransfers(const std::vector<records::Measurement>& records, Calibration& calibration) {
    for (const bool pinned : {true, false})
        for (const bool toDevice : {true, false}) fitDirection(records, toDevice, pinned, calibration);
    fitRoundTrip(records, calibration);
    CalibratedValue size{
        "global_memory.size_bytes", "bytes", {}, "the driver tells no size of the memory", false, recordsKey};
    for (const records::Measurement& record : records)
        if (record.device.globalMemoryBytes > 0) {
            size.estimate = {static_cast<double>(record.device.globalMemoryBytes), 0, 0, 1, 1, true};
            size.note = "as the driver tells";
        }
    calibration.values.push_back(std::move(size));
}

} // namespace warpstring::calibration
