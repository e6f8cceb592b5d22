// SPDX-License-Identifier: GPL-3.0-or-later
// How many different bytes accesses touch, from their affine form, without enumerating the grid: docs/model.md,
// section 9.4.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "pdg/evaluation/evaluation.h"
#include "stringmodel/timeline/address_set.h"
#include "stringmodel/timeline/followed_groups.h"

namespace warpstring::timeline {

/// Work-groups that are at work at the same time, as a box of group IDs.
struct GroupWindow {
    std::array<std::uint64_t, 3> groups{1, 1, 1};
    double part = 1;  ///< of their time; counts for accesses whose addresses are not kept
    double trips = 0; ///< of loops, from the innermost on, at a time; 0: all of them
    [[nodiscard]] double count() const {
        return static_cast<double>(groups[0]) * static_cast<double>(groups[1]) * static_cast<double>(groups[2]);
    }
};

/// The first `count` groups in the order in which devices start them, x first, rounded up to a box.
[[nodiscard]] GroupWindow windowOf(const NDRange& range, double count);

/// Different bytes that the accesses (by AccessId) touch in all iterations of their loops, for windows of
/// groups, which lie in the middle of the launch. What they touch in one group is laid out once for all
/// windows. Where not too many intervals come of it, pieces are put where they lie and united. Else those that
/// move by the same distances lie side by side, as often as the window is wide, and others are taken to lie
/// apart. Accesses that are too diverse to be kept count with what some groups touch that are followed, or with
/// all they move, those of unknown addresses with the granules of the object that as many random ones touch;
/// both up to `objectBytes` (0: no limit).
class Footprint {
public:
    /// Keeps the references. `followed`: without, accesses that are too diverse count with all they move.
    /// `extents`: by access, of how many bytes of the object data choose; 0 or none: not known.
    Footprint(const evaluation::Evaluation& evaluation, std::vector<AccessId> accesses,
              std::vector<int> accessBytes, const HardwareSpec::GlobalMemory& memory,
              FollowedGroups* followed = nullptr, std::vector<double> extents = {});

    /// Bytes in granules of `granule` bytes.
    [[nodiscard]] double bytes(const GroupWindow& window, std::int64_t granule, double objectBytes) const;

    /// The same in so many trips of loops, from the innermost on, in the middle of them; nullopt where data
    /// decide an address.
    [[nodiscard]] std::optional<double> bytesOfTrips(GroupWindow window, double trips,
                                                     std::int64_t granule) const;

    /// How much of what the accesses leave out beside what they touch stays out, from 0 to 1: all where they
    /// move by the same distances, or where there is one, which goes to random places; nothing where they move
    /// by different ones. Where addresses are not kept, they are taken to come anywhere in the object: what a
    /// window touches of it is what it brings of what was left out.
    [[nodiscard]] double leftOut(const GroupWindow& window, std::int64_t granule, double objectBytes) const;

private:
    struct Move {
        std::int64_t distance = 0;
        evaluation::BoxVariable variable = 0; ///< 0 to 2: a dimension of groups; others: of a loop
        friend auto operator<=>(const Move&, const Move&) = default;
    };
    /// Pieces at the same points that move alike.
    struct Placement {
        std::vector<Move> moves;
        std::vector<std::array<std::uint64_t, 4>> points; ///< a variable, its first value, step and count
        friend auto operator<=>(const Placement&, const Placement&) = default;
    };
    [[nodiscard]] std::vector<AccessId> diverse() const; ///< the accesses that are too diverse to be kept
    [[nodiscard]] double diverseBytes(const GroupWindow& window, std::int64_t granule,
                                      double objectBytes) const;
    void layOut() const;
    [[nodiscard]] std::optional<double> unitedBytes(const GroupWindow& window, std::int64_t granule) const;
    [[nodiscard]] double separateBytes(const GroupWindow& window, std::int64_t granule) const;
    const evaluation::Evaluation& evaluation_;
    std::vector<AccessId> accesses_;
    std::vector<int> accessBytes_; ///< by access
    const HardwareSpec::GlobalMemory& memory_;
    FollowedGroups* followed_;
    std::vector<double> extents_;                                   ///< by access; empty: none is known
    mutable std::map<std::pair<Placement, bool>, AddressSet> sets_; ///< by whether they are small
    /// By window, granule and size of the object.
    mutable std::map<std::tuple<std::array<std::uint64_t, 3>, double, std::int64_t, double>, double> known_;
    mutable bool isLaidOut_ = false;
    mutable bool isSeparate_ = false; ///< too many intervals come of the launch
};

/// The same for one window.
[[nodiscard]] double touchedBytes(const evaluation::Evaluation& evaluation,
                                  const std::vector<AccessId>& accesses, const std::vector<int>& accessBytes,
                                  const GroupWindow& window, std::int64_t granule, double objectBytes,
                                  const HardwareSpec::GlobalMemory& memory);

} // namespace warpstring::timeline
