// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/measurement_text.h"

#include "app/common/terminal.h"
#include "core/measure/client/session_text.h"
#include "core/text/text_format.h"

namespace warpstring::cli {

namespace {

std::string samplesText(const records::Samples& samples, int warmUpRuns, records::CacheState cache) {
    const records::SampleStatistics& kernel = samples.statistics;
    return measure::timeText(kernel.median) + " median, " + measure::timeText(kernel.mean) + " mean, " +
           measure::timeText(kernel.min) + " min, " + measure::timeText(kernel.mad) + " MAD" +
           formatted("; %zu samples, %zu excluded, %d warm-up runs, caches %s", samples.ns.size(),
                     kernel.excluded.size(), warmUpRuns, std::string(name(cache)).c_str());
}

std::string outputsText(const records::Verification& verification, const char* what) {
    if (!verification.requested()) return formatted("not checked: the %s names no reference", what);
    std::string text;
    for (const records::VerifiedBuffer& buffer : verification.buffers)
        text += (text.empty() ? "" : "; ") + buffer.buffer + (buffer.passed ? " right" : " WRONG") +
                formatted(", relative error %.1e of %.0e", buffer.relativeError, buffer.tolerance);
    return text + " (" + verification.reference + ")";
}

std::string warpText(const records::WarpMeasurement& warp) {
    if (!warp.measurable) return "not measurable here: " + warp.why;
    const records::Distribution& d = warp.warps;
    std::string text = formatted("%.0f / %.0f / %.0f cycles (min / median / max) of %llu %s by the %s", d.min,
                                 d.median, d.max, static_cast<unsigned long long>(d.count),
                                 warp.warpSize > 1 ? "warps" : "work-items", warp.clock.c_str());
    text += formatted("; probed %+.1f %%", 100 * (warp.probedRatio - 1));
    return text + (warp.probeChangedCode ? ": the probe changed the code" : "");
}

std::string buildText(const records::BuildFacts& build) {
    std::string text;
    const auto add = [&](const std::optional<std::uint64_t>& fact, const char* what) {
        if (fact)
            text +=
                (text.empty() ? "" : ", ") + formatted("%llu %s", static_cast<unsigned long long>(*fact), what);
    };
    add(build.registers, "registers");
    add(build.spillStoreBytes, "bytes of spill stores");
    add(build.spillLoadBytes, "bytes of spill loads");
    add(build.privateBytes, "bytes of private memory");
    add(build.localBytes, "bytes of local memory");
    return text.empty() ? "the driver does not tell" : text;
}

std::string transferText(const records::TransferMeasurement& transfer) {
    const double ns = transfer.device.statistics.median;
    return transfer.buffer + (transfer.toDevice ? " to the device" : " to the host") +
           (transfer.pinned ? ", pinned" : "") +
           formatted(", %.3g MB: ", static_cast<double>(transfer.bytes) * 1e-6) + measure::timeText(ns) +
           formatted(" (%.3g GB/s)", static_cast<double>(transfer.bytes) / ns);
}

} // namespace

std::string reportText(const records::Measurement& record, bool colour) {
    std::string text;
    const auto line = [&](const char* title, const std::string& content) {
        text += paint(padded(title, 14), Colour::Dim, colour) + content + "\n";
    };
    text += paint(record.launch.name, Colour::Bold, colour) + " on " + record.device.name + "\n";
    line("kernel", samplesText(record.kernel, record.warmUpRuns, record.settings.cache));
    line("host", measure::timeText(record.host.statistics.median) + " median from enqueueing to completion");
    line("outputs",
         paint(outputsText(record.verification, "launch"),
               record.status == records::MeasurementStatus::WrongOutput ? Colour::Red : Colour::None, colour));
    line("warp", warpText(record.warp));
    line("build", buildText(record.build));
    for (const records::TransferMeasurement& transfer : record.transfers)
        line("transfer", transferText(transfer));
    if (!record.total.ns.empty())
        line("total", measure::timeText(record.total.statistics.median) +
                          " for pinned transfers and the launch together");
    return text;
}

std::string reportText(const records::SequenceMeasurement& record, bool colour) {
    std::string text;
    const auto line = [&](const std::string& title, const std::string& content) {
        text += paint(padded(title, 14), Colour::Dim, colour) + content + "\n";
    };
    text += paint(record.name, Colour::Bold, colour) + " on " + record.device.name + "\n";
    line("kernels", samplesText(record.kernels, record.warmUpRuns, record.settings.cache));
    if (!record.span.ns.empty())
        line("in all", measure::timeText(record.span.statistics.median) +
                           " median from the first kernel's start to the last one's end");
    line("host", measure::timeText(record.host.statistics.median) + " median from enqueueing to completion");
    line("outputs",
         paint(outputsText(record.verification, "sequence"),
               record.status == records::MeasurementStatus::WrongOutput ? Colour::Red : Colour::None, colour));
    for (const records::StepMeasurement& step : record.steps) {
        if (step.all.ns.empty()) continue;
        std::string content = measure::timeText(step.all.statistics.median);
        if (step.runs > 1)
            content += formatted(" of %llu runs, ", static_cast<unsigned long long>(step.runs)) +
                       measure::timeText(step.medianRunNs()) + " each";
        line("step " + step.number,
             content +
                 formatted(", %.1f %%  ", 100 * step.all.statistics.median / record.kernels.statistics.median) +
                 step.launch);
    }
    for (const records::TransferMeasurement& transfer : record.transfers)
        line("transfer", transferText(transfer));
    if (!record.total.ns.empty())
        line("total", measure::timeText(record.total.statistics.median) +
                          " for pinned transfers and all kernels together");
    return text;
}

} // namespace warpstring::cli
