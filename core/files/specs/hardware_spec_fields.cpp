// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/specs/hardware_spec_fields.h"

namespace warpstring {

SpecField specField(HardwareSpec& spec, std::string_view path) {
    const struct {
        std::string_view path;
        SpecField field;
    } fields[] = {
        {"device.vendor", &spec.device.vendor},
        {"device.architecture", &spec.device.architecture},
        {"device.compute_capability", &spec.device.computeCapability},
        {"device.address_bits", &spec.device.addressBits},
        {"execution.multiprocessors", &spec.execution.multiprocessors},
        {"execution.clock_mhz", &spec.execution.clockMhz},
        {"execution.warp_size", &spec.execution.warpSize},
        {"execution.issue_cycles", &spec.execution.issueCycles},
        {"execution.pipeline_latency", &spec.execution.pipelineLatency},
        {"execution.barrier_cycles", &spec.execution.barrierCycles},
        {"execution.schedulers", &spec.execution.schedulers},
        {"execution.barrier_latency", &spec.execution.barrierLatency},
        {"execution.warp_start_cycles", &spec.execution.warpStartCycles},
        {"execution.group_start_cycles", &spec.execution.groupStartCycles},
        {"execution.group_switch_cycles", &spec.execution.groupSwitchCycles},
        {"occupancy.warps", &spec.occupancy.warps},
        {"occupancy.work_items", &spec.occupancy.workItems},
        {"occupancy.groups", &spec.occupancy.groups},
        {"occupancy.group_size", &spec.occupancy.groupSize},
        {"occupancy.group_sizes", &spec.occupancy.groupSizes},
        {"occupancy.registers", &spec.occupancy.registers},
        {"occupancy.registers_per_work_item", &spec.occupancy.registersPerWorkItem},
        {"occupancy.register_unit", &spec.occupancy.registerUnit},
        {"occupancy.register_scope", &spec.occupancy.registerScope},
        {"occupancy.warp_granule", &spec.occupancy.warpGranule},
        {"occupancy.shared_bytes", &spec.occupancy.sharedBytes},
        {"occupancy.shared_bytes_per_group", &spec.occupancy.sharedBytesPerGroup},
        {"occupancy.shared_unit", &spec.occupancy.sharedUnit},
        {"occupancy.shared_reserved", &spec.occupancy.sharedReserved},
        {"occupancy.shared_holds_arguments", &spec.occupancy.sharedHoldsArguments},
        {"shared_memory.banks", &spec.sharedMemory.banks},
        {"shared_memory.bank_bytes", &spec.sharedMemory.bankBytes},
        {"shared_memory.lanes_per_access", &spec.sharedMemory.lanesPerAccess},
        {"shared_memory.cycles_per_access", &spec.sharedMemory.cyclesPerAccess},
        {"shared_memory.latency", &spec.sharedMemory.latency},
        {"shared_memory.broadcast", &spec.sharedMemory.broadcast},
        {"shared_memory.atomic_cycles", &spec.sharedMemory.atomicCycles},
        {"global_memory.bandwidth_gb_s", &spec.globalMemory.bandwidthGBs},
        {"global_memory.latency", &spec.globalMemory.latency},
        {"global_memory.issue_cycles", &spec.globalMemory.issueCycles},
        {"global_memory.coalescing", &spec.globalMemory.coalescing},
        {"global_memory.lanes_per_request", &spec.globalMemory.lanesPerRequest},
        {"global_memory.uncoalesced_bytes", &spec.globalMemory.uncoalescedBytes},
        {"global_memory.min_transaction_bytes", &spec.globalMemory.minTransactionBytes},
        {"global_memory.max_transaction_bytes", &spec.globalMemory.maxTransactionBytes},
        {"global_memory.loaded_latency", &spec.globalMemory.loadedLatency},
        {"global_memory.latency_spread", &spec.globalMemory.latencySpread},
        {"global_memory.page_bytes", &spec.globalMemory.pageBytes},
        {"global_memory.write_factor", &spec.globalMemory.writeFactor},
        {"global_memory.attained_fraction", &spec.globalMemory.attainedFraction},
        {"global_memory.atomic_cycles", &spec.globalMemory.atomicCycles},
        {"caches.l1_bytes", &spec.caches.l1Bytes},
        {"caches.l1_holds_shared", &spec.caches.l1HoldsShared},
        {"caches.l1_line_bytes", &spec.caches.l1LineBytes},
        {"caches.l1_latency", &spec.caches.l1Latency},
        {"caches.l1_bytes_per_cycle", &spec.caches.l1BytesPerCycle},
        {"caches.store_line_cycles", &spec.caches.storeLineCycles},
        {"caches.l2_bytes", &spec.caches.l2Bytes},
        {"caches.l2_usable_fraction", &spec.caches.l2UsableFraction},
        {"caches.l2_latency", &spec.caches.l2Latency},
        {"caches.l2_latency_spread", &spec.caches.l2LatencySpread},
        {"caches.l2_bytes_per_cycle", &spec.caches.l2BytesPerCycle},
        {"caches.l2_bandwidth_gb_s", &spec.caches.l2BandwidthGBs},
        {"caches.l2_write_bytes_per_cycle", &spec.caches.l2WriteBytesPerCycle},
        {"caches.l2_write_bandwidth_gb_s", &spec.caches.l2WriteBandwidthGBs},
        {"compiler.unroll_factor", &spec.compiler.unrollFactor},
        {"compiler.unroll_instructions", &spec.compiler.unrollInstructions},
        {"compiler.whole_unroll_instructions", &spec.compiler.wholeUnrollInstructions},
        {"compiler.loads_in_flight", &spec.compiler.loadsInFlight},
        {"compiler.predicated_instructions", &spec.compiler.predicatedInstructions},
        {"host.launch_overhead_us", &spec.host.launchOverheadUs},
        {"host.kernel_start_us", &spec.host.kernelStartUs},
    };
    for (const auto& candidate : fields)
        if (candidate.path == path) return candidate.field;
    constexpr std::string_view pipes = "pipes.";
    if (path.starts_with(pipes))
        if (const auto pipe = parsePipe(path.substr(pipes.size())))
            return &spec.pipeLanes[static_cast<std::size_t>(*pipe)];
    return {};
}

} // namespace warpstring
