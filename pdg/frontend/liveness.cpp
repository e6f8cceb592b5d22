// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/liveness.h"

#include <llvm/Analysis/ValueTracking.h>

#include <algorithm>
#include <vector>

namespace warpstring::frontend {

namespace {

using ValueSet = llvm::SmallPtrSet<const llvm::Value*, 32>;

/// Registers for addresses under way, beside the base pointers.
constexpr int addressTemporaries = 4;

/// Integer arithmetic that serves addresses alone. Pairs of registers for each 64-bit address would be many:
/// compilers fold constant distances into the accesses and compute the rest again where it is needed.
bool isAddressOnly(const llvm::Instruction& instruction, int depth = 0) {
    if (depth > 8 || instruction.user_empty()) return false;
    const bool isAddress = llvm::isa<llvm::GetElementPtrInst>(instruction);
    if (!isAddress && !llvm::isa<llvm::BinaryOperator>(instruction) && !llvm::isa<llvm::CastInst>(instruction))
        return false;
    if (!isAddress && !instruction.getType()->isIntegerTy()) return false;
    for (const auto* user : instruction.users()) {
        const auto* consumer = llvm::dyn_cast<llvm::Instruction>(user);
        if (consumer == nullptr) return false;
        if (const auto* pointer = llvm::getLoadStorePointerOperand(consumer); pointer == &instruction) continue;
        if (!isAddressOnly(*consumer, depth + 1)) return false;
    }
    return true;
}

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
    if (context.pdg.addressBits == 64 && isAddressOnly(*instruction)) return 0;
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

/// Objects that the kernel's accesses lead to.
llvm::SmallPtrSet<const llvm::Value*, 8> basesOf(const KernelContext& context) {
    llvm::SmallPtrSet<const llvm::Value*, 8> bases;
    for (const auto* block : context.control.order)
        for (const auto& instruction : *block)
            if (const auto* pointer = llvm::getLoadStorePointerOperand(&instruction);
                pointer != nullptr &&
                context.language.space(pointer->getType()->getPointerAddressSpace()) == MemorySpace::Global)
                bases.insert(llvm::getUnderlyingObject(pointer));
    return bases;
}

/// The block's instructions in an order that keeps few values alive: what ends the life of another value and
/// touches no memory stands as soon as its operands do. LLVM sinks sums of unrolled loops to their use at the
/// end, which no code generator leaves so.
std::vector<const llvm::Instruction*> frugalOrder(const llvm::BasicBlock& block) {
    std::vector<const llvm::Instruction*> order;
    llvm::SmallPtrSet<const llvm::Instruction*, 32> placed;
    const auto endsALife = [](const llvm::Instruction& instruction) {
        return std::any_of(instruction.op_begin(), instruction.op_end(), [](const auto& operand) {
            return llvm::isa<llvm::Instruction>(operand) && operand->hasOneUse();
        });
    };
    const auto canStand = [&](const llvm::Instruction& instruction) {
        if (instruction.getParent() != &block || placed.contains(&instruction) || instruction.isTerminator() ||
            llvm::isa<llvm::PHINode>(instruction) || instruction.mayReadOrWriteMemory() ||
            instruction.mayHaveSideEffects() || !endsALife(instruction))
            return false;
        return std::all_of(instruction.op_begin(), instruction.op_end(), [&](const auto& operand) {
            const auto* producer = llvm::dyn_cast<llvm::Instruction>(operand);
            return producer == nullptr || producer->getParent() != &block || placed.contains(producer);
        });
    };
    std::vector<const llvm::Instruction*> pending;
    for (const auto& instruction : block) {
        pending.push_back(&instruction);
        while (!pending.empty()) {
            const auto* next = pending.back();
            pending.pop_back();
            if (!placed.insert(next).second) continue;
            order.push_back(next);
            for (const auto* user : next->users())
                if (const auto* consumer = llvm::dyn_cast<llvm::Instruction>(user);
                    consumer != nullptr && canStand(*consumer))
                    pending.push_back(consumer);
        }
    }
    return order;
}

/// Whether a load may move behind an instruction of its block.
bool mayPass(const llvm::LoadInst& load, const llvm::Instruction& other) {
    if (!other.mayWriteToMemory()) return true;
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&other);
    if (store == nullptr || load.isVolatile()) return false;
    if (store->getPointerAddressSpace() != load.getPointerAddressSpace()) return true;
    const auto* from = llvm::getUnderlyingObject(load.getPointerOperand());
    const auto* to = llvm::getUnderlyingObject(store->getPointerOperand());
    if (from == to) return false;
    const auto isAlone = [](const llvm::Value* object) {
        const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
        return argument == nullptr
                   ? llvm::isa<llvm::GlobalVariable>(object) || llvm::isa<llvm::AllocaInst>(object)
                   : argument->hasNoAliasAttr();
    };
    return isAlone(from) || isAlone(to);
}

/// The order with each load where its value is used first: unrolled loops have all loads in front, which no
/// compiler that runs out of registers leaves so.
class SunkLoads {
public:
    explicit SunkLoads(const std::vector<const llvm::Instruction*>& order) {
        for (const auto* instruction : order) {
            if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
                waiting_.insert(load);
                pending_.push_back(load);
                continue;
            }
            for (const auto* load : std::vector<const llvm::LoadInst*>(pending_))
                if (!mayPass(*load, *instruction)) place(load);
            for (const auto& operand : instruction->operands()) bring(operand);
            sunk.push_back(instruction);
        }
        for (const auto* load : std::vector<const llvm::LoadInst*>(pending_)) place(load);
    }

    std::vector<const llvm::Instruction*> sunk;

private:
    void bring(const llvm::Value* value) {
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
            load != nullptr && waiting_.contains(load))
            place(load);
    }
    void place(const llvm::LoadInst* load) {
        if (!waiting_.erase(load)) return;
        std::erase(pending_, load);
        bring(load->getPointerOperand());
        sunk.push_back(load);
    }

    llvm::SmallPtrSet<const llvm::LoadInst*, 32> waiting_;
    std::vector<const llvm::LoadInst*> pending_;
};

/// Backward from `alive` at the block's end to its start; the most registers at any point in between.
int walkOrder(const std::vector<const llvm::Instruction*>& order, ValueSet& alive, const KernelContext& context,
              const AddressArithmetic& addresses) {
    int now = 0;
    for (const auto* value : alive) now += registersOf(*value, context, addresses);
    int peak = now;
    for (const auto* at : llvm::reverse(order)) {
        const llvm::Instruction& instruction = *at;
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

/// The same for a block's instructions in the order that takes fewest of those known.
int walkBlock(const llvm::BasicBlock& block, ValueSet& alive, const KernelContext& context,
              const AddressArithmetic& addresses) {
    std::vector<const llvm::Instruction*> order;
    if (context.pdg.addressBits != 64) {
        for (const auto& instruction : block) order.push_back(&instruction);
        return walkOrder(order, alive, context, addresses);
    }
    order = frugalOrder(block);
    ValueSet other = alive;
    const int inFront = walkOrder(order, alive, context, addresses);
    const int sunk = walkOrder(SunkLoads(order).sunk, other, context, addresses);
    return std::min(inFront, sunk);
}

} // namespace

int estimateRegisters(const KernelContext& context, const AddressArithmetic& addresses,
                      std::uint64_t registerArrayBytes) {
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
    if (context.pdg.addressBits == 64)
        peak += 2 * static_cast<int>(basesOf(context).size()) + addressTemporaries;
    // The work-item's own IDs arrive in a register.
    return peak + static_cast<int>((registerArrayBytes + 3) / 4) + 1;
}

} // namespace warpstring::frontend
