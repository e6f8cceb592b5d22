// SPDX-License-Identifier: GPL-3.0-or-later
// What `warpstring generate` prints: the winner, the ways beside it, how it was derived.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/text/json.h"
#include "generate/running/verified_ways.h"

namespace warpstring::cli {

struct GeneratedAnswer : generate::WaysRun {
    std::string spec;
    generate::GenerateResult result; ///< at least one candidate
    std::uint64_t seed = 1;          ///< of the tree search
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
