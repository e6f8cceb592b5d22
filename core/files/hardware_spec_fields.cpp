// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/hardware_spec_fields.h"

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
        {"global_memory.bandwidth_gb_s", &spec.globalMemory.bandwidthGBs},
        {"global_memory.latency", &spec.globalMemory.latency},
        {"global_memory.issue_cycles", &spec.globalMemory.issueCycles},
        {"global_memory.coalescing", &spec.globalMemory.coalescing},
        {"global_memory.lanes_per_request", &spec.globalMemory.lanesPerRequest},
        {"global_memory.uncoalesced_bytes", &spec.globalMemory.uncoalescedBytes},
        {"global_memory.min_transaction_bytes", &spec.globalMemory.minTransactionBytes},
        {"global_memory.max_transaction_bytes", &spec.globalMemory.maxTransactionBytes},
        {"host.launch_overhead_us", &spec.host.launchOverheadUs},
    };
    for (const auto& candidate : fields)
        if (candidate.path == path) return candidate.field;
    return {};
}

} // namespace warpstring
