// SPDX-License-Identifier: GPL-3.0-or-later
// The triplet <At + B, op, g(i)> of Baghsorkhi et al. 2009, section 3.1: which threads t satisfy a condition at
// which steps i, without testing every pair.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pdg/evaluation/active_set.h"

namespace warpstring::evaluation {

/// g(i): linear C*i + D, or geometric C*D^i.
struct StepSequence {
    enum class Kind { Linear, Geometric } kind = Kind::Linear;
    std::int64_t c = 1;
    std::int64_t d = 0;
    /// nullopt when the value does not fit 64 bits or is no integer.
    [[nodiscard]] std::optional<std::int64_t> at(std::int64_t step) const;
};

enum class TripletOp {
    LessEqual,
    Less,
    GreaterEqual,
    Greater,
    Equal,
    NotEqual,    ///< At + B op g(i)
    ModuloEqual, ///< (At + B) mod g(i) == remainder
    ModuloNotEqual
};

struct Triplet {
    std::vector<std::int64_t> threads; ///< At + B for t = 0, 1, ..., T - 1
    TripletOp op = TripletOp::LessEqual;
    StepSequence g;
    std::int64_t remainder = 0; ///< ModuloEqual, ModuloNotEqual
    std::int64_t firstStep = 0;
    std::int64_t steps = 0; ///< I: i runs over firstStep .. firstStep + steps - 1
};

/// Consecutive steps at which the same threads satisfy the condition.
struct StepRange {
    std::int64_t first = 0;
    std::int64_t count = 0;
    ActiveSet threads;
};

/// The paper's three ways to solve a triplet.
enum class TripletCase {
    StepsToThreads = 1, ///< I <= T, comparison: for every step, the threads
    ThreadsToSteps = 2, ///< I > T, comparison: for every thread, the steps
    Divisors = 3        ///< modulo: for every thread, the divisors of At + B among g
};

[[nodiscard]] TripletCase caseOf(const Triplet& triplet);

/// Symbolic evaluation steps that the paper's formulas predict (the sums of section 3.1, doubled for the replay
/// pass in cases 2 and 3), before anything is evaluated. Threads are taken as At + B through their first two
/// values.
[[nodiscard]] double paperCost(const Triplet& triplet);

/// Evaluation steps that `solve` takes: comparisons are solved per thread as intervals of steps and modulo
/// conditions by divisors or by residues, so that neither grows with I once I > T.
[[nodiscard]] double solveCost(const Triplet& triplet);

/// All steps in order, as ranges with equal threads; nullopt when `solveCost` is above `threshold` or a value
/// of the condition does not fit 64 bits. Exact otherwise. Modulo by zero satisfies nothing.
[[nodiscard]] std::optional<std::vector<StepRange>> solve(const Triplet& triplet, double threshold);

} // namespace warpstring::evaluation
