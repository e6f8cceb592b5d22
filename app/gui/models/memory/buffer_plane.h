// SPDX-License-Identifier: GPL-3.0-or-later
// A buffer as a plane of bytes, and an access's regions as rectangles of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "symbolic/regions/affine_region.h"

namespace warpstring::gui {

/// A buffer laid out in rows; one row where `rowBytes` is all of it. Columns are bytes within a row.
struct BufferPlane {
    std::int64_t bytes = 0;
    std::int64_t rowBytes = 1; ///< 1 or more
    int elementBytes = 4;      ///< of the narrowest access

    [[nodiscard]] bool hasRows() const { return rowBytes < bytes; }
    [[nodiscard]] std::int64_t rows() const { return bytes == 0 ? 1 : (bytes + rowBytes - 1) / rowBytes; }
    friend bool operator==(const BufferPlane&, const BufferPlane&) = default;
};

/// How far an access goes along an ID or a loop: "lid.x", "group.y", "i0".
struct PlaneStride {
    std::string along;
    std::int64_t bytes = 0; ///< of any sign
    std::int64_t count = 1; ///< of local IDs, the work-items of a group in that dimension; else 1
};

/// Rows of the least stride that all greater ones are multiples of, if one holds something worth seeing.
/// Strides that go on where those of a local ID end (group.x after lid.x, tiles of a loop) make no row of their
/// own.
[[nodiscard]] BufferPlane bufferPlane(std::int64_t bytes, int elementBytes, std::vector<PlaneStride> strides);

struct PlaneRect {
    std::int64_t row = 0, rows = 1;       ///< the first, and how many
    std::int64_t column = 0, columns = 1; ///< bytes
    friend bool operator==(const PlaneRect&, const PlaneRect&) = default;
};

[[nodiscard]] PlaneRect wholeOf(const BufferPlane& plane);
/// nullopt where they do not meet.
[[nodiscard]] std::optional<PlaneRect> common(const PlaneRect& a, const PlaneRect& b);
/// The least one around both.
[[nodiscard]] PlaneRect around(const PlaneRect& a, const PlaneRect& b);

/// What a cell of a drawing stands for: gaps of less are not seen.
struct PlaneCell {
    std::int64_t bytes = 1, rows = 1;
};

/// The part of a normalised region that lies in `view`. Gaps below a cell are filled; where even so there would
/// be more than `most` rectangles, wider ones are.
[[nodiscard]] std::vector<PlaneRect> rectsOf(const regions::AffineRegion& region, const BufferPlane& plane,
                                             const PlaneRect& view, PlaneCell cell = {},
                                             std::size_t most = 4096);

/// Whether a byte is one of a normalised region's.
[[nodiscard]] bool contains(const regions::AffineRegion& region, std::int64_t byte);

} // namespace warpstring::gui
