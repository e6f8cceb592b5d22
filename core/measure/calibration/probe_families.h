// SPDX-License-Identifier: GPL-3.0-or-later
// The micro-benchmarks by what they ask about. Each function runs its probes and delivers their records.
// Private to core/measure.
#pragma once

#include <string>

#include "core/measure/calibration/probe_runner.h"

namespace warpstring::measure {

void warmUpDevice(ProbeRunner& runner);    ///< half a second of arithmetic, so that clocks have risen
void probeOperations(ProbeRunner& runner); ///< throughput and latency of operation classes
void probePairs(ProbeRunner& runner);      ///< whether two classes share what executes them
void probeWarps(ProbeRunner& runner);      ///< one group of 1, 2, 3, ... warps: schedulers
void probeDivergence(ProbeRunner& runner); ///< branches by the period of their sides: warp size
void probeResidency(ProbeRunner& runner);  ///< groups that run at a time
void probeLaunches(ProbeRunner& runner);   ///< empty kernels: start, groups, the host's part
void probeBarriers(ProbeRunner& runner);
void probeLocalMemory(ProbeRunner& runner);  ///< latency, throughput, bank conflicts, atomics
void probePointerChase(ProbeRunner& runner); ///< latency by footprint
void probeStreams(ProbeRunner& runner);      ///< bandwidth by footprint and width
void probeStrides(ProbeRunner& runner);      ///< loads and stores by stride
void probeGlobalAtomics(ProbeRunner& runner);
void probeTransfers(ProbeRunner& runner);

/// OpenCL C of the kernels that are no operation's. `wordBits`: a pointer's, 32 or 64; `lanes`: a power of two;
/// `inTurn`: whether work-items run one after another.
[[nodiscard]] std::string memoryKernels(int wordBits, std::uint64_t lanes, bool inTurn = false);
[[nodiscard]] std::string launchKernels();

} // namespace warpstring::measure
