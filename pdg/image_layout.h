// SPDX-License-Identifier: GPL-3.0-or-later
// Where the texels of an image lie: what turns coordinates into addresses, for graphs and launches alike.
// docs/model.md, section 11.
#pragma once

#include <array>
#include <cstdint>

#include "core/image.h"

namespace warpstring {

/// Images of two and three dimensions are stored in tiles of so many bytes and rows, one after another along a
/// row of tiles.
inline constexpr std::uint64_t tileWidthBytes = 64;
inline constexpr std::uint64_t tileRows = 8;
inline constexpr std::uint64_t tileBytes = tileWidthBytes * tileRows;
/// Where the lines of an array of them start.
inline constexpr std::uint64_t lineAlignBytes = 512;

/// Whether it is stored in tiles, rather than line by line.
[[nodiscard]] constexpr bool isTiled(ImageShape shape) {
    return shape == ImageShape::Plane || shape == ImageShape::PlaneArray || shape == ImageShape::Volume;
}
/// Whether the last coordinate is a layer.
[[nodiscard]] constexpr bool isArray(ImageShape shape) {
    return shape == ImageShape::LineArray || shape == ImageShape::PlaneArray;
}

/// From the start of an image, of a texel within it. The oracle of the expressions that graphs have.
[[nodiscard]] std::uint64_t texelOffset(ImageShape shape, std::uint64_t texelBytes,
                                        const std::array<std::uint64_t, 3>& sizes,
                                        const std::array<std::uint64_t, 3>& texel);

/// What an image takes, padding included.
[[nodiscard]] std::uint64_t imageBytes(ImageShape shape, std::uint64_t texelBytes,
                                       const std::array<std::uint64_t, 3>& sizes);

} // namespace warpstring
