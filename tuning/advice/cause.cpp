// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/advice/cause.h"

namespace warpstring::advice {

namespace {

constexpr std::array<CauseTraits, causeKindCount> rows{{
    {CauseKind::BankConflicts, "bank-conflicts", "WS101", "Bank conflicts", "without bank conflicts",
     "Lanes of a warp ask one bank of local memory for different words, one turn after another."},
    {CauseKind::ScatteredConstants, "scattered-constants", "WS102", "Scattered constants",
     "with one constant for all lanes",
     "Constant memory hands out one word at a time: lanes that ask for different ones wait for each other."},
    {CauseKind::ScatteredAccess, "scattered-access", "WS103", "Scattered access", "coalesced",
     "The lanes of a warp access global memory in more sectors than their bytes fill."},
    {CauseKind::AtomicContention, "atomic-contention", "WS104", "Atomic contention", "without contention",
     "Atomic operations on one word are carried out one after another."},
    {CauseKind::Divergence, "divergence", "WS105", "Divergence", "without divergence",
     "Work-items of one warp take different ways, so that the warp takes all of them."},
    {CauseKind::Barrier, "barrier", "WS106", "Barrier", "without the barrier",
     "The warps of a group wait for the last of them."},
    {CauseKind::LoadLatency, "load-latency", "WS107", "Load latency", "with the value there at once",
     "Warps wait for a loaded value, and too few others have something to do."},
    {CauseKind::CostlyOperation, "costly-operation", "WS108", "Costly operations",
     "with one instruction for each costly operation",
     "A division, a remainder or a function of many instructions is carried out often."},
    {CauseKind::RegisterLimit, "register-limit", "WS201", "Occupancy limited by registers",
     "with registers for all", "Registers allow fewer resident work-groups than the rest would, or spill."},
    {CauseKind::LocalMemoryLimit, "local-memory-limit", "WS202", "Occupancy limited by local memory",
     "with local memory for all", "Local memory allows fewer resident work-groups than the rest would."},
    {CauseKind::GroupSizeLimit, "group-size-limit", "WS203", "Occupancy limited by the group's size",
     "with all places for warps taken", "Work-groups of this size leave places for warps empty."},
    {CauseKind::UnevenGroups, "uneven-groups", "WS204", "Uneven work-groups", "with work-groups alike",
     "Some work-groups have more work than others, and the kernel waits for them."},
    {CauseKind::Tail, "tail", "WS205", "Tail", "with full waves",
     "The last work-groups do not fill the device."},
    {CauseKind::GroupStart, "group-start", "WS206", "Start of work-groups", "with groups that start at once",
     "A multiprocessor starts one work-group after another: small ones take longer to start than to run."},
    {CauseKind::L1Capacity, "l1-capacity", "WS301", "L1 misses", "with an L1 cache that holds all",
     "L1 drops what is asked for again.", false},
    {CauseKind::L2Capacity, "l2-capacity", "WS302", "L2 misses", "with an L2 cache that holds all",
     "The launch touches more than L2 holds, or reads it for the first time.", false},
    {CauseKind::DramBandwidth, "dram-bandwidth", "WS303", "DRAM bandwidth", "with DRAM without limit",
     "DRAM hands out as much as it can.", false},
    {CauseKind::L2Bandwidth, "l2-bandwidth", "WS304", "L2 bandwidth", "with L2 without limit",
     "L2 hands out as much as it can.", false},
    {CauseKind::DataPath, "data-path", "WS305", "Data path of L1 and local memory",
     "with a data path twice as wide", "L1 and local memory hand out as much as they can.", false},
    {CauseKind::Pipe, "pipe", "WS306", "Busy pipe", "with the pipe twice as wide",
     "An execution pipe is busy most of the time.", false},
    {CauseKind::InstructionIssue, "instruction-issue", "WS307", "Instruction issue",
     "with twice the instructions issued a cycle", "The schedulers issue as much as they can.", false},
}};

constexpr bool areInOrder() {
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].kind != static_cast<CauseKind>(i)) return false;
    return true;
}
static_assert(areInOrder());

} // namespace

const CauseTraits& traits(CauseKind kind) { return rows[static_cast<std::size_t>(kind)]; }

const std::array<CauseTraits, causeKindCount>& causeTraits() { return rows; }

std::string nameOf(const Cause& cause) {
    std::string name = cause.subject;
    if (cause.place.at.line > 0)
        name += (name.empty() ? "line " : ", line ") + std::to_string(cause.place.at.line);
    return name.empty() ? "the launch" : name;
}

} // namespace warpstring::advice
