// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/export/report_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "stringmodel/export/compiled_json.h"
#include "stringmodel/string/notation.h"
#include "stringmodel/string/token_kinds.h"

namespace warpstring::simulation_export {

using token_string::TokenKind;

namespace {

using Json = nlohmann::ordered_json;

/// JSON has no infinity: an unknown or unlimited figure is null.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json place(const CodePlace& where) {
    Json json{{"file", where.at.file}, {"line", where.at.line}, {"column", where.at.column}};
    for (const auto& call : where.inlinedAt)
        json["inlined_at"].push_back({{"file", call.file}, {"line", call.line}, {"column", call.column}});
    return json;
}

/// The reasons that a token or a warp has cycles for.
Json reasonsJson(const timeline::StallCycles& reasons) {
    Json json = Json::object();
    for (std::size_t s = 0; s < timeline::stallCount; ++s)
        if (reasons[s] > 0) json[name(static_cast<timeline::Stall>(s))] = number(reasons[s]);
    return json;
}

/// `stalls`: of a token of the timeline, over the launch.
Json tokenJson(const token_string::Token& token, const timeline::StallCycles* stalls) {
    Json json{{"kind", traits(token.kind).name},
              {"instructions", number(token.count)},
              {"cycles", number(token.cycles)},
              {"weight", number(token.weight)},
              {"place", place(token.place)}};
    if (token.memory > 0) json["memory"] = token.memory;
    if (token.kind == TokenKind::Compute && stalls == nullptr) json["exposure"] = number(token.exposure);
    if (token.isStart) json["start"] = true;
    if (stalls != nullptr) json["warp_cycles_by_reason"] = reasonsJson(*stalls);
    if (token.kind == TokenKind::Load || token.kind == TokenKind::Store) {
        json["transactions"] = number(token.transactions);
        json["bytes"] = number(token.bytes);
    }
    if (token.kind == TokenKind::SharedLoad || token.kind == TokenKind::SharedStore)
        json["worst_conflict_ways"] = token.conflictWays;
    if (token.kind == TokenKind::Wait) json["waits_for"] = token.waitsFor;
    json["statements"] = Json::array();
    for (const StatementId statement : token.statements) json["statements"].push_back(statement.index());
    return json;
}

/// `next`: of the tokens' stalls; taken from the timeline's, where there are some.
Json itemsJson(const std::vector<token_string::StringItem>& items, const TokenStalls& stalls,
               std::size_t& next) {
    Json json = Json::array();
    for (const auto& item : items) {
        if (const auto* token = std::get_if<token_string::Token>(&item.content)) {
            json.push_back(tokenJson(*token, next < stalls.size() ? &stalls[next] : nullptr));
            ++next;
            continue;
        }
        const auto& repeat = std::get<token_string::Repeat>(item.content);
        json.push_back({{"kind", "repeat"},
                        {"count", number(repeat.count)},
                        {"weight", number(repeat.weight)},
                        {"loop", repeat.loop.index()},
                        {"place", place(repeat.place)},
                        {"tokens", itemsJson(repeat.body, stalls, next)}});
    }
    return json;
}

Json walkJson(const token_string::WarpLatency& latency) {
    return {{"latency_cycles", number(latency.cycles)},  {"compute_cycles", number(latency.compute)},
            {"memory_cycles", number(latency.memory)},   {"shared_cycles", number(latency.shared)},
            {"barrier_cycles", number(latency.barrier)}, {"exposed_latency_cycles", number(latency.waiting)}};
}

Json timelineJson(const timeline::KernelTimeline& timeline, const Pdg& pdg, double warps) {
    Json json{{"cycles", number(timeline.cycles)},
              {"time_us", number(timeline.timeUs)},
              {"warp_cycles", number(timeline.warpCycles)},
              {"bound_by", timeline.boundBy},
              {"extrapolated", timeline.extrapolation}};
    for (const auto& resource : timeline.resources)
        json["resources"][resource.name] = number(resource.fraction);
    json["instructions"] = number(timeline.program.instructionsPerWarp * warps);
    for (std::size_t p = 0; p < pipeCount; ++p)
        if (static_cast<Pipe>(p) != Pipe::Scalar || timeline.program.pipeInstructionsPerWarp[p] > 0)
            json["pipe_instructions"][std::string(name(static_cast<Pipe>(p)))] =
                number(timeline.program.pipeInstructionsPerWarp[p] * warps);
    json["other_wavefronts"] = number(timeline.program.passesPerWarp * warps);
    json["warp_cycles_by_reason"] = reasonsJson(timeline.ofWarp.byReason());
    json["memory"] = Json::array();
    for (const auto& access : pdg.accesses) {
        const auto& traffic = timeline.traffic[access.id];
        if (traffic.requests <= 0) continue;
        const auto& statement = pdg.statements[access.statement];
        json["memory"].push_back({{"access", access.id.index()},
                                  {"line", statement.place.at.line},
                                  {"what", statement.text},
                                  {"shared", access.space == MemorySpace::Shared},
                                  {"private", access.space == MemorySpace::Private},
                                  {"requests", number(traffic.requests)},
                                  {"wavefronts", number(traffic.wavefronts)},
                                  {"l1_sectors", number(traffic.l1Sectors)},
                                  {"l1_misses", number(traffic.l1Misses)},
                                  {"stored_bytes", number(traffic.storedBytes)},
                                  {"l2_read_bytes", number(traffic.l2ReadBytes)},
                                  {"l2_packets", number(traffic.l2Packets)},
                                  {"l2_write_bytes", number(traffic.l2WriteBytes)},
                                  {"dram_read_bytes", number(traffic.dramReadBytes)},
                                  {"dram_write_bytes", number(traffic.dramWriteBytes)}});
    }
    json["touched_bytes"] = number(timeline.device.touchedBytes);
    json["retained_in_l2"] = number(timeline.device.retained);
    json["l2_window_groups"] = number(timeline.device.windowGroups);
    return json;
}

Json diagnosticsJson(const Diagnostics& diagnostics) {
    Json json = Json::array();
    for (const auto& d : diagnostics)
        json.push_back({{"code", d.code},
                        {"severity", name(d.severity)},
                        {"file", d.place.file},
                        {"line", d.place.line},
                        {"column", d.place.column},
                        {"message", d.message},
                        {"hint", d.hint}});
    return json;
}

Json occupancyJson(const Simulation& s) {
    Json limits = Json::object();
    for (const auto& limit : s.occupancy.limits) limits[limit.resource] = limit.groups;
    return {{"groups", s.occupancy.groups},
            {"warps", s.occupancy.warps},
            {"warps_per_group", s.occupancy.warpsPerGroup},
            {"fraction", s.occupancy.fraction},
            {"limiter", s.occupancy.limiter},
            {"groups_by_resource", limits},
            {"registers_per_work_item", s.registers},
            {"spilled_registers_per_work_item", s.occupancy.spilledRegisters},
            {"registers_per_group", s.occupancy.registersPerGroup},
            {"shared_bytes_per_group", s.occupancy.sharedBytesPerGroup}};
}

/// The paper's figures of a warp.
Json closedFormWarp(const Simulation& s) {
    Json warp = walkJson(s.correctedWalk);
    warp["nbc_avg"] = number(s.nonBlockingCycles);
    warp["cyc_mem"] = number(s.memory.memoryCycles);
    warp["cyc_compute"] = number(s.memory.computeCycles);
    warp["num_mem"] = number(s.memory.memoryOperations);
    warp["m_token_cycles"] = number(s.memory.tokenCycles);
    warp["bytes"] = number(s.memory.bytes);
    warp["transactions"] = number(s.memory.transactions);
    warp["paper_walk"] = walkJson(s.paperWalk);
    return warp;
}

Json timelineWarp(const timeline::KernelTimeline& timeline) {
    return {{"latency_cycles", number(timeline.warpCycles)},
            {"cycles_by_reason", reasonsJson(timeline.ofWarp.byReason())},
            {"median_cycles", number(timeline.warps.median)},
            {"p90_cycles", number(timeline.warps.p90)},
            {"longest_cycles", number(timeline.warps.longest)}};
}

Json kernelJson(const Simulation& s) {
    const KernelParts parts = s.kernelParts();
    return {{"name", s.kernel},
            {"cycles", number(s.kernelCycles())},
            {"time_us", number(s.kernelTimeUs())},
            {"start_us", number(parts.startUs)},
            {"body_us", number(parts.bodyUs)},
            {"tail_us", number(parts.tailUs)},
            {"launch_overhead_us", number(s.time.launchOverheadUs)},
            {"bound_by", s.boundBy()},
            {"groups_per_multiprocessor", number(s.time.groupsPerMultiprocessor)},
            {"full_waves", number(s.time.fullWaves)},
            {"tail_groups", number(s.time.tailGroups)}};
}

Json boundsJson(const SimulationBounds& bounds) {
    return {{"latency_cycles",
             {{"lower", number(bounds.lowerLatencyCycles)}, {"upper", number(bounds.upperLatencyCycles)}}},
            {"time_us", {{"lower", number(bounds.lowerTimeUs)}, {"upper", number(bounds.upperTimeUs)}}}};
}

/// What the closed form says where the timeline is reported.
Json closedFormBeside(const Simulation& s) {
    Json json{{"warp", closedFormWarp(s)},
              {"kernel",
               {{"cycles", number(s.time.cycles)},
                {"time_us", number(s.time.timeUs)},
                {"bound_by", s.time.boundBy}}}};
    if (s.bounds) json["bounds"] = boundsJson(*s.bounds);
    return json;
}

} // namespace

std::string toJson(const Simulation& s, const Pdg& pdg) {
    Json json;
    json["schema"] = "warpstring.simulation/2";
    json["launch"] = s.launch;
    json["spec"] = s.spec;
    json["mode"] = s.sourceShape ? "source-shape" : "optimised";
    json["model"] = name(s.model());
    json["string"] = toText(s.string);
    std::size_t next = 0;
    json["tokens"] = itemsJson(s.string.items, s.tokenStalls, next);
    Json warp = s.timeline ? timelineWarp(*s.timeline) : closedFormWarp(s);
    warp["active_warps"] = number(s.residentWarps);
    json["warp"] = std::move(warp);
    json["occupancy"] = occupancyJson(s);
    if (s.compiled) json["compiled"] = compiledJson(*s.compiled, s.estimatedRegisters);
    json["kernel"] = kernelJson(s);
    if (s.timeline) {
        json["timeline"] = timelineJson(*s.timeline, pdg, s.evaluation.warps);
        json["closed_form"] = closedFormBeside(s);
    }
    if (const SimulationBounds* bounds = s.reportedBounds()) json["bounds"] = boundsJson(*bounds);
    Json conditions = Json::array();
    for (const auto& region : pdg.regions) {
        const auto& report = s.evaluation.regions[region.id].condition;
        if (region.kind != Region::Kind::Branch || !report.threadDependent) continue;
        conditions.push_back({{"line", region.controlParents.empty()
                                           ? region.place.at.line
                                           : pdg.predicates[region.controlParents[0].predicate].place.at.line},
                              {"condition", exprText(pdg.exprs, region.guard, pdg.parameterNames())},
                              {"evaluated", name(report.certainty)},
                              {"case", report.tripletCase},
                              {"predicted_steps", report.predictedCost},
                              {"paper_steps", report.paperCost},
                              {"reason", report.reason}});
    }
    json["conditions"] = std::move(conditions);
    json["assumptions"] = s.assumptions;
    json["diagnostics"] = diagnosticsJson(s.diagnostics);
    return json.dump(2);
}

} // namespace warpstring::simulation_export
