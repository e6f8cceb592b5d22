// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/last_conflicts.h"

#include <algorithm>

namespace warpstring::evaluation {

BankConflicts LastConflicts::of(const HardwareSpec::SharedMemory& memory, LaneAddresses addresses, int bytes) {
    if (areMoved(addresses, memory.bankBytes)) return found_;
    found_ = bankConflicts(memory, addresses, bytes);
    last_.assign(addresses.begin(), addresses.end());
    return found_;
}

bool LastConflicts::areMoved(LaneAddresses addresses, int bankBytes) const {
    if (addresses.size() != last_.size()) return false;
    const auto isActive = [](std::int64_t address) { return address != inactiveLane; };
    const auto first = std::find_if(addresses.begin(), addresses.end(), isActive);
    if (first == addresses.end()) return false;
    const std::int64_t before = last_[static_cast<std::size_t>(first - addresses.begin())];
    if (!isActive(before) || (*first - before) % bankBytes != 0) return false;
    const std::int64_t moved = *first - before;
    return std::equal(addresses.begin(), addresses.end(), last_.begin(),
                      [&](std::int64_t now, std::int64_t then) {
                          return isActive(now) ? isActive(then) && now - then == moved : !isActive(then);
                      });
}

} // namespace warpstring::evaluation
