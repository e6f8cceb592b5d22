// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of a buffer in local memory as a kernel's text has them: how they are declared, and how the work-items
// of a group bring them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tuning/transform/address_text.h"
#include "tuning/transform/group_extents.h"
#include "tuning/transform/staged_reads.h"

namespace warpstring::transform {

/// One element for each work-item along some dimensions and each iteration of a tile.
struct Tile {
    TileAxes axes;
    std::string address; ///< of the element that an item brings
    std::string name;
    std::vector<const clang::ArraySubscriptExpr*> reads; ///< that come from it
};

struct TileWords {
    std::string buffer, elementType;
    std::string tileCounter; ///< the first iteration of a tile
    std::string counterType;
    std::string slot;             ///< what items count with where they bring more than one element each
    bool countsBelowZero = false; ///< the iterations may begin there
    std::uint64_t iterations = 0; ///< of a tile
    std::string groupText{};      ///< "16 x 16"
};

class TileText {
public:
    TileText(std::array<Extent, 3> extents, TileWords words);

    /// The numbers of the group stand in the text, so the kernel is of no use for other groups.
    [[nodiscard]] bool isTied() const { return !hasNames_; }
    /// Which element of the tile an item brings: a subscript for each axis.
    [[nodiscard]] std::vector<Piece> subscripts(const TileAxes& axes) const;
    /// The counter's value for which an item brings an element.
    [[nodiscard]] Piece counterFor(const TileAxes& axes) const;
    [[nodiscard]] std::uint64_t elementsOf(const TileAxes& axes) const;

    /// A line each, with the indent of the next line behind the last.
    [[nodiscard]] std::string declarations(const std::vector<Tile>& tiles, const std::string& indent) const;
    /// What the items of a group do, tiles of one shape together. `end` is " < n" where the last tile may be
    /// cut.
    [[nodiscard]] std::string loads(const std::vector<Tile>& tiles, const std::string& end,
                                    const std::string& indent) const;

private:
    [[nodiscard]] std::vector<Extent> extentsOf(const TileAxes& axes) const;
    [[nodiscard]] std::optional<std::vector<unsigned>> itemsAsTile(const TileAxes& axes) const;
    [[nodiscard]] bool areFirstItems(const TileAxes& axes) const;
    [[nodiscard]] std::vector<std::string> headsOf(const TileAxes& axes, const std::string& end) const;

    std::array<Extent, 3> extents_;
    TileWords words_;
    std::vector<Extent> items_; ///< of the group, dimensions of one left out, the slowest first
    bool hasNames_ = false;     ///< macros are sizes of the group
};

/// "get_local_id(1)".
[[nodiscard]] std::string localIdText(unsigned dimension);

} // namespace warpstring::transform
