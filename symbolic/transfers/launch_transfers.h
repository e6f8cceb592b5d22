// SPDX-License-Identifier: GPL-3.0-or-later
// The time around a kernel: what its buffers take on their way to the device and back, and what binds the
// whole.
#pragma once

#include <string>
#include <vector>

#include "symbolic/transfers/buffer_volumes.h"
#include "symbolic/transfers/host_times.h"

namespace warpstring::transfers {

/// A kernel's simulated time; the start is the part that an empty kernel takes, too.
struct KernelTime {
    double startUs = 0, bodyUs = 0;

    [[nodiscard]] double us() const { return startUs + bodyUs; }
};

/// A buffer with the bytes that are moved of it and their times.
struct MovedBuffer {
    BufferVolumes volumes;
    std::int64_t inBytes = 0, outBytes = 0;
    double inUs = 0, outUs = 0;
};

enum class Binding { TransferIn, Kernel, TransferOut, Host };
/// "transfers to the device", ...
[[nodiscard]] std::string_view name(Binding binding);

/// Times one after another, in microseconds.
struct StageTimes {
    double inUs = 0, kernelUs = 0, outUs = 0, hostUs = 0;

    [[nodiscard]] double totalUs() const { return inUs + kernelUs + outUs + hostUs; }
    [[nodiscard]] double transferUs() const { return inUs + outUs; }
    /// The longest of them.
    [[nodiscard]] Binding boundBy() const;
    /// Whether both directions together take longer than the kernel.
    [[nodiscard]] bool isTransferBound() const { return transferUs() > kernelUs; }
};

struct LaunchTransfers {
    TransferBy by = TransferBy::Whole;
    std::vector<MovedBuffer> buffers;
    StageTimes times;
    std::int64_t inBytes = 0, outBytes = 0;
    std::int64_t deviceBytes = 0; ///< of what lies on the device at one time

    /// Both directions with all buffers moved by another choice.
    [[nodiscard]] double transferUs(TransferBy other, const HostTimes& host) const;
};

/// What the kernel takes on this host: with a base cost, this in place of its simulated start.
[[nodiscard]] double kernelUs(const KernelTime& kernel, const HostTimes& host, double workItems);

/// Fails with transfers.overflow where bytes do not fit 64 bits.
[[nodiscard]] Result<LaunchTransfers> launchTransfers(std::vector<BufferVolumes> volumes, TransferBy by,
                                                      const HostTimes& host, const KernelTime& kernel,
                                                      double workItems);

} // namespace warpstring::transfers
