// SPDX-License-Identifier: GPL-3.0-or-later
// Launches and their simulations for Python.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "app/python/bindings.h"
#include "app/python/computing.h"
#include "app/python/held_simulation.h"
#include "app/python/refused.h"
#include "app/python/settings_of.h"
#include "pdg/export/dot.h"
#include "pdg/export/json.h"
#include "pdg/export/svg.h"
#include "pdg/export/text_tree.h"
#include "stringmodel/export/report_json.h"
#include "stringmodel/export/trace_export.h"
#include "stringmodel/string/notation.h"

namespace warpstring::python {

namespace {

namespace py = pybind11;

std::vector<std::uint64_t> sizesOf(const std::array<std::uint64_t, 3>& sizes, int dimensions) {
    return {sizes.begin(), sizes.begin() + dimensions};
}

/// The run of one multiprocessor with its operations, which a simulation keeps only where they are asked for.
struct Traced {
    HeldSimulation held;
    int multiprocessor = 0;
};

Traced traced(const HeldSimulation& held, int multiprocessor, std::size_t operations, const Seconds& limit) {
    const Launch& launch = held.chosen.launch;
    const HardwareSpec& spec = held.spec->spec;
    const int busy = static_cast<int>(std::min<std::uint64_t>(
        launch.range.groupCount(), static_cast<std::uint64_t>(spec.execution.multiprocessors)));
    if (multiprocessor >= busy)
        throw Refused({{"usage.multiprocessor",
                        Severity::Error,
                        {},
                        "the launch keeps " + std::to_string(busy) + " multiprocessors busy",
                        "multiprocessor counts from 0"}});
    auto simulation = valueOf(compute(limit, nullptr, [&](const Cancellation& token) {
        SimulationOptions options = simulationOptions(held.settings, held.chosen.texts->guesses, &token);
        options.model = ModelChoice::Timeline;
        options.timeline.mostSpans = operations;
        options.timeline.multiprocessor = multiprocessor;
        return simulate(held.pdg(), launch, spec, options);
    }));
    if (!simulation.timeline)
        throw Refused({{"timeline.too-long",
                        Severity::Error,
                        {launch.file.string(), 0, 0},
                        "the timeline of " + launch.name + " would take more operations than are simulated",
                        "choose a launch with fewer work-groups or shorter loops"}});
    return {{held.chosen, held.spec, held.settings, held.graph, std::move(simulation)},
            multiprocessor >= 0 ? multiprocessor : std::min(spec.execution.multiprocessors / 2, busy - 1)};
}

simulation_export::TraceSubject subjectOf(const Traced& traced) {
    return {traced.held.simulation, traced.held.pdg(), traced.held.chosen.launch, traced.held.spec->spec,
            traced.multiprocessor};
}

std::string graphText(const Pdg& pdg, const std::string& format) {
    if (format == "svg") return valueOf(pdg_export::toSvg(pdg));
    if (format == "dot") return pdg_export::toDot(pdg);
    return format == "json" ? pdg_export::toJson(pdg) : pdg_export::toTextTree(pdg);
}

void bindLaunch(py::module_& module) {
    py::class_<ChosenLaunch>(module, "Launch")
        .def_property_readonly("name", [](const ChosenLaunch& of) { return of.launch.name; })
        .def_property_readonly("kernel", [](const ChosenLaunch& of) { return of.launch.kernel; })
        .def_property_readonly("options", [](const ChosenLaunch& of) { return of.launch.options; })
        .def_property_readonly("file",
                               [](const ChosenLaunch& of) { return of.texts->kernel.launchPath.string(); })
        .def_property_readonly("source_file",
                               [](const ChosenLaunch& of) { return of.texts->kernel.sourcePath.string(); })
        .def_property_readonly("text", [](const ChosenLaunch& of) { return of.texts->kernel.launch; })
        .def_property_readonly("source", [](const ChosenLaunch& of) { return of.texts->kernel.source; })
        .def_property_readonly("guesses", [](const ChosenLaunch& of) { return of.texts->guesses; })
        .def_property_readonly("siblings", [](const ChosenLaunch& of) { return of.siblings; })
        .def_property_readonly(
            "global_size",
            [](const ChosenLaunch& of) { return sizesOf(of.launch.range.global, of.launch.range.dimensions); })
        .def_property_readonly(
            "local_size",
            [](const ChosenLaunch& of) { return sizesOf(of.launch.range.local, of.launch.range.dimensions); })
        .def_property_readonly("swept", [](const ChosenLaunch& of) {
            py::dict swept;
            for (const auto& value : of.launch.swept) swept[py::str(value.name)] = value.text;
            return swept;
        });
    module.def(
        "launches",
        [](const std::optional<std::string>& text, const std::string& path, const py::dict& choice,
           const std::string& options, const SpecPointer& spec, const Seconds& limit) {
            const LaunchSource source{text, path, choiceOf(choice), options};
            return valueOf(compute(limit, nullptr, [&](const Cancellation& token) {
                return chosenLaunches(source, spec->spec, &token);
            }));
        },
        py::arg("text"), py::arg("path"), py::arg("choice"), py::arg("options"), py::arg("spec"),
        py::arg("time_limit"));
}

} // namespace

void bindSimulations(py::module_& module) {
    bindLaunch(module);
    using Held = HeldSimulation;
    py::class_<Held, std::shared_ptr<Held>>(module, "Simulation")
        .def_property_readonly("time_us", [](const Held& held) { return held.simulation.kernelTimeUs(); })
        .def_property_readonly("latency_cycles",
                               [](const Held& held) { return held.simulation.warpLatencyCycles(); })
        .def_property_readonly("bound_by", [](const Held& held) { return held.simulation.boundBy(); })
        .def_property_readonly("registers", [](const Held& held) { return held.simulation.registers; })
        .def_property_readonly("string", [](const Held& held) { return toText(held.simulation.string, {}); })
        .def_property_readonly("diagnostics",
                               [](const Held& held) { return toPython(held.simulation.diagnostics); })
        .def("json", [](const Held& held) { return simulation_export::toJson(held.simulation, held.pdg()); })
        .def(
            "graph", [](const Held& held, const std::string& format) { return graphText(held.pdg(), format); },
            py::arg("format"))
        .def(
            "trace",
            [](const Held& held, int multiprocessor, std::size_t operations, const Seconds& limit) {
                return toChromeTrace(subjectOf(traced(held, multiprocessor, operations, limit)));
            },
            py::arg("multiprocessor"), py::arg("operations"), py::arg("time_limit"))
        .def(
            "timeline",
            [](const Held& held, int multiprocessor, std::size_t operations, int warps, double from, double to,
               const Seconds& limit) {
                const Traced of = traced(held, multiprocessor, operations, limit);
                return toTimelineSvg(subjectOf(of), {warps, from, to});
            },
            py::arg("multiprocessor"), py::arg("operations"), py::arg("warps"), py::arg("first_cycle"),
            py::arg("last_cycle"), py::arg("time_limit"));
    module.def(
        "simulate",
        [](const ChosenLaunch& launch, const SpecPointer& spec, const py::tuple& settings,
           const Seconds& limit) {
            const Settings how = settingsOf(settings);
            return std::make_shared<Held>(valueOf(compute(limit, nullptr, [&](const Cancellation& token) {
                return simulated(launch, spec, how, &token);
            })));
        },
        py::arg("launch"), py::arg("spec"), py::arg("settings"), py::arg("time_limit"));
    // What bench/python_overhead holds a call from Python against.
    module.def(
        "seconds_of_calls",
        [](const ChosenLaunch& launch, const SpecPointer& spec, const py::tuple& settings, int calls) {
            const Settings how = settingsOf(settings);
            const Cancellation token(nullptr);
            const auto begun = std::chrono::steady_clock::now();
            for (int i = 0; i < calls; ++i) static_cast<void>(valueOf(simulated(launch, spec, how, &token)));
            return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        },
        py::arg("launch"), py::arg("spec"), py::arg("settings"), py::arg("calls"));
}

} // namespace warpstring::python
