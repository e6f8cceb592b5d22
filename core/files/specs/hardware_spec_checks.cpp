// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/specs/hardware_spec_checks.h"

#include <bit>

namespace warpstring::files {

void checkHardwareSpec(const HardwareSpec& spec, const TomlValue& document, TomlFaults& faults) {
    const auto placeOf = [&](const std::string& path) {
        const std::size_t dot = path.find('.');
        const TomlValue* table = document.find(path.substr(0, dot));
        const TomlValue* entry = table != nullptr ? table->find(path.substr(dot + 1)) : nullptr;
        if (entry == nullptr) return table != nullptr ? table->place : TomlPlace{};
        const TomlValue* value = entry->find("value");
        return value != nullptr ? value->place : entry->place;
    };
    const auto require = [&](bool holds, const char* path, const std::string& message,
                             const std::string& hint) {
        if (!holds) faults.add(placeOf(path), "impossible-value", message, hint);
    };
    const auto given = [&](const char* path) { return spec.provenance.contains(path); };
    const auto requirePowerOfTwo = [&](const std::string& path, int value) {
        require(!given(path.c_str()) || std::has_single_bit(static_cast<unsigned>(value)), path.c_str(),
                path + " is " + std::to_string(value) + ", no power of two", "use a power of two");
    };
    const auto requireKey = [&](const char* path, const char* rule) {
        if (given(path)) return;
        faults.addDistinct({"spec.missing-key", Severity::Error, faults.location(placeOf(path)),
                            std::string(path) + " is missing",
                            std::string("coalescing = \"") + rule + "\" needs it"});
    };

    const auto& occupancy = spec.occupancy;
    const int warpSize = spec.execution.warpSize;
    require(spec.device.addressBits == 32 || spec.device.addressBits == 64, "device.address_bits",
            "device.address_bits is " + std::to_string(spec.device.addressBits), "pointers have 32 or 64 bits");
    const std::string& target = spec.device.llvmTarget;
    require(target.empty() || (target.starts_with("gfx") && spec.device.addressBits == 64),
            "device.llvm_target", "device.llvm_target is \"" + target + "\"",
            "name a processor of LLVM's amdgcn target, \"gfx90a\", on a device with 64-bit pointers");
    requirePowerOfTwo("execution.warp_size", warpSize);
    require(std::int64_t{occupancy.warps} * warpSize >= occupancy.workItems, "occupancy.work_items",
            std::to_string(occupancy.warps) + " warps cannot hold " + std::to_string(occupancy.workItems) +
                " work-items",
            "work_items is at most warps times warp_size");
    require(occupancy.groupSize <= occupancy.workItems, "occupancy.group_size",
            "a work-group is larger than what fits a multiprocessor", "group_size is at most work_items");
    for (const int size : occupancy.groupSizes)
        require(size <= occupancy.groupSize, "occupancy.group_sizes",
                "a dimension is larger than a whole work-group", "each of group_sizes is at most group_size");
    require(occupancy.registersPerWorkItem <= occupancy.registers, "occupancy.registers_per_work_item",
            "a work-item has more registers than the multiprocessor", "lower registers_per_work_item");
    require(occupancy.registerUnit <= occupancy.registers, "occupancy.register_unit",
            "the granule is larger than all registers", "lower register_unit");
    require(occupancy.warpGranule <= occupancy.warps, "occupancy.warp_granule",
            "the granule is larger than all resident warps", "lower warp_granule");
    require(occupancy.sharedBytesPerGroup <= occupancy.sharedBytes, "occupancy.shared_bytes_per_group",
            "a work-group has more shared memory than the multiprocessor",
            "shared_bytes_per_group is at most shared_bytes");
    require(occupancy.sharedReserved <= occupancy.sharedBytes, "occupancy.shared_reserved",
            "the system takes more shared memory than there is", "lower shared_reserved");

    requirePowerOfTwo("shared_memory.banks", spec.sharedMemory.banks);
    requirePowerOfTwo("shared_memory.bank_bytes", spec.sharedMemory.bankBytes);
    const auto& memory = spec.globalMemory;
    for (const auto& [path, lanes] :
         {std::pair{"shared_memory.lanes_per_access", spec.sharedMemory.lanesPerAccess},
          {"global_memory.lanes_per_request", memory.lanesPerRequest}})
        require(lanes <= warpSize && warpSize % lanes == 0, path,
                std::string(path) + " does not divide the warp", "use a divisor of warp_size");
    requirePowerOfTwo("global_memory.uncoalesced_bytes", memory.uncoalescedBytes);
    requirePowerOfTwo("global_memory.min_transaction_bytes", memory.minTransactionBytes);
    requirePowerOfTwo("global_memory.max_transaction_bytes", memory.maxTransactionBytes);
    require(!given("global_memory.min_transaction_bytes") ||
                memory.minTransactionBytes <= memory.maxTransactionBytes,
            "global_memory.min_transaction_bytes", "the smallest transaction is larger than the largest",
            "min_transaction_bytes is at most max_transaction_bytes");
    if (memory.coalescing == CoalescingRule::StrictHalfWarp)
        requireKey("global_memory.uncoalesced_bytes", "strict-half-warp");
    if (memory.coalescing == CoalescingRule::SegmentHalfWarp)
        requireKey("global_memory.min_transaction_bytes", "segment-half-warp");
    if (memory.coalescing == CoalescingRule::SectorWarp)
        requireKey("global_memory.min_transaction_bytes", "sector-warp");
}

} // namespace warpstring::files
