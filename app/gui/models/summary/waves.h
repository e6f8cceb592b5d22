// SPDX-License-Identifier: GPL-3.0-or-later
// Rounds in which the work-groups of a launch come to the multiprocessors.
#pragma once

#include <cstdint>

#include "app/gui/models/session/analysis.h"

namespace warpstring::gui {

struct Waves {
    std::uint64_t groups = 0;     ///< of the launch
    std::uint64_t places = 0;     ///< for work-groups at once, on the whole device
    std::uint64_t full = 0;       ///< waves that fill all places
    std::uint64_t groupsLast = 0; ///< in the wave that does not; 0: all of them do
    int multiprocessors = 0;
    int idleLast = 0; ///< multiprocessors without a group in that wave

    [[nodiscard]] double count() const;
};

[[nodiscard]] Waves wavesOf(const Analysis& analysis);

} // namespace warpstring::gui
