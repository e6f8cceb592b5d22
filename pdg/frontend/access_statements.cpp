// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/debug_places.h"
#include "pdg/frontend/statement_builder.h"

namespace warpstring::frontend {

void StatementBuilder::numberLoads() {
    for (auto* block : context_.control.order)
        for (auto& instruction : *block) {
            const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
            if (load == nullptr && !readsImage(instruction)) continue;
            loads_[&instruction] = static_cast<std::uint32_t>(context_.pdg.loads.size());
            const std::size_t objects =
                load == nullptr ? 1 : pointedObjects(*load->getPointerOperand(), context_).objects.size();
            context_.pdg.loads.resize(context_.pdg.loads.size() +
                                      std::max<std::size_t>(1, objects) *
                                          static_cast<std::size_t>(widthOf(instruction.getType())));
        }
}

void StatementBuilder::registerStatement(llvm::Instruction& cause, MemoryAccess access, RegionId region) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(&cause);
    const bool movesConstant = store != nullptr && !llvm::isa<llvm::Instruction>(store->getValueOperand());
    if (movesConstant) compute(OperationClass::Move, 1, region, cause);
    Statement& statement = append(StatementKind::Register, region, cause);
    statement.text =
        (access.kind == AccessKind::Load ? "read " : "write ") + context_.pdg.arrays[access.object].name;
    if (store != nullptr) operands_[statement.id].push_back(store->getValueOperand());
    result_[&cause] = statement.id;
    // Dependences through the array are found like those through memory.
    access.id = static_cast<AccessId>(context_.pdg.accesses.size());
    access.statement = statement.id;
    access.offset = {};
    statement.access = access.id;
    context_.pdg.accesses.push_back(access);
}

StatementId StatementBuilder::memoryStatement(llvm::Instruction& cause, const MemoryObject& object,
                                              MemoryAccess access, RegionId region) {
    Statement& statement = append(StatementKind::Memory, region, cause);
    access.id = static_cast<AccessId>(context_.pdg.accesses.size());
    access.statement = statement.id;
    access.space = object.space;
    access.object = object.index;
    access.objectIsArgument = object.isArgument;
    statement.access = access.id;
    const std::string name = object.index == none ? "?"
                             : object.isArgument  ? context_.pdg.arguments[object.index].name
                                                  : context_.pdg.arrays[object.index].name;
    statement.text = (access.kind == AccessKind::Load    ? "load "
                      : access.kind == AccessKind::Store ? "store "
                                                         : "atomic ") +
                     name;
    context_.pdg.accesses.push_back(access);
    for (const auto& operand : cause.operands()) operands_[statement.id].push_back(operand);
    return statement.id;
}

/// What a load hands out where it reads that one of its objects.
void StatementBuilder::describeLoaded(const llvm::Instruction& load, std::size_t object, AccessId access) {
    const auto number = loads_.find(&load);
    if (number == loads_.end()) return;
    const auto elements = static_cast<std::size_t>(widthOf(load.getType()));
    for (std::size_t i = 0; i < elements; ++i)
        context_.pdg.loads[number->second + object * elements + i] = {
            access, static_cast<int>(i * load.getType()->getScalarSizeInBits() / 8),
            load.getType()->isFPOrFPVectorTy()};
}

void StatementBuilder::access(llvm::Instruction& cause, llvm::Value* pointer, AccessKind kind,
                              std::uint64_t bytes, std::uint64_t displacement, RegionId region) {
    const SymbolicAddress address = values_.address(pointer);
    MemoryAccess access;
    access.kind = kind;
    access.bytes = static_cast<int>(bytes);
    if (address.offset) {
        const int bits = context_.pdg.addressBits;
        access.offset = context_.pdg.exprs.binary(
            ExprOp::Add, bits, address.offset,
            context_.pdg.exprs.constant(static_cast<std::int64_t>(displacement), bits));
    }
    if (address.objects.size() > 1) return chosenAccess(cause, address, access, region);
    const MemoryObject object =
        address.objects.empty() ? MemoryObject{address.space, none, true} : address.objects.front();
    const auto* array = llvm::dyn_cast<llvm::AllocaInst>(pointer->stripInBoundsOffsets());
    if (object.space == MemorySpace::Private && !object.isArgument && array != nullptr &&
        context_.registerArrays.contains(array)) {
        access.space = MemorySpace::Private;
        access.object = object.index;
        access.objectIsArgument = false;
        return registerStatement(cause, access, region);
    }
    result_[&cause] = memoryStatement(cause, object, access, region);
    describeLoaded(cause, 0, context_.pdg.accesses.back().id);
    if (object.space == MemorySpace::Unknown)
        note("frontend.unknown-address-space", cause, "this pointer may lead to several address spaces",
             "its accesses count as global memory");
}

} // namespace warpstring::frontend
