// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/statement_builder.h"

#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "pdg/frontend/debug_places.h"
#include "pdg/frontend/opencl_builtins.h"

namespace warpstring::frontend {

namespace {

using Op = OperationClass;

int widthOf(const llvm::Type* type) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return vector == nullptr ? 1 : static_cast<int>(vector->getNumElements());
}

/// Bulk copies longer than this are not taken apart word by word.
constexpr std::uint64_t longestBulkBytes = 4096;

} // namespace

Statement& StatementBuilder::append(StatementKind kind, RegionId region, const llvm::Instruction& cause) {
    auto& statements = context_.pdg.statements;
    Statement statement;
    statement.id = static_cast<StatementId>(statements.size());
    statement.kind = kind;
    statement.region = region;
    statement.place = placeOf(cause);
    statements.push_back(std::move(statement));
    context_.pdg.regions[region].children.push_back({NodeRef::Kind::Statement, statements.back().id});
    return statements.back();
}

void StatementBuilder::compute(OperationClass operation, int count, RegionId region, llvm::Instruction& cause) {
    Statement& statement = append(StatementKind::Compute, region, cause);
    statement.operation = operation;
    statement.count = count;
    statement.text = std::string(name(operation));
    if (count > 1) statement.text += " x" + std::to_string(count);
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

void StatementBuilder::note(std::string code, const llvm::Instruction& at, std::string message,
                            std::string hint) {
    if (!noted_.insert(message).second) return;
    context_.pdg.notes.push_back(
        {std::move(code), Severity::Warning, placeOf(at).at, std::move(message), std::move(hint)});
}

void StatementBuilder::numberLoads() {
    for (auto* block : context_.control.order)
        for (auto& instruction : *block)
            if (llvm::isa<llvm::LoadInst>(instruction)) {
                loads_[&instruction] = static_cast<std::uint32_t>(context_.pdg.loads.size());
                context_.pdg.loads.push_back(none);
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
            if (movesConstant) compute(Op::Move, 1, region, cause);
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
    if (const auto number = loads_.find(&cause); number != loads_.end())
        context_.pdg.loads[number->second] = access.id;
    for (const auto& operand : cause.operands()) operands_[statement.id].push_back(operand);
    result_[&cause] = statement.id;
    if (address.space == MemorySpace::Unknown)
        note("frontend.unknown-address-space", cause, "this pointer may lead to several address spaces",
             "its accesses count as global memory");
}

namespace {

/// A product or a shift by a constant that serves `sum` alone and in its block.
bool isScaling(const llvm::BinaryOperator& operation, const llvm::Instruction& sum) {
    const bool scales = operation.getOpcode() == llvm::Instruction::Mul ||
                        (operation.getOpcode() == llvm::Instruction::Shl &&
                         llvm::isa<llvm::ConstantInt>(operation.getOperand(1)));
    return scales && operation.hasOneUse() && operation.getParent() == sum.getParent() &&
           operation.getType()->isIntegerTy(32);
}

/// A 64-bit value shifted up by 32 and back: its lower word with its sign, which machines take from there.
bool isSignExtension(const llvm::BinaryOperator& operation) {
    using namespace llvm::PatternMatch;
    if (!operation.getType()->isIntegerTy(64)) return false;
    if (match(&operation, m_AShr(m_Shl(m_Value(), m_SpecificInt(32)), m_SpecificInt(32)))) return true;
    return match(&operation, m_Shl(m_Value(), m_SpecificInt(32))) &&
           std::all_of(operation.user_begin(), operation.user_end(),
                       [](const auto* user) { return match(user, m_AShr(m_Value(), m_SpecificInt(32))); });
}

} // namespace

bool StatementBuilder::takesProductIn(const llvm::BinaryOperator& sum) const {
    for (const auto& operand : sum.operands())
        if (const auto* product = llvm::dyn_cast<llvm::BinaryOperator>(operand);
            product != nullptr && isMultipliedIntoSum(*product))
            return true;
    return false;
}

bool StatementBuilder::isIndexAlone(const llvm::CastInst& cast) const {
    // The product that makes the address takes the 32-bit index with its sign.
    return context_.pdg.addressBits == 64 && cast.getType()->isIntegerTy(64) &&
           std::all_of(cast.user_begin(), cast.user_end(),
                       [](const auto* user) { return llvm::isa<llvm::GetElementPtrInst>(user); });
}

bool StatementBuilder::isContracted(const llvm::BinaryOperator& product) const {
    if (product.getOpcode() != llvm::Instruction::FMul || !product.hasOneUse() || !product.hasAllowContract())
        return false;
    const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(*product.user_begin());
    if (sum == nullptr || !sum->hasAllowContract() || sum->getParent() != product.getParent()) return false;
    if (sum->getOpcode() != llvm::Instruction::FAdd && sum->getOpcode() != llvm::Instruction::FSub)
        return false;
    // Of two products only the first is taken in.
    const auto* first = llvm::dyn_cast<llvm::BinaryOperator>(sum->getOperand(0));
    if (first == &product || first == nullptr || first->getOpcode() != llvm::Instruction::FMul) return true;
    return !(first->hasOneUse() && first->hasAllowContract() && first->getParent() == sum->getParent());
}

bool StatementBuilder::isMultipliedIntoSum(const llvm::BinaryOperator& product) const {
    // One instruction on machines with 64-bit addresses; those before count the two (paper's strings).
    if (context_.pdg.addressBits != 64 || !product.hasOneUse()) return false;
    const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(*product.user_begin());
    if (sum == nullptr || !isScaling(product, *sum)) return false;
    const auto* either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(sum);
    if (sum->getOpcode() != llvm::Instruction::Add && (either == nullptr || !either->isDisjoint()))
        return false;
    // Of two products only the first is taken in.
    const auto* first = llvm::dyn_cast<llvm::BinaryOperator>(sum->getOperand(0));
    return first == &product || first == nullptr || !isScaling(*first, *sum);
}

void StatementBuilder::emitDivision(llvm::BinaryOperator& operation, RegionId region, int width, bool isLong) {
    const bool remainder =
        operation.getOpcode() == llvm::Instruction::URem || operation.getOpcode() == llvm::Instruction::SRem;
    const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1));
    if (divisor == nullptr || isLong) {
        const Op op = isLong ? (remainder ? Op::LongRemainder : Op::LongDivide)
                             : (remainder ? Op::IntegerRemainder : Op::IntegerDivide);
        compute(op, width, region, operation);
        return;
    }
    // Compilers divide by constants without dividing: shifts for powers of two, else a high product and shifts.
    if (divisor->getValue().isPowerOf2()) {
        compute(Op::Shift, width, region, operation);
        compute(Op::IntegerAdd, width, region, operation);
        compute(remainder ? Op::Logic : Op::Shift, width, region, operation);
        if (remainder) compute(Op::IntegerAdd, width, region, operation);
        return;
    }
    compute(Op::IntegerMultiplyHigh, width, region, operation);
    compute(Op::Shift, width, region, operation);
    if (remainder) {
        compute(Op::IntegerMultiply, width, region, operation);
        compute(Op::IntegerAdd, width, region, operation);
    }
}

void StatementBuilder::emitBinary(llvm::BinaryOperator& operation, RegionId region) {
    const int width = widthOf(operation.getType());
    const auto* scalar = operation.getType()->getScalarType();
    const bool isLong = scalar->getScalarSizeInBits() > 32;
    const bool isDouble = scalar->isDoubleTy();
    Op op = Op::Move;
    switch (operation.getOpcode()) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
        op = takesProductIn(operation) ? Op::IntegerMad : isLong ? Op::LongAdd : Op::IntegerAdd;
        break;
    case llvm::Instruction::Mul:
        if (isMultipliedIntoSum(operation)) return;
        op = isLong ? Op::LongMultiply : Op::IntegerMultiply;
        break;
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem: emitDivision(operation, region, width, isLong); return;
    case llvm::Instruction::Shl:
        if (isMultipliedIntoSum(operation) || isSignExtension(operation)) return;
        op = isLong ? Op::LongShift : Op::Shift;
        break;
    case llvm::Instruction::AShr:
        if (isSignExtension(operation)) return;
        [[fallthrough]];
    case llvm::Instruction::LShr: op = isLong ? Op::LongShift : Op::Shift; break;
    case llvm::Instruction::Or:
        if (takesProductIn(operation)) {
            op = Op::IntegerMad;
            break;
        }
        [[fallthrough]];
    case llvm::Instruction::And:
    case llvm::Instruction::Xor: op = isLong ? Op::LongLogic : Op::Logic; break;
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub: {
        bool contracts = false;
        for (const auto& operand : operation.operands()) {
            const auto* product = llvm::dyn_cast<llvm::BinaryOperator>(operand);
            contracts |= product != nullptr && isContracted(*product);
        }
        op = contracts ? (isDouble ? Op::DoubleMad : Op::FloatMad) : (isDouble ? Op::DoubleAdd : Op::FloatAdd);
        break;
    }
    case llvm::Instruction::FMul:
        if (isContracted(operation)) return;
        op = isDouble ? Op::DoubleMultiply : Op::FloatMultiply;
        break;
    case llvm::Instruction::FDiv:
        op = isDouble ? Op::DoubleDivide : operation.hasAllowReciprocal() ? Op::NativeDivide : Op::FloatDivide;
        break;
    default: op = isDouble ? Op::DoubleMath : Op::OtherMath; break;
    }
    compute(op, width, region, operation);
}

void StatementBuilder::emitCast(llvm::CastInst& cast, RegionId region) {
    const int width = widthOf(cast.getType());
    const bool fromBit = cast.getSrcTy()->getScalarType()->isIntegerTy(1);
    switch (cast.getOpcode()) {
    case llvm::Instruction::ZExt:
        if (fromBit) compute(Op::Select, width, region, cast);
        return; // an upper half of zeros is no instruction
    case llvm::Instruction::SExt:
        if (fromBit)
            compute(Op::Select, width, region, cast);
        else if (!llvm::isa<llvm::LoadInst>(cast.getOperand(0)) && !isIndexAlone(cast))
            compute(Op::Shift, width, region, cast);
        return;
    case llvm::Instruction::FPToSI:
    case llvm::Instruction::FPToUI:
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::UIToFP:
    case llvm::Instruction::FPExt:
    case llvm::Instruction::FPTrunc: compute(Op::Convert, width, region, cast); return;
    default: return; // truncations and reinterpretations
    }
}

void StatementBuilder::emitIndexQuery(std::string_view name, llvm::CallInst& call, RegionId region) {
    std::uint64_t dimension = 0;
    if (call.arg_size() > 0)
        if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0)))
            dimension = constant->getZExtValue();
    const auto once = [&](const char* what, Op op) {
        if (queried_.insert({what, dimension}).second) compute(op, 1, region, call);
    };
    // IDs of the work-item are unpacked from a register, those of the group read from special memory.
    const bool isGlobalId = name == "get_global_id";
    if (isGlobalId || name == "get_local_id") once("local", Op::Convert);
    if (isGlobalId || name == "get_group_id") once("group", Op::Move);
    if (isGlobalId)
        once("global", Op::IntegerMad24);
    else if (name.find("size") != name.npos || name.find("num") != name.npos)
        once("size", Op::Move);
}

void StatementBuilder::emitIntrinsic(llvm::IntrinsicInst& call, RegionId region) {
    const int width = widthOf(call.getType());
    const auto* scalar = call.getType()->getScalarType();
    const bool isDouble = scalar->isDoubleTy();
    const bool isLong = scalar->isIntegerTy() && scalar->getScalarSizeInBits() > 32;
    switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::fmuladd:
    case llvm::Intrinsic::fma: compute(isDouble ? Op::DoubleMad : Op::FloatMad, width, region, call); return;
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::umin:
    case llvm::Intrinsic::umax:
    case llvm::Intrinsic::abs:
        compute(isLong ? Op::LongMinMax : Op::IntegerMinMax, width, region, call);
        return;
    case llvm::Intrinsic::minnum:
    case llvm::Intrinsic::maxnum:
        compute(isDouble ? Op::DoubleMinMax : Op::FloatMinMax, width, region, call);
        return;
    case llvm::Intrinsic::fabs: return; // an operand modifier
    case llvm::Intrinsic::sqrt:
        compute(isDouble ? Op::DoubleSquareRoot : Op::SquareRoot, width, region, call);
        return;
    case llvm::Intrinsic::fshl:
    case llvm::Intrinsic::fshr:
        compute(Op::Shift, 2 * width, region, call);
        compute(Op::Logic, width, region, call);
        return;
    case llvm::Intrinsic::ctpop:
    case llvm::Intrinsic::ctlz:
    case llvm::Intrinsic::cttz: compute(Op::BitCount, width, region, call); return;
    case llvm::Intrinsic::memset:
    case llvm::Intrinsic::memcpy:
    case llvm::Intrinsic::memmove: {
        const auto* length = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
        if (length == nullptr || length->getZExtValue() > longestBulkBytes) {
            note("frontend.bulk-copy", call, "a bulk copy of unknown or great length is not counted",
                 "write the copy as a loop");
            return;
        }
        for (std::uint64_t at = 0; at < length->getZExtValue(); at += 4) {
            if (call.getIntrinsicID() != llvm::Intrinsic::memset)
                access(call, call.getArgOperand(1), AccessKind::Load, 4, at, region);
            access(call, call.getArgOperand(0), AccessKind::Store, 4, at, region);
        }
        return;
    }
    default: return; // lifetimes, assumptions, debug information
    }
}

void StatementBuilder::emitCall(llvm::CallInst& call, RegionId region) {
    if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
        emitIntrinsic(*intrinsic, region);
        return;
    }
    const auto called = builtinName(call);
    if (isBarrier(called)) {
        append(StatementKind::Barrier, region, call).text = "barrier";
        return;
    }
    if (isFence(called)) return;
    if (isIndexSpaceQuery(called)) {
        emitIndexQuery(called, call, region);
        return;
    }
    if (isAtomic(called) && call.arg_size() > 0 && call.getArgOperand(0)->getType()->isPointerTy()) {
        const auto bits = call.getType()->isVoidTy() ? 32 : call.getType()->getScalarSizeInBits();
        access(call, call.getArgOperand(0), AccessKind::Atomic, bits / 8, 0, region);
        return;
    }
    if (const int width = vectorLoadWidth(called); width > 0) {
        const auto bytes = context_.layout.getTypeStoreSize(call.getType()).getFixedValue();
        access(call, call.getArgOperand(1), AccessKind::Load, bytes, 0, region);
        context_.pdg.accesses.back().offset = {}; // displaced by the first argument
        return;
    }
    if (const int width = vectorStoreWidth(called); width > 0) {
        const auto bytes = context_.layout.getTypeStoreSize(call.getArgOperand(0)->getType()).getFixedValue();
        access(call, call.getArgOperand(2), AccessKind::Store, bytes, 0, region);
        context_.pdg.accesses.back().offset = {};
        return;
    }
    const auto* type =
        call.getType()->isVoidTy() && call.arg_size() > 0 ? call.getArgOperand(0)->getType() : call.getType();
    const auto* scalar = type->getScalarType();
    const auto operation = builtinOperation(called, scalar->isDoubleTy(), scalar->isFloatingPointTy(),
                                            scalar->isIntegerTy() && scalar->getScalarSizeInBits() > 32);
    if (!operation)
        note("frontend.unknown-builtin", call, "the cost of '" + std::string(called) + "' is not known",
             "it counts as one operation of class other_math");
    compute(operation.value_or(Op::OtherMath), widthOf(type), region, call);
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
        access(*load, load->getPointerOperand(), AccessKind::Load, storeSize(load->getType()), 0, region);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        access(*store, store->getPointerOperand(), AccessKind::Store,
               storeSize(store->getValueOperand()->getType()), 0, region);
    } else if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
        access(*atomic, atomic->getPointerOperand(), AccessKind::Atomic, storeSize(atomic->getType()), 0,
               region);
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        access(*exchange, exchange->getPointerOperand(), AccessKind::Atomic,
               storeSize(exchange->getCompareOperand()->getType()), 0, region);
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

std::vector<StatementId> StatementBuilder::producers(const llvm::Value* value) {
    std::vector<StatementId> found;
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
    std::vector<const llvm::Value*> pending{value};
    while (!pending.empty()) {
        const auto* next = pending.back();
        pending.pop_back();
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(next);
        if (instruction == nullptr || !seen.insert(next).second) continue;
        if (const auto known = result_.find(instruction); known != result_.end()) {
            found.push_back(known->second);
            continue;
        }
        for (const auto& operand : instruction->operands()) pending.push_back(operand);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

void StatementBuilder::connect() {
    auto& statements = context_.pdg.statements;
    for (const auto& [id, values] : operands_) {
        auto& data = statements[id].data;
        for (const auto* value : values)
            for (const auto producer : producers(value))
                if (producer == id)
                    statements[id].carried = true;
                else
                    data.push_back(producer);
        std::sort(data.begin(), data.end());
        data.erase(std::unique(data.begin(), data.end()), data.end());
    }
    connectMemory();
}

void StatementBuilder::connectMemory() {
    struct ObjectState {
        std::vector<StatementId> stores, loadsSinceStore;
    };
    std::map<std::tuple<MemorySpace, bool, std::uint32_t>, ObjectState> objects;
    StatementId barrier = none;
    for (auto& statement : context_.pdg.statements) {
        if (statement.kind == StatementKind::Barrier) {
            // A barrier follows every access before it and precedes every access after it.
            for (auto& [object, state] : objects) {
                if (std::get<0>(object) == MemorySpace::Private) continue;
                for (const auto id : state.stores) statement.memory.push_back(id);
                for (const auto id : state.loadsSinceStore) statement.memory.push_back(id);
                state = {};
            }
            if (barrier != none) statement.memory.push_back(barrier);
            barrier = statement.id;
            continue;
        }
        if (statement.access == none) continue;
        const auto& access = context_.pdg.accesses[statement.access];
        auto& state = objects[{access.space, access.objectIsArgument, access.object}];
        const bool isPrivate = access.space == MemorySpace::Private;
        if (barrier != none && !isPrivate) statement.memory.push_back(barrier);
        // Registers of an array pass their values on as data.
        auto& edges = statement.kind == StatementKind::Register && access.kind == AccessKind::Load
                          ? statement.data
                          : statement.memory;
        for (const auto id : state.stores) edges.push_back(id);
        if (access.kind == AccessKind::Load) {
            state.loadsSinceStore.push_back(statement.id);
        } else {
            for (const auto id : state.loadsSinceStore) statement.memory.push_back(id);
            if (statement.kind != StatementKind::Register) state.stores.clear();
            state.stores.push_back(statement.id);
            state.loadsSinceStore.clear();
        }
    }
}

} // namespace warpstring::frontend
