// SPDX-License-Identifier: GPL-3.0-or-later
// The fastest kernels for a program by the string model: derivations and their numbers together.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cancellation.h"
#include "core/hardware_spec.h"
#include "generate/code/generated.h"
#include "generate/search/choices.h"
#include "study/batch/graph_cache.h"
#include "tuning/search/search.h"

namespace warpstring::generate {

/// What was chosen for a stage: a Way's name and its numbers.
struct WayTaken {
    std::string way;
    Numbers numbers;
};

/// A way to compute the program, with what the model says of it.
struct Candidate {
    std::vector<std::string> choices; ///< of each stage, in the order of the data
    std::vector<WayTaken> ways;       ///< the same
    std::size_t chosen = 0;           ///< of these stages; the others are at their plainest
    std::vector<Step> steps;
    CodeOptions code;
    Program form;
    Generated generated;
    double timeUs = 0; ///< of all kernels, launch overheads apart
    /// Of each kernel. Empty where the time is of an earlier run and GenerateOptions::details are others.
    std::vector<double> kernelsUs;
    std::vector<std::string> boundBy; ///< of each kernel
};

enum class Method {
    Auto,        ///< the enumeration where it is within the budget, else the tree
    Enumeration, ///< stage by stage
    Tree         ///< Monte Carlo tree search over all stages together
};
[[nodiscard]] std::string_view name(Method method); ///< "auto", "enumerate", "mcts"

struct GenerateOptions {
    Allowed allowed;
    std::size_t budget = 2000; ///< candidates that are simulated at most; those without code do not count
    unsigned threads = 1;      ///< no result depends on it
    std::int64_t lockStep = 1;
    bool isFastMath = false; ///< native functions and sums in another order may be taken by the compiler
    const std::atomic<bool>* interrupted = nullptr;
    std::function<void(std::size_t done, double bestUs)> onProgress; ///< from any thread, one at a time
    Method method = Method::Auto;
    Extent extent = Extent::Listed;
    std::uint64_t seed = 1; ///< of the tree
    /// Candidates whose closed form is more than this many times the best one's are not simulated any further.
    double dominance = search::dominanceFactor;
    search::SearchState* state = nullptr; ///< what earlier runs know, and where this one writes; may be null
    std::size_t stateDevice = 0;          ///< which of its devices this one is
    std::size_t details = 16; ///< of so many candidates kernels' times are known, whoever found theirs
};

struct GenerateResult {
    std::vector<Candidate> candidates; ///< the fastest first, the program's own order where they are equal
    std::size_t simulated = 0;
    std::size_t refused = 0;             ///< without code or without a time
    std::vector<std::string> refusals;   ///< why, each once
    std::size_t dominated = 0;           ///< left out by their closed form
    std::size_t known = 0;               ///< of those simulated: by an earlier run
    Method method = Method::Enumeration; ///< that was taken
    bool isComplete = true;              ///< false: told to stop
};

/// Candidates that the enumeration looks at, those whose numbers will not fit among them, as far as it is known
/// before it begins: later stages are counted behind the plainest choices.
[[nodiscard]] std::size_t enumerationSize(const Program& program, const GenerateOptions& options);

/// The enumeration goes stage by stage in the order of the data: the times of kernels add up, so the best way
/// for one does not hang on how the others are done, and each stage's ways are compared with the others at
/// their plainest. The tree search (tree.h) chooses for all of them. Errors: generate.no-candidate.
[[nodiscard]] Result<GenerateResult> search(const Program& program, const HardwareSpec& spec,
                                            batch::GraphCache& graphs, const GenerateOptions& options = {});

/// Times of a candidate's kernels on a device. Stopped, it is refused as simulate() does.
[[nodiscard]] Result<Candidate> simulated(const Candidate& candidate, const HardwareSpec& spec,
                                          batch::GraphCache& graphs,
                                          const Cancellation* cancellation = nullptr);

} // namespace warpstring::generate
