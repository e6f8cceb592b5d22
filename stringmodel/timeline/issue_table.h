// SPDX-License-Identifier: GPL-3.0-or-later
// What issuing the operations of a program takes, packed: the innermost loop of the timeline reads nothing
// else.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "stringmodel/machine/machine_program.h"

namespace warpstring::timeline {

struct PipeUse {
    std::uint32_t pipe = 0;
    float cycles = 0;
};

struct IssueEntry {
    machine::MachineKind kind = machine::MachineKind::Compute;
    bool passesMemory = false; ///< Compute: by the pipe to memory
    bool isAtOnce = false;     ///< its value is there once it is issued
    bool isBranch = false;     ///< its warp goes on once it is known where
    bool isOfSource = false;   ///< isBranch: it decides what the source says
    bool isTexel = false;      ///< it takes the pipe of textures
    RegionId guard = none;     ///< predicated region
    std::uint32_t copy = 0;    ///< of an unrolled body
    std::int32_t result = -1;  ///< slot
    float issueCycles = 1;
    float schedulerCycles = 1; ///< with what is lost to other warps
    float latency = 4;
    float operandCycles = 0; ///< that its values take to it
    float gapCycles = 0;     ///< since the operation before it
    std::uint32_t firstUse = 0, useCount = 0;
    std::uint32_t firstPipe = 0, pipeCount = 0;
    std::uint32_t pipeSet = 0; ///< operations of one number wait for the same pipes

    /// It accesses nothing, waits for no other warp, and goes nowhere else.
    [[nodiscard]] bool isComputedAlone() const {
        return kind == machine::MachineKind::Compute && !isBranch && !passesMemory && !isTexel;
    }
    /// Accesses of global memory wait for the data path in a line of their own.
    [[nodiscard]] bool isToGlobal() const {
        return kind == machine::MachineKind::Global || kind == machine::MachineKind::Spill;
    }
};

class IssueTable {
public:
    explicit IssueTable(const machine::MachineProgram& program) {
        for (const auto& operation : program.operations) {
            IssueEntry entry{operation.kind,
                             operation.pipeCycles[static_cast<std::size_t>(Pipe::Memory)] > 0,
                             operation.isAtOnce,
                             operation.branchesWithin ||
                                 (operation.predicate != none && operation.prepares == none),
                             operation.predicate != none && operation.prepares == none,
                             operation.pipeCycles[static_cast<std::size_t>(Pipe::Texture)] > 0,
                             operation.guard,
                             static_cast<std::uint32_t>(operation.copy),
                             operation.result,
                             operation.issueCycles,
                             operation.issueCycles + operation.lostCycles,
                             operation.latency,
                             operation.operandCycles,
                             operation.gapCycles,
                             static_cast<std::uint32_t>(uses_.size()),
                             static_cast<std::uint32_t>(operation.uses.size()),
                             static_cast<std::uint32_t>(pipes_.size()),
                             0};
            uses_.insert(uses_.end(), operation.uses.begin(), operation.uses.end());
            for (std::uint32_t p = 0; p < operation.pipeCycles.size(); ++p)
                if (operation.pipeCycles[p] > 0) pipes_.push_back({p, operation.pipeCycles[p]});
            entry.pipeCount = static_cast<std::uint32_t>(pipes_.size()) - entry.firstPipe;
            entry.pipeSet = pipeSetOf(entry);
            entries_.push_back(entry);
        }
    }

    [[nodiscard]] const IssueEntry& operator[](std::uint32_t operation) const { return entries_[operation]; }
    /// All of them, of all operations.
    [[nodiscard]] std::size_t useCount() const { return uses_.size(); }
    /// Slots of the values that it uses.
    [[nodiscard]] std::span<const std::uint32_t> uses(const IssueEntry& entry) const {
        return {uses_.data() + entry.firstUse, entry.useCount};
    }
    [[nodiscard]] std::span<const PipeUse> pipes(const IssueEntry& entry) const {
        return {pipes_.data() + entry.firstPipe, entry.pipeCount};
    }

    [[nodiscard]] std::size_t pipeSetCount() const { return pipeSets_.size(); }

private:
    std::uint32_t pipeSetOf(const IssueEntry& entry) {
        PipeSet own{entry.isToGlobal(), {}};
        for (const auto& use : pipes(entry)) own.second.push_back(use.pipe);
        return pipeSets_.try_emplace(std::move(own), static_cast<std::uint32_t>(pipeSets_.size()))
            .first->second;
    }

    /// To global memory or not, and the pipes.
    using PipeSet = std::pair<bool, std::vector<std::uint32_t>>;
    std::map<PipeSet, std::uint32_t> pipeSets_;
    std::vector<IssueEntry> entries_; ///< by operation
    std::vector<std::uint32_t> uses_;
    std::vector<PipeUse> pipes_;
};

} // namespace warpstring::timeline
