// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/variant_figures.h"

namespace warpstring::search {

const std::array<OutcomeTraits, outcomeCount>& outcomeTraits() {
    static constexpr std::array<OutcomeTraits, outcomeCount> table{{
        {Outcome::Ranked, "ranked", "are ranked"},
        {Outcome::Dominated, "dominated", "are dominated by the closed form"},
        {Outcome::NoLaunch, "no-launch", "make no launch"},
        {Outcome::DoesNotParse, "does-not-compile", "do not compile"},
        {Outcome::DoesNotFit, "does-not-fit", "do not fit the device"},
        {Outcome::NotSimulated, "not-simulated", "cannot be simulated"},
    }};
    return table;
}

const OutcomeTraits& traits(Outcome outcome) { return outcomeTraits()[static_cast<std::size_t>(outcome)]; }

} // namespace warpstring::search
