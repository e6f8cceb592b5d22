// SPDX-License-Identifier: GPL-3.0-or-later
// What divisions of single precision are made of.
#pragma once

#include <map>
#include <vector>

#include "core/operation_class.h"
#include "pdg/frontend/kernel_context.h"

namespace warpstring::frontend {

/// Compilers make a division of the divisor's reciprocal, of a product, and of scaling around both, by as much
/// as is not known of the divisor and as build options leave (bench/device/divisors.toml; docs/model.md,
/// section 9.1).
class DivisionOperations {
public:
    explicit DivisionOperations(const KernelContext& context) : context_(context) {}

    /// Divisions are to come in an order in which those that dominate others are first: what was computed of
    /// the same divisor is not computed again.
    [[nodiscard]] std::vector<OperationCount> of(const llvm::BinaryOperator& division);

private:
    [[nodiscard]] bool isNeverTiny(llvm::Value* divisor) const;

    const KernelContext& context_;
    std::map<const llvm::Value*, std::vector<const llvm::Instruction*>> byDivisor_;
};

} // namespace warpstring::frontend
