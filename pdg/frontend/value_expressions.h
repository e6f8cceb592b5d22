// SPDX-License-Identifier: GPL-3.0-or-later
// SSA values as symbolic expressions. Merges become selections by the conditions that lead to them (gated SSA),
// values carried by loops become closed forms of the loop's counter where they are linear or geometric and
// recurrences otherwise.
#pragma once

#include <functional>
#include <map>

#include "pdg/frontend/pointed_objects.h"

namespace warpstring::frontend {

/// Where a pointer leads: one of some objects and an offset in bytes, which is invalid when they are not known.
struct SymbolicAddress {
    std::vector<MemoryObject> objects;
    ExprId which; ///< `objectNumber` of the one that it is
    ExprId offset;
    MemorySpace space = MemorySpace::Unknown; ///< of an object that is not known
};

[[nodiscard]] ExprId objectNumber(const MemoryObject& object, ExprPool& exprs);

/// What an image's read or write touches: a texel, or those that a filter mixes.
struct SymbolicTexels {
    std::uint32_t image = none;  ///< argument index; `none` where it is no argument
    std::vector<ExprId> offsets; ///< from the image's start, in the layout of pdg/image_layout.h
    int bytes = 4;               ///< of a texel
};

/// What an LLVM opcode computes; ExprOp::Invalid where expressions cannot say it.
[[nodiscard]] ExprOp expressionOf(unsigned opcode);

class ValueExpressions {
public:
    explicit ValueExpressions(KernelContext& context) : context_(context), exprs_(context.pdg.exprs) {}

    [[nodiscard]] ExprId expr(llvm::Value* value);
    [[nodiscard]] SymbolicAddress address(llvm::Value* pointer);
    /// One bit: the address lies in that object.
    [[nodiscard]] ExprId leadsTo(const SymbolicAddress& address, const MemoryObject& object);
    /// What a load reads from a struct passed by value, or one of the elements that it reads; invalid where it
    /// reads something else.
    [[nodiscard]] ExprId field(const llvm::LoadInst& load, std::uint64_t element);
    [[nodiscard]] SymbolicTexels texels(const ImageCall& call);

    /// One bit: the branch at the end of `edge.block` goes to `edge.side`, given that the block is executed.
    [[nodiscard]] ExprId edgeCondition(const ControlEdge& edge);
    /// One bit: `block` is executed, given an execution of region `from`, which must enclose it at its level.
    [[nodiscard]] ExprId pathCondition(llvm::BasicBlock* block, RegionId from);
    [[nodiscard]] ExprId pathCondition(RegionId region, RegionId from);
    /// One bit: `block`, of `level` or a loop in it, is executed at last and `condition` holds there, given an
    /// execution of the region that holds both it and `root` at `level`.
    [[nodiscard]] ExprId outwards(ExprId condition, llvm::BasicBlock* block, const llvm::Loop* level,
                                  RegionId root);
    /// A region's guard relative to its parent.
    [[nodiscard]] ExprId guard(RegionId region);
    /// Wraps a value of inside `from` so that it means the value after the loops left on the way to level `to`.
    [[nodiscard]] ExprId leaveLoops(ExprId value, const llvm::Loop* from, const llvm::Loop* to);

    /// Loads are told apart by their index in Pdg::loads: an element's of the first object, then the next
    /// one's.
    std::function<std::uint32_t(const llvm::Instruction&)> loadNumberOf;

private:
    /// Expressions deeper than this are not followed: they are unknown, and said to be.
    static constexpr int deepest = 2000;

    ExprId compute(llvm::Value* value);
    ExprId element(llvm::Value* vector, std::uint64_t index);
    ExprId computeElement(llvm::Value* vector, const llvm::FixedVectorType& type, std::uint64_t index);
    ExprId unknown(int bits);
    ExprId headerPhi(llvm::PHINode& phi, llvm::Loop& loop);
    ExprId mergePhi(llvm::PHINode& phi, const std::function<ExprId(unsigned)>& incoming, int bits);
    ExprId geometricPhi(llvm::PHINode& phi, llvm::Loop& loop);
    ExprId fromEvolution(const llvm::SCEV* evolution);
    ExprId registerElement(llvm::LoadInst& load);
    ExprId loaded(llvm::LoadInst& load, std::uint64_t element);
    ExprId fromCall(llvm::CallInst& call);
    ExprId fromIntrinsic(llvm::IntrinsicInst& call);
    ExprId fromImageQuery(const ImageCall& call, unsigned dimension, int bits);
    [[nodiscard]] Sampler samplerOfCall(const ImageCall& call) const;
    /// The n-th coordinate as the index of a texel, or of the first of two that a filter mixes.
    ExprId texelIndex(const ImageCall& call, const Sampler& sampler, unsigned dimension, bool isMixed);
    ExprId imageSize(const ImageCall& call, unsigned dimension, int bits);
    ExprId lowAddressBits(llvm::Instruction& instruction, int bits);
    ExprId comparison(llvm::CmpInst& compare);
    ExprId incomingCondition(llvm::PHINode& phi, unsigned index);
    SymbolicAddress computeAddress(llvm::Value* pointer);
    SymbolicAddress chosenAddress(llvm::SelectInst& select);
    SymbolicAddress mergedAddress(llvm::PHINode& phi);
    SymbolicAddress carriedAddress(llvm::PHINode& phi, llvm::Loop& loop);
    SymbolicAddress rotatedAddress(const std::vector<const llvm::PHINode*>& circle, llvm::Loop& loop);
    ExprId elementOffset(llvm::GEPOperator& gep);
    int bitsOf(const llvm::Type* type) const;
    int offsetBits() const { return context_.pdg.addressBits; }

    KernelContext& context_;
    ExprPool& exprs_;
    llvm::DenseMap<llvm::Value*, ExprId> known_;
    llvm::DenseMap<std::pair<llvm::Value*, std::uint64_t>, ExprId> elements_; ///< of vectors, by index
    std::map<llvm::Value*, SymbolicAddress> addresses_;
    std::map<RegionId, ExprId> guards_;
    int depth_ = 0;
    std::uint32_t unknowns_ = 0; ///< met
};

} // namespace warpstring::frontend
