// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/liveness.h"

#include <algorithm>

#include "pdg/frontend/register_pressure.h"
#include "pdg/ordering/register_allowance.h"

namespace warpstring::frontend {

namespace {

using ValueSet = llvm::SmallPtrSet<const llvm::Value*, 32>;

/// Components that insertions have put into a vector so far; all of what something else made.
int componentsIn(const llvm::Value& value) {
    int inserted = 0;
    const llvm::Value* vector = &value;
    while (const auto* insertion = llvm::dyn_cast<llvm::InsertElementInst>(vector)) {
        ++inserted;
        vector = insertion->getOperand(0);
    }
    const int all = static_cast<int>(llvm::cast<llvm::FixedVectorType>(value.getType())->getNumElements());
    return llvm::isa<llvm::Instruction>(vector) ? all : std::min(inserted, all);
}

/// What must be kept for a use of `value`: of a component its whole vector.
const llvm::Value* keptFor(const llvm::Value* value) {
    while (const auto* component = llvm::dyn_cast<llvm::ExtractElementInst>(value))
        value = component->getVectorOperand();
    return value;
}

int registersOf(const llvm::Value& value, const KernelContext& context, const AddressArithmetic& addresses) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    // Constants and kernel arguments are operands that need no register; predicates have their own.
    if (instruction == nullptr || addresses.folded.contains(instruction)) return 0;
    const auto* type = instruction->getType();
    // Components are parts of the registers of their vector.
    if (llvm::isa<llvm::ExtractElementInst>(instruction)) return 0;
    if (llvm::isa<llvm::InsertElementInst>(instruction))
        return (componentsIn(*instruction) * static_cast<int>(type->getScalarSizeInBits()) + 31) / 32;
    if (type->isVoidTy() || type->isIntegerTy(1) || llvm::isa<llvm::AllocaInst>(instruction)) return 0;
    if (type->isPointerTy()) return context.pdg.addressBits / 32;
    return static_cast<int>((context.layout.getTypeSizeInBits(instruction->getType()).getFixedValue() + 31) /
                            32);
}

/// Backward from `alive` at the block's end to its start; the most registers at any point in between.
int walkBlock(const llvm::BasicBlock& block, ValueSet& alive, const KernelContext& context,
              const AddressArithmetic& addresses) {
    int now = 0;
    for (const auto* value : alive) now += registersOf(*value, context, addresses);
    int peak = now;
    for (const auto& instruction : llvm::reverse(block)) {
        if (alive.erase(&instruction)) now -= registersOf(instruction, context, addresses);
        if (llvm::isa<llvm::PHINode>(instruction) || llvm::isa<llvm::ExtractElementInst>(instruction)) continue;
        for (const auto& operand : instruction.operands()) {
            const auto* kept = keptFor(operand);
            if (!llvm::isa<llvm::Instruction>(kept)) continue;
            if (alive.insert(kept).second) now += registersOf(*kept, context, addresses);
        }
        peak = std::max(peak, now);
    }
    return peak;
}

/// In the order of the IR.
int mostAlive(const KernelContext& context, const AddressArithmetic& addresses) {
    llvm::DenseMap<const llvm::BasicBlock*, ValueSet> aliveAtStart;
    const auto aliveAtEnd = [&](const llvm::BasicBlock& block) {
        ValueSet alive;
        for (const auto* next : llvm::successors(&block)) {
            for (const auto* value : aliveAtStart[next]) alive.insert(value);
            for (const auto& phi : next->phis()) {
                alive.erase(&phi);
                const auto* incoming = phi.getIncomingValueForBlock(&block);
                if (const auto* kept = keptFor(incoming); llvm::isa<llvm::Instruction>(kept))
                    alive.insert(kept);
            }
        }
        return alive;
    };
    int peak = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto* block : llvm::reverse(context.control.order)) {
            ValueSet alive = aliveAtEnd(*block);
            int here = walkBlock(*block, alive, context, addresses);
            for (const auto* loop = context.loops.getLoopFor(block); loop != nullptr;
                 loop = loop->getParentLoop())
                if (const auto found = addresses.atLoopStart.find(loop); found != addresses.atLoopStart.end())
                    here += static_cast<int>(found->second.size()) * context.pdg.addressBits / 32;
            peak = std::max(peak, here);
            auto& known = aliveAtStart[block];
            if (alive.size() != known.size()) {
                known = std::move(alive);
                changed = true;
            }
        }
    }
    return peak;
}

/// Of a kernel that has registers to spare: the stack's, and those that are not used again at once, so that
/// nothing waits for them.
constexpr int notUsedAgain = 5;

} // namespace

PressureFigures estimateRegisters(const KernelContext& context, const AddressArithmetic& addresses,
                                  std::uint64_t registerArrayBytes) {
    const int arrays = static_cast<int>((registerArrayBytes + 3) / 4);
    if (context.pdg.addressBits != 64) {
        // The work-item's own IDs arrive in a register.
        const int peak = mostAlive(context, addresses) + arrays + 1;
        return {{peak, peak}, {}, nullptr, false};
    }
    auto peaks = registerPressure(context, addresses);
    peaks.fewest = arrays + ordering::reportedRegisters(peaks.fewest);
    peaks.free = std::max(peaks.fewest, peaks.free + arrays + ordering::reservedRegisters + notUsedAgain);
    return peaks;
}

} // namespace warpstring::frontend
