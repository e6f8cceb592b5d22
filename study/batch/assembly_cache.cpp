// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/assembly_cache.h"

#include "pdg/frontend/assembly/assembled_registers.h"

namespace warpstring::batch {

Assembler AssemblyCache::assembler(const Cancellation* cancellation) {
    return [this, cancellation](const Pdg& pdg, const Launch& launch, const HardwareSpec& spec) {
        return registersOf(pdg, launch, spec, cancellation);
    };
}

std::size_t AssemblyCache::assembled() const {
    const std::lock_guard lock(mutex_);
    return slots_.size();
}

Result<AssembledRegisters> AssemblyCache::registersOf(const Pdg& pdg, const Launch& launch,
                                                      const HardwareSpec& spec,
                                                      const Cancellation* cancellation) {
    std::string key;
    for (const std::string* part :
         {&pdg.sourceName, &pdg.kernel, &launch.options, &spec.name, &spec.device.computeCapability})
        key += *part + '\0';
    key += pdg.source;
    std::shared_ptr<Slot> slot;
    {
        const std::lock_guard lock(mutex_);
        auto& kept = slots_[key];
        if (!kept) kept = std::make_shared<Slot>();
        slot = kept;
    }
    const std::lock_guard lock(slot->mutex);
    if (slot->registers) return *slot->registers;
    auto found = frontend::assembledRegisters({pdg.sourceName, pdg.source}, pdg.kernel,
                                              {launch.options, pdg.addressBits, false, cancellation}, spec);
    if (!isStopped(cancellation)) slot->registers = found;
    return found;
}

} // namespace warpstring::batch
