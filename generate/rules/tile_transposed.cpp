// SPDX-License-Identifier: GPL-3.0-or-later
// Maps over transposed matrices in square tiles: local memory turns them round, so that global memory is read
// and written along rows.
#include <algorithm>
#include <optional>

#include "generate/rules/tile_rules.h"
#include "generate/rules/tiles.h"

namespace warpstring::generate {
namespace {

constexpr build::Run localRows{.level = Level::Local, .dimension = 1, .unroll = false};

/// map (row => map f (elements of row)) of transpose x, or of a zip of matrices of which some are.
struct TransposedMap {
    std::vector<Expr> matrices;
    bool isZip = false;
};

/// Whether the elements of `row` are taken side by side: by zips of its parts.
bool isRowOf(const Expr& expr, const VariablePointer& row) {
    if (is(expr, Op::Variable)) return expr->variable == row;
    if (is(expr, Op::Get)) return isRowOf(expr->inputs.front(), row);
    if (!is(expr, Op::Zip)) return false;
    return std::ranges::all_of(expr->inputs, [&](const Expr& input) { return isRowOf(input, row); });
}

bool isMatrix(const Expr& expr) {
    const Type& type = expr.type();
    return type.isArray() && type.element().isArray() && type.element().element().isValue() &&
           type.element().length().constant().value_or(0) > 0 && lengthOf(expr) > 0;
}

std::optional<TransposedMap> transposedMapOf(const Expr& site) {
    if (!is(site, Op::Map, Level::Abstract)) return std::nullopt;
    const VariablePointer& row = site->functions.front().parameters.front();
    const Expr inner = site->functions.front().expr();
    if (!is(inner, Op::Map, Level::Abstract) || !isRowOf(inner->inputs.front(), row) ||
        mentions(inner->functions.front().expr(), row))
        return std::nullopt;
    const Expr& input = site->inputs.front();
    TransposedMap map{{input}, is(input, Op::Zip)};
    if (map.isZip) map.matrices = input->inputs;
    const auto isTransposed = [](const Expr& matrix) { return is(matrix, Op::Transpose); };
    if (!std::ranges::all_of(map.matrices, isMatrix) || std::ranges::none_of(map.matrices, isTransposed))
        return std::nullopt;
    return map;
}

struct SquareTile {
    std::int64_t size = 0;
    std::int64_t rows = 0;   // that are done at a time
    std::int64_t behind = 0; // room after each row in local memory
};

/// Each row of a tile by `of`: work-items of dimension 1 have rows that lie as far apart as there are of them.
Expr eachRow(const SquareTile& tile, const Expr& rows, const build::Body1& of) {
    const Expr byItem = build::transpose(build::split(tile.rows, rows));
    const Expr done = build::map(
        localRows, byItem, [&](const Expr& own) { return build::map(unrolledRun, own, of, "row"); }, "rows");
    return build::join(build::transpose(done));
}

Expr turned(const SquareTile& tile, const Expr& columns) {
    const Expr copy = eachRow(tile, columns, [](const Expr& row) {
        return build::map(localRun, row, [](const Expr& x) { return x; });
    });
    return build::transpose(build::toLocal(copy, tile.behind));
}

} // namespace

Expr tileTransposed(const Expr& site, const Numbers& numbers) {
    const std::optional<TransposedMap> map = transposedMapOf(site);
    const SquareTile tile{positive(numbers, "tile"), positive(numbers, "rows"), positive(numbers, "padding")};
    if (!map || !dividesLength(tile.rows, tile.size)) return {};
    const std::int64_t width = site.type().element().length().constant().value_or(0);
    const std::size_t count = map->matrices.size();
    // Each matrix as [rows / size][size][columns], then [columns / size][size][size]: columns of a tile.
    std::vector<Expr> strips;
    for (const Expr& matrix : map->matrices) {
        const Expr rows = paddedTo(tile.size, matrix);
        const auto padded = [&](const Expr& row) { return paddedTo(tile.size, row); };
        strips.push_back(
            build::split(tile.size, width % tile.size == 0 ? rows : build::map({}, rows, padded, "row")));
    }
    const auto ofTile = [&](const Expr& columns) {
        std::vector<Expr> tiles = partsOf(map->isZip, columns, count);
        for (std::size_t i = 0; i < count; ++i)
            tiles[i] =
                is(map->matrices[i], Op::Transpose) ? turned(tile, tiles[i]) : build::transpose(tiles[i]);
        return eachRow(tile, zippedOrOne(map->isZip, std::move(tiles)), [&](const Expr& row) {
            const Expr elements = called(site->functions.front(), {row});
            if (elements.empty()) return Expr();
            Node byItems = *elements;
            byItems.level = Level::Local;
            return build::node(std::move(byItems));
        });
    };
    const Expr groups = build::map(
        {.level = Level::Workgroup, .dimension = 1, .unroll = false},
        zippedOrOne(map->isZip, std::move(strips)),
        [&](const Expr& strip) {
            std::vector<Expr> columns = partsOf(map->isZip, strip, count);
            for (Expr& each : columns) each = build::split(tile.size, build::transpose(each));
            return build::map({.level = Level::Workgroup, .dimension = 0, .unroll = false},
                              zippedOrOne(map->isZip, std::move(columns)), ofTile, "columns");
        },
        "strip");
    const Expr whole =
        build::join(build::map({}, groups, [](const Expr& row) { return build::transpose(row); }));
    if (whole.empty()) return {};
    const Expr result = build::map(
        {}, taken(lengthOf(site), whole), [&](const Expr& row) { return taken(width, build::join(row)); },
        "row");
    return !result.empty() && result.type() == site.type() ? result : Expr();
}

std::vector<Numbers> transposedTileChoices(const Expr& site) {
    std::vector<Numbers> choices;
    if (!transposedMapOf(site)) return choices;
    const std::int64_t width = site.type().element().length().constant().value_or(0);
    for (const std::int64_t tile : {16, 32}) {
        for (const std::int64_t rows : {4, 8, 16}) {
            for (const std::int64_t padding : {0, 1}) {
                if (tile <= 2 * lengthOf(site) && tile <= 2 * width)
                    choices.push_back({{"tile", tile}, {"rows", rows}, {"padding", padding}});
            }
        }
    }
    return choices;
}

} // namespace warpstring::generate
