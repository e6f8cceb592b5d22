// SPDX-License-Identifier: GPL-3.0-or-later
// Samples and kernels in text, simulated on the shipped specs.
#pragma once

#include <string>
#include <vector>

#include "pdg/frontend/build_pdg.h"
#include "stringmodel/simulation.h"

namespace warpstring::test {

/// A shipped spec by its name.
[[nodiscard]] const HardwareSpec& device(const std::string& name = "geforce-8800-gtx");
[[nodiscard]] inline const HardwareSpec& h200() { return device("nvidia-h200"); }

/// The launches of a file below samples/, "scan/scan-init.toml".
[[nodiscard]] std::vector<Launch> sample(const std::string& file);
/// One launch file for each sample kernel of the paper's sizes, sweeps of sizes left out.
[[nodiscard]] std::vector<std::string> sampleFiles();

struct Subject {
    frontend::KernelSource source;
    Launch launch;
};

/// A sample's launch with its source.
[[nodiscard]] Subject subject(const Launch& launch);
/// A kernel `k` with buffers of 64 Ki floats for its pointers and 64 for its numbers.
[[nodiscard]] Subject subject(const std::string& kernel, NDRange range);

/// Stops the test by an exception where there is no result.
[[nodiscard]] Simulation simulated(const Subject& subject, bool sourceShape,
                                   const HardwareSpec& spec = device(),
                                   ModelChoice model = ModelChoice::BySpec);

/// What the timeline of a launch starts from.
struct Prepared {
    Pdg pdg;
    evaluation::Evaluation evaluation;
    machine::Occupancy occupancy;
};
/// Stops the test by an exception where there is no result.
[[nodiscard]] Prepared prepared(const Subject& subject, const HardwareSpec& spec);

/// Kinds and nesting: "C ( C M G )x4 B".
[[nodiscard]] std::string kinds(const Simulation& simulation);

/// The tokens of one kind anywhere in the string.
[[nodiscard]] std::vector<token_string::Token> tokensOf(const token_string::TokenString& string,
                                                        token_string::TokenKind kind);

} // namespace warpstring::test
