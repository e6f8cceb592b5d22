// SPDX-License-Identifier: GPL-3.0-or-later
// A scheduler of a multiprocessor: its issue slot, its pipes, and its warps.
#pragma once

#include <array>
#include <cstddef>

#include "core/hardware_spec.h"
#include "stringmodel/timeline/server.h"
#include "stringmodel/timeline/warp_queue.h"

namespace warpstring::timeline {

/// Instructions to memory of a scheduler that wait until the data path takes them. When all places are taken,
/// the scheduler keeps further ones back (an H100's, measured: docs/model.md, section 9.3).
class MemoryLine {
public:
    static constexpr std::size_t places = 16;

    /// When there is a place for another one.
    [[nodiscard]] double place() const { return leaves_[next_]; }
    /// One is queued until `leaves`.
    void queue(double leaves) {
        leaves_[next_] = leaves;
        next_ = (next_ + 1) % places;
    }

private:
    std::array<double, places> leaves_{};
    std::size_t next_ = 0;
};

struct Scheduler {
    /// A pipe takes an instruction so many cycles before it has done with the one before: of 0, 1, 2 and 4 the
    /// one with which mixtures of arithmetic and logic take as long as measured
    /// (bench/device/issue-limits.toml).
    static constexpr double pipeLead = 1;

    Server issue;
    std::array<Server, pipeCount> pipes;
    Server way;      ///< to the data path of L1 and shared memory, and back
    double port = 0; ///< when a load of global memory has left it, and another access can take that way
    MemoryLine global, other; ///< accesses of global memory; those of shared memory and what else goes that way
    WarpQueue warps;

    [[nodiscard]] double pipePlace(std::size_t pipe) const { return pipes[pipe].free - pipeLead; }
};

} // namespace warpstring::timeline
