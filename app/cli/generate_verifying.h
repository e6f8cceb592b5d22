// SPDX-License-Identifier: GPL-3.0-or-later
// The winner of a search run beside the reference before it is shown: one that is wrong makes room for the
// next.
#pragma once

#include "app/cli/generate_running.h"
#include "app/cli/generate_text.h"
#include "generate/patterns/read_pattern.h"

namespace warpstring::cli {

/// What is generated from: a pattern file and the sizes that were given for it.
struct PatternText {
    std::string text, file;
    generate::GivenSizes sizes;
};

/// The same derivation at small lengths, which are multiples of the same powers of two: with as many kernels,
/// and several groups of each that has several.
struct SmallCandidate {
    generate::Candidate candidate; ///< with code
    generate::Generated reference;
    generate::GivenSizes sizes; ///< of those that the file lets be set
};
/// The candidate at its own lengths where no smaller ones will do. Errors: of the reference's code.
[[nodiscard]] Result<SmallCandidate> atSmallLengths(const PatternText& pattern,
                                                    const generate::Program& program,
                                                    const generate::Candidate& candidate);

/// Takes candidates that are wrong or do not run off the front of the answer into its `dropped`, and says how
/// the first that is left was verified. Warnings: generate.unverified (nothing can be run). Errors:
/// generate.none-verified (no candidate is left).
[[nodiscard]] Diagnostics verifyWinner(const PatternText& pattern, const generate::Program& program,
                                       GeneratedRuns& runs, GeneratedAnswer& answer);

/// Runs the fastest `count` at their own lengths. Errors: what keeps everything from running.
[[nodiscard]] Diagnostics measureWays(const generate::Generated& reference, GeneratedRuns& runs,
                                      std::size_t count, GeneratedAnswer& answer);

} // namespace warpstring::cli
