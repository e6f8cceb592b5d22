// SPDX-License-Identifier: GPL-3.0-or-later
// Where the work-items of a group go at single points of a launch, whatever the launch tells: data that it has
// is looked up, untold memory holds random numbers. docs/model.md, section 4.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pdg/evaluation/expr_evaluator.h"
#include "pdg/evaluation/random_contents.h"

namespace warpstring::evaluation {

/// Bytes of what an access reads or writes: of a buffer, a local array, a work-item's private array. 0 where it
/// is not known.
[[nodiscard]] std::uint64_t objectBytes(const Pdg& pdg, const LaunchBinding& launch,
                                        const MemoryAccess& access);

class AccessPoints {
public:
    /// `share` is what evaluations may spend, as for ExprEvaluator.
    AccessPoints(const Pdg& pdg, const LaunchBinding& launch, WorkShare* share = nullptr);

    /// Bytes from the object's start, one entry or one for each work-item of the group. `point` is a box of one
    /// point. Addresses that random numbers lead out of the object come back into it, modulo its size. nullptr
    /// where neither the address nor the object's size is known, until the next call.
    [[nodiscard]] const Lanes* at(const MemoryAccess& access, const Box& point);
    /// Whether the address hangs on what the launch does not tell.
    [[nodiscard]] bool isUntold(const MemoryAccess& access);
    /// The share is used up: addresses that were not known before are any from now on.
    [[nodiscard]] bool isSpent() const { return evaluator_.isSpent(); }
    /// Other random numbers from now on.
    void drawAnew(std::uint64_t seed);

private:
    const Pdg& pdg_;
    const LaunchBinding& launch_;
    ExprEvaluator evaluator_;
    std::uint64_t seed_ = 0;
    Lanes offsets_;
};

/// A box of the one point at which every variable of `box` has its value number `pick(variable, count)`.
template <class Pick>
[[nodiscard]] Box pointOf(const Box& box, Pick&& pick) {
    Box point = box;
    for (BoxVariable v = 0; v < point.variables.size(); ++v) {
        Progression& progression = point.variables[v];
        progression = {progression.at(pick(v, progression.count)), 1, 1};
    }
    return point;
}

/// A point of `box` that numbers drawn with `seed` pick.
[[nodiscard]] inline Box randomPointOf(const Box& box, std::uint64_t seed) {
    return pointOf(box, [&](BoxVariable v, std::uint64_t count) { return randomBits({seed, v}) % count; });
}

} // namespace warpstring::evaluation
