// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/tile_text.h"

#include <algorithm>
#include <utility>

namespace warpstring::transform {

namespace {

/// Lines within loops and conditions, in braces where they are several.
std::string linesWithin(const std::vector<std::string>& heads, const std::vector<std::string>& lines,
                        std::string indent) {
    const bool hasBraces = lines.size() > 1;
    std::string text, ends;
    for (const auto& head : heads) {
        const bool isLast = &head == &heads.back();
        text += indent + head + (hasBraces && isLast ? " {" : "") + "\n";
        if (hasBraces && isLast) ends = indent + "}\n";
        indent += "    ";
    }
    for (const auto& line : lines) text += indent + line + "\n";
    return text + ends;
}

} // namespace

std::string localIdText(unsigned dimension) {
    return std::string("get_local_id(").append(std::to_string(dimension)).append(")");
}

TileText::TileText(std::array<Extent, 3> extents, TileWords words)
    : extents_(std::move(extents)), words_(std::move(words)) {
    for (const auto& extent : extents_)
        if (extent.isWide()) {
            items_.insert(items_.begin(), extent);
            hasNames_ = hasNames_ || extent.isName;
        }
}

std::vector<Extent> TileText::extentsOf(const TileAxes& axes) const {
    std::vector<Extent> extents;
    for (const auto& axis : axes)
        extents.push_back(axis ? extents_[*axis]
                               : Extent{std::to_string(words_.iterations), words_.iterations, false});
    return extents;
}

std::uint64_t TileText::elementsOf(const TileAxes& axes) const {
    std::uint64_t elements = 1;
    for (const auto& extent : extentsOf(axes)) elements *= extent.number;
    return elements;
}

/// The dimensions of the group, slowest first, where the tile has its shape: each item brings one element.
std::optional<std::vector<unsigned>> TileText::itemsAsTile(const TileAxes& axes) const {
    std::vector<unsigned> dimensions;
    for (unsigned d = 3; d-- > 0;)
        if (extents_[d].isWide()) dimensions.push_back(d);
    if (hasNames_ || dimensions.size() != axes.size()) return std::nullopt;
    const auto extents = extentsOf(axes);
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (extents[i].number != extents_[dimensions[i]].number) return std::nullopt;
    return dimensions;
}

/// A group of one dimension that is at least as large as a tile of one: the first items bring it.
bool TileText::areFirstItems(const TileAxes& axes) const {
    return !hasNames_ && items_.size() == 1 && axes.size() == 1 && words_.iterations < items_.front().number;
}

std::vector<Piece> TileText::subscripts(const TileAxes& axes) const {
    std::vector<Piece> pieces;
    if (const auto dimensions = itemsAsTile(axes)) {
        for (const unsigned d : *dimensions) pieces.push_back({localIdText(d), Binding::Atom});
        return pieces;
    }
    if (areFirstItems(axes)) return {{linearIdText(extents_), Binding::Atom}};
    const auto extents = extentsOf(axes);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        Piece piece{words_.slot, Binding::Atom};
        const std::vector<Extent> behind(extents.begin() + static_cast<std::ptrdiff_t>(i) + 1, extents.end());
        if (behind.size() == 1)
            piece = {words_.slot + " / " + behind.front().text, Binding::Product};
        else if (behind.size() > 1)
            piece = {words_.slot + " / (" + productText(behind) + ")", Binding::Product};
        if (i > 0) piece = {piece.text + " % " + extents[i].text, Binding::Product};
        pieces.push_back(piece);
    }
    return pieces;
}

Piece TileText::counterFor(const TileAxes& axes) const {
    const auto pieces = subscripts(axes);
    std::string offset;
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (!axes[i]) offset = pieces[i].text;
    // An ID is unsigned, and as wide as an address.
    if (offset.starts_with("get_local_id") && words_.countsBelowZero)
        offset = bracketed(words_.counterType) + offset;
    return {words_.tileCounter + " + " + offset, Binding::Sum};
}

std::string TileText::declarations(const std::vector<Tile>& tiles, const std::string& indent) const {
    std::string text;
    for (const auto& tile : tiles) {
        text += "__local " + words_.elementType + " " + tile.name;
        for (const auto& extent : extentsOf(tile.axes)) text += bracketed(extent.text, "[]");
        text += ";";
        if (isTied()) text += " // for work-groups of " + words_.groupText;
        text += "\n" + indent;
    }
    return text;
}

std::vector<std::string> TileText::headsOf(const TileAxes& axes, const std::string& end) const {
    const std::string first = linearIdText(extents_),
                      isBeforeEnd = end.empty() ? "" : counterFor(axes).text + end;
    std::vector<std::string> heads;
    if (areFirstItems(axes)) {
        const std::string isFirst = first + " < " + std::to_string(words_.iterations);
        heads.push_back("if " + bracketed(end.empty() ? isFirst : isFirst + " && " + isBeforeEnd));
        return heads;
    }
    if (!itemsAsTile(axes))
        heads.push_back("for (int " + words_.slot + " = " + first + "; " + words_.slot + " < " +
                        productText(extentsOf(axes)) + "; " + words_.slot + " += " + productText(items_, true) +
                        ")");
    if (!end.empty()) heads.push_back("if " + bracketed(isBeforeEnd));
    return heads;
}

std::string TileText::loads(const std::vector<Tile>& tiles, const std::string& end,
                            const std::string& indent) const {
    std::vector<TileAxes> shapes;
    for (const auto& tile : tiles)
        if (std::find(shapes.begin(), shapes.end(), tile.axes) == shapes.end()) shapes.push_back(tile.axes);
    std::string text;
    for (const auto& axes : shapes) {
        std::string subscript;
        for (const auto& piece : subscripts(axes)) subscript += bracketed(piece.text, "[]");
        std::vector<std::string> lines;
        for (const auto& tile : tiles)
            if (tile.axes == axes)
                lines.push_back(tile.name + subscript + " = " + words_.buffer + bracketed(tile.address, "[]") +
                                ";");
        text += linesWithin(headsOf(axes, end), lines, indent);
    }
    return text;
}

} // namespace warpstring::transform
