// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/memory/buffer_plane.h"

#include <gtest/gtest.h>
#include <random>
#include <set>

namespace warpstring::gui {

namespace {

using regions::AffineRegion;

std::set<std::int64_t> bytesOf(const AffineRegion& region) {
    std::set<std::int64_t> first{region.base};
    for (const auto& dimension : region.dimensions) {
        std::set<std::int64_t> next;
        for (const std::int64_t place : first)
            for (std::int64_t i = 0; i < dimension.count; ++i) next.insert(place + i * dimension.stride);
        first = std::move(next);
    }
    std::set<std::int64_t> bytes;
    for (const std::int64_t place : first)
        for (int i = 0; i < region.bytes; ++i) bytes.insert(place + i);
    return bytes;
}

std::set<std::int64_t> bytesOf(const std::vector<PlaneRect>& rects, const BufferPlane& plane) {
    std::set<std::int64_t> bytes;
    for (const PlaneRect& rect : rects)
        for (std::int64_t row = rect.row; row < rect.row + rect.rows; ++row)
            for (std::int64_t column = rect.column; column < rect.column + rect.columns; ++column)
                bytes.insert(row * plane.rowBytes + column);
    return bytes;
}

TEST(BufferPlane, HasTheRowsThatStridesSuggest) {
    constexpr std::int64_t n = 1024, whole = 4 * n * n;
    // c[y * n + x] by groups of 16 x 16
    EXPECT_EQ(bufferPlane(whole, 4,
                          {{"lid.x", 4, 16}, {"group.x", 64, 1}, {"lid.y", 4 * n, 16}, {"group.y", 64 * n, 1}})
                  .rowBytes,
              4 * n);
    // by two accesses
    EXPECT_EQ(bufferPlane(whole, 4, {{"lid.x", 4, 16}, {"lid.y", 4 * n, 16}, {"lid.y", 4 * n, 16}}).rowBytes,
              4 * n);
    // a tile of it after the other
    EXPECT_EQ(bufferPlane(whole, 4, {{"lid.x", 4, 16}, {"lid.y", 4 * n, 16}, {"i0", 64, 1}}).rowBytes, 4 * n);
    // a row for each work-item
    EXPECT_EQ(bufferPlane(whole, 4, {{"lid.x", 4 * n, 64}, {"group.x", 256 * n, 1}, {"i0", 4, 1}}).rowBytes,
              4 * n);
    // turned around
    EXPECT_EQ(bufferPlane(whole, 4, {{"lid.x", -4, 16}, {"lid.y", -4 * n, 16}}).rowBytes, 4 * n);
}

TEST(BufferPlane, IsOneRowWhereNothingSuggestsMore) {
    for (const auto& strides : std::vector<std::vector<PlaneStride>>{
             {},
             {{"lid.x", 4, 256}, {"group.x", 1024, 1}},    // a[gid]
             {{"lid.x", 0, 256}, {"i0", 4, 1}},            // all read all
             {{"lid.x", 28, 64}, {"group.x", 28 * 64, 1}}, // structs
         }) {
        const BufferPlane plane = bufferPlane(1 << 20, 4, strides);
        EXPECT_FALSE(plane.hasRows()) << plane.rowBytes;
        EXPECT_EQ(plane.rows(), 1);
    }
    EXPECT_FALSE(bufferPlane(100, 4, {{"lid.x", 4, 16}, {"lid.y", 64, 16}}).hasRows()) << "not two rows";
    EXPECT_EQ(bufferPlane(0, 4, {}).rows(), 1);
}

TEST(BufferPlane, RectanglesHoldTheBytesOfARegion) {
    std::mt19937 random(7);
    const auto upTo = [&](int most) {
        return static_cast<std::int64_t>(random() % static_cast<unsigned>(most));
    };
    for (int round = 0; round < 400; ++round) {
        const BufferPlane plane{4096, round % 3 == 0 ? 4096 : 16 * (1 + upTo(16)), 4};
        AffineRegion region{4 * upTo(256), 4, {}, 1};
        for (int d = 0; d < 3; ++d) region.dimensions.push_back({4 * (1 + upTo(40)), 1 + upTo(6)});
        auto whole = regions::normalised(region);
        ASSERT_TRUE(whole);
        const auto bytes = bytesOf(*whole);
        EXPECT_EQ(bytesOf(rectsOf(*whole, plane, {0, 5000, 0, plane.rowBytes}), plane), bytes) << round;
        // and those of a part are all in it
        const PlaneRect part{upTo(8), 1 + upTo(8), 4 * upTo(4), 4 * (1 + upTo(8))};
        for (const PlaneRect& rect : rectsOf(*whole, plane, part)) {
            EXPECT_EQ(common(rect, part), rect);
            for (const std::int64_t byte : bytesOf({rect}, plane)) EXPECT_TRUE(bytes.contains(byte));
        }
        for (int i = 0; i < 20; ++i) {
            const std::int64_t byte = upTo(4096);
            EXPECT_EQ(contains(*whole, byte), bytes.contains(byte)) << round;
        }
    }
}

TEST(BufferPlane, WhatIsSmallerThanACellIsNotDrawnApart) {
    const BufferPlane plane{std::int64_t{1} << 40, std::int64_t{1} << 20, 4};
    const AffineRegion columns{0, 4, {{1 << 20, 1 << 20}, {64, 1 << 14}}, 1};
    EXPECT_EQ(rectsOf(columns, plane, wholeOf(plane), {1 << 10, 1}).size(), 1U);
    // A part of it is seen as it is, however much there is around.
    const auto near = rectsOf(columns, plane, {1000, 4, 640, 256});
    ASSERT_EQ(near.size(), 4U);
    EXPECT_EQ(near[1], (PlaneRect{1000, 4, 704, 4}));
    EXPECT_LE(rectsOf(columns, plane, wholeOf(plane), {}, 100).size(), 100U);
}

} // namespace

} // namespace warpstring::gui
