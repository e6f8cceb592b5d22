// SPDX-License-Identifier: GPL-3.0-or-later
// What of a launch misses L2, from what windows of its work-groups touch: docs/model.md, section 9.4.
#pragma once

#include <functional>
#include <vector>

namespace warpstring::timeline {

/// What L2 holds of a buffer that a window of work-groups touches: `bytes` different ones, each `copies` times.
struct HeldBytes {
    double bytes = 0, copies = 1;
};

/// What a window of work-groups touches, of all buffers and of one buffer's reads and writes.
struct WindowBytes {
    double groups = 0;
    double all = 0;                       ///< each byte once
    double held = 0;                      ///< as often as L2 holds it
    std::vector<HeldBytes> reads, writes; ///< by buffer
};

/// Bytes of a buffer that miss in a cache that replaces what was used longest ago: those that no group of the
/// `held` before has touched, or none beside the same partition of the cache. Of the first `held` groups
/// everything, then what a window grows by with every further group.
[[nodiscard]] double missedBytes(const std::vector<WindowBytes>& windows, double held,
                                 std::vector<HeldBytes> WindowBytes::* kind, std::size_t buffer);

/// Adds windows about the one that just fits `capacity`: reuse at a distance begins and ends there.
void narrow(std::vector<WindowBytes>& windows, double capacity,
            const std::function<WindowBytes(double groups)>& windowAt);

/// The groups whose data fit into `capacity` together.
[[nodiscard]] double groupsHeld(const std::vector<WindowBytes>& windows, double capacity);

} // namespace warpstring::timeline
