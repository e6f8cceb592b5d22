// SPDX-License-Identifier: GPL-3.0-or-later
// What the groups at work touch in one loop and again in a later one, when L2 does not hold it until then.
// docs/model.md, section 9.4.
#pragma once

#include <functional>
#include <vector>

#include "pdg/pdg.h"

namespace warpstring::timeline {

/// The accesses of one buffer.
struct BufferAccesses {
    std::vector<AccessId> reads, writes;
};

/// Bytes that go to DRAM a second time.
struct TouchedAgain {
    double reads = 0, writes = 0;
};

/// By buffer. `touched` tells the bytes that accesses of a buffer touch in all groups that are at work at once,
/// each byte once; `capacity` is that of L2 for them.
[[nodiscard]] std::vector<TouchedAgain>
touchedAgain(const Pdg& pdg, const std::vector<BufferAccesses>& buffers, double capacity,
             const std::function<double(std::size_t, const std::vector<AccessId>&)>& touched);

/// The part of data touched again that L2 has lost, where `between` bytes have been touched since.
[[nodiscard]] double lostPart(double between, double capacity);

} // namespace warpstring::timeline
