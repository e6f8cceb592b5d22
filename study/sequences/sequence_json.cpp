// SPDX-License-Identifier: GPL-3.0-or-later
// Sequences as JSON (docs/json.md).
#include "core/records/measurement_json.h"
#include "stringmodel/string/notation.h"
#include "study/sequences/sequence_simulation.h"

namespace warpstring::sequences {

Json toJson(const SequenceSimulation& simulation) {
    const double whole = simulation.timeUs();
    Json json;
    json.set("schema", "warpstring.sequence-simulation/1");
    json.set("sequence", simulation.name);
    json.set("file", simulation.file);
    json.set("description", simulation.description);
    json.set("spec", simulation.spec);
    json.set("time_us", whole);
    json.set("runs", simulation.runs());
    json.set("launch_overheads_us", simulation.launchOverheadsUs());
    json.set("steps", Json::arrayOf(simulation.steps, [&](const SimulatedStep& step) {
                 Json item;
                 item.set("step", step.number);
                 item.set("launch", step.launch);
                 item.set("kernel", step.kernel);
                 item.set("runs", step.runs);
                 item.set("run_us", step.runUs);
                 item.set("time_us", step.allUs());
                 item.set("share", step.allUs() / whole);
                 item.set("bound_by", step.boundBy);
                 item.set("model", name(step.model));
                 item.set("diagnostics", Json::arrayOf(step.diagnostics, [](const Diagnostic& found) {
                              return records::toJson(found);
                          }));
                 return item;
             }));
    json.set("assumptions", Json::arrayOf(simulation.assumptions));
    return json;
}

} // namespace warpstring::sequences
