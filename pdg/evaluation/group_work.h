// SPDX-License-Identifier: GPL-3.0-or-later
// What each work-group of a launch has to do, as far as its evaluation tells groups apart: which one takes
// longest, and which multiprocessor gets most.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"

namespace warpstring::evaluation {

/// The number below `count` with the greatest load; among equals the one nearest to `middle`.
[[nodiscard]] std::uint64_t busiestOf(std::uint64_t count, std::uint64_t middle,
                                      const std::function<double(std::uint64_t)>& load);

/// Work is counted in nodes of the graph that warps execute. Groups are numbered with dimension 0 fastest.
class GroupWork {
public:
    GroupWork(const Pdg& pdg, const Evaluation& evaluation);

    /// Whether some group has a quarter more work than the mean one, or yet more.
    [[nodiscard]] bool isUneven() const { return isUneven_; }
    [[nodiscard]] double of(std::uint64_t group) const;
    /// A group with most work; the first of equal ones.
    [[nodiscard]] std::uint64_t heaviestGroup() const { return heaviest_; }
    /// The multiprocessor with most work when number m of `multiprocessors` runs the groups m,
    /// m + multiprocessors, ..., `groupsEach` of them, wrapping around. Among equals the one nearest to the
    /// middle: borders of a launch are rare.
    [[nodiscard]] std::uint64_t busiestMultiprocessor(std::uint64_t multiprocessors,
                                                      std::uint64_t groupsEach) const;

private:
    using Place = std::array<Progression, 3>;
    struct Piece {
        Place groups;
        double work = 0; ///< of each of its groups
    };
    void addDrawn(const Pdg& pdg, const Evaluation& evaluation, std::map<Place, double>& pieces);
    void spreadAndCompare(const std::map<Place, double>& pieces);
    void spread();
    void findHeaviest();

    std::array<std::uint64_t, 3> counts_{1, 1, 1};
    std::uint64_t all_ = 1;
    double everywhere_ = 0;     ///< that every group has
    std::vector<Piece> pieces_; ///< that some groups have besides
    std::vector<double> work_;  ///< by group; empty where all are alike or too many
    std::uint64_t heaviest_ = 0;
    bool isUneven_ = false;
};

} // namespace warpstring::evaluation
