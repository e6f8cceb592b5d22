// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses apart from the constant in them: what two accesses share whose distance is a constant.
#pragma once

#include <cstdint>
#include <map>

#include "pdg/frontend/llvm_headers.h"

namespace warpstring::frontend {

/// A pointer and multiples of values; the constant is left out.
struct AddressForm {
    /// How a narrow value became as wide as an address.
    enum class Extension : std::uint8_t { None, Sign, Zero };

    const llvm::Value* base = nullptr;
    std::map<std::pair<const llvm::Value*, Extension>, std::uint64_t>
        terms; ///< bytes by which each is multiplied
    friend auto operator<=>(const AddressForm&, const AddressForm&) = default;
};

/// Of the address that `gep` makes, in arithmetic of `bits`. Sums within a sign or zero extension are taken
/// apart where they do not wrap, as compilers do; where addresses have no more bits than the sums, always. A
/// value that is not negative has been extended either way: once as if by `nonNegativeBy`.
[[nodiscard]] AddressForm addressForm(const llvm::GEPOperator& gep, const llvm::DataLayout& layout, int bits,
                                      AddressForm::Extension nonNegativeBy);

} // namespace warpstring::frontend
