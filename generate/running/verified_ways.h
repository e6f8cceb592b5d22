// SPDX-License-Identifier: GPL-3.0-or-later
// The winner of a search run beside the reference before it is shown: one that is wrong makes room for the
// next.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generate/running/description.h"
#include "generate/running/generated_runs.h"

namespace warpstring::generate {

/// How the winner's results were compared with the reference's.
struct VerifiedWay {
    std::string device;
    GivenSizes sizes;         ///< that it was run with: often smaller ones
    double relativeError = 0; ///< the largest of all results
    double tolerance = 0;     ///< of that result
};

/// A way that was taken off the answer: its results are wrong, or it does not run.
struct DroppedWay {
    std::vector<std::string> choices;
    std::string reason;
};

/// A way that ran at its own lengths.
struct MeasuredWay {
    std::string device;
    double measuredUs = 0; ///< 0 where it did not run
    bool isRight = false;
    std::string fault; ///< where it is not
};

/// What running the ways of a search told.
struct WaysRun {
    std::optional<VerifiedWay> verified; ///< the first candidate
    std::string unverified;              ///< why nothing could be run; empty where nobody asked for it
    std::vector<DroppedWay> dropped;
    std::vector<MeasuredWay> measured; ///< as the first candidates
};

/// The same derivation at small lengths, which are multiples of the same powers of two: with as many kernels,
/// and several groups of each that has several.
struct SmallCandidate {
    Candidate candidate; ///< with code
    Generated reference;
    GivenSizes sizes; ///< of those that the file lets be set
};
/// The candidate at its own lengths where no smaller ones will do. Errors: of the reference's code.
[[nodiscard]] Result<SmallCandidate> atSmallLengths(const Description& description, const Program& program,
                                                    const Candidate& candidate);

/// Takes candidates that are wrong or do not run off the front into `told.dropped`, and says how the first that
/// is left was verified. Warnings: generate.unverified (nothing can be run). Errors: generate.none-verified (no
/// candidate is left).
[[nodiscard]] Diagnostics verifyWinner(const Description& description, const Program& program,
                                       GeneratedRuns& runs, std::vector<Candidate>& candidates, WaysRun& told);

/// Runs the fastest `count` at their own lengths. Errors: what keeps everything from running.
[[nodiscard]] Diagnostics measureWays(const Generated& reference, GeneratedRuns& runs,
                                      const std::vector<Candidate>& candidates, std::size_t count,
                                      WaysRun& told);

} // namespace warpstring::generate
