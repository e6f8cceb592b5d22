// SPDX-License-Identifier: GPL-3.0-or-later
// The time around a sequence of kernels whose shared buffers stay on the device: sent before the first run that
// reads them, fetched after the last.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/sequence.h"
#include "symbolic/transfers/launch_transfers.h"

namespace warpstring::transfers {

/// What a launch of the sequence, one of launchesOf(), moves by itself and takes.
struct StepVolumes {
    std::vector<BufferVolumes> buffers;
    KernelTime kernel;
    double workItems = 0;
};

struct ResidentBuffer {
    std::string name; ///< a shared one's at the start; "launch.parameter" of a launch's own
    bool isShared = true;
    std::int64_t bytes = 0; ///< the whole
    std::int64_t inBytes = 0, outBytes = 0;
    double inUs = 0, outUs = 0;
};

struct SequenceTransfers {
    std::vector<ResidentBuffer> buffers;
    StageTimes times; ///< the kernel's: of all runs
    std::int64_t inBytes = 0, outBytes = 0, deviceBytes = 0;
    std::uint64_t runs = 0;
    /// Both directions if each run moved its own buffers.
    double apartTransferUs = 0;
};

/// Whole buffers, or with another choice the interval around what all runs touch of it. `steps` as
/// launchesOf().
[[nodiscard]] SequenceTransfers sequenceTransfers(const Sequence& sequence,
                                                  const std::vector<StepVolumes>& steps, TransferBy by,
                                                  const HostTimes& host);

} // namespace warpstring::transfers
