// SPDX-License-Identifier: GPL-3.0-or-later
// Registers by kernel, source, options and device: the launches of a sweep share what ptxas, or LLVM's compiler
// for AMD's GPUs, was asked once.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "stringmodel/simulation.h"

namespace warpstring::batch {

/// Safe to use from several threads. What was stopped is not kept.
class AssemblyCache {
public:
    /// For SimulationOptions. It keeps references to this cache and the cancellation, which may be null.
    [[nodiscard]] Assembler assembler(const Cancellation* cancellation = nullptr);

    /// Kernels assembled so far, failures included.
    [[nodiscard]] std::size_t assembled() const;

private:
    struct Slot {
        std::mutex mutex;
        std::optional<Result<AssembledRegisters>> registers;
    };

    Result<AssembledRegisters> registersOf(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                                           const Cancellation* cancellation);

    mutable std::mutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<Slot>> slots_;
};

} // namespace warpstring::batch
