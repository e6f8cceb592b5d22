// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch may give a kernel as whole numbers, counted: its arguments, the members that it reads of
// structs, and three sizes of an image for each argument.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "pdg/pdg.h"

namespace warpstring::drafting {

/// Values by slot, as far as they are known.
using WholeNumbers = std::vector<std::optional<std::int64_t>>;

[[nodiscard]] std::uint32_t slotCount(const Pdg& pdg);
/// Of what ExprOp::Parameter's index means. Arguments come first, so that theirs are the same.
[[nodiscard]] std::uint32_t slotOf(const Pdg& pdg, std::uint32_t parameter);
[[nodiscard]] inline bool isArgument(const Pdg& pdg, std::uint32_t slot) { return slot < pdg.arguments.size(); }
[[nodiscard]] std::uint32_t slotOfField(const Pdg& pdg, std::size_t field);
[[nodiscard]] std::uint32_t slotOfImage(const Pdg& pdg, std::size_t argument, unsigned dimension);

/// The argument whose image has this size; nothing for other slots.
[[nodiscard]] std::optional<std::uint32_t> imageOf(const Pdg& pdg, std::uint32_t slot);

/// Nothing where the slot is of no whole number: of a buffer, of floating point, of a size that its image does
/// not have.
[[nodiscard]] std::optional<ScalarType> wholeTypeOf(const Pdg& pdg, std::uint32_t slot);

} // namespace warpstring::drafting
