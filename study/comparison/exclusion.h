// SPDX-License-Identifier: GPL-3.0-or-later
// Why a compared point is not among those that metrics are made from.
#pragma once

#include <string>

namespace warpstring::comparison {

enum class Exclusion {
    None,             ///< it counts
    NotMeasured,      ///< no record, or one of a run that failed
    OtherDevice,      ///< records of other devices than the spec's alone
    WrongOutputs,     ///< the kernel computed something else than its reference
    WideSpread,       ///< the measurement varies from run to run by more than `mostSpread`
    NotSimulated,     ///< the simulation failed
    WideBounds,       ///< the simulation's bounds are further apart than `mostSpread` of its value
    NoTime,           ///< simulated as taking no time
    NotAskedFor,      ///< a warp latency that the measuring was told to leave out: not a fault of anything
    NotMeasurable,    ///< a warp latency that the device does not tell
    ProbeChangedTime, ///< the probe of the warp latency changed the kernel's time by more than 5 %
};

/// Beyond this fraction a measurement, or a simulation with bounds, says too little to judge by.
inline constexpr double mostSpread = 0.3;

/// For people and files: "the outputs were wrong"; empty for None.
[[nodiscard]] const std::string& reasonText(Exclusion exclusion);

} // namespace warpstring::comparison
