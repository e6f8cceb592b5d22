// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/export/compiled_json.h"

#include <nlohmann/json.hpp>

namespace warpstring::simulation_export {

namespace {

using Json = nlohmann::ordered_json;

Json instructionsJson(const AmdInstructions& counts) {
    return {{"vector_float", counts.vectorFloat},
            {"vector_integer", counts.vectorInteger},
            {"scalar", counts.scalar},
            {"vector_loads", counts.vectorLoads},
            {"vector_stores", counts.vectorStores},
            {"vector_atomics", counts.vectorAtomics},
            {"scalar_loads", counts.scalarLoads},
            {"local_memory", counts.localMemory},
            {"branches", counts.branches},
            {"waits", counts.waits},
            {"barriers", counts.barriers},
            {"other", counts.other},
            {"scalar_share", counts.scalarShare()}};
}

} // namespace

Json compiledJson(const CompiledForAmd& compiled, int estimatedRegisters) {
    Json json{{"target", compiled.target},
              {"group_size", compiled.groupSize},
              {"vector_registers", compiled.vectorRegisters},
              {"estimated_registers", estimatedRegisters},
              {"scalar_registers", compiled.scalarRegisters},
              {"scratch_bytes", compiled.scratchBytes},
              {"spilled_registers", compiled.spilledRegisters},
              {"spilled_scalars", compiled.spilledScalars},
              {"local_bytes", compiled.localBytes},
              {"waves_per_simd", compiled.wavesPerSimd},
              {"instructions", instructionsJson(compiled.total)}};
    json["lines"] = Json::array();
    for (const auto& [line, counts] : compiled.lines) {
        Json entry{{"line", line}};
        entry.update(instructionsJson(counts));
        json["lines"].push_back(std::move(entry));
    }
    return json;
}

} // namespace warpstring::simulation_export
