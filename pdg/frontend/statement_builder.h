// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions to statements: what each asks of the machine, in which class, and what vanishes into another.
#pragma once

#include <map>
#include <set>

#include "pdg/frontend/address_arithmetic.h"
#include "pdg/frontend/division_operations.h"
#include "pdg/frontend/kernel_context.h"
#include "pdg/frontend/long_constants.h"
#include "pdg/frontend/value_expressions.h"

namespace warpstring::frontend {

/// Components of a vector; 1 of a scalar.
[[nodiscard]] int widthOf(const llvm::Type* type);

/// Its members stand in files by what they are about: accesses, arithmetic, calls, dependences.
class StatementBuilder {
public:
    StatementBuilder(KernelContext& context, ValueExpressions& values, AddressArithmetic& addresses)
        : context_(context), values_(values), addresses_(addresses) {}

    /// Numbers the loads in program order, before any expression refers to one.
    void numberLoads();
    /// Appends the statements of an instruction to its region.
    void emit(llvm::Instruction& instruction, RegionId region);
    void emit(const AddressOperation& operation, RegionId region);
    void emitMove(const llvm::Instruction& cause, RegionId region);
    /// A pointer that a loop advances.
    void emitAdvance(const AddressOperation& operation, RegionId region);
    /// Data and memory dependences, once every statement stands.
    void connect();
    /// The statements whose values `value` is made from, through what costs nothing.
    [[nodiscard]] std::vector<StatementId> producers(const llvm::Value* value) const;
    /// The one that makes an instruction's value, or has its effect; none of what is no statement.
    [[nodiscard]] StatementId statementOf(const llvm::Instruction& instruction) const {
        const auto made = result_.find(&instruction);
        return made == result_.end() ? StatementId(none) : made->second;
    }
    [[nodiscard]] std::uint32_t loadNumber(const llvm::Instruction& load) const { return loads_.lookup(&load); }

private:
    Statement& append(StatementKind kind, RegionId region, const llvm::Instruction& cause);
    void compute(OperationClass operation, int count, RegionId region, llvm::Instruction& cause);
    void access(llvm::Instruction& cause, llvm::Value* pointer, AccessKind kind, std::uint64_t bytes,
                std::uint64_t displacement, RegionId region);
    /// Through a pointer to one of several objects.
    void chosenAccess(llvm::Instruction& cause, const SymbolicAddress& address, const MemoryAccess& access,
                      RegionId region);
    RegionId chosenRegion(ExprId guard, PredicateId predicate, bool side);
    StatementId memoryStatement(llvm::Instruction& cause, const MemoryObject& object, MemoryAccess access,
                                RegionId region);
    void registerStatement(llvm::Instruction& cause, MemoryAccess access, RegionId region);
    void describeLoaded(const llvm::Instruction& load, std::size_t object, AccessId access);
    void emitBinary(llvm::BinaryOperator& operation, RegionId region);
    void emitDivision(llvm::BinaryOperator& operation, RegionId region, int width, bool isLong);
    void emitCast(llvm::CastInst& cast, RegionId region);
    void emitCall(llvm::CallInst& call, RegionId region);
    void emitAssembly(llvm::CallInst& call, RegionId region);
    /// A call that is not looked into.
    void emitRoutine(const std::vector<OperationCount>& operations, RegionId region, llvm::Instruction& cause,
                     int times = 1);
    void emitIntrinsic(llvm::IntrinsicInst& call, RegionId region);
    void emitUnknown(std::string_view name, llvm::CallInst& call, RegionId region);
    void emitImage(const ImageCall& image, llvm::CallInst& call, RegionId region);
    [[nodiscard]] bool readsImage(const llvm::Instruction& instruction) const;
    void emitIndexQuery(IndexSpaceQuery query, llvm::CallInst& call, RegionId region);
    void note(std::string code, const llvm::Instruction& at, std::string message, std::string hint);
    /// The same of what statements do not count, or not wholly.
    void noteUncounted(const std::string& code, const llvm::Instruction& at, RegionId region,
                       std::string message, std::string hint);
    void connectMemory();
    void connectAdvanced(Statement& statement, const std::vector<const llvm::Value*>& operands) const;
    /// The same as `producers` for a user in a region, with how many iterations of loops around it ago each
    /// makes its value: the fewest.
    [[nodiscard]] std::map<StatementId, int> producersAgo(const llvm::Value* value, RegionId user) const;
    [[nodiscard]] bool isWithin(RegionId region, const llvm::Loop& loop) const;

    KernelContext& context_;
    ValueExpressions& values_;
    AddressArithmetic& addresses_;
    llvm::DenseMap<const llvm::Instruction*, std::uint32_t> loads_; ///< index in Pdg::loads
    llvm::DenseMap<const llvm::Instruction*, StatementId> result_;
    /// Of reads of images that mix texels and of accesses to one of several objects: the statements of all but
    /// the first.
    std::map<const llvm::Instruction*, std::vector<StatementId>> furtherParts_;
    std::map<StatementId, std::vector<const llvm::Value*>> operands_;
    llvm::DenseMap<const llvm::Value*, StatementId> advances_; ///< by distances that are no constants
    std::set<std::pair<std::string, std::uint64_t>> queried_;
    std::set<std::string> noted_;
    LongConstants longConstants_;
    DivisionOperations divisions_{context_};
};

} // namespace warpstring::frontend
