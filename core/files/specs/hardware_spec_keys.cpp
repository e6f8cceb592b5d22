// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/specs/hardware_spec_keys.h"

#include <algorithm>
#include <iterator>

#include "core/files/specs/hardware_spec_rows.h"

namespace warpstring::files {

namespace {

std::vector<SpecKey> deviceKeys() {
    using Device = HardwareSpec::Device;
    return specTable("device", &HardwareSpec::device,
                     {row("vendor", &Device::vendor, "maker of the GPU"),
                      row("architecture", &Device::architecture, "chip or generation, e.g. \"G80\""),
                      optional(row("opencl_name", &Device::openclName,
                                   "the whole name that OpenCL gives the GPU: records of it are this spec's")),
                      optional(row("compute_capability", &Device::computeCapability, "NVIDIA's, e.g. \"1.0\"")),
                      optional(row("llvm_target", &Device::llvmTarget,
                                   "of AMD's GPUs: LLVM's name of the processor that kernels are compiled for, "
                                   "e.g. \"gfx90a\"")),
                      row("address_bits", &Device::addressBits, "bits", {32, 64},
                          "width of a pointer in OpenCL kernels: 32 or 64")});
}

std::vector<SpecKey> executionKeys() {
    using Execution = HardwareSpec::Execution;
    return specTable(
        "execution", &HardwareSpec::execution,
        {row("multiprocessors", &Execution::multiprocessors, "", {1, 4096},
             "streaming multiprocessors (compute units)"),
         row("clock_mhz", &Execution::clockMhz, "MHz", {1, 100000},
             "shader clock, in which all cycles of this file count"),
         row("warp_size", &Execution::warpSize, "lanes", {1, 128}, "lanes of a warp, a power of two"),
         row("issue_cycles", &Execution::issueCycles, "cycles", {0.01, 1000},
             "to issue one plain instruction for a warp"),
         optional(
             row("mixed_issue_cycles", &Execution::mixedIssueCycles, "cycles", {0, 100},
                 "of a scheduler, lost to other warps beside each instruction that is not the FMA pipe's")),
         row("pipeline_latency", &Execution::pipelineLatency, "cycles", {0, 10000},
             "from issue of an arithmetic instruction to use of its result"),
         row("barrier_cycles", &Execution::barrierCycles, "cycles", {0, 10000},
             "issue cost of a barrier for a warp"),
         optional(row("schedulers", &Execution::schedulers, "", {1, 64},
                      "of a multiprocessor, each issuing for its share of the warps; absent: one")),
         optional(row("barrier_latency", &Execution::barrierLatency, "cycles", {0, 10000},
                      "from the last warp's arrival at a barrier to the going on of all")),
         optional(
             row("barrier_group_cycles", &Execution::barrierGroupCycles, "cycles", {0, 10000},
                 "of the way to memory by a group's barrier, and of the data path after the group's stores")),
         optional(row("branch_operand_cycles", &Execution::branchOperandCycles, "cycles", {0, 1000},
                      "from when a compare's result can be used to when a branch can use it")),
         optional(row("branch_fall_through_cycles", &Execution::branchFallThroughCycles, "cycles", {0, 1000},
                      "from a branch that is not taken to what follows; absent: as from one that is")),
         optional(row("reconvergence_cycles", &Execution::reconvergenceCycles, "cycles", {0, 1000},
                      "until lanes that may have parted at a branch have met again behind it")),
         optional(row("warp_start_cycles", &Execution::warpStartCycles, "cycles", {0, 10000},
                      "from the start of a warp until it has its parameters and IDs")),
         optional(row("group_start_cycles", &Execution::groupStartCycles, "cycles", {0, 100000},
                      "between the starts of two work-groups on one multiprocessor")),
         optional(row("group_switch_cycles", &Execution::groupSwitchCycles, "cycles", {0, 100000},
                      "from the end of a work-group to the start of the one that takes its place"))});
}

std::vector<SpecKey> occupancyKeys() {
    using Occupancy = HardwareSpec::Occupancy;
    return specTable(
        "occupancy", &HardwareSpec::occupancy,
        {row("warps", &Occupancy::warps, "", {1, 1024}, "resident warps per multiprocessor, at most"),
         row("work_items", &Occupancy::workItems, "", {1, 65536},
             "resident work-items per multiprocessor, at most"),
         row("groups", &Occupancy::groups, "", {1, 1024}, "resident work-groups per multiprocessor, at most"),
         row("group_size", &Occupancy::groupSize, "", {1, 65536}, "work-items of a work-group, at most"),
         row("group_sizes", &Occupancy::groupSizes, "", {1, 65536}, "the same for each dimension"),
         row("registers", &Occupancy::registers, "", {1, 1 << 24}, "32-bit registers per multiprocessor"),
         row("registers_per_work_item", &Occupancy::registersPerWorkItem, "", {1, 4096},
             "at most; what is beyond spills"),
         row("register_unit", &Occupancy::registerUnit, "", {1, 65536}, "allocation granule of registers"),
         row("register_scope", &Occupancy::registerScope, {"group", "warp"},
             "what registers are allocated to in granules"),
         row("warp_granule", &Occupancy::warpGranule, "", {1, 64},
             "registers are given to so many warps at a time: a group is rounded up to it, or with scope "
             "\"warp\" the warps of a multiprocessor down"),
         row("shared_bytes", &Occupancy::sharedBytes, "bytes", {0, 1 << 24},
             "shared memory per multiprocessor"),
         row("shared_bytes_per_group", &Occupancy::sharedBytesPerGroup, "bytes", {0, 1 << 24}, "at most"),
         row("shared_unit", &Occupancy::sharedUnit, "bytes", {1, 65536}, "allocation granule of shared memory"),
         row("shared_reserved", &Occupancy::sharedReserved, "bytes", {0, 65536},
             "of every work-group, taken by the system"),
         row("shared_holds_arguments", &Occupancy::sharedHoldsArguments,
             "kernel arguments live in shared memory")});
}

std::vector<SpecKey> sharedMemoryKeys() {
    using SharedMemory = HardwareSpec::SharedMemory;
    return specTable(
        "shared_memory", &HardwareSpec::sharedMemory,
        {row("banks", &SharedMemory::banks, "", {1, 1024}, "a power of two"),
         row("bank_bytes", &SharedMemory::bankBytes, "bytes", {1, 64}, "width of a bank, a power of two"),
         row("lanes_per_access", &SharedMemory::lanesPerAccess, "lanes", {1, 128},
             "lanes whose conflicts are resolved together"),
         row("cycles_per_access", &SharedMemory::cyclesPerAccess, "cycles", {0, 1000},
             "of such an access, for each way of conflict"),
         optional(row("latency", &SharedMemory::latency, "cycles", {0, 10000}, "from load to use")),
         row("broadcast", &SharedMemory::broadcast, "lanes that read one word share one access"),
         optional(row("atomic_cycles", &SharedMemory::atomicCycles, "cycles", {0, 10000},
                      "of an atomic operation, for each lane on a word")),
         optional(
             row("counts_increments", &SharedMemory::countsIncrements,
                 "lanes that add one to a word and use no result take one pass together; absent: false"))});
}

std::vector<SpecKey> globalMemoryKeys() {
    using GlobalMemory = HardwareSpec::GlobalMemory;
    return specTable(
        "global_memory", &HardwareSpec::globalMemory,
        {row("bandwidth_gb_s", &GlobalMemory::bandwidthGBs, "GB/s", {0.001, 1000000},
             "of the whole device; 1 GB is 10^9 bytes"),
         optional(row("size_bytes", &GlobalMemory::sizeBytes, "bytes", {1, 1e15},
                      "that buffers can have together; absent: no launch is too large")),
         row("latency", &GlobalMemory::latency, "cycles", {0, 100000}, "from load to use"),
         row("issue_cycles", &GlobalMemory::issueCycles, "cycles", {0, 1000},
             "to issue one access of a warp: the floor of equation 1"),
         row("coalescing", &GlobalMemory::coalescing,
             {"strict-half-warp", "segment-half-warp", "line-warp", "sector-warp"},
             "how the addresses of a warp become transactions"),
         row("lanes_per_request", &GlobalMemory::lanesPerRequest, "lanes", {1, 128},
             "lanes that are coalesced together"),
         optional(row("uncoalesced_bytes", &GlobalMemory::uncoalescedBytes, "bytes", {1, 4096},
                      "strict-half-warp only, and needed there: moved for each lane of a request that does "
                      "not coalesce")),
         optional(row("min_transaction_bytes", &GlobalMemory::minTransactionBytes, "bytes", {1, 4096},
                      "smallest segment, or the sector size; needed by segment-half-warp and sector-warp")),
         row("max_transaction_bytes", &GlobalMemory::maxTransactionBytes, "bytes", {1, 4096},
             "largest transaction, or the line size"),
         optional(row("loaded_latency", &GlobalMemory::loadedLatency, "cycles", {0, 100000},
                      "the latency with all of the bandwidth in use; absent: no other")),
         optional(
             row("latency_spread", &GlobalMemory::latencySpread, "cycles", {0, 100000},
                 "scale of the exponential part of the latency, which differs from page to page; absent: 0")),
         optional(row("fetch_bytes", &GlobalMemory::fetchBytes, "bytes", {0, 4096},
                      "that DRAM hands out at a time, however few are asked for; absent: a transaction's")),
         optional(row("span_bytes", &GlobalMemory::spanBytes, "bytes", {0, 1 << 20},
                      "of DRAM, within which it takes time to leave pieces of fetch_bytes out; absent: gaps "
                      "cost nothing")),
         optional(row("read_gap_bytes", &GlobalMemory::readGapBytes, "bytes", {0, 4096},
                      "time of each piece that reads leave out, as bytes read; absent: 0")),
         optional(row("write_gap_bytes", &GlobalMemory::writeGapBytes, "bytes", {0, 4096},
                      "time of each piece that writes leave out, as bytes written; absent: 0")),
         optional(row("page_bytes", &GlobalMemory::pageBytes, "bytes", {1, 1 << 20},
                      "addresses that DRAM finds together; absent: 1024")),
         optional(row("write_factor", &GlobalMemory::writeFactor, "", {0.1, 10},
                      "time of a byte written over that of a byte read, when both mix; absent: 1")),
         optional(row("attained_fraction", &GlobalMemory::attainedFraction, "", {0.01, 1},
                      "of the bandwidth, by kernels that do nothing but stream; absent: 1")),
         optional(row("atomic_cycles", &GlobalMemory::atomicCycles, "cycles", {0, 10000},
                      "between two atomic operations on one word, whole device")),
         optional(row("atomic_sector_cycles", &GlobalMemory::atomicSectorCycles, "cycles", {0, 10000},
                      "of a slice of L2 for a warp's atomic operations on a sector, at least; absent: as "
                      "atomic_cycles"))});
}

std::vector<SpecKey> cacheKeys() {
    using Caches = HardwareSpec::Caches;
    return specTable(
        "caches", &HardwareSpec::caches,
        {optional(row("l1_bytes", &Caches::l1Bytes, "bytes", {0, 1 << 26},
                      "per multiprocessor; absent: no such cache")),
         optional(row("l1_holds_shared", &Caches::l1HoldsShared, "shared memory takes its part of l1_bytes")),
         optional(row("l1_line_bytes", &Caches::l1LineBytes, "bytes", {1, 4096},
                      "what one access of the L1 cache serves at a time; absent: 128")),
         optional(row("l1_latency", &Caches::l1Latency, "cycles", {0, 100000}, "from load to use on a hit")),
         optional(row("texture_latency", &Caches::textureLatency, "cycles", {0, 100000},
                      "from a fetch of a texel that hits L1 to its use; absent: as l1_latency")),
         optional(
             row("texture_bytes", &Caches::textureBytes, "bytes", {1, 64},
                 "of a texel that a lane of the texture pipe takes in one turn, half as many where a filter "
                 "mixes texels; absent: 8")),
         optional(row("integer_fetch_turn", &Caches::integerFetchTurn, "", {0.01, 1},
                      "a turn for integer coordinates, as a share of one for others; absent: 1")),
         optional(row("l1_bytes_per_cycle", &Caches::l1BytesPerCycle, "bytes", {0, 65536},
                      "that it delivers to its multiprocessor per cycle")),
         optional(
             row("load_line_cycles", &Caches::loadLineCycles, "cycles", {0, 10000},
                 "of L2 for a load, for each line of which it sends sectors, all multiprocessors at work")),
         optional(row("store_line_cycles", &Caches::storeLineCycles, "cycles", {0, 10000},
                      "of L2 for a store, for each line that it does not write whole, beside its bytes")),
         optional(
             row("load_request_cycles", &Caches::loadRequestCycles, "cycles", {0, 10000},
                 "of the way to L2, which stores share, for each two lines of a page that a load asks for, all "
                 "multiprocessors at work; absent: nothing")),
         optional(row("store_lookup_cycles", &Caches::storeLookupCycles, "cycles", {0, 10000},
                      "of L2's lines being looked up, for each line of a store; absent: nothing")),
         optional(row("write_lines", &Caches::writeLines, "lines", {0, 1024},
                      "that are held on their way to L2, for the next store to join; absent: none are")),
         optional(row("write_stores", &Caches::writeStores, "", {1, 1024},
                      "that fill a line together at most; absent: 1")),
         optional(row("l2_bytes", &Caches::l2Bytes, "bytes", {0, 1e12},
                      "of the whole device; absent: no such cache")),
         optional(row("l2_usable_fraction", &Caches::l2UsableFraction, "", {0.01, 1},
                      "of l2_bytes, for data that every multiprocessor reads; absent: 1")),
         optional(row("l2_latency", &Caches::l2Latency, "cycles", {0, 100000}, "from load to use on a hit")),
         optional(row("l2_latency_spread", &Caches::l2LatencySpread, "cycles", {0, 100000},
                      "scale of its exponential part, which differs from line to line; absent: 0")),
         optional(row("l2_bytes_per_cycle", &Caches::l2BytesPerCycle, "bytes", {0, 65536},
                      "that it delivers to one multiprocessor per cycle, at most")),
         optional(row("l2_bandwidth_gb_s", &Caches::l2BandwidthGBs, "GB/s", {0.001, 1e6},
                      "of the whole device, for reads")),
         optional(row("l2_write_bytes_per_cycle", &Caches::l2WriteBytesPerCycle, "bytes", {0, 65536},
                      "that it takes from one multiprocessor per cycle; absent: as reads")),
         optional(row("l2_write_bandwidth_gb_s", &Caches::l2WriteBandwidthGBs, "GB/s", {0.001, 1e6},
                      "of the whole device, for writes; absent: as reads")),
         optional(row("l2_slices", &Caches::l2Slices, "", {1, 1024},
                      "that serve atomic operations side by side, whole device; absent: 32")),
         optional(row("l2_slice_bytes", &Caches::l2SliceBytes, "bytes", {32, 1 << 20},
                      "neighbouring addresses that one slice serves; absent: 512")),
         optional(row("constant_word_cycles", &Caches::constantWordCycles, "cycles", {0, 10000},
                      "of a load from constant memory, for each word where lanes of a warp ask for different "
                      "ones; absent: 1"))});
}

std::vector<SpecKey> compilerKeys() {
    using Compiler = HardwareSpec::Compiler;
    return specTable(
        "compiler", &HardwareSpec::compiler,
        {optional(row("unroll_factor", &Compiler::unrollFactor, "", {1, 64},
                      "of loops whose trip count is no constant; absent: 1")),
         optional(row("unroll_instructions", &Compiler::unrollInstructions, "", {0, 100000},
                      "of an unrolled loop body, at most")),
         optional(row("double_constant_instructions", &Compiler::doubleConstantInstructions, "", {0, 16},
                      "that bring a constant of double precision whose lower half is not zero; absent: none")),
         optional(row("again_unroll_instructions", &Compiler::againUnrollInstructions, "", {0, 100000},
                      "of an unrolled loop body that is unrolled four times again, at most")),
         optional(row("whole_unroll_instructions", &Compiler::wholeUnrollInstructions, "", {0, 100000},
                      "of a loop with a constant trip count that is unrolled as a whole, at most")),
         optional(row("loads_in_flight", &Compiler::loadsInFlight, "", {1, 100000},
                      "of one warp, at most: what registers allow; absent: no limit")),
         optional(row("three_inputs", &Compiler::threeInputs,
                      "two additions, or logic of three values, are one instruction; absent: false")),
         optional(row("min_max_of_sums", &Compiler::minMaxOfSums,
                      "the least or greatest of a sum and another value is one instruction; absent: false")),
         optional(
             row("byte_dots", &Compiler::byteDots,
                 "four products of bytes of two words, and their sum, are one instruction; absent: false")),
         optional(row("predicated_instructions", &Compiler::predicatedInstructions, "", {0, 1000},
                      "of a branch that is executed under a predicate, at most; absent: branches all")),
         optional(row("merges_atomics", &Compiler::mergesAtomics,
                      "a warp's atomic operations on one address that all lanes are seen to share become one")),
         optional(
             row("constant_buffers_in_l1", &Compiler::constantBuffersInL1,
                 "__constant arguments are loaded as global memory is, by L1; absent: false, by the cache of "
                 "constants")),
         optional(row("loads_parameters", &Compiler::loadsParameters,
                      "each argument and each dimension's group size and offset is loaded by an instruction of "
                      "its own; absent: false, they are operands")),
         optional(row("frame_instructions", &Compiler::frameInstructions, "", {0, 1000},
                      "of a warp around those of the source: the stack's address, the exit; absent: none"))});
}

std::vector<SpecKey> hostKeys() {
    using Host = HardwareSpec::Host;
    return specTable(
        "host", &HardwareSpec::host,
        {row("launch_overhead_us", &Host::launchOverheadUs, "us", {0, 1000000}, "of each kernel launch"),
         optional(row("kernel_start_us", &Host::kernelStartUs, "us", {0, 1000000},
                      "the part of a kernel's own time that an empty kernel takes too")),
         optional(row("pinned_in_us", &Host::pinnedInUs, "us", {0, 1000000},
                      "of each transfer to the device from pinned memory, however small; absent: 0")),
         optional(row("pinned_in_gb_s", &Host::pinnedInGBs, "GB/s", {0.001, 100000},
                      "rate of transfers to the device from pinned memory, 1e9 bytes per second")),
         optional(row("pinned_out_us", &Host::pinnedOutUs, "us", {0, 1000000},
                      "of each transfer from the device to pinned memory; absent: 0")),
         optional(row("pinned_out_gb_s", &Host::pinnedOutGBs, "GB/s", {0.001, 100000},
                      "rate of transfers from the device to pinned memory")),
         optional(row("pageable_in_us", &Host::pageableInUs, "us", {0, 1000000},
                      "of each transfer to the device from pageable memory, by the host's clock; absent: 0")),
         optional(row("pageable_in_gb_s", &Host::pageableInGBs, "GB/s", {0.001, 100000},
                      "rate of transfers to the device from pageable memory")),
         optional(row("pageable_out_us", &Host::pageableOutUs, "us", {0, 1000000},
                      "of each transfer from the device to pageable memory; absent: 0")),
         optional(row("pageable_out_gb_s", &Host::pageableOutGBs, "GB/s", {0.001, 100000},
                      "rate of transfers from the device to pageable memory")),
         optional(row("round_trip_us", &Host::roundTripUs, "us", {0, 1000000},
                      "of the host around transfers and kernels that it enqueues together and waits for once; "
                      "absent: that of a launch"))});
}

/// A pipe each.
std::vector<SpecKey> pipeKeys() {
    std::vector<SpecKey> keys;
    keys.reserve(pipeCount);
    for (std::size_t i = 0; i < pipeCount; ++i)
        keys.push_back({"pipes." + std::string(name(static_cast<Pipe>(i))),
                        SpecKey::Type::Number,
                        "lanes/cycle",
                        0.01,
                        65536,
                        {},
                        false,
                        "lanes that this pipe of a multiprocessor starts per cycle",
                        [i](HardwareSpec& spec) { return SpecField(&spec.pipeLanes[i]); }});
    return keys;
}

/// A class of operations each.
std::vector<SpecKey> instructionKeys() {
    std::vector<SpecKey> keys;
    keys.reserve(operationClassCount);
    for (std::size_t i = 0; i < operationClassCount; ++i)
        keys.push_back({"instructions." + std::string(name(static_cast<OperationClass>(i))),
                        SpecKey::Type::Cost,
                        "",
                        0,
                        1000000,
                        {},
                        false,
                        "what one such operation of a warp costs; absent: the device cannot execute it"});
    return keys;
}

} // namespace

const std::vector<SpecKey>& specKeys() {
    static const std::vector<SpecKey> keys = [] {
        std::vector<SpecKey> all;
        for (auto makeKeys : {deviceKeys, executionKeys, occupancyKeys, sharedMemoryKeys, globalMemoryKeys,
                              cacheKeys, compilerKeys, hostKeys, pipeKeys, instructionKeys})
            std::ranges::move(makeKeys(), std::back_inserter(all));
        return all;
    }();
    return keys;
}

SpecField specField(HardwareSpec& spec, std::string_view path) {
    const auto key = std::ranges::find(specKeys(), path, &SpecKey::path);
    return key != specKeys().end() && key->field ? key->field(spec) : SpecField{};
}

} // namespace warpstring::files
