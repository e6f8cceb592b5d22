// SPDX-License-Identifier: GPL-3.0-or-later
// The work-groups of the multiprocessor that is simulated, in the order in which they start.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pdg/evaluation/group_work.h"

namespace warpstring::timeline {

/// Of the multiprocessor with most work, in the order of the launch; where groups differ much, those with most
/// work first, so that what is extrapolated is the rest.
class MultiprocessorGroups {
public:
    static constexpr int withMostWork = -1, ofAlikeGroups = -2;
    /// `resident`: groups that a multiprocessor holds at a time; `chosen`: which multiprocessor. Uneven groups
    /// are dispatched one by one; equal ones, those taken for equal, or too many, by their number.
    MultiprocessorGroups(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec,
                         std::uint64_t resident, int chosen);

    /// That this multiprocessor runs; of equal ones the share of a multiprocessor, rounded up.
    [[nodiscard]] std::uint64_t count() const { return count_; }

    /// Whether they are in the order of the launch.
    [[nodiscard]] bool areInOrder() const { return !isByWork_; }

    /// The first `count`; where they are not by work, any number of them can be had.
    [[nodiscard]] std::vector<std::uint64_t> first(std::uint64_t count);

    /// The work of the groups from number `large` on, in that of those between `small` and `large`; by their
    /// number where groups are alike.
    [[nodiscard]] double rest(double small, double large, double all) const;

    /// The group of the launch with most work, whoever runs it, when groups are uneven and it is none of the
    /// first `count`.
    [[nodiscard]] std::optional<std::uint64_t> heaviestBeyond(std::uint64_t count) const;

    [[nodiscard]] double workOf(std::uint64_t group) const { return work_.of(group); }

    /// Each `stride`-th group of the launch, whoever runs it: all, or many that are spread evenly.
    [[nodiscard]] std::vector<std::uint64_t> ofLaunch(std::uint64_t stride) const;

private:
    void dispatchByWork(std::uint64_t resident, int chosen);
    void sortByWork();
    [[nodiscard]] double workOfListed(double from, double to) const;

    evaluation::GroupWork work_;
    std::uint64_t all_;   ///< groups of the launch
    std::uint64_t apart_; ///< multiprocessors
    std::uint64_t count_;
    std::uint64_t resident_;
    std::uint64_t start_ = 0; ///< of this multiprocessor's groups in the launch
    bool isByWork_ = false;   ///< all are listed
    bool areAlike_ = false;   ///< taken for equal
    std::vector<std::uint64_t> groups_;
};

} // namespace warpstring::timeline
