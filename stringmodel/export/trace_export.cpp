// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/export/trace_export.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "stringmodel/timeline/warp_history.h"

namespace warpstring::simulation_export {

namespace {

using Json = nlohmann::ordered_json;

class Trace {
public:
    explicit Trace(const TraceSubject& subject)
        : subject_(subject), timeline_(*subject.simulation.timeline),
          warps_(warpHistories(timeline_.sample, timeline_.program, subject.simulation.occupancy.warpsPerGroup,
                               subject.spec.execution.schedulers)) {}

    std::string text() {
        const int pid = subject_.multiprocessor;
        add({{"name", "process_name"},
             {"ph", "M"},
             {"pid", pid},
             {"args", {{"name", "multiprocessor " + std::to_string(pid)}}}});
        groups();
        const int firstThread = threads_;
        for (std::size_t i = 0; i < warps_.size(); ++i) warp(firstThread + static_cast<int>(i), warps_[i]);
        return "{\"traceEvents\": [\n" + events_ +
               "\n],\n\"displayTimeUnit\": \"ms\",\n\"otherData\": " + about().dump() + "}\n";
    }

private:
    void add(const Json& event) {
        if (!events_.empty()) events_ += ",\n";
        events_ += event.dump();
    }

    void nameThread(int thread, const std::string& name) {
        const int pid = subject_.multiprocessor;
        add({{"name", "thread_name"}, {"ph", "M"}, {"pid", pid}, {"tid", thread}, {"args", {{"name", name}}}});
        add({{"name", "thread_sort_index"},
             {"ph", "M"},
             {"pid", pid},
             {"tid", thread},
             {"args", {{"sort_index", thread}}}});
    }

    [[nodiscard]] Json event(const std::string& name, const std::string& category, int thread, double begin,
                             double end) const {
        return {{"name", name},  {"cat", category}, {"ph", "X"},         {"pid", subject_.multiprocessor},
                {"tid", thread}, {"ts", begin},     {"dur", end - begin}};
    }

    /// A lane for each place of a work-group, threads from 1 on.
    void groups() {
        int places = 0;
        for (const auto& group : timeline_.sample.groups) places = std::max(places, group.slot + 1);
        for (int place = 0; place < places; ++place)
            nameThread(1 + place, "work-groups, place " + std::to_string(place));
        for (const auto& group : timeline_.sample.groups) {
            Json made =
                event("group " + std::to_string(group.group), "group", 1 + group.slot, group.start, group.end);
            made["args"] = {{"group", group.group}, {"warp_cycles_mean", group.meanWarpCycles}};
            add(made);
        }
        threads_ = 1 + places;
    }

    void warp(int thread, const timeline::WarpHistory& warp) {
        nameThread(thread, "scheduler " + std::to_string(warp.scheduler) + ", group " +
                               std::to_string(warp.group) + ", warp " + std::to_string(warp.inGroup));
        for (const auto& entry : warp.entries) {
            const auto& operation = timeline_.program.operations[entry.operation];
            const auto place = timeline::placeOf(operation, subject_.pdg);
            Json made = event(place.text, timeline::kindName(operation), thread, entry.begin, entry.end);
            made["args"] = {{"line", place.line},
                            {"kind", timeline::kindName(operation)},
                            {"operation", entry.operation},
                            {"instructions", operation.instructions},
                            {"stall", name(entry.stall)},
                            {"stall_cycles", entry.issue - entry.begin},
                            {"issue_cycles", entry.issued - entry.issue},
                            {"result_after_cycles", entry.done - entry.issue}};
            add(made);
            wait(entry.stall, place.line, thread, entry.begin, entry.issue);
            wait(timeline::Stall::Barrier, place.line, thread, entry.issued, entry.end);
        }
    }

    void wait(timeline::Stall stall, int line, int thread, double begin, double end) {
        if (end <= begin || stall == timeline::Stall::None) return;
        Json made = event(std::string("waits: ") + name(stall),
                          stall == timeline::Stall::Global ? "G" : "stall", thread, begin, end);
        made["args"] = {{"line", line}, {"stall", name(stall)}};
        add(made);
    }

    [[nodiscard]] Json about() const {
        const auto& simulation = subject_.simulation;
        return {{"schema", "warpstring.trace/1"},
                {"kernel", simulation.kernel},
                {"launch", simulation.launch},
                {"spec", simulation.spec},
                {"time_unit", "1 us of the trace is 1 cycle"},
                {"clock_mhz", subject_.spec.execution.clockMhz},
                {"kernel_cycles", timeline_.cycles},
                {"run_cycles", timeline_.sample.cycles},
                {"extrapolated", timeline_.extrapolation},
                {"operations", timeline_.sample.operations},
                {"operations_shown", timeline_.sample.spans.size()}};
    }

    const TraceSubject& subject_;
    const timeline::KernelTimeline& timeline_;
    std::vector<timeline::WarpHistory> warps_;
    std::string events_;
    int threads_ = 1;
};

} // namespace

std::string toChromeTrace(const TraceSubject& subject) { return Trace(subject).text(); }

} // namespace warpstring::simulation_export
