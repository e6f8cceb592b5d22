// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/statement_builder.h"

#include "pdg/frontend/debug_places.h"
#include "pdg/frontend/struct_arguments.h"

namespace warpstring::frontend {

using Op = OperationClass;

int widthOf(const llvm::Type* type) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return vector == nullptr ? 1 : static_cast<int>(vector->getNumElements());
}

Statement& StatementBuilder::append(StatementKind kind, RegionId region, const llvm::Instruction& cause) {
    auto& statements = context_.pdg.statements;
    Statement statement;
    statement.id = static_cast<StatementId>(statements.size());
    statement.kind = kind;
    statement.region = region;
    statement.place = placeOf(cause);
    statements.push_back(std::move(statement));
    context_.pdg.regions[region].children.emplace_back(statements.back().id);
    return statements.back();
}

void StatementBuilder::compute(OperationClass operation, int count, RegionId region, llvm::Instruction& cause) {
    Statement& statement = append(StatementKind::Compute, region, cause);
    statement.operation = operation;
    statement.count = count;
    statement.text = std::string(name(operation));
    if (count > 1) statement.text += " x" + std::to_string(count);
    statement.longConstants = longConstants_.firstUsesIn(cause);
    result_[&cause] = statement.id;
    for (const auto& operand : cause.operands()) operands_[statement.id].push_back(operand);
}

void StatementBuilder::emit(const AddressOperation& operation, RegionId region) {
    Statement& statement = append(StatementKind::Compute, region, *operation.cause);
    statement.operation = operation.operation;
    statement.synthesised = true;
    statement.text = std::string(name(operation.operation)) + " (address)";
}

void StatementBuilder::emitMove(const llvm::Instruction& cause, RegionId region) {
    emit(AddressOperation{Op::Move, &cause}, region);
    context_.pdg.statements.back().text = "move (initial value)";
}

void StatementBuilder::emitAdvance(const AddressOperation& operation, RegionId region) {
    emit(operation, region);
    if (operation.operation != OperationClass::IndexedAddress) return;
    Statement& statement = context_.pdg.statements.back();
    statement.advancedBy = statement.id;
    advances_[operation.cause] = statement.id;
}

void StatementBuilder::note(std::string code, const llvm::Instruction& at, std::string message,
                            std::string hint) {
    if (!noted_.insert(message).second) return;
    context_.pdg.notes.push_back(
        {std::move(code), Severity::Warning, placeOf(at).at, std::move(message), std::move(hint)});
}

void StatementBuilder::noteUncounted(const std::string& code, const llvm::Instruction& at, RegionId region,
                                     std::string message, std::string hint) {
    auto& uncounted = context_.pdg.uncounted;
    const Uncounted found{code, region};
    if (uncounted.empty() || uncounted.back() != found) uncounted.push_back(found);
    note(code, at, std::move(message), std::move(hint));
}

void StatementBuilder::emit(llvm::Instruction& instruction, RegionId region) {
    if (addresses_.folded.contains(&instruction)) return;
    if (const auto place = addresses_.inPlace.find(&instruction); place != addresses_.inPlace.end()) {
        for (const auto& operation : place->second) compute(operation.operation, 1, region, instruction);
        return;
    }
    const auto storeSize = [&](const llvm::Type* type) {
        return context_.layout.getTypeStoreSize(const_cast<llvm::Type*>(type)).getFixedValue();
    };
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        if (fieldRead(*load)) return; // an operand of those who use it
        access(*load, load->getPointerOperand(), AccessKind::Load, storeSize(load->getType()), 0, region);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        access(*store, store->getPointerOperand(), AccessKind::Store,
               storeSize(store->getValueOperand()->getType()), 0, region);
    } else if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
        access(*atomic, atomic->getPointerOperand(), AccessKind::Atomic, storeSize(atomic->getType()), 0,
               region);
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        auto& accesses = context_.pdg.accesses;
        const std::size_t before = accesses.size();
        access(*exchange, exchange->getPointerOperand(), AccessKind::Atomic,
               storeSize(exchange->getCompareOperand()->getType()), 0, region);
        for (std::size_t i = before; i < accesses.size(); ++i) accesses[i].compares = true;
    } else if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
        emitBinary(*binary, region);
    } else if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
        emitCast(*cast, region);
    } else if (auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
        const auto* type = compare->getOperand(0)->getType();
        const auto* scalar = type->getScalarType();
        const bool wide =
            scalar->isPointerTy() ? context_.pdg.addressBits == 64 : scalar->getScalarSizeInBits() > 32;
        const Op op = scalar->isDoubleTy()          ? Op::DoubleCompare
                      : scalar->isFloatingPointTy() ? Op::FloatCompare
                      : wide                        ? Op::LongCompare
                                                    : Op::IntegerCompare;
        compute(op, widthOf(type), region, *compare);
    } else if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
        const bool logical = select->getType()->getScalarType()->isIntegerTy(1);
        compute(logical ? Op::Logic : Op::Select, widthOf(select->getType()), region, *select);
    } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
        emitCall(*call, region);
    }
}

} // namespace warpstring::frontend
