// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/access_passes.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <vector>

#include "pdg/frontend/llvm_headers.h"

namespace warpstring::frontend {

namespace {

/// That one instruction moves for a work-item: bytes, and elements of vectors, as in PTX.
constexpr std::uint64_t widestAccess = 16;
constexpr unsigned mostElements = 4;
/// Copies up to here are taken apart word by word, as compilers do.
constexpr std::uint64_t longestUnrolledCopy = 128;

bool isPrivate(const llvm::Value* pointer) {
    return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
}

struct Pieces {
    llvm::Type* element = nullptr;
    unsigned count = 0;    ///< elements of the whole
    unsigned perPiece = 1; ///< elements that one instruction moves
};

/// How an access of `type` has to be taken apart; one piece where it has not.
Pieces piecesOf(const llvm::Type* type, std::uint64_t align, const llvm::DataLayout& layout) {
    const auto* vector = llvm::cast<llvm::FixedVectorType>(type);
    Pieces pieces{vector->getElementType(), vector->getNumElements(), 1};
    const std::uint64_t bytes = layout.getTypeStoreSize(pieces.element).getFixedValue();
    // A vector of three is moved as two and one.
    unsigned width = 1;
    while (2 * width <= std::min(pieces.count, mostElements) &&
           2 * width * bytes <= std::min(align, widestAccess))
        width *= 2;
    pieces.perPiece = width;
    return pieces;
}

void splitLoad(llvm::LoadInst& load, const llvm::DataLayout& layout) {
    const auto pieces = piecesOf(load.getType(), load.getAlign().value(), layout);
    if (pieces.perPiece == pieces.count) return;
    llvm::IRBuilder<> builder(&load);
    llvm::Value* whole = llvm::PoisonValue::get(load.getType());
    const std::uint64_t bytes = layout.getTypeStoreSize(pieces.element).getFixedValue();
    for (unsigned first = 0; first < pieces.count;) {
        const unsigned width = std::min(pieces.perPiece, llvm::bit_floor(pieces.count - first));
        auto* type = width == 1 ? pieces.element : llvm::FixedVectorType::get(pieces.element, width);
        auto* at = builder.CreateConstInBoundsGEP1_64(pieces.element, load.getPointerOperand(), first);
        auto* part = builder.CreateAlignedLoad(type, at, llvm::commonAlignment(load.getAlign(), first * bytes),
                                               load.isVolatile());
        for (unsigned lane = 0; lane < width; ++lane)
            whole = builder.CreateInsertElement(
                whole, width == 1 ? static_cast<llvm::Value*>(part) : builder.CreateExtractElement(part, lane),
                first + lane);
        first += width;
    }
    load.replaceAllUsesWith(whole);
    load.eraseFromParent();
}

void splitStore(llvm::StoreInst& store, const llvm::DataLayout& layout) {
    auto* value = store.getValueOperand();
    const auto pieces = piecesOf(value->getType(), store.getAlign().value(), layout);
    if (pieces.perPiece == pieces.count) return;
    llvm::IRBuilder<> builder(&store);
    const std::uint64_t bytes = layout.getTypeStoreSize(pieces.element).getFixedValue();
    for (unsigned first = 0; first < pieces.count;) {
        const unsigned width = std::min(pieces.perPiece, llvm::bit_floor(pieces.count - first));
        llvm::Value* part = nullptr;
        if (width == 1) {
            part = builder.CreateExtractElement(value, first);
        } else {
            part = llvm::PoisonValue::get(llvm::FixedVectorType::get(pieces.element, width));
            for (unsigned lane = 0; lane < width; ++lane)
                part =
                    builder.CreateInsertElement(part, builder.CreateExtractElement(value, first + lane), lane);
        }
        auto* at = builder.CreateConstInBoundsGEP1_64(pieces.element, store.getPointerOperand(), first);
        builder.CreateAlignedStore(part, at, llvm::commonAlignment(store.getAlign(), first * bytes),
                                   store.isVolatile());
        first += width;
    }
    store.eraseFromParent();
}

/// The widest word in which `length` bytes between these alignments can be moved.
std::uint64_t wordBytes(std::uint64_t align, const llvm::Value* length) {
    std::uint64_t bytes = std::min<std::uint64_t>(align, 4);
    if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(length))
        while (known->getZExtValue() % bytes != 0) bytes /= 2;
    else
        bytes = 1;
    return bytes;
}

/// for (i = 0; i < length / word; ++i) to[i] = from[i], or a value where nothing is copied.
void loopOver(llvm::MemIntrinsic& copy) {
    auto* length = copy.getLength();
    std::uint64_t align = copy.getDestAlign().valueOrOne().value();
    const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&copy);
    if (transfer != nullptr) align = std::min(align, transfer->getSourceAlign().valueOrOne().value());
    const auto bytes = wordBytes(align, length);
    auto& context = copy.getContext();
    auto* word = llvm::IntegerType::get(context, static_cast<unsigned>(bytes * 8));
    auto* before = copy.getParent();
    auto* after = llvm::SplitBlock(before, &copy);
    auto* body = llvm::BasicBlock::Create(context, "copy", before->getParent(), after);
    before->getTerminator()->eraseFromParent();
    llvm::IRBuilder<> builder(before);
    builder.SetCurrentDebugLocation(copy.getDebugLoc());
    auto* type = length->getType();
    auto* zero = llvm::ConstantInt::get(type, 0);
    auto* words = builder.CreateUDiv(length, llvm::ConstantInt::get(type, bytes));
    builder.CreateCondBr(builder.CreateICmpNE(words, zero), body, after);
    builder.SetInsertPoint(body);
    auto* counter = builder.CreatePHI(type, 2);
    counter->addIncoming(zero, before);
    llvm::Value* value = nullptr;
    if (transfer != nullptr)
        value = builder.CreateAlignedLoad(
            word, builder.CreateInBoundsGEP(word, transfer->getRawSource(), counter), llvm::Align(bytes));
    else
        value = llvm::ConstantInt::get(word, 0); // which value it is does not matter
    builder.CreateAlignedStore(value, builder.CreateInBoundsGEP(word, copy.getRawDest(), counter),
                               llvm::Align(bytes));
    auto* next = builder.CreateNUWAdd(counter, llvm::ConstantInt::get(type, 1));
    counter->addIncoming(next, body);
    builder.CreateCondBr(builder.CreateICmpULT(next, words), body, after);
    copy.eraseFromParent();
}

} // namespace

llvm::PreservedAnalyses ForgetVolatilePrivates::run(llvm::Function& function,
                                                    llvm::FunctionAnalysisManager& analyses) {
    static_cast<void>(analyses);
    for (auto& instruction : llvm::instructions(function)) {
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load != nullptr && load->isVolatile())
            load->setVolatile(!isPrivate(load->getPointerOperand()));
        if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
            store != nullptr && store->isVolatile())
            store->setVolatile(!isPrivate(store->getPointerOperand()));
        if (auto* bulk = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
            bulk != nullptr && bulk->isVolatile() && isPrivate(bulk->getRawDest()))
            bulk->setVolatile(llvm::ConstantInt::getFalse(bulk->getContext()));
    }
    return llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses ConstantsAreInvariant::run(llvm::Function& function,
                                                   llvm::FunctionAnalysisManager& analyses) {
    static_cast<void>(analyses);
    for (auto& instruction : llvm::instructions(function))
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
            load != nullptr && load->getPointerAddressSpace() == addressSpace_ && !load->isVolatile())
            load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(load->getContext(), {}));
    return llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses SplitVectorAccesses::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& analyses) {
    static_cast<void>(analyses);
    const auto& layout = function.getParent()->getDataLayout();
    std::vector<llvm::LoadInst*> loads;
    std::vector<llvm::StoreInst*> stores;
    for (auto& instruction : llvm::instructions(function)) {
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
            load != nullptr && llvm::isa<llvm::FixedVectorType>(load->getType()))
            loads.push_back(load);
        if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
            store != nullptr && llvm::isa<llvm::FixedVectorType>(store->getValueOperand()->getType()))
            stores.push_back(store);
    }
    for (auto* load : loads) splitLoad(*load, layout);
    for (auto* store : stores) splitStore(*store, layout);
    return loads.empty() && stores.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses CopiesAsLoops::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    static_cast<void>(analyses);
    std::vector<llvm::MemIntrinsic*> copies;
    for (auto& instruction : llvm::instructions(function)) {
        auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
        if (copy == nullptr) continue;
        const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
        if (length == nullptr || length->getZExtValue() > longestUnrolledCopy) copies.push_back(copy);
    }
    for (auto* copy : copies) loopOver(*copy);
    return copies.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

} // namespace warpstring::frontend
