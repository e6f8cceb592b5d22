// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of an object as intervals, and their copies at distances.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace warpstring::timeline {

/// A set of addresses that is repeated at distances.
class AddressSet {
public:
    void insert(std::int64_t first, std::int64_t end); ///< half open
    /// The union of `count` copies, each `distance` bytes after the one before. Gaps of less than `granule`
    /// bytes between them may be closed: no granule lies within one.
    void repeat(std::int64_t distance, std::uint64_t count, std::int64_t granule = 1);
    void shift(std::int64_t distance);
    void unite(const AddressSet& other); ///< both written out
    /// Whether every copy is: `bytes` is exact then.
    [[nodiscard]] bool isWrittenOut() const { return times_ == 1; }
    [[nodiscard]] std::size_t size() const { return intervals_.size(); } ///< intervals
    /// Bytes in granules of `granule` bytes that are touched.
    [[nodiscard]] double bytes(std::int64_t granule) const;

private:
    void normalise();
    std::vector<std::pair<std::int64_t, std::int64_t>> intervals_; ///< sorted, apart
    double times_ = 1;            ///< copies that lie apart and are not written out
    std::size_t unitedAt_ = 4096; ///< intervals at which what was inserted is united
    std::int64_t beyond_ = 0;     ///< how far these reach beyond the intervals
};

} // namespace warpstring::timeline
