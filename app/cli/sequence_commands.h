// SPDX-License-Identifier: GPL-3.0-or-later
// What commands do where they are given a sequence in place of a launch.
#pragma once

#include <string>
#include <vector>

#include "app/cli/launch_options.h"
#include "app/common/plan_options.h"
#include "core/records/resolved_sequence.h"
#include "study/sequences/sequence_comparison.h"

namespace warpstring::cli {

/// Paths that a command is given: sequences, and all else.
struct SplitPaths {
    std::vector<std::string> launches, sequences;
};
[[nodiscard]] SplitPaths splitPaths(const std::vector<std::string>& paths);

/// usage.sequence: what the options say of a launch cannot be said of a sequence. Empty where there is none, or
/// they say nothing.
[[nodiscard]] Diagnostics refusedChoice(const std::vector<std::string>& sequences, const ChoiceOptions& choice);

/// The files, ready to be measured; `options` is added to the build options of all launches.
[[nodiscard]] Result<std::vector<records::ResolvedSequence>>
resolvedSequences(const std::vector<std::string>& paths, const std::string& options);

struct SequenceTextOptions {
    bool details = false; ///< everything about each step too
    bool ascii = false;   ///< TextStyle::ascii
};

/// Simulates the sequence that the options name on their specs, and prints it.
int simulateSequence(const LaunchOptions& options, const SequenceTextOptions& text);

struct SequenceRecordOptions {
    std::vector<std::string> records; ///< empty: `measurements` beside the sequences
    sequences::SequenceComparisonOptions devices;
    bool json = false;
};

/// Simulates the sequences on the specs of `options` and prints them beside their records.
int compareSequences(const std::vector<std::string>& files, const PlanOptions& options,
                     const SequenceRecordOptions& records);

} // namespace warpstring::cli
