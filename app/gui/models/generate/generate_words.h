// SPDX-License-Identifier: GPL-3.0-or-later
// What a search over derivations found, in sentences, and the command that finds the same.
#pragma once

#include <QString>

#include "app/gui/models/generate/candidate_kernel.h"
#include "generate/patterns/read_pattern.h"

namespace warpstring::gui {

/// "41.2 us on nvidia-h200: reduce-in-two-kernels(chunk = 16384, group = 256)"; of what is not the fastest with
/// how much longer it takes.
[[nodiscard]] QString headlineOf(const GenerateOutcome& outcome, const CandidatePlace& place);
/// A kernel: "asum_1: 35.5 us, bound by DRAM bandwidth". Of all of them, with commas.
[[nodiscard]] QString kernelsText(const generate::Candidate& candidate);
/// "34 ways have a time, 3 have none: a map has no place to run yet".
[[nodiscard]] QString waysText(const GenerateOutcome& outcome, std::size_t device);

/// "verified on cpu-skylake at n = 4096: relative error 1e-07 of 1e-04", or why nothing was run; a line for
/// each way that was dropped because it is wrong. Empty where nobody asked for it.
[[nodiscard]] QString verificationText(const GenerateOutcome& outcome, std::size_t device);

/// "warpstring generate FILE -s SPEC -D n=1024 --forbid tile-2d --budget 2000 --seed 1".
[[nodiscard]] QString generateCommand(const std::filesystem::path& file, const std::vector<std::string>& specs,
                                      const generate::GivenSizes& sizes, const GenerateSettings& settings);

} // namespace warpstring::gui
