// SPDX-License-Identifier: GPL-3.0-or-later
// What may cost a launch time: the table of causes, each of which a simulation can be spared.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pdg/pdg.h"

namespace warpstring::advice {

enum class CauseKind : std::uint8_t {
    BankConflicts,      ///< of a local access
    ScatteredConstants, ///< lanes at several words of constant memory
    ScatteredAccess,    ///< of global memory: lanes are not neighbours
    AtomicContention,   ///< operations on one word wait for each other
    Divergence,         ///< work-items of a warp go several ways
    Barrier,
    LoadLatency,      ///< waiting for a loaded value
    CostlyOperation,  ///< one that takes many instructions, like a division
    RegisterLimit,    ///< fewer groups than fit are resident, for want of registers
    LocalMemoryLimit, ///< for want of local memory
    GroupSizeLimit,   ///< because groups do not fill the places for warps
    UnevenGroups,     ///< some work-groups take longer than others
    Tail,             ///< the last wave of work-groups does not fill the device
    GroupStart,       ///< a multiprocessor starts one work-group after another
    L1Capacity,       ///< what is fetched again because L1 had to drop it
    L2Capacity,       ///< what comes from DRAM because L2 does not hold it
    DramBandwidth,
    L2Bandwidth,
    DataPath, ///< of L1 and local memory
    Pipe,     ///< an execution pipe; its name is the cause's subject
    InstructionIssue,
};
inline constexpr std::size_t causeKindCount = static_cast<std::size_t>(CauseKind::InstructionIssue) + 1;

struct CauseTraits {
    CauseKind kind;
    std::string_view word;    ///< in JSON and on the command line: "bank-conflicts"
    std::string_view rule;    ///< id of the finding: "WS101"
    std::string_view title;   ///< "Bank conflicts"
    std::string_view without; ///< what is simulated: "without bank conflicts"
    std::string_view meaning; ///< one sentence
    bool isOfKernel = true;   ///< false: a limit of the device
};
[[nodiscard]] const CauseTraits& traits(CauseKind kind);
/// In the order of CauseKind.
[[nodiscard]] const std::array<CauseTraits, causeKindCount>& causeTraits();

/// One of them in a launch. All copies of a source place that the compiler unrolled are one cause.
struct Cause {
    CauseKind kind = CauseKind::BankConflicts;
    CodePlace place;     ///< line 0: of the launch as a whole
    std::string subject; ///< "load tile[...]", "if (x < n)", "fma pipe"; empty where the kind says it all
    std::vector<AccessId> accesses;
    std::vector<RegionId> regions;       ///< Divergence
    std::vector<StatementId> statements; ///< Barrier, CostlyOperation
    std::size_t pipe = 0;                ///< Pipe: which of HardwareSpec::pipeLanes

    /// Of the launch as a whole rather than of a place or a part.
    [[nodiscard]] bool isOfLaunch() const { return place.at.line == 0 && subject.empty(); }
};

/// What has it: "load tile, line 12", "the fma pipe", "the launch".
[[nodiscard]] std::string nameOf(const Cause& cause);

} // namespace warpstring::advice
