// SPDX-License-Identifier: GPL-3.0-or-later
// What the search knows of a variant on a device.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/diagnostic.h"

namespace warpstring::search {

/// How far a variant came.
enum class Outcome : std::uint8_t {
    Ranked,       ///< its time is known
    Dominated,    ///< the closed form says that it is far slower than the best: `timeUs` is the closed form's
    NoLaunch,     ///< its values make no launch: sizes that do not divide, a rewrite that does not apply
    DoesNotParse, ///< the kernel does not compile with them
    DoesNotFit,   ///< no work-group of it fits the device
    NotSimulated, ///< refused for another reason
};
inline constexpr std::size_t outcomeCount = 6;

struct OutcomeTraits {
    Outcome outcome;
    std::string_view word; ///< in files: "does-not-fit"
    std::string_view text; ///< "do not fit the device"
};
[[nodiscard]] const OutcomeTraits& traits(Outcome outcome);
/// In the order of Outcome.
[[nodiscard]] const std::array<OutcomeTraits, outcomeCount>& outcomeTraits();

struct VariantFigures {
    Outcome outcome = Outcome::NotSimulated;
    double timeUs = 0;       ///< of the kernel; Ranked and Dominated
    double closedFormUs = 0; ///< likewise
};

/// Why variants were left out: how many, and the first one's message.
struct Exclusion {
    std::uint64_t count = 0;
    std::string variant; ///< the first one's name
    Diagnostic first;
};
/// By code of the diagnostic, of each outcome.
using Exclusions = std::map<std::pair<Outcome, std::string>, Exclusion>;

} // namespace warpstring::search
