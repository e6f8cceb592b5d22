// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "pdg/frontend/contraction.h"
#include "pdg/frontend/index_width.h"
#include "pdg/frontend/small_operands.h"
#include "pdg/frontend/statement_builder.h"

namespace warpstring::frontend {

using Op = OperationClass;

namespace {

/// A division of the same operands that has been made wherever this one is.
const llvm::Instruction* divisionBefore(const llvm::BinaryOperator& operation,
                                        const llvm::DominatorTree& dominators) {
    using llvm::Instruction;
    const auto isSigned = [](const llvm::BinaryOperator& division) {
        return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
    };
    for (const auto* user : operation.getOperand(1)->users()) {
        const auto* other = llvm::dyn_cast<llvm::BinaryOperator>(user);
        if (other != nullptr && other != &operation && other->isIntDivRem() &&
            other->getOperand(0) == operation.getOperand(0) &&
            other->getOperand(1) == operation.getOperand(1) && isSigned(*other) == isSigned(operation) &&
            dominators.dominates(other, &operation))
            return other;
    }
    return nullptr;
}

} // namespace

void StatementBuilder::emitDivision(llvm::BinaryOperator& operation, RegionId region, int width, bool isLong) {
    const bool remainder =
        operation.getOpcode() == llvm::Instruction::URem || operation.getOpcode() == llvm::Instruction::SRem;
    const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1));
    // Compilers for 32-bit addresses are taken to divide each time, as the paper's strings do.
    const auto* before =
        context_.pdg.addressBits == 64 ? divisionBefore(operation, context_.dominators) : nullptr;
    if (divisor == nullptr) {
        if (isLong && isSmall(operation.getOperand(0)) && isSmall(operation.getOperand(1))) {
            // Compilers test at run time whether 32 bits will do.
            compute(Op::Logic, width, region, operation);
            compute(Op::IntegerCompare, width, region, operation);
            isLong = false;
        }
        if (before != nullptr) { // dividend - quotient * divisor
            compute(isLong ? Op::LongMultiply : Op::IntegerMad, width, region, operation);
            operands_[result_[&operation]].push_back(before);
        } else {
            compute(isLong ? (remainder ? Op::LongRemainder : Op::LongDivide)
                           : (remainder ? Op::IntegerRemainder : Op::IntegerDivide),
                    width, region, operation);
        }
        return;
    }
    // Compilers divide by constants without dividing: shifts for powers of two, else a high product and shifts.
    const auto shift = isLong ? Op::LongShift : Op::Shift;
    const auto add = isLong ? Op::LongAdd : Op::IntegerAdd;
    if (before != nullptr) {
        // The rounded dividend serves both: masked and taken off, or shifted. Of other divisors the quotient
        // does.
        if (divisor->getValue().isPowerOf2()) {
            compute(remainder ? (isLong ? Op::LongLogic : Op::Logic) : shift, width, region, operation);
            if (remainder) compute(add, width, region, operation);
        } else if (remainder) {
            compute(isLong ? Op::LongMultiply : Op::IntegerMad, width, region, operation);
        } else {
            compute(Op::Move, width, region, operation);
        }
        operands_[result_[&operation]].push_back(before);
        return;
    }
    if (divisor->getValue().isPowerOf2()) {
        compute(shift, width, region, operation);
        compute(add, width, region, operation);
        compute(remainder ? (isLong ? Op::LongLogic : Op::Logic) : shift, width, region, operation);
        if (remainder) compute(add, width, region, operation);
        return;
    }
    compute(isLong ? Op::LongMultiplyHigh : Op::IntegerMultiplyHigh, width, region, operation);
    compute(shift, width, region, operation);
    if (remainder) {
        compute(isLong ? Op::LongMultiply : Op::IntegerMultiply, width, region, operation);
        compute(add, width, region, operation);
    }
}

namespace {

/// What makes an address masks both words, behind their shift.
bool scalesAddress(const llvm::BinaryOperator& operation) {
    return std::any_of(operation.user_begin(), operation.user_end(),
                       [](const auto* user) { return llvm::isa<llvm::GetElementPtrInst>(user); });
}

} // namespace

void StatementBuilder::emitBinary(llvm::BinaryOperator& operation, RegionId region) {
    const int width = widthOf(operation.getType());
    const auto* scalar = operation.getType()->getScalarType();
    const bool isLong = scalar->getScalarSizeInBits() > 32 && !isComputedInWord(operation, context_.language);
    const bool isDouble = scalar->isDoubleTy();
    Op op = Op::Move;
    switch (operation.getOpcode()) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
        op = takesProductIn(operation, context_.pdg.addressBits)
                 ? (isLong ? Op::IndexedAddress : Op::IntegerMad)
             : isLong ? Op::LongAdd
                      : Op::IntegerAdd;
        break;
    case llvm::Instruction::Mul:
        if (isMultipliedIntoSum(operation, context_.pdg.addressBits)) return;
        op = !isLong                                                      ? Op::IntegerMultiply
             : context_.pdg.addressBits == 64 && isWideProduct(operation) ? Op::IndexedAddress
                                                                          : Op::LongMultiply;
        break;
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem: emitDivision(operation, region, width, isLong); return;
    case llvm::Instruction::Shl:
        if (isMultipliedIntoSum(operation, context_.pdg.addressBits) || isSignExtension(operation)) return;
        op = isLong ? Op::LongShift : Op::Shift;
        break;
    case llvm::Instruction::AShr:
        if (isSignExtension(operation)) return;
        [[fallthrough]];
    case llvm::Instruction::LShr:
        if (isUpperWord(operation)) return;
        op = isLong ? Op::LongShift : Op::Shift;
        break;
    case llvm::Instruction::Or:
        if (takesProductIn(operation, context_.pdg.addressBits)) {
            op = Op::IntegerMad;
            break;
        }
        [[fallthrough]];
    case llvm::Instruction::And:
        if (isLowerWord(operation) &&
            (fitsWord(*operation.getOperand(0), context_.language) || !scalesAddress(operation)))
            return;
        [[fallthrough]];
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
        if (!isDouble) return emitRoutine(divisions_.of(operation), region, operation);
        op = Op::DoubleDivide;
        break;
    case llvm::Instruction::FRem: op = isDouble ? Op::DoubleMath : Op::FloatRemainder; break;
    default: op = isDouble ? Op::DoubleMath : Op::OtherMath; break;
    }
    compute(op, width, region, operation);
}

namespace {

OperationClass conversion(const llvm::CastInst& cast) {
    const auto* from = cast.getSrcTy()->getScalarType();
    const auto* to = cast.getDestTy()->getScalarType();
    if (from->isDoubleTy() || to->isDoubleTy()) return OperationClass::DoubleConvert;
    const bool isLong = from->isIntegerTy(64) || to->isIntegerTy(64);
    // Signed integers of 8 and 16 bits go to the special unit as well (bench/device/conversions.toml).
    const bool isShort = cast.getOpcode() == llvm::Instruction::SIToFP && from->getIntegerBitWidth() < 32;
    return to->isIntegerTy() || isLong || isShort ? OperationClass::ToInteger : OperationClass::Convert;
}

/// Bytes of a vector that lies in registers as words: each is taken out by a permutation. What is loaded byte
/// by byte is there.
bool isPackedBytes(const llvm::Value& value) {
    const auto* element = llvm::dyn_cast<llvm::ExtractElementInst>(&value);
    const auto* vector = element == nullptr ? &value : element->getVectorOperand();
    if (!vector->getType()->isVectorTy() || !vector->getType()->getScalarType()->isIntegerTy(8)) return false;
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(vector);
    return load == nullptr || load->getAlign().value() >= static_cast<std::uint64_t>(widthOf(load->getType()));
}

} // namespace

void StatementBuilder::emitCast(llvm::CastInst& cast, RegionId region) {
    const int width = widthOf(cast.getType());
    const bool fromBit = cast.getSrcTy()->getScalarType()->isIntegerTy(1);
    switch (cast.getOpcode()) {
    case llvm::Instruction::ZExt:
        if (fromBit)
            compute(Op::Select, width, region, cast);
        else if (isPackedBytes(*cast.getOperand(0)))
            compute(Op::Logic, width, region, cast);
        return; // an upper half of zeros is no instruction
    case llvm::Instruction::SExt:
        if (fromBit)
            compute(Op::Select, width, region, cast);
        else if (!llvm::isa<llvm::LoadInst>(cast.getOperand(0)) &&
                 !isIndexAlone(cast, context_.pdg.addressBits))
            compute(Op::Shift, width, region, cast);
        return;
    case llvm::Instruction::UIToFP:
        if (isPackedBytes(*cast.getOperand(0))) compute(Op::Logic, width, region, cast);
        [[fallthrough]];
    case llvm::Instruction::FPToSI:
    case llvm::Instruction::FPToUI:
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::FPExt:
    case llvm::Instruction::FPTrunc: compute(conversion(cast), width, region, cast); return;
    default: return; // truncations and reinterpretations
    }
}

} // namespace warpstring::frontend
