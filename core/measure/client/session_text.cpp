// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/client/session_text.h"

#include <algorithm>

#include "core/text/text_format.h"

namespace warpstring::measure {

namespace {

std::string failureText(const Diagnostics& diagnostics) {
    const auto fault = std::find_if(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& diagnostic) {
        return diagnostic.severity == Severity::Error;
    });
    return fault == diagnostics.end() ? "failed" : "failed: " + fault->code;
}

std::string outputsText(records::MeasurementStatus status, const records::Verification& verification) {
    if (status == records::MeasurementStatus::WrongOutput) return "; OUTPUTS WRONG";
    return verification.requested() ? "; outputs right" : "; outputs not checked";
}

std::string samplesText(const records::SampleStatistics& statistics) {
    std::string text = formatted("%zu samples", statistics.kept);
    if (!statistics.excluded.empty()) text += formatted(" (%zu excluded)", statistics.excluded.size());
    return text;
}

std::string outcome(const records::Measurement& record) {
    if (record.status == records::MeasurementStatus::Failed) return failureText(record.diagnostics);
    const records::SampleStatistics& kernel = record.kernel.statistics;
    std::string text = timeText(kernel.median) + formatted(" +-%.2g %%, ", 100 * kernel.mad / kernel.median) +
                       samplesText(kernel);
    if (record.warp.measurable) {
        text += formatted("; warp %.0f cycles", record.warp.warps.median);
        if (record.warp.probeChangedCode)
            text += formatted(" (the probe changed the code: %+.0f %%)", 100 * (record.warp.probedRatio - 1));
    }
    return text + outputsText(record.status, record.verification);
}

std::string outcome(const records::SequenceMeasurement& record) {
    if (record.status == records::MeasurementStatus::Failed) return failureText(record.diagnostics);
    const records::SampleStatistics& kernels = record.kernels.statistics;
    std::string text =
        timeText(kernels.median) + formatted(" +-%.2g %% of kernels, ", 100 * kernels.mad / kernels.median);
    if (!record.span.ns.empty()) text += timeText(record.span.statistics.median) + " in all, ";
    return text + samplesText(kernels) + outputsText(record.status, record.verification);
}

template <class Progress>
std::string progressLine(const Progress& progress, const std::string& name) {
    const std::string count = std::to_string(progress.count);
    std::string text =
        formatted("[%*zu/%s] ", static_cast<int>(count.size()), progress.index + 1, count.c_str()) + name;
    if (progress.resumed) return text + "  measured before";
    if (progress.record != nullptr) text += "  " + outcome(*progress.record);
    return text;
}

} // namespace

std::string timeText(double ns) {
    if (ns < 1e3) return formatted("%.0f ns", ns);
    if (ns < 1e6) return formatted("%.4g us", ns / 1e3);
    if (ns < 1e9) return formatted("%.4g ms", ns / 1e6);
    return formatted("%.4g s", ns / 1e9);
}

std::string lineOf(const SessionProgress& progress) { return progressLine(progress, progress.launch->name); }

std::string lineOf(const SequenceProgress& progress) { return progressLine(progress, progress.sequence->name); }

std::string lineOf(const SessionSummary& summary) {
    std::string text = std::to_string(summary.ok + summary.wrong) + " measured";
    const auto add = [&](std::size_t count, const char* what) {
        if (count > 0) text += ", " + std::to_string(count) + " " + what;
    };
    add(summary.wrong, "of them with wrong outputs");
    add(summary.failed, "failed");
    add(summary.resumed, "measured before");
    add(summary.left, "not tried");
    return text;
}

std::string tableOf(const std::vector<records::DeviceFacts>& devices) {
    std::string table;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const records::DeviceFacts& device = devices[i];
        table +=
            formatted("%zu  ", i) + device.name + "\n   " + device.platform + ", " + device.version +
            ", driver " + device.driver + "\n   " + std::string(name(device.type)) +
            formatted(", %llu compute units, %llu MHz, %llu KB of local memory a group, %.1f GB of memory\n",
                      static_cast<unsigned long long>(device.computeUnits),
                      static_cast<unsigned long long>(device.clockMhz),
                      static_cast<unsigned long long>(device.localMemoryBytes / 1024),
                      static_cast<double>(device.globalMemoryBytes) * 1e-9);
    }
    if (!table.empty()) table.pop_back();
    return table;
}

} // namespace warpstring::measure
