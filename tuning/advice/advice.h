// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch would gain without each of the causes that it shows: the simulation run again, one cause taken
// out at a time. docs/advice.md.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/cancellation.h"
#include "tuning/advice/cause.h"
#include "tuning/advice/situation.h"

namespace warpstring::advice {

/// What could be done about a cause, by a rule that holds for it.
struct Remedy {
    std::string rule;    ///< word of the rule: "pad-rows"
    std::string text;    ///< one sentence, with its numbers
    CodePlace place;     ///< where to do it
    std::string rewrite; ///< that would do it, empty where it takes a person: "pad tile=1"
};

/// One cause, and the launch without it.
struct Part {
    Cause cause;
    double timeUs = 0; ///< of the kernel
    double gain = 0;   ///< of the kernel's time as it is; below 0 where it would take longer
};

/// All causes of a kind.
struct Finding {
    CauseKind kind = CauseKind::BankConflicts;
    double timeUs = 0; ///< of the kernel without all of them
    double gain = 0;
    std::vector<Part> parts; ///< the largest gain first
    std::vector<Remedy> remedies;
};

/// Two kinds whose gains are not those of each by itself.
struct Overlap {
    CauseKind one = CauseKind::BankConflicts, other = CauseKind::BankConflicts;
    double timeUs = 0; ///< without both
    double gain = 0;
    double apart = 0; ///< what their own gains add up to: less where each hides behind the other, more where
                      ///< they cost the same time
};

struct Advice {
    double timeUs = 0;             ///< of the kernel as it is
    double leastGain = 0.05;       ///< what is below says nothing: the model's error
    std::vector<Finding> findings; ///< the largest gain first
    std::vector<Overlap> overlaps; ///< of those that people can change; the largest gain first
    std::size_t simulations = 0;   ///< what it took
    bool isComplete = true;        ///< false: told to stop before all were simulated

    [[nodiscard]] bool matters(double gain) const { return gain >= leastGain; }
    /// Of what people can change, the costliest that matters; null where nothing does.
    [[nodiscard]] const Finding* foremost() const;
};

/// Gains of less are not told: half a percent.
inline constexpr double leastToldGain = 0.005;

/// "Bank conflicts: load tile, line 12"; of several causes, or of the launch, the kind alone.
[[nodiscard]] std::string titleOf(const Finding& finding);

struct AdviceOptions {
    /// Error of ratios of kernel times on this device, as a fraction; 5 % where nothing tells it.
    double ratioError = 0.05;
    unsigned threads = 1;
    SimulationOptions simulation; ///< as the launch was simulated
};

[[nodiscard]] Advice advise(const Situation& situation, const AdviceOptions& options = {});

} // namespace warpstring::advice
