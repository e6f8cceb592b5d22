// SPDX-License-Identifier: GPL-3.0-or-later
// What `warpstring generate` prints: the winner, the ways beside it, how it was derived.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/text/json.h"
#include "generate/patterns/read_pattern.h"
#include "generate/search/search.h"

namespace warpstring::cli {

/// How the winner's results were compared with the reference's.
struct VerifiedWay {
    std::string device;
    generate::GivenSizes sizes; ///< that it was run with: often smaller ones
    double relativeError = 0;   ///< the largest of all results
    double tolerance = 0;       ///< of that result
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

struct GeneratedAnswer {
    std::string spec;
    generate::GenerateResult result; // at least one candidate
    std::uint64_t seed = 1;          ///< of the tree search
    std::optional<VerifiedWay> verified;
    std::string unverified; ///< why nothing could be run; empty where nobody asked for it
    std::vector<DroppedWay> dropped;
    std::vector<MeasuredWay> measured; ///< as the first candidates
};

/// The first line is the answer; then kernels, steps and the `top` fastest ways.
[[nodiscard]] std::string generatedText(const GeneratedAnswer& answer, std::size_t top);

/// Of answer.measured: simulated beside measured, in the model's order.
[[nodiscard]] std::string measuredWaysText(const GeneratedAnswer& answer);

/// Rule by rule: what the expression is after each step, as pattern files write it.
[[nodiscard]] std::string explainedText(const generate::Program& program, const generate::Candidate& candidate);

/// What the winner of each device costs on the others, over what their own costs.
struct Portability {
    std::vector<std::string> specs;
    std::vector<std::vector<double>> timesUs; // of the winner of a row's device on a column's; 0: refused
};
[[nodiscard]] std::string portabilityText(const Portability& table);

/// "warpstring.generate/1".
[[nodiscard]] Json generatedJson(const generate::Program& program, const std::vector<GeneratedAnswer>& answers,
                                 const Portability& table, std::size_t top);

} // namespace warpstring::cli
