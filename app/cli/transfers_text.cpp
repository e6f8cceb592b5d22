// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/transfers_text.h"

#include <algorithm>

#include "app/cli/answer_text.h"
#include "app/common/terminal.h"
#include "core/text/duration_text.h"
#include "core/text/text_format.h"

namespace warpstring::cli {

using transfers::StageTimes;
using transfers::TransferBy;

namespace {

std::string bytesText(std::int64_t bytes) { return withCommas(std::to_string(bytes)) + " bytes"; }

std::string sizeText(double bytes) {
    if (bytes >= 1e9) return formatted("%.3g GB", bytes * 1e-9);
    return bytes >= 1e6 ? formatted("%.3g MB", bytes * 1e-6) : formatted("%.3g KB", bytes * 1e-3);
}

std::string stageRow(const char* label, double us, const std::string& what) {
    return "  " + padded(label, 17) + padded(durationText(us), 10, true) + (what.empty() ? "" : "  " + what) +
           "\n";
}

std::string headText(const std::string& what, double totalUs, const StageTimes& times, const std::string& spec,
                     transfers::HostMemory memory, const transfers::HostTimes& host, bool colour) {
    const bool isPreset = host.name != spec;
    return paint(what, Colour::Bold, colour) + ": " + paint(durationText(totalUs), Colour::Cyan, colour) +
           " with transfers on " + paint(spec, Colour::Bold, colour) + ", bound by " +
           paint(name(times.boundBy()), Colour::Yellow, colour) + "\n" +
           (times.isTransferBound() ? "transfer-bound: " : "not transfer-bound: ") + "transfers take " +
           (times.kernelUs > 0
                ? formatted("%.3g times as long as the kernel", times.transferUs() / times.kernelUs)
                : durationText(times.transferUs())) +
           "; " +
           (isPreset ? "times of the preset " + host.name : std::string(name(memory)) + " memory of the host") +
           "\n";
}

std::string stagesText(const StageTimes& times, std::int64_t inBytes, std::int64_t outBytes,
                       const std::string& kernel) {
    return stageRow("to the device", times.inUs, bytesText(inBytes)) +
           stageRow("kernel", times.kernelUs, kernel) +
           stageRow("from the device", times.outUs, bytesText(outBytes)) +
           (times.hostUs > 0 ? stageRow("host around them", times.hostUs, "") : "");
}

std::string notesText(const transfers::HostTimes& host, bool colour) {
    std::string text;
    for (const std::string& note : host.notes) text += paint("note: " + note, Colour::Dim, colour) + "\n";
    return text;
}

/// "1.2 ms in, 3 us out": what moves.
std::string bothWays(double inUs, double outUs) {
    if (inUs <= 0 && outUs <= 0) return "stays on the device";
    std::string text = inUs > 0 ? durationText(inUs) + " in" : "";
    if (outUs > 0) text += (text.empty() ? "" : ", ") + durationText(outUs) + " out";
    return text;
}

std::string volumeText(const transfers::Volume& volume) {
    const auto bytes = [](const std::optional<std::int64_t>& known) {
        return known ? withCommas(std::to_string(*known)) : std::string("not known");
    };
    return "whole " + bytes(volume.whole) + ", interval " + bytes(volume.interval) + ", packed " +
           bytes(volume.packed);
}

std::string buffersText(const transfers::LaunchReport& report, bool colour) {
    std::string text = paint("buffers", Colour::Bold, colour) + "\n";
    int names = 0;
    for (const auto& buffer : report.moved.buffers) names = std::max(names, displayWidth(buffer.volumes.name));
    for (const auto& buffer : report.moved.buffers) {
        const auto& volumes = buffer.volumes;
        text += "  " + padded(volumes.name, names + 2) + padded(symbolic::name(volumes.direction), 7);
        if (volumes.direction == symbolic::Direction::None) {
            text += "is not touched: it does not travel\n";
            continue;
        }
        text += bothWays(buffer.inUs, buffer.outUs) + "\n";
        const std::string indent(static_cast<std::size_t>(names) + 4, ' ');
        if (volumes.in.whole > 0) text += indent + padded("in", 7) + volumeText(volumes.in) + "\n";
        if (volumes.out.whole > 0) text += indent + padded("out", 7) + volumeText(volumes.out) + "\n";
        if (!volumes.note.empty()) text += indent + paint(volumes.note, Colour::Dim, colour) + "\n";
    }
    text += "  transfers take";
    for (const TransferBy by : {TransferBy::Whole, TransferBy::Interval, TransferBy::Packed})
        text += std::string(by == TransferBy::Whole ? " " : ", ") +
                durationText(report.moved.transferUs(by, report.host)) + " by " + std::string(name(by));
    return text + "\n";
}

std::string memoryText(std::int64_t bytes, double memoryBytes) {
    if (memoryBytes <= 0)
        return "device memory  " + bytesText(bytes) + "; the spec does not tell how much there is\n";
    return "device memory  " + bytesText(bytes) + " of " + sizeText(memoryBytes) +
           (static_cast<double>(bytes) > memoryBytes ? ": they do not fit\n" : "\n");
}

std::string tilesText(const transfers::LaunchReport& report, bool colour) {
    if (!report.tiles) return "";
    const auto countText = [](const transfers::TilePlan& plan) {
        std::string text = withCommas(std::to_string(plan.tiles.size())) + " tiles";
        std::string product;
        for (const std::uint64_t of : plan.tilesOf)
            product += (product.empty() ? "" : " x ") + std::to_string(of);
        return text + " (" + product + "), the largest " + sizeText(static_cast<double>(plan.mostDeviceBytes));
    };
    std::string text = paint("tiles", Colour::Bold, colour) + "\n  one after another  " +
                       durationText(report.tiles->sequential.totalUs()) + ", " + countText(*report.tiles) +
                       "\n";
    text += "  sent again         " + bytesText(report.tiles->againBytes) + " that tiles share\n";
    if (report.pipeline && report.pipeline->pipelinedUs > 0)
        text += "  pipelined          " + durationText(report.pipeline->pipelinedUs) + ", " +
                countText(*report.pipeline) + ", two at a time\n";
    else if (report.pipeline && !report.pipeline->dependence.empty())
        text += "  pipelined          not so: tiles share parts of " + report.pipeline->dependence +
                ", which is written\n";
    else
        text += "  pipelined          not so: two tiles at a time do not fit\n";
    return text;
}

std::string cpuText(const transfers::LaunchReport& report, bool colour) {
    if (!report.cpu) return "";
    const transfers::CpuComparison& cpu = *report.cpu;
    const double total = report.totalUs();
    std::string text = paint("against a processor", Colour::Bold, colour) + " that takes " + cpu.said + "\n  " +
                       durationText(cpu.cpuUs) + " here: the device " +
                       (total <= cpu.cpuUs ? formatted("pays, %.3g times as fast", cpu.cpuUs / total)
                                           : formatted("does not pay, %.3g times as slow", total / cpu.cpuUs)) +
                       "\n";
    if (!cpu.breakEven) return text;
    const std::string tried = " (" + std::to_string(cpu.breakEven->tried.size()) + " sizes simulated)\n";
    if (!cpu.breakEven->size)
        return text + "  it pays at no " + cpu.size + " up to " +
               withCommas(std::to_string(cpu.breakEven->tried.back().size)) + tried;
    return text + "  it pays from " + cpu.size + " = " + withCommas(std::to_string(*cpu.breakEven->size)) +
           " on" + (cpu.breakEven->isFromStart ? ", the least that the launch takes" : "") + tried;
}

} // namespace

std::string transfersText(const transfers::LaunchReport& report, bool colour) {
    const StageTimes& times = report.stages();
    const std::int64_t in = report.tiles ? report.tiles->inBytes : report.moved.inBytes;
    const std::int64_t out = report.tiles ? report.tiles->outBytes : report.moved.outBytes;
    return headText(report.kernel + ", " + report.launch, report.totalUs(), times, report.spec, report.memory,
                    report.host, colour) +
           stagesText(times, in, out, "") + buffersText(report, colour) +
           memoryText(report.moved.deviceBytes, report.memoryBytes) + tilesText(report, colour) +
           cpuText(report, colour) + notesText(report.host, colour);
}

std::string transfersText(const transfers::SequenceReport& report, bool colour) {
    const transfers::SequenceTransfers& moved = report.moved;
    std::string text = headText(report.sequence, moved.times.totalUs(), moved.times, report.spec, report.memory,
                                report.host, colour) +
                       stagesText(moved.times, moved.inBytes, moved.outBytes,
                                  withCommas(std::to_string(moved.runs)) + " runs");
    text += paint("buffers", Colour::Bold, colour) + "\n";
    int names = 0;
    for (const auto& buffer : moved.buffers) names = std::max(names, displayWidth(buffer.name));
    for (const auto& buffer : moved.buffers)
        text += "  " + padded(buffer.name, names + 2) + padded(buffer.isShared ? "shared" : "own", 8) +
                padded(bytesText(buffer.bytes), 22, true) + "  " + bothWays(buffer.inUs, buffer.outUs) + "\n";
    text += "  moved by each kernel for itself, they would take " + durationText(moved.apartTransferUs) + "\n";
    return text + memoryText(moved.deviceBytes, report.memoryBytes) + notesText(report.host, colour);
}

} // namespace warpstring::cli
