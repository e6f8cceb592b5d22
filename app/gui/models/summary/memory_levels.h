// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch asks of each level of the memory hierarchy.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "app/gui/models/session/analysis.h"

namespace warpstring::gui {

struct MemoryLevel {
    QString name; ///< "L1", "L2", "DRAM"
    double readBytes = 0, writtenBytes = 0;
    double rate = 0;               ///< bytes a second, over the kernel's time
    double peak = 0;               ///< bytes a second; 0 where the spec does not tell
    std::optional<double> hitRate; ///< of what is read; nothing where nothing is, or it is the last level
    Focus focus;                   ///< the accesses that reach it

    [[nodiscard]] double bytes() const { return readBytes + writtenBytes; }
    [[nodiscard]] double fraction() const { return peak > 0 ? rate / peak : 0; }
};

struct MemoryUse {
    double requests = 0;                             ///< of warps, to global memory and the like
    double sharedRequests = 0, sharedWavefronts = 0; ///< to local memory
    Focus requesting, sharing;                       ///< whose these are
    std::vector<MemoryLevel> levels;                 ///< L1 first; DRAM alone where nothing is cached

    [[nodiscard]] const MemoryLevel& dram() const { return levels.back(); }
};

/// By the timeline where it is the model, else by the closed form's transactions.
[[nodiscard]] MemoryUse memoryUse(const Analysis& analysis);

} // namespace warpstring::gui
