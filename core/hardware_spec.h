// SPDX-License-Identifier: GPL-3.0-or-later
// A GPU as the string model sees it. Values come from hwspecs/*.toml, each with its provenance.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string>

#include "core/operation_class.h"

namespace warpstring {

enum class ProvenanceKind { Paper, Datasheet, Microbenchmark, Calibrated, Estimated };

/// Where a value came from. `source` is a key of the spec's [sources] table.
struct Provenance {
    ProvenanceKind kind = ProvenanceKind::Estimated;
    std::string source;
    std::string note;
};

/// What one operation of a class lowers to.
struct InstructionCost {
    double instructions = 1; ///< machine instructions of one operation
    double cycles = 4;       ///< issue cycles of all of them for one warp
};

/// How a multiprocessor turns the addresses of a warp into memory transactions.
enum class CoalescingRule {
    StrictHalfWarp,  ///< compute capability 1.0/1.1: k-th thread, k-th word, one aligned segment; else one each
    SegmentHalfWarp, ///< 1.2/1.3: any order within segments, segments shrunk to the part used
    LineWarp,        ///< 2.x: 128-byte lines per warp
    SectorWarp       ///< 3.x and later: 32-byte sectors per warp
};

enum class RegisterScope { Group, Warp };

/// Sizes in bytes, times in shader-clock cycles of one multiprocessor, unless the name says otherwise.
struct HardwareSpec {
    std::filesystem::path file;
    std::string name; ///< "geforce-8800-gtx"
    std::string description;
    std::map<std::string, std::string> sources; ///< key -> full citation

    struct Device {
        std::string vendor;
        std::string architecture;
        std::string computeCapability; ///< NVIDIA's, else empty
        int addressBits = 32;
    } device;

    struct Execution {
        int multiprocessors = 1;
        double clockMhz = 0;        ///< shader clock
        int warpSize = 32;          ///< lanes
        double issueCycles = 4;     ///< cycles to issue one plain instruction for a warp (paper, section 2)
        double pipelineLatency = 0; ///< cycles from issue of an arithmetic instruction to use of its result
        double barrierCycles = 4;   ///< issue cost of a barrier for a warp (paper, Table 1)
    } execution;

    struct Occupancy {
        int warps = 0;                   ///< resident per multiprocessor
        int workItems = 0;               ///< resident per multiprocessor
        int groups = 0;                  ///< resident per multiprocessor
        int groupSize = 0;               ///< work-items per work-group, at most
        std::array<int, 3> groupSizes{}; ///< at most, per dimension
        int registers = 0;               ///< 32-bit, per multiprocessor
        int registersPerWorkItem = 0;    ///< at most; what is beyond spills
        int registerUnit = 1;            ///< allocation granule
        RegisterScope registerScope = RegisterScope::Group;
        int warpGranule = 1;               ///< warps of a group are rounded up to this for registers
        int sharedBytes = 0;               ///< per multiprocessor
        int sharedBytesPerGroup = 0;       ///< at most
        int sharedUnit = 1;                ///< allocation granule, bytes
        int sharedReserved = 0;            ///< bytes of every group taken by the system
        bool sharedHoldsArguments = false; ///< kernel arguments live in shared memory (compute capability 1.x)
    } occupancy;

    struct SharedMemory {
        int banks = 16;
        int bankBytes = 4;
        int lanesPerAccess = 16;    ///< lanes whose conflicts are resolved together (a half-warp on 1.x)
        double cyclesPerAccess = 2; ///< per such access and conflict way
        double latency = 0;         ///< cycles, load to use
        bool broadcast = true;      ///< lanes reading one word share one access
    } sharedMemory;

    struct GlobalMemory {
        double bandwidthGBs = 0; ///< 1e9 bytes per second, whole device
        double latency = 250;    ///< cycles, load to use (paper, section 2)
        double issueCycles = 4;  ///< to issue one access of a warp (equation 1's floor)
        CoalescingRule coalescing = CoalescingRule::StrictHalfWarp;
        int lanesPerRequest = 16;     ///< lanes coalesced together
        int uncoalescedBytes = 64;    ///< StrictHalfWarp: transferred for each lane of a request that fails
        int minTransactionBytes = 32; ///< SegmentHalfWarp: smallest segment; sector size of SectorWarp
        int maxTransactionBytes = 128;
    } globalMemory;

    struct Host {
        double launchOverheadUs = 0; ///< per kernel launch
    } host;

    std::map<OperationClass, InstructionCost> instructions;
    std::map<std::string, Provenance> provenance; ///< by dotted key, e.g. "global_memory.bandwidth_gb_s"

    /// Bytes that global memory delivers to one multiprocessor per shader cycle at peak.
    [[nodiscard]] double bytesPerCyclePerMultiprocessor() const {
        return globalMemory.bandwidthGBs * 1e3 / execution.clockMhz / execution.multiprocessors;
    }
};

} // namespace warpstring
