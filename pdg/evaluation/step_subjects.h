// SPDX-License-Identifier: GPL-3.0-or-later
// What of a graph can be followed step by step: conditions and loops that work-items decide on, and accesses.
#pragma once

#include <string>
#include <vector>

#include "pdg/evaluation/evaluation.h"

namespace warpstring::evaluation {

/// The steps are the iterations of the innermost loop around the subject, in one iteration of each loop around
/// that one.
struct StepSubject {
    enum class Kind {
        Condition, ///< the region behind a branch that work-items or data decide on
        Loop,      ///< a loop of which work-items make different numbers of trips
        Access
    } kind = Kind::Condition;
    RegionId region;                          ///< whose work-items are active
    AccessId access = none;                   ///< Access
    MemorySpace space = MemorySpace::Unknown; ///< Access
    LoopId loop = none;                       ///< whose iterations are the steps; none: a single step
    CodePlace place;                          ///< of the condition, the loop or the access
    std::string text;                         ///< "load shared"; the condition as an expression
    std::string expression;                   ///< Access: its offset in bytes; empty where it is no expression
    std::string unknown;                      ///< why not everything about its steps is known; empty: it is
};

/// By source line; conditions before the accesses that they guard.
[[nodiscard]] std::vector<StepSubject> stepSubjects(const Pdg& pdg, const Evaluation& evaluation);

} // namespace warpstring::evaluation
