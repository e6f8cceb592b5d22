// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/image_layout.h"

namespace warpstring {

namespace {

std::uint64_t roundedUp(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

/// Of a plane of tiles, or of a line among others.
std::uint64_t planeBytes(ImageShape shape, std::uint64_t texelBytes,
                         const std::array<std::uint64_t, 3>& sizes) {
    const std::uint64_t row = sizes[0] * texelBytes;
    if (isTiled(shape)) return roundedUp(row, tileWidthBytes) * roundedUp(sizes[1], tileRows);
    return shape == ImageShape::LineArray ? roundedUp(row, lineAlignBytes) : row;
}

/// Within a tile: 16 bytes of two rows are a sector of 32, two sectors side by side and two of these one above
/// the other are a line of 128.
std::uint64_t withinTile(std::uint64_t x, std::uint64_t y) {
    return (x & 32) << 3 | (y & 6) << 5 | (x & 16) << 1 | (y & 1) << 4 | (x & 15);
}

} // namespace

std::uint64_t texelOffset(ImageShape shape, std::uint64_t texelBytes, const std::array<std::uint64_t, 3>& sizes,
                          const std::array<std::uint64_t, 3>& texel) {
    const std::uint64_t x = texel[0] * texelBytes;
    const std::uint64_t plane = planeBytes(shape, texelBytes, sizes);
    if (!isTiled(shape)) return (shape == ImageShape::LineArray ? texel[1] * plane : 0) + x;
    const std::uint64_t tiles = roundedUp(sizes[0] * texelBytes, tileWidthBytes) / tileWidthBytes;
    const std::uint64_t tile = texel[1] / tileRows * tiles + x / tileWidthBytes;
    return texel[2] * plane + tile * tileBytes + withinTile(x, texel[1]);
}

std::uint64_t imageBytes(ImageShape shape, std::uint64_t texelBytes,
                         const std::array<std::uint64_t, 3>& sizes) {
    const std::uint64_t plane = planeBytes(shape, texelBytes, sizes);
    return isTiled(shape) ? plane * sizes[2] : shape == ImageShape::LineArray ? plane * sizes[1] : plane;
}

} // namespace warpstring
