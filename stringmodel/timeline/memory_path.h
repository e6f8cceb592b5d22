// SPDX-License-Identifier: GPL-3.0-or-later
// What serves the memory accesses of a multiprocessor: the data path of L1 and shared memory, the L1 cache, and
// its shares of the bandwidths of L2 and DRAM. docs/model.md, sections 9.2 and 9.3.
#pragma once

#include <cstdint>
#include <vector>

#include "core/hardware_spec.h"
#include "stringmodel/machine/machine_program.h"
#include "stringmodel/timeline/access_patterns.h"
#include "stringmodel/timeline/l1_cache.h"
#include "stringmodel/timeline/multiprocessor.h"
#include "stringmodel/timeline/server.h"
#include "stringmodel/timeline/write_buffer.h"

namespace warpstring::timeline {

class MemoryPath {
public:
    /// Starts empty, with cold L1.
    MemoryPath(const HardwareSpec& spec, const MultiprocessorTask& task, std::size_t accesses);

    /// When an access that issues at `issued` is done: its values are there, or it has passed the data path.
    /// `way`: of its scheduler to the data path and back.
    double shared(const machine::MachineOperation& operation, const LocatedAccess& located, double issued,
                  Server& way);
    double global(const machine::MachineOperation& operation, const LocatedAccess& located, double issued,
                  Server& way);
    /// A load of constant memory whose lanes may differ.
    double constant(const machine::MachineOperation& operation, const LocatedAccess& located, double issued);
    /// A register that is spilled: the `place`-th of those of all resident warps.
    double spilled(const machine::MachineOperation& operation, std::int64_t place, double issued);
    /// An access by a warp all of whose lanes are off: where shared memory is a part of L1, it passes the data
    /// path as one of shared memory does (bench/device/ptx/probes.py).
    double passedOver(double issued, Server& way);
    /// Nothing passes the data path for so long: a group's stores to shared memory are done before its barrier
    /// opens.
    void hold(double now, double cycles) { data_.take(now, cycles); }
    /// Values from outside of the program pass where shared memory is accessed.
    void pass(double now);

    [[nodiscard]] L1Cache& l1() { return l1_; }

    /// When the data path of L1 and shared memory is free for another access.
    [[nodiscard]] double dataFree() const { return data_.free; }
    /// When the last request has been served.
    [[nodiscard]] double end() const;
    /// Adds its traffic and for how long its servers were busy.
    void report(MultiprocessorRun& run);

private:
    /// When bytes come from beyond L1. Each place's own time lies around the mean, an exponential
    /// distribution's `spread`; a warp waits for the latest.
    struct Arrival {
        double mean = 0;
        double spread = 0;
        std::int64_t placeBytes = 1;
    };

    /// What a store sends on to L2: lines of which it does not write all count apart.
    struct Written {
        double sectors = 0, lines = 0, partLines = 0;
    };

    /// What a load asks L2 for: lines and sectors that it lacks, in so many requests.
    struct Missed {
        double bytes = 0, lines = 0, requests = 0;
    };

    void count(const machine::MachineOperation& operation, double wavefronts);
    double load(const machine::MachineOperation& operation, const LocatedAccess& located, double start,
                double tags, double handedOver);
    [[nodiscard]] double tagPasses(const machine::MachineOperation& operation,
                                   const LocatedAccess& located) const;
    double handOver(double start, double cycles, double tags, Server& way) const;
    void passAgain(const machine::MachineOperation& operation, const AccessPattern& pattern, double tags,
                   double missedLines, double now);
    /// `wavefronts` are what the data path is held for, `counted` what devices' counters see of them.
    void passOnceMore(const machine::MachineOperation& operation, double wavefronts, double counted,
                      double now);
    [[nodiscard]] double passCycles(double wavefronts) const;
    double fromL2(const Missed& missed, double now);
    double toL2(const Written& written, double now);
    double write(const machine::MachineOperation& operation, const Written& written, double now);
    Arrival fetch(const machine::MachineOperation& operation, const Missed& missed, double now);
    double store(const machine::MachineOperation& operation, const LocatedAccess& located, double now);
    double atomic(const machine::MachineOperation& operation, const LocatedAccess& located, double now);
    [[nodiscard]] bool isOfSectors() const;
    [[nodiscard]] bool keepsStores(const machine::MachineOperation& operation) const;
    [[nodiscard]] DramExtra extraOf(AccessId access) const;
    [[nodiscard]] bool isWhole(const AccessPattern& pattern) const;
    [[nodiscard]] Written allOf(const AccessPattern& pattern) const;
    Written gather(const LocatedAccess& located, double now);
    void toDram(AccessId access, double bytes, double now);
    double dramLatency(double now, double cycles);
    double due(AccessId access, const std::vector<double>& fractions, double bytes);

    const HardwareSpec& spec_;
    const MultiprocessorTask& task_;
    L1Cache l1_;
    WriteBuffer writes_;
    Server data_, constant_, dram_;
    Server wayToL2_, l2Lookups_, wayFromL2_;
    Server slices_;               ///< all of L2's, for atomic operations
    std::vector<Server> objects_; ///< those that serve an object's
    double sectorBytes_ = 32;
    double lookupShare_ = 1;             ///< of L2's lookups: 1 where all multiprocessors ask for them
    double use_ = 0, usedAt_ = 0;        ///< of DRAM lately, as a fraction
    std::vector<double> dramDue_;        ///< bytes, by access
    std::vector<LinePart> missing_;      ///< of the request at hand
    std::vector<MemoryTraffic> traffic_; ///< by access
};

} // namespace warpstring::timeline
