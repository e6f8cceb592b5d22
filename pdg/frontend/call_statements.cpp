// SPDX-License-Identifier: GPL-3.0-or-later
#include <llvm/IR/InlineAsm.h>

#include <algorithm>
#include <set>

#include "pdg/frontend/contraction.h"
#include "pdg/frontend/inline_assembly.h"
#include "pdg/frontend/statement_builder.h"

namespace warpstring::frontend {

using Op = OperationClass;

namespace {

/// Bulk copies longer than this are not taken apart word by word.
constexpr std::uint64_t longestBulkBytes = 4096;

/// Whether more than the lower word of a 64-bit value is asked for.
bool isUsedWhole(const llvm::CallInst& call) {
    return call.getType()->isIntegerTy(64) &&
           std::any_of(call.user_begin(), call.user_end(), [](const auto* user) {
               const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(user);
               return !llvm::isa<llvm::TruncInst>(user) &&
                      (operation == nullptr || !isSignExtension(*operation));
           });
}

/// Of what it returns, those that something takes out where nothing uses the whole, or else of its first
/// operand.
int componentCount(const llvm::CallInst& call) {
    const bool isForEffect = call.getType()->isVoidTy() && call.arg_size() > 0;
    const int width = widthOf(isForEffect ? call.getArgOperand(0)->getType() : call.getType());
    std::set<std::uint64_t> used;
    for (const auto* user : call.users()) {
        const auto* element = llvm::dyn_cast<llvm::ExtractElementInst>(user);
        const auto* at =
            element == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(element->getIndexOperand());
        if (at == nullptr) return width;
        used.insert(at->getZExtValue());
    }
    return used.empty() ? width : static_cast<int>(used.size());
}

/// It tells compilers something, or ends the work-item.
bool costsNothing(const llvm::IntrinsicInst& call) {
    switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::annotation:
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::expect:
    case llvm::Intrinsic::expect_with_probability:
    case llvm::Intrinsic::is_constant:
    case llvm::Intrinsic::launder_invariant_group:
    case llvm::Intrinsic::stackrestore:
    case llvm::Intrinsic::stacksave:
    case llvm::Intrinsic::strip_invariant_group: return true;
    default: return call.isAssumeLikeIntrinsic() || call.doesNotReturn();
    }
}

} // namespace

void StatementBuilder::emitIndexQuery(IndexSpaceQuery query, llvm::CallInst& call, RegionId region) {
    std::uint64_t dimension = 0;
    if (call.arg_size() > 0)
        if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0)))
            dimension = constant->getZExtValue();
    const auto once = [&](const char* what, Op op) {
        if (queried_.insert({what, dimension}).second) compute(op, 1, region, call);
    };
    // IDs of the work-item are unpacked from a register, those of the group read from special memory.
    const bool isGlobalId = query == IndexSpaceQuery::GlobalId;
    if (isGlobalId || query == IndexSpaceQuery::LocalId) once("local", Op::Convert);
    if (isGlobalId || query == IndexSpaceQuery::GroupId) once("group", Op::Move);
    if (isGlobalId) once("global", Op::IntegerMad24);
    if (isGlobalId && isUsedWhole(call)) once("upper word", Op::LongAdd);
    if (query == IndexSpaceQuery::Extent) once("size", Op::Move);
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
        // Two shifts and their union where there is no funnel shift.
        for (const auto part : {Op::Shift, Op::Logic})
            compute(isLong ? (part == Op::Shift ? Op::LongShift : Op::LongLogic) : part, width, region, call);
        {
            auto& statements = context_.pdg.statements;
            const StatementId whole(static_cast<std::uint32_t>(statements.size()));
            for (std::size_t before = 1; before <= 2; ++before)
                statements[statements.size() - before].fusedInto = whole;
        }
        compute(isLong ? Op::LongShift : Op::Shift, width, region, call);
        return;
    case llvm::Intrinsic::uadd_sat:
    case llvm::Intrinsic::usub_sat: // min(a, ~b) + b, max(a, b) - b
        compute(isLong ? Op::LongMinMax : Op::IntegerMinMax, width, region, call);
        compute(isLong ? Op::LongAdd : Op::IntegerAdd, width, region, call);
        return;
    case llvm::Intrinsic::bswap: // a permutation of bytes
        compute(isLong ? Op::LongLogic : Op::Logic, width, region, call);
        return;
    case llvm::Intrinsic::is_fpclass: // of a value, or of its magnitude, against one bound
        compute(call.getArgOperand(0)->getType()->getScalarType()->isDoubleTy() ? Op::DoubleCompare
                                                                                : Op::FloatCompare,
                width, region, call);
        return;
    case llvm::Intrinsic::bitreverse:
    case llvm::Intrinsic::ctpop:
    case llvm::Intrinsic::ctlz:
    case llvm::Intrinsic::cttz: compute(Op::BitCount, width, region, call); return;
    case llvm::Intrinsic::memset:
    case llvm::Intrinsic::memset_inline:
    case llvm::Intrinsic::memcpy:
    case llvm::Intrinsic::memcpy_inline:
    case llvm::Intrinsic::memmove: {
        const auto* length = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
        if (length == nullptr || length->getZExtValue() > longestBulkBytes) {
            noteUncounted("frontend.bulk-copy", call, region,
                          "a bulk copy of unknown or great length is not counted", "write the copy as a loop");
            return;
        }
        for (std::uint64_t at = 0; at < length->getZExtValue(); at += 4) {
            // What is left of a struct's padding may end in the middle of a word.
            const auto bytes = static_cast<int>(std::min<std::uint64_t>(4, length->getZExtValue() - at));
            if (!llvm::isa<llvm::MemSetInst>(call))
                access(call, call.getArgOperand(1), AccessKind::Load, bytes, at, region);
            access(call, call.getArgOperand(0), AccessKind::Store, bytes, at, region);
        }
        return;
    }
    default: break;
    }
    if (costsNothing(call)) return;
    const auto name = call.getCalledFunction()->getName();
    emitUnknown({name.data(), name.size()}, call, region);
}

void StatementBuilder::emitUnknown(std::string_view name, llvm::CallInst& call, RegionId region) {
    noteUncounted("frontend.unknown-builtin", call, region,
                  "the cost of '" + std::string(name) + "' is not known",
                  "it counts as one operation of class other_math");
    compute(Op::OtherMath, componentCount(call), region, call);
}

void StatementBuilder::emitAssembly(llvm::CallInst& call, RegionId region) {
    const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
    const std::string text(assembly->getAsmString().data(), assembly->getAsmString().size());
    const int instructions = instructionsOfAssembly(text);
    if (instructions == 0) return;
    compute(Op::IntegerAdd, instructions, region, call);
    context_.pdg.statements.back().text = "asm x" + std::to_string(instructions);
    const std::string code = "frontend.inline-assembly";
    const std::string message = "inline assembly is counted by its instructions";
    const std::string hint = "each counts as one of class integer_add; its accesses to memory are not followed";
    if (isCountedByAdditions(text))
        note(code, call, message, hint);
    else
        noteUncounted(code, call, region, message, hint);
}

void StatementBuilder::emitRoutine(const std::vector<OperationCount>& operations, RegionId region,
                                   llvm::Instruction& cause, int times) {
    for (const auto& part : operations) compute(part.operation, part.count * times, region, cause);
}

void StatementBuilder::emitCall(llvm::CallInst& call, RegionId region) {
    if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
        emitIntrinsic(*intrinsic, region);
        return;
    }
    using Kind = CalledBuiltin::Kind;
    if (call.isInlineAsm()) return emitAssembly(call, region);
    const auto called = context_.language.builtin(call);
    if (const auto* callee = call.getCalledFunction(); callee != nullptr)
        if (const auto cost = context_.functionCosts.find(callee->getName().str());
            cost != context_.functionCosts.end()) {
            emitRoutine(cost->second, region, call);
            auto& costed = context_.pdg.costedFunctions;
            if (std::find(costed.begin(), costed.end(), cost->first) == costed.end())
                costed.push_back(cost->first);
            return;
        }
    switch (called.kind) {
    case Kind::Barrier: append(StatementKind::Barrier, region, call).text = "barrier"; return;
    case Kind::Missing: // refused before
    case Kind::Refused:
    case Kind::Free:
    case Kind::Fence: return;
    case Kind::Routine:
        emitRoutine(called.operations, region, call);
        noteUncounted(called.remark.code, call, region, called.remark.message, called.remark.hint);
        return;
    case Kind::Image: emitImage(called.image, call, region); return;
    case Kind::IndexSpace: emitIndexQuery(called.query, call, region); return;
    case Kind::Atomic: {
        const auto bits = call.getType()->isVoidTy() ? 32 : call.getType()->getScalarSizeInBits();
        auto& accesses = context_.pdg.accesses;
        const std::size_t before = accesses.size();
        access(call, call.getArgOperand(called.pointer), AccessKind::Atomic, bits / 8, 0, region);
        for (std::size_t i = before; i < accesses.size(); ++i) {
            accesses[i].increments = called.addsOne && bits == 32 && call.use_empty();
            accesses[i].compares = called.compares;
        }
        return;
    }
    case Kind::Computation: break;
    }
    if (!called.operations.empty())
        emitRoutine(called.operations, region, call, componentCount(call));
    else if (called.operation)
        compute(*called.operation, componentCount(call), region, call);
    else
        emitUnknown(called.name, call, region);
}

} // namespace warpstring::frontend
