// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/register_choice.h"

#include <algorithm>

#include "pdg/ordering/register_allowance.h"

namespace warpstring::machine {

namespace {

/// Registers beside the fewest for which a compiler lets fewer warps be resident: for loads under way. By what
/// drivers tell of 1059 launches of kernels that values may be tuned on (docs/model.md, Registers).
constexpr int leastBesides = 2;
/// The same where the device is not full of warps as it is, and the kernel does not say how large its groups
/// are.
constexpr int leastBesidesBelow = 6;

} // namespace

int registerRoom(const Pdg& pdg, const HardwareSpec& spec) {
    const auto& limits = spec.occupancy;
    const int lanes = spec.execution.warpSize;
    const int most = std::min(limits.warps, limits.workItems / std::max(1, lanes));
    if (limits.registerScope != RegisterScope::Warp || most <= 0 || limits.registers <= 0) return pdg.registers;
    int step = std::max(1, spec.execution.schedulers);
    int warps = most;
    if (!pdg.requiredGroupSize.empty()) {
        int items = 1;
        for (const int size : pdg.requiredGroupSize) items *= size;
        step = std::clamp((items + lanes - 1) / lanes, 1, most);
        warps = std::min(most, limits.groups * step);
    }
    const auto room = [&](int resident) {
        const int unit = std::max(1, limits.registerUnit);
        return limits.registers / resident / unit * unit / lanes;
    };
    warps = std::max(step, warps / step * step);
    const int full = warps;
    const auto wished = [&](int resident) {
        const bool isKnown = !pdg.requiredGroupSize.empty();
        const int besides = isKnown || resident == full ? leastBesides : leastBesidesBelow;
        return std::max(pdg.registers, std::min(pdg.freeRegisters, pdg.registers + besides));
    };
    while (warps > step && room(warps) < wished(warps)) warps -= step;
    return std::max(pdg.registers, std::min(room(warps), limits.registersPerWorkItem));
}

ordering::RegisterLimit registerLimit(const Pdg& pdg, const HardwareSpec& spec) {
    const auto& limits = spec.occupancy;
    if (pdg.registers <= 0 || limits.workItems <= 0 || limits.registers <= 0) return ordering::noRegisterLimit;
    const int room = limits.registerScope == RegisterScope::Warp
                         ? registerRoom(pdg, spec)
                         : std::max(pdg.registers, limits.registers / limits.workItems);
    if (pdg.registerNames == 0) return {0, room - pdg.registers};
    int values = std::max(0, room - ordering::reservedRegisters - pdg.arrayRegisters);
    while (values > 0 && ordering::reportedRegisters(values) + pdg.arrayRegisters > room) --values;
    return {values, 0};
}

int registersTaken(const Pdg& pdg, const HardwareSpec& spec) {
    // LLVM's compiler for AMD's GPUs names all of them and takes none for a stack. It leaves loops as they are,
    // of which "free" has the copies that NVIDIA's assembler makes: docs/amd.md.
    constexpr int beyondTheHighestNamed = 2, ofTheStack = 5;
    if (!spec.device.llvmTarget.empty()) {
        const int fewest = std::max(1, pdg.registers - beyondTheHighestNamed);
        if (!pdg.loops.empty()) return fewest;
        const int free = pdg.freeRegisters - beyondTheHighestNamed - ofTheStack;
        return std::max(fewest, std::min(free, registerRoom(pdg, spec)));
    }
    return std::max(pdg.registers, std::min(pdg.freeRegisters, registerRoom(pdg, spec)));
}

Result<RegisterChoice> chooseRegisters(const Pdg& pdg, const HardwareSpec& spec, const RegisterRequest& request,
                                       const std::optional<AssembledRegisters>& assembled) {
    const int taken = registersTaken(pdg, spec);
    const auto some = [](int registers, const std::string& source) {
        return std::to_string(registers) + " a work-item, " + source;
    };
    if (request.kind == RegisterRequest::Kind::Count) {
        const int most = spec.occupancy.registersPerWorkItem;
        if (most > 0 && request.count > most)
            return Diagnostic{"registers.beyond-device",
                              Severity::Error,
                              {},
                              std::to_string(request.count) + " registers are asked for, and a work-item of " +
                                  spec.name + " has " + std::to_string(most) + " at most",
                              "ask for " + std::to_string(most) + " or fewer"};
        return RegisterChoice{request.count, pdg.registers, some(request.count, "as asked for"), taken};
    }
    if (request.kind == RegisterRequest::Kind::Ptxas && !assembled)
        return Diagnostic{"registers.not-assembled",
                          Severity::Error,
                          {},
                          "ptxas is asked for registers, and nothing here can run it",
                          "ask for \"estimate\" or a number of registers"};
    if (assembled && request.kind != RegisterRequest::Kind::Estimate) {
        const std::string beside = assembled->compiled ? ", " + std::to_string(taken) + " by liveness" : "";
        return RegisterChoice{assembled->registers, assembled->registers + (assembled->spilledBytes + 3) / 4,
                              some(assembled->registers, "by " + assembled->assembler + beside), taken};
    }
    return RegisterChoice{taken, taken, some(taken, "estimated by liveness"), taken};
}

} // namespace warpstring::machine
