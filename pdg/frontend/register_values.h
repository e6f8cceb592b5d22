// SPDX-License-Identifier: GPL-3.0-or-later
// Which values of the IR a machine with 64-bit addresses keeps in registers of 32 bits, and which instructions
// it executes: what vanishes into others, is uniform or a predicate takes none.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "pdg/frontend/address_arithmetic.h"

namespace warpstring::frontend {

/// One register: a part of a value, in one of the copies of an unrolled body.
struct RegisterPart {
    const llvm::Value* value = nullptr;
    int part = 0;
    int copy = 0;
    friend auto operator<=>(const RegisterPart&, const RegisterPart&) = default;
};

/// Registers beside operands and result while an operation of many instructions is computed.
struct Temporaries {
    int registers = 0;
    bool isBranching = false; ///< its rare cases are branched to: nothing else is computed meanwhile
};

class RegisterValues {
public:
    /// `computesAgain`: addresses, and sums and products with what is uniform, are computed again at each use
    /// rather than kept.
    RegisterValues(const KernelContext& context, const AddressArithmetic& addresses, bool computesAgain);

    /// Whether the machine executes something for `instruction`.
    [[nodiscard]] bool isExecuted(const llvm::Instruction& instruction) const;
    /// Registers that hold `value`; those of what it vanishes into.
    [[nodiscard]] std::vector<RegisterPart> holding(const llvm::Value& value) const;
    /// Registers that `instruction` makes.
    [[nodiscard]] const std::vector<RegisterPart>& madeBy(const llvm::Instruction& instruction) const;
    /// Registers that it reads.
    [[nodiscard]] const std::vector<RegisterPart>& readBy(const llvm::Instruction& instruction) const;
    /// Registers for addresses that a loop advances, and for the bases of those computed in it.
    [[nodiscard]] int keptForAddresses(const llvm::Loop& loop) const;
    /// Addresses of which each copy of the loop's body makes its own.
    [[nodiscard]] std::vector<std::vector<RegisterPart>> advancedByCopies(const llvm::Loop& loop) const;
    [[nodiscard]] bool isAdvanced(const llvm::Value& value) const { return advancedIn_.contains(&value); }
    [[nodiscard]] Temporaries temporariesOf(const llvm::Instruction& instruction) const;

private:
    [[nodiscard]] bool isUniform(const llvm::Value* value) const;
    [[nodiscard]] bool isWide(const llvm::Value& pointer) const;
    [[nodiscard]] int partsOf(const llvm::Value& value) const;
    [[nodiscard]] bool isTransparent(const llvm::Instruction& instruction) const;
    void addHolding(const llvm::Value& value, int depth, std::vector<RegisterPart>& parts) const;
    void addOperands(const llvm::Instruction& instruction, int depth, std::vector<RegisterPart>& parts) const;
    void find(const llvm::Instruction& value, int depth, std::vector<RegisterPart>& parts) const;
    void findUniform();
    void findCheap();
    void findKept();

    const KernelContext& context_;
    const AddressArithmetic& addresses_;
    bool computesAgain_;
    llvm::DenseMap<const llvm::Instruction*, const llvm::Instruction*> fusions_;
    llvm::SmallPtrSet<const llvm::Value*, 8> advancedIn_; ///< by distances that are no constants
    std::map<const llvm::Loop*, int> kept_;               ///< registers for addresses
    llvm::SmallPtrSet<const llvm::Value*, 32> cheap_;     ///< computed again at each use
    using PartsByInstruction = std::unordered_map<const llvm::Instruction*, std::vector<RegisterPart>>;
    mutable PartsByInstruction held_;                   ///< what `find` has found
    mutable PartsByInstruction made_, read_;            ///< what was asked for
    llvm::SmallPtrSet<const llvm::Value*, 32> varying_; ///< differ between the work-items of a warp
};

} // namespace warpstring::frontend
