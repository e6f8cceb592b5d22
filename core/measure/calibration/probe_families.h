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
void probeMixtures(ProbeRunner& runner);   ///< a few of another class among multiply-adds: slots that are lost
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
void probeConstants(ProbeRunner& runner);       ///< loads of constant memory by a warp's different words
void probeLocalIncrements(ProbeRunner& runner); ///< atomic additions of one whose result nobody uses
void probeAtomicWindows(ProbeRunner& runner);   ///< atomic additions side by side in few bytes and many
void probeLineLatency(ProbeRunner& runner);     ///< a warp's dependent loads of one line and of many
void probePredication(ProbeRunner& runner);     ///< branches that no work-item takes, by their length
void probeTransfers(ProbeRunner& runner);

/// OpenCL C of the kernels that are no operation's. `wordBits`: a pointer's, 32 or 64; `lanes`: a power of two;
/// `inTurn`: whether work-items run one after another.
[[nodiscard]] std::string memoryKernels(int wordBits, std::uint64_t lanes, bool inTurn = false);
[[nodiscard]] std::string launchKernels();
/// Those at which work-items of a warp get in each other's way: `lanes` of them, a power of two.
[[nodiscard]] std::string contentionKernels(std::uint64_t lanes);
/// That of probeLineLatency.
[[nodiscard]] std::string spreadKernel(std::uint64_t lanes);
/// Those of probePredication.
[[nodiscard]] std::string predicationKernels();

} // namespace warpstring::measure
