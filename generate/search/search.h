// SPDX-License-Identifier: GPL-3.0-or-later
// The fastest kernels for a program by the string model: derivations and their numbers together.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/cancellation.h"
#include "core/hardware_spec.h"
#include "generate/code/generated.h"
#include "generate/search/choices.h"
#include "study/batch/graph_cache.h"

namespace warpstring::generate {

/// A way to compute the program, with what the model says of it.
struct Candidate {
    std::vector<std::string> choices; ///< of each stage, in the order of the data
    std::vector<Step> steps;
    CodeOptions code;
    Program form;
    Generated generated;
    double timeUs = 0; ///< of all kernels, launch overheads apart
    std::vector<double> kernelsUs;
    std::vector<std::string> boundBy; ///< of each kernel
};

struct GenerateOptions {
    Allowed allowed;
    std::size_t budget = 2000; ///< candidates that are simulated at most
    unsigned threads = 1;
    std::int64_t lockStep = 1;
    const std::atomic<bool>* interrupted = nullptr;
    std::function<void(std::size_t done, double bestUs)> onProgress; ///< from any thread, one at a time
};

struct GenerateResult {
    std::vector<Candidate> candidates; ///< the fastest first, the program's own order where they are equal
    std::size_t simulated = 0;
    std::size_t refused = 0;           ///< without code or without a time
    std::vector<std::string> refusals; ///< why, each once
};

/// Stage by stage in the order of the data: the times of kernels add up, so the best way for one does not hang
/// on how the others are done, and each stage's ways are compared with the others at their plainest. Errors:
/// generate.no-candidate.
[[nodiscard]] Result<GenerateResult> search(const Program& program, const HardwareSpec& spec,
                                            batch::GraphCache& graphs, const GenerateOptions& options = {});

/// Times of a candidate's kernels on a device.
[[nodiscard]] Result<Candidate> simulated(const Candidate& candidate, const HardwareSpec& spec,
                                          batch::GraphCache& graphs,
                                          const Cancellation* cancellation = nullptr);

} // namespace warpstring::generate
