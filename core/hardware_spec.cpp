// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware_spec.h"

namespace warpstring {

std::string_view name(ProvenanceKind kind) {
    switch (kind) {
    case ProvenanceKind::Paper: return "paper";
    case ProvenanceKind::Datasheet: return "datasheet";
    case ProvenanceKind::Collected: return "collected";
    case ProvenanceKind::Microbenchmark: return "microbenchmark";
    case ProvenanceKind::Calibrated: return "calibrated";
    case ProvenanceKind::Estimated: return "estimated";
    }
    return "";
}

namespace {

constexpr std::array<std::string_view, pipeCount> pipeNames{
    "fma", "alu", "integer_multiply", "special", "double", "memory", "control", "texture", "scalar"};

} // namespace

std::string_view name(Pipe pipe) { return pipeNames[static_cast<std::size_t>(pipe)]; }

std::optional<Pipe> parsePipe(std::string_view name) {
    for (std::size_t i = 0; i < pipeCount; ++i)
        if (pipeNames[i] == name) return static_cast<Pipe>(i);
    return std::nullopt;
}

const InstructionCost* HardwareSpec::findCost(OperationClass operation) const {
    for (const auto told : {operation, generalClass(operation)})
        if (const auto known = instructions.find(told); known != instructions.end()) return &known->second;
    return nullptr;
}

} // namespace warpstring
