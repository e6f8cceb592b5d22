// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of one multiprocessor: its resident warps on its schedulers, with pipes, data path, caches and
// bandwidth as servers that are asked in the order in which warps get ready. docs/model.md, section 9.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/hardware_spec.h"
#include "core/work_share.h"
#include "stringmodel/machine/machine_program.h"
#include "stringmodel/timeline/access_patterns.h"
#include "stringmodel/timeline/activity.h"

namespace warpstring::timeline {

/// What a warp waits for before it issues an operation.
enum class Stall : std::uint8_t {
    None,      ///< issuing
    Global,    ///< a value from global memory
    Shared,    ///< a value from shared memory
    Operand,   ///< a value of a computation
    Scheduler, ///< other warps issue
    Pipe,      ///< the execution unit is busy
    Memory,    ///< the data path to caches and shared memory is busy
    Barrier,   ///< other warps of the group
    Start,     ///< the warp's own start, before its first operation
};
inline constexpr std::size_t stallCount = static_cast<std::size_t>(Stall::Start) + 1;
[[nodiscard]] const char* name(Stall stall);

/// Cycles that warps spent before operations, by reason, summed over warps.
using StallCycles = std::array<double, stallCount>;

struct GroupRun {
    std::uint64_t group = 0; ///< number of the work-group in the launch
    int slot = 0;            ///< of the resident ones
    double start = 0, end = 0;
    double meanWarpCycles = 0; ///< from the start of a warp to its end
};

/// One operation of a warp, for pictures.
struct OperationSpan {
    std::uint32_t warp = 0; ///< number of the warp on the multiprocessor: slot * warps of a group + its own
    std::uint32_t operation = 0;
    Stall stall = Stall::None; ///< what it mostly waited for before
    float ready = 0;           ///< the one before has issued
    float issue = 0;
    float done = 0; ///< its result is there, or it has passed the data path
};

struct MemoryTraffic {
    double requests = 0;                ///< of warps with an active lane
    double wavefronts = 0;              ///< passes of the data path that counters see
    double l1Sectors = 0, l1Misses = 0; ///< sectors read, of them not found
    double storedBytes = 0;             ///< in sectors of stores, each by itself; together they may be fewer
    double l2ReadBytes = 0, l2WriteBytes = 0;
    double l2Packets = 0; ///< sent to L2: requests of loads; of stores sectors, and lines written in part
    double dramReadBytes = 0, dramWriteBytes = 0;

    [[nodiscard]] double dramBytes() const { return dramReadBytes + dramWriteBytes; }
};

struct MultiprocessorRun {
    double cycles = 0;
    double operations = 0;
    double farWaits = 0; ///< for values from beyond L1, a warp of the group that waits most often
    std::vector<GroupRun> groups;
    int places = 0;                  ///< of the groups that start together
    std::vector<double> warpCycles;  ///< latency of each warp, in the order in which they end
    std::vector<StallCycles> stalls; ///< by operation of the program, summed over warps
    // What stalls leave out of the latencies of warps, or do not tell apart; summed over warps likewise.
    std::vector<double>
        loadWaits; ///< Stall::Global by the value waited for: operations' uses, one after another
    std::vector<double> arrivals; ///< by operation: from issuing a barrier until the warp has arrived there
    std::vector<double> drains;   ///< by slot: until the value that comes last is there at a warp's end
    std::array<double, pipeCount> pipeBusy{}; ///< cycles of the busiest scheduler's pipe
    double issueBusy = 0;                     ///< of the busiest scheduler
    double dispatchBusy = 0;                  ///< starting work-groups
    double dataBusy = 0, l2Busy = 0, dramBusy = 0;
    double constantBusy = 0;            ///< of the cache of constant memory
    double atomicBusy = 0;              ///< of the busiest object's slices
    std::vector<MemoryTraffic> traffic; ///< by AccessId
    std::vector<OperationSpan> spans;   ///< where asked for
};

/// Where an atomic operation's words are served.
struct AtomicTarget {
    std::uint32_t object = 0; ///< those of one object wait for each other
    double slices = 1;        ///< of L2 over which the device's operations on it spread
    double part = 1;          ///< of the cycles of its pattern
    double latency = 0;       ///< behind them, cycles; 0: that of global memory
};

/// What DRAM does besides the bytes that it is asked for.
struct DramExtra {
    double readGapFactor = 1, writeGapFactor = 1; ///< time, over that of the bytes
    double filledFactor = 0;                      ///< bytes read for each one written
};

struct MultiprocessorTask {
    std::vector<std::uint64_t> groups; ///< in the order in which they start, those of the largest size
    int residentGroups = 1;            ///< that start together
    /// Where one has ended, as many enter as find room, at most so many groups, and so many warps that have not
    /// ended; 0: as many as start together.
    int groupPlaces = 0, warpPlaces = 0;
    double l1Bytes = 0;
    double l2BytesPerCycle = 0; ///< this multiprocessor's share, both directions apart; 0: no limit
    double l2WriteBytesPerCycle = 0;
    double dramBytesPerCycle = 0;                            ///< likewise, both directions together
    std::vector<double> dramReadFraction, dramWriteFraction; ///< of the bytes of L2, by AccessId
    std::vector<DramExtra> dramExtra;                        ///< by AccessId; empty: none
    std::vector<bool> isOwn;           ///< by AccessId: its lines in L1 serve its own group alone; empty: none
    double deviceShare = 1;            ///< of the device's work that this multiprocessor does
    std::vector<AtomicTarget> atomics; ///< by AccessId; empty: one slice serves all
    std::size_t mostSpans = 0;
    WorkShare* share = nullptr; ///< of operations; spent, the runs end where they are. May be null
};

/// How much of a launch a run simulates.
struct RunSize {
    std::size_t groups = 0; ///< of the task's, from the first on
    /// Trips to simulate of a loop that a warp would make so many of; none: all of them.
    std::function<std::int64_t(LoopId, std::int64_t)> trips;
};
inline constexpr std::size_t mostRunSizes = 8;

struct SizedRuns {
    std::vector<MultiprocessorRun> runs; ///< by size
    double simulatedOperations = 0;      ///< those that several sizes share counted once
};

/// Runs the program on one multiprocessor that starts empty, with cold L1, in each of at most `mostRunSizes`
/// sizes. Runs are one until the first of them leaves a loop or starts no further group where another goes on.
[[nodiscard]] SizedRuns runMultiprocessor(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                          const HardwareSpec& spec, const machine::MachineProgram& program,
                                          const Activity& activity, AccessPatterns& patterns,
                                          const MultiprocessorTask& task, const std::vector<RunSize>& sizes);

} // namespace warpstring::timeline
