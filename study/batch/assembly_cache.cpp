// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/assembly_cache.h"

#include "pdg/frontend/amdgpu/compile_for_amd.h"
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
    const bool isForAmd =
        launch.registers.kind == RegisterRequest::Kind::Device && !spec.device.llvmTarget.empty();
    const int groupSize = isForAmd ? frontend::amdGroupSize(launch.range) : 0;
    std::string key = std::to_string(groupSize) + '\0' + std::to_string(spec.execution.warpSize) + '\0';
    for (const std::string* part : {&pdg.sourceName, &pdg.kernel, &launch.options, &spec.name,
                                    &spec.device.computeCapability, &spec.device.llvmTarget})
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
    const frontend::KernelSource source{pdg.sourceName, pdg.source};
    const frontend::BuildOptions options{launch.options, pdg.addressBits, false, cancellation};
    auto found = isForAmd ? frontend::compileForAmdSpec(source, pdg.kernel, options, spec, groupSize)
                          : frontend::assembledRegisters(source, pdg.kernel, options, spec);
    if (!isStopped(cancellation)) slot->registers = found;
    return found;
}

} // namespace warpstring::batch
