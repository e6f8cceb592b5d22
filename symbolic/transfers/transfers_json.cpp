// SPDX-License-Identifier: GPL-3.0-or-later
// Reports of transfers as JSON (docs/json.md).
#include <algorithm>

#include "symbolic/transfers/transfers_report.h"

namespace warpstring::transfers {

namespace {

constexpr const char* transfersSchema = "warpstring.transfers/1";

Json orNull(const std::optional<std::int64_t>& value) { return value ? Json(*value) : Json(); }

Json volumeJson(const Volume& volume) {
    Json json;
    json.set("whole", volume.whole);
    json.set("interval", orNull(volume.interval));
    json.set("packed", orNull(volume.packed));
    return json;
}

void setTimes(Json& json, const StageTimes& times, double totalUs) {
    json.set("total_us", totalUs);
    json.set("bound_by", name(times.boundBy()));
    json.set("transfer_bound", times.isTransferBound());
    json.set("in_us", times.inUs);
    json.set("kernel_us", times.kernelUs);
    json.set("out_us", times.outUs);
    json.set("host_us", times.hostUs);
}

Json hostJson(const HostTimes& host, HostMemory memory) {
    Json json;
    json.set("from", host.name);
    json.set("memory", name(memory));
    json.set("in_fixed_us", host.in.fixedUs);
    json.set("in_gb_s", host.in.gbPerS);
    json.set("out_fixed_us", host.out.fixedUs);
    json.set("out_gb_s", host.out.gbPerS);
    if (host.base) {
        json.set("base_us", host.base->us);
        json.set("base_ns_per_item", host.base->nsPerItem);
    }
    json.set("notes", Json::arrayOf(host.notes));
    return json;
}

Json tilesJson(const TilePlan& plan, std::uint64_t sets) {
    Json json;
    json.set("tiles", static_cast<std::uint64_t>(plan.tiles.size()));
    json.set("tiles_of", Json::arrayOf(plan.tilesOf));
    json.set("on_device", sets);
    json.set("largest_bytes", plan.mostDeviceBytes);
    json.set("in_bytes", plan.inBytes);
    json.set("out_bytes", plan.outBytes);
    json.set("again_bytes", plan.againBytes);
    json.set("sequential_us", plan.sequential.totalUs());
    json.set("pipelined_us", plan.pipelinedUs > 0 ? Json(plan.pipelinedUs) : Json());
    json.set("dependence", plan.dependence.empty() ? Json() : Json(plan.dependence));
    return json;
}

Json cpuJson(const CpuComparison& cpu) {
    Json json;
    json.set("said", cpu.said);
    json.set("cpu_us", cpu.cpuUs);
    if (!cpu.breakEven) return json;
    json.set("size", cpu.size);
    json.set("pays_from", orNull(cpu.breakEven->size));
    json.set("tried", Json::arrayOf(cpu.breakEven->tried, [](const SizeTimes& one) {
                 Json item;
                 item.set("size", one.size);
                 item.set("device_us", one.deviceUs);
                 item.set("cpu_us", one.cpuUs);
                 return item;
             }));
    return json;
}

} // namespace

double LaunchReport::totalUs() const {
    if (!tiles) return moved.times.totalUs();
    const double sequential = tiles->sequential.totalUs();
    return pipeline && pipeline->pipelinedUs > 0 ? std::min(sequential, pipeline->pipelinedUs) : sequential;
}

Json toJson(const LaunchReport& report) {
    Json json;
    json.set("schema", transfersSchema);
    json.set("kernel", report.kernel);
    json.set("launch", report.launch);
    json.set("spec", report.spec);
    json.set("by", name(report.moved.by));
    setTimes(json, report.stages(), report.totalUs());
    json.set("in_bytes", report.moved.inBytes);
    json.set("out_bytes", report.moved.outBytes);
    json.set("device_bytes", report.moved.deviceBytes);
    json.set("memory_bytes", report.memoryBytes > 0 ? Json(report.memoryBytes) : Json());
    Json choices;
    for (const TransferBy by : {TransferBy::Whole, TransferBy::Interval, TransferBy::Packed})
        choices.set(std::string(name(by)), report.moved.transferUs(by, report.host));
    json.set("transfer_us_by", choices);
    json.set("buffers", Json::arrayOf(report.moved.buffers, [](const MovedBuffer& buffer) {
                 Json item;
                 item.set("name", buffer.volumes.name);
                 item.set("direction", symbolic::name(buffer.volumes.direction));
                 item.set("bytes", buffer.volumes.bytes);
                 item.set("in", volumeJson(buffer.volumes.in));
                 item.set("out", volumeJson(buffer.volumes.out));
                 item.set("in_us", buffer.inUs);
                 item.set("out_us", buffer.outUs);
                 item.set("note", buffer.volumes.note);
                 return item;
             }));
    if (report.tiles) json.set("tiles", tilesJson(*report.tiles, 1));
    if (report.pipeline) json.set("pipeline", tilesJson(*report.pipeline, 2));
    if (report.cpu) json.set("cpu", cpuJson(*report.cpu));
    json.set("host", hostJson(report.host, report.memory));
    return json;
}

Json toJson(const SequenceReport& report) {
    Json json;
    json.set("schema", transfersSchema);
    json.set("sequence", report.sequence);
    json.set("spec", report.spec);
    json.set("by", name(report.by));
    setTimes(json, report.moved.times, report.moved.times.totalUs());
    json.set("runs", report.moved.runs);
    json.set("in_bytes", report.moved.inBytes);
    json.set("out_bytes", report.moved.outBytes);
    json.set("device_bytes", report.moved.deviceBytes);
    json.set("memory_bytes", report.memoryBytes > 0 ? Json(report.memoryBytes) : Json());
    json.set("apart_transfer_us", report.moved.apartTransferUs);
    json.set("buffers", Json::arrayOf(report.moved.buffers, [](const ResidentBuffer& buffer) {
                 Json item;
                 item.set("name", buffer.name);
                 item.set("shared", buffer.isShared);
                 item.set("bytes", buffer.bytes);
                 item.set("in_bytes", buffer.inBytes);
                 item.set("out_bytes", buffer.outBytes);
                 item.set("in_us", buffer.inUs);
                 item.set("out_us", buffer.outUs);
                 return item;
             }));
    json.set("host", hostJson(report.host, report.memory));
    return json;
}

} // namespace warpstring::transfers
