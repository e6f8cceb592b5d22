// SPDX-License-Identifier: GPL-3.0-or-later
// Bank conflicts of one warp after the other, which mostly ask for the same pattern of words elsewhere.
#pragma once

#include <cstdint>
#include <vector>

#include "pdg/evaluation/memory_rules.h"

namespace warpstring::evaluation {

/// bankConflicts() of one memory and size of access, with what was found last kept.
class LastConflicts {
public:
    [[nodiscard]] BankConflicts of(const HardwareSpec::SharedMemory& memory, LaneAddresses addresses,
                                   int bytes);

private:
    /// Whether the addresses are the last ones, all moved by whole words: each bank then has another's part.
    [[nodiscard]] bool areMoved(LaneAddresses addresses, int bankBytes) const;

    std::vector<std::int64_t> last_;
    BankConflicts found_;
};

} // namespace warpstring::evaluation
