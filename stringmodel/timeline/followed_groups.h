// SPDX-License-Identifier: GPL-3.0-or-later
// What consecutive work-groups touch where an access has too many pieces to be kept: some groups, followed
// point by point.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "pdg/evaluation/evaluation.h"
#include "stringmodel/timeline/address_set.h"

namespace warpstring::timeline {

/// Remainders and quotients of positions come back to what neighbours touched. A run of groups in the middle of
/// the launch shows how much: with D(k) the different granules of k groups,
///
///     bytes(w) = granule D(w)                                             up to the K groups that are followed
///              = granule (D(K) + (w - K) (D(K) - D(K / 2)) / (K - K / 2))   beyond
///
/// so what comes back after more than K groups is counted again. A short run is followed whole, a long one in
/// blocks of its addresses that are drawn: granules no larger than a block are counted there.
class FollowedGroups {
public:
    /// Keeps the references. `share` is what evaluations may spend, as for ExprEvaluator.
    FollowedGroups(const Pdg& pdg, const evaluation::Evaluation& evaluation, WorkShare* share = nullptr)
        : pdg_(pdg), evaluation_(evaluation), share_(share) {}

    /// Bytes in granules of `granule` bytes that `groups` consecutive groups touch by these accesses to one
    /// object, each byte once. Nothing where data decide an address, or loops around one have more points than
    /// are looked at, or the share is used up. `trips`: so many of its loops, from the innermost on, in the
    /// middle of them; 0: all.
    [[nodiscard]] std::optional<double> bytes(const std::vector<AccessId>& accesses, double groups,
                                              std::int64_t granule, double trips = 0);

private:
    /// Consecutive groups.
    struct Run {
        std::vector<AddressSet> groups; ///< what each touches; none where nothing can be told
        double scale = 1;               ///< of all blocks for one that is looked at
        std::map<std::pair<std::size_t, std::int64_t>, double> together; ///< by how many groups, and granule
        [[nodiscard]] double bytes(double count, std::int64_t granule);

    private:
        [[nodiscard]] double bytesOfFirst(std::size_t count, std::int64_t granule);
    };
    struct Followed {
        std::optional<Run> nearby, far; ///< none until they are asked for
    };
    [[nodiscard]] Run follow(const std::vector<AccessId>& accesses, double mostAddresses, double trips) const;

    const Pdg& pdg_;
    const evaluation::Evaluation& evaluation_;
    WorkShare* share_;
    std::map<std::pair<std::vector<AccessId>, double>, Followed> followed_; ///< by trips
};

} // namespace warpstring::timeline
