// SPDX-License-Identifier: GPL-3.0-or-later
// A GPU as the string model sees it. Values come from hwspecs/*.toml, each with its provenance.
#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/operation_class.h"

namespace warpstring {

enum class ProvenanceKind {
    Paper,
    Datasheet, ///< stated by the device's maker
    Collected, ///< stated by others: tables of devices, sources of drivers and compilers
    Microbenchmark,
    Calibrated,
    Estimated
};
inline constexpr std::array provenanceKinds{ProvenanceKind::Paper,      ProvenanceKind::Datasheet,
                                            ProvenanceKind::Collected,  ProvenanceKind::Microbenchmark,
                                            ProvenanceKind::Calibrated, ProvenanceKind::Estimated};
/// "paper", "datasheet", ...: as spec files write it.
[[nodiscard]] std::string_view name(ProvenanceKind kind);

/// Where a value came from. `source` is a key of the spec's [sources] table.
struct Provenance {
    ProvenanceKind kind = ProvenanceKind::Estimated;
    std::string source;
    std::string note;
};

/// Execution units of a multiprocessor that instructions of several warps compete for.
enum class Pipe {
    Fma,             ///< float multiply and add
    Alu,             ///< integer add, logic, shift, compare, select, move
    IntegerMultiply, ///< what limits integer products where they share the multipliers of Fma
    Special,         ///< reciprocals, square roots, sines, logarithms, conversions
    Double,          ///< double precision
    Memory,          ///< address generation of loads and stores
    Control,         ///< branches and barriers
    Texture,         ///< texels of images, filtered; where the spec has none, they are loads of Memory
    Scalar           ///< work that a whole warp shares, beside the vector units (AMD); elsewhere there is none
};
inline constexpr std::size_t pipeCount = static_cast<std::size_t>(Pipe::Scalar) + 1;

/// "fma", "alu", "integer_multiply", ...: the key of [pipes] and of an instruction's `pipes`.
[[nodiscard]] std::string_view name(Pipe pipe);
[[nodiscard]] std::optional<Pipe> parsePipe(std::string_view name);

/// What one operation of a class lowers to.
struct InstructionCost {
    double instructions = 1; ///< machine instructions of one operation
    double cycles = 4;       ///< issue cycles of all of them for one warp, nothing else in the way
    std::array<double, pipeCount> pipes{}; ///< instructions on each pipe; all 0 where the spec has no pipes
    double latency = 0;                    ///< cycles from issue of the first to use of the result
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
        std::string openclName;        ///< CL_DEVICE_NAME; empty: not known, the spec's name stands in
        std::string computeCapability; ///< NVIDIA's, else empty
        std::string llvmTarget;        ///< of AMD's GPUs, as LLVM's compiler calls it: "gfx90a"; else empty
        int addressBits = 32;
    } device;

    struct Execution {
        int multiprocessors = 1;
        double clockMhz = 0;    ///< shader clock
        int warpSize = 32;      ///< lanes
        double issueCycles = 4; ///< cycles to issue one plain instruction for a warp (paper, section 2)
        /// Cycles of a scheduler that are lost to its other warps beside each instruction of another pipe than
        /// the FMA one, on average over mixtures: ports of the register file, stretches of one pipe.
        double mixedIssueCycles = 0;
        double pipelineLatency = 0; ///< cycles from issue of an arithmetic instruction to use of its result
        double barrierCycles = 4;   ///< issue cost of a barrier for a warp (paper, Table 1)
        int schedulers = 1;         ///< each issues for its share of the resident warps
        double barrierLatency = 0;  ///< cycles from the last arrival at a barrier to going on
        double barrierGroupCycles =
            0; ///< of the way to memory by a group's barrier, and of the data path after stores
        double branchOperandCycles =
            0; ///< from when a compare's result can be used to when a branch can use it
        double branchFallThroughCycles = 0; ///< from a branch that is not taken to what follows; 0: as if taken
        double reconvergenceCycles = 0;     ///< until lanes that may have parted at a branch have met again
        double warpStartCycles = 0;  ///< from the start of a warp to its first instruction: parameters, IDs
        double groupStartCycles = 0; ///< between the starts of two work-groups on one multiprocessor
        double groupSwitchCycles =
            0; ///< from the end of a work-group to the start of the one that takes its place
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
        int warpGranule = 1; ///< scope Group: warps of a group are rounded up to it; Warp: resident ones down
        int sharedBytes = 0; ///< per multiprocessor
        int sharedBytesPerGroup = 0;       ///< at most
        int sharedUnit = 1;                ///< allocation granule, bytes
        int sharedReserved = 0;            ///< bytes of every group taken by the system
        bool sharedHoldsArguments = false; ///< kernel arguments live in shared memory (compute capability 1.x)
    } occupancy;

    struct SharedMemory {
        int banks = 16;
        int bankBytes = 4;
        int lanesPerAccess = 16;       ///< lanes whose conflicts are resolved together (a half-warp on 1.x)
        double cyclesPerAccess = 2;    ///< per such access and conflict way
        double latency = 0;            ///< cycles, load to use
        bool broadcast = true;         ///< lanes reading one word share one access
        double atomicCycles = 0;       ///< of an atomic operation, for each lane on a word
        bool countsIncrements = false; ///< lanes that add one to a word are counted: one pass for all of them
    } sharedMemory;

    struct GlobalMemory {
        double sizeBytes = 0;    ///< that buffers can have together; 0: not known
        double bandwidthGBs = 0; ///< 1e9 bytes per second, whole device
        double latency = 250;    ///< cycles, load to use (paper, section 2)
        double issueCycles = 4;  ///< to issue one access of a warp (equation 1's floor)
        CoalescingRule coalescing = CoalescingRule::StrictHalfWarp;
        int lanesPerRequest = 16;     ///< lanes coalesced together
        int uncoalescedBytes = 64;    ///< StrictHalfWarp: transferred for each lane of a request that fails
        int minTransactionBytes = 32; ///< SegmentHalfWarp: smallest segment; sector size of SectorWarp
        int maxTransactionBytes = 128;
        double loadedLatency = 0;    ///< cycles, with all of the bandwidth in use; 0: as without
        double latencySpread = 0;    ///< cycles, of the exponential part of the latency, which differs by page
        int fetchBytes = 0;          ///< that DRAM hands out at a time; 0: what transactions ask for
        int spanBytes = 0;           ///< of addresses of which gaps cost time; 0: gaps cost nothing
        double readGapBytes = 0;     ///< time of a piece of fetchBytes left out of a span, as bytes read
        double writeGapBytes = 0;    ///< likewise, as bytes written
        int pageBytes = 1024;        ///< of addresses that DRAM finds together
        double writeFactor = 1;      ///< time of a byte written over that of a byte read, when both mix
        double attainedFraction = 1; ///< of the bandwidth, by kernels that do nothing but stream
        double atomicCycles = 0;     ///< between two atomic operations on one word, whole device
        double atomicSectorCycles = 0; ///< of a slice of L2 for the atomic operations of a warp on a sector, at
                                       ///< least; 0: as atomicCycles
    } globalMemory;

    /// Lanes that each pipe starts per cycle; 0 for a pipe that the multiprocessor does not have apart.
    std::array<double, pipeCount> pipeLanes{};

    /// All 0 where global memory is not cached.
    struct Caches {
        int l1Bytes = 0;            ///< per multiprocessor
        bool l1HoldsShared = false; ///< shared memory takes its part of l1Bytes
        int l1LineBytes = 128;      ///< what one access of the cache serves at a time
        double l1Latency = 0;       ///< cycles, load to use
        double l1BytesPerCycle = 0; ///< per multiprocessor
        double textureLatency = 0;  ///< cycles, from a fetch that hits to use of its texel; 0: as l1Latency
        double textureBytes =
            8; ///< of a texel that a lane of the texture pipe takes in one turn without a filter
        double integerFetchTurn = 1;  ///< a turn for integer coordinates, as a share of one for others
        int writeLines = 0;           ///< that are held on their way to L2, for the next store to join
        int writeStores = 1;          ///< that fill a line together at most
        double loadLineCycles = 0;    ///< of L2 for a load, for each line of which it sends sectors
        double loadRequestCycles = 0; ///< of the way to L2, which stores share, for each two lines of a page
        double storeLineCycles =
            0; ///< of the way to L2 for a store, for each line that it does not write whole, beside its bytes
        double storeLookupCycles = 0;    ///< of what looks lines up for loads, for each line of a store
        double l2Bytes = 0;              ///< whole device
        double l2UsableFraction = 1;     ///< of l2Bytes, for data that every multiprocessor reads
        double l2Latency = 0;            ///< cycles, load to use
        double l2LatencySpread = 0;      ///< cycles, of its exponential part, which differs by line
        double l2BytesPerCycle = 0;      ///< to one multiprocessor
        double l2BandwidthGBs = 0;       ///< whole device, reads
        double l2WriteBytesPerCycle = 0; ///< from one multiprocessor
        double l2WriteBandwidthGBs = 0;  ///< whole device; 0: as reads
        int l2Slices = 32;               ///< that work side by side, whole device
        int l2SliceBytes = 512;          ///< neighbouring addresses that one of them serves
        double constantWordCycles = 1;   ///< of a load of constant memory, for each of several words of a warp
    } caches;

    /// How the vendor's compiler shapes loops and orders loads.
    struct Compiler {
        int unrollFactor = 1;       ///< of loops whose trip count is not a constant
        int unrollInstructions = 0; ///< of the unrolled body, at most
        int doubleConstantInstructions =
            0;                           ///< that bring a double-precision constant that no instruction holds
        int againUnrollInstructions = 0; ///< of an unrolled body that an assembler takes four times, at most
        int wholeUnrollInstructions = 0; ///< of a loop with a constant trip count that is unrolled as a whole
        int loadsInFlight = 1 << 20;     ///< of one warp, at most: what registers allow
        bool threeInputs = false;        ///< two additions, or logic of three values, are one instruction
        bool minMaxOfSums = false;      ///< the least or greatest of a sum and another value is one instruction
        bool byteDots = false;          ///< four products of bytes and their sum are one instruction
        int predicatedInstructions = 0; ///< of a branch that is executed under a predicate, at most
        bool mergesAtomics = false;     ///< a warp's atomic operations on one word, known as such, are one
        bool constantBuffersInL1 = false; ///< loads of __constant arguments are those of global memory
        bool loadsParameters = false;     ///< arguments and sizes are loaded by instructions of their own
        int frameInstructions = 0;        ///< of a warp around those of the source
    } compiler;

    struct Host {
        double launchOverheadUs = 0; ///< per kernel launch
        double kernelStartUs = 0;    ///< the part of a kernel's own time that an empty kernel takes too
        /// Transfers: fixed times, and rates in 1e9 bytes per second; rates of 0: not known.
        double pinnedInUs = 0, pinnedInGBs = 0;   ///< to the device, from memory that the driver keeps in place
        double pinnedOutUs = 0, pinnedOutGBs = 0; ///< from the device to such memory
        double pageableInUs = 0, pageableInGBs = 0;   ///< to the device, from any other memory
        double pageableOutUs = 0, pageableOutGBs = 0; ///< from the device to such
        double roundTripUs = 0; ///< of the host, around transfers and kernels that it waits for once
    } host;

    std::map<OperationClass, InstructionCost> instructions;
    std::map<std::string, Provenance> provenance; ///< by dotted key, e.g. "global_memory.bandwidth_gb_s"

    /// What an operation takes: of its class or, where the spec has none for it, of the general one
    /// (generalClass). Null where it has neither.
    [[nodiscard]] const InstructionCost* findCost(OperationClass operation) const;
    /// Whether instructions are told apart by the pipes that execute them.
    [[nodiscard]] bool hasPipes() const {
        return std::any_of(pipeLanes.begin(), pipeLanes.end(), [](double lanes) { return lanes > 0; });
    }
    /// Bytes that global memory delivers to one multiprocessor per shader cycle at peak.
    [[nodiscard]] double bytesPerCyclePerMultiprocessor() const {
        return globalMemory.bandwidthGBs * 1e3 / execution.clockMhz / execution.multiprocessors;
    }
};

} // namespace warpstring
