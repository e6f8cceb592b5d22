// SPDX-License-Identifier: GPL-3.0-or-later
// What the host pays around kernels: a fixed time and a rate for each direction of a transfer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/hardware_spec.h"
#include "core/result.h"

namespace warpstring::transfers {

/// time = fixed + bytes / rate.
struct TransferLine {
    double fixedUs = 0;
    double gbPerS = 1; ///< 1e9 bytes per second, above 0

    /// Nothing takes no time.
    [[nodiscard]] double us(double bytes) const { return bytes > 0 ? fixedUs + bytes / (gbPerS * 1e3) : 0; }
};

/// What a kernel takes that does nothing, in place of the simulated start: t = us + ns * work-items.
struct BaseCost {
    double us = 0, nsPerItem = 0;
};

struct HostTimes {
    std::string name; ///< of the spec, or of the preset
    TransferLine in, out;
    double aroundUs = 0; ///< of the host, once around all that it waits for
    double launchUs = 0; ///< between the starts of two kernels at least
    std::optional<BaseCost> base;
    std::vector<std::string> notes; ///< what is not known of them
};

/// Memory of the host: kept in place by the driver for the device to reach, or any other.
enum class HostMemory { Pinned, Pageable };
[[nodiscard]] std::string_view name(HostMemory memory);

/// Of the spec's [host]. Fails with transfers.no-rates, which names the keys that are missing.
[[nodiscard]] Result<HostTimes> hostTimes(const HardwareSpec& spec, HostMemory memory);

/// Figures that a publication prints (docs/transfers.md), told as they are there and checked by nothing. Fails
/// with transfers.unknown-preset.
[[nodiscard]] Result<HostTimes> presetTimes(const std::string& name);
[[nodiscard]] std::vector<std::string> presetNames();

} // namespace warpstring::transfers
