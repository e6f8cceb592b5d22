// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/debug_places.h"
#include "pdg/frontend/statement_builder.h"

namespace warpstring::frontend {

void StatementBuilder::numberLoads() {
    for (auto* block : context_.control.order)
        for (auto& instruction : *block)
            if (llvm::isa<llvm::LoadInst>(instruction) || readsImage(instruction)) {
                loads_[&instruction] = static_cast<std::uint32_t>(context_.pdg.loads.size());
                const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
                context_.pdg.loads.resize(context_.pdg.loads.size() +
                                          (vector == nullptr ? 1 : vector->getNumElements()));
            }
}

void StatementBuilder::access(llvm::Instruction& cause, llvm::Value* pointer, AccessKind kind,
                              std::uint64_t bytes, std::uint64_t displacement, RegionId region) {
    const SymbolicAddress address = values_.address(pointer);
    if (address.space == MemorySpace::Private && address.object != none && !address.objectIsArgument) {
        const auto* base = pointer->stripInBoundsOffsets();
        const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(base);
        if (alloca != nullptr && context_.registerArrays.contains(alloca)) {
            auto* store = llvm::dyn_cast<llvm::StoreInst>(&cause);
            const bool movesConstant =
                store != nullptr && !llvm::isa<llvm::Instruction>(store->getValueOperand());
            if (movesConstant) compute(OperationClass::Move, 1, region, cause);
            Statement& statement = append(StatementKind::Register, region, cause);
            statement.text =
                (kind == AccessKind::Load ? "read " : "write ") + context_.pdg.arrays[address.object].name;
            if (store != nullptr) operands_[statement.id].push_back(store->getValueOperand());
            result_[&cause] = statement.id;
            // Dependences through the array are found like those through memory.
            MemoryAccess access;
            access.id = static_cast<AccessId>(context_.pdg.accesses.size());
            access.statement = statement.id;
            access.space = MemorySpace::Private;
            access.kind = kind;
            access.object = address.object;
            access.objectIsArgument = false;
            access.bytes = static_cast<int>(bytes);
            statement.access = access.id;
            context_.pdg.accesses.push_back(access);
            return;
        }
    }
    Statement& statement = append(StatementKind::Memory, region, cause);
    MemoryAccess access;
    access.id = static_cast<AccessId>(context_.pdg.accesses.size());
    access.statement = statement.id;
    access.space = address.space;
    access.kind = kind;
    access.object = address.object;
    access.objectIsArgument = address.objectIsArgument;
    access.bytes = static_cast<int>(bytes);
    if (address.offset) {
        const int bits = context_.pdg.addressBits;
        access.offset = context_.pdg.exprs.binary(
            ExprOp::Add, bits, address.offset,
            context_.pdg.exprs.constant(static_cast<std::int64_t>(displacement), bits));
    }
    statement.access = access.id;
    const std::string object = address.object == none     ? "?"
                               : address.objectIsArgument ? context_.pdg.arguments[address.object].name
                                                          : context_.pdg.arrays[address.object].name;
    statement.text = (kind == AccessKind::Load    ? "load "
                      : kind == AccessKind::Store ? "store "
                                                  : "atomic ") +
                     object;
    context_.pdg.accesses.push_back(access);
    if (const auto number = loads_.find(&cause); number != loads_.end()) {
        const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(cause.getType());
        const unsigned elements = vector == nullptr ? 1 : vector->getNumElements();
        for (unsigned i = 0; i < elements; ++i)
            context_.pdg.loads[number->second + i] = {
                access.id, static_cast<int>(i * cause.getType()->getScalarSizeInBits() / 8),
                cause.getType()->isFPOrFPVectorTy()};
    }
    for (const auto& operand : cause.operands()) operands_[statement.id].push_back(operand);
    result_[&cause] = statement.id;
    if (address.space == MemorySpace::Unknown)
        note("frontend.unknown-address-space", cause, "this pointer may lead to several address spaces",
             "its accesses count as global memory");
}

} // namespace warpstring::frontend
