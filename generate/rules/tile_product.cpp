// SPDX-License-Identifier: GPL-3.0-or-later
// The specialised allpairs (seeds/003, equation 3.7) in tiles: groups compute tiles of the result from tiles of
// both inputs in local memory, work-items blocks of a tile in registers.
#include <optional>

#include "generate/rules/tile_rules.h"
#include "generate/rules/tiles.h"

namespace warpstring::generate {
namespace {

/// map (row => map (column => e (reduce (+) id (map f (zip row column)))) columns) rows.
struct Product {
    Expr rows;    // [M][K]
    Expr columns; // [N][K]
    Expr start;
    build::Body combined; // the sum so far, an element of the row and one of the column
    build::Body1 element; // of a sum
    Expr body;            // of the map over columns
    bool joined = false;
};

/// The reduction's input, zip row column in either order, perhaps mapped.
struct Zipped {
    Elements elements;
    bool rowFirst = true;
};

std::optional<Zipped> zippedOf(const Expr& input, const VariablePointer& row, const VariablePointer& column) {
    Zipped zipped{elementsOf(input), true};
    const Expr& zip = zipped.elements.array;
    if (!is(zip, Op::Zip) || zip->inputs.size() != 2) return std::nullopt;
    const auto isUse = [&](std::size_t i, const VariablePointer& variable) {
        return is(zip->inputs[i], Op::Variable) && zip->inputs[i]->variable == variable;
    };
    zipped.rowFirst = isUse(0, row) && isUse(1, column);
    if (!zipped.rowFirst && !(isUse(0, column) && isUse(1, row))) return std::nullopt;
    return zipped;
}

std::optional<Product> productOf(const Expr& site) {
    if (!is(site, Op::Map, Level::Abstract)) return std::nullopt;
    const VariablePointer& row = site->functions.front().parameters.front();
    const Expr outer = site->functions.front().expr();
    const bool joined = is(outer, Op::Join);
    const Expr inner = joined ? outer->inputs.front() : outer;
    if (!is(inner, Op::Map, Level::Abstract) || mentions(inner->inputs.front(), row)) return std::nullopt;
    const VariablePointer& column = inner->functions.front().parameters.front();
    const Expr body = inner->functions.front().expr();
    const Expr reduction = onlyReduction(body);
    if (reduction.empty()) return std::nullopt;
    const std::optional<Zipped> zipped = zippedOf(reduction->inputs.front(), row, column);
    const Expr sum = build::use(std::make_shared<const Variable>(Variable{"sum", reduction->inputs[1].type()}));
    const Expr tried = elementOf(body, reduction, sum);
    if (!zipped || tried.empty() || mentions(tried, row) || mentions(tried, column) ||
        mentions(reduction->inputs[1], row) || mentions(reduction->inputs[1], column))
        return std::nullopt;
    Product product{site->inputs.front(), inner->inputs.front(), reduction->inputs[1], {}, {}, body, joined};
    product.combined = [reduction, zipped](const std::vector<Expr>& own) {
        const Expr pair = zipped->rowFirst ? build::tuple({own[1], own[2]}) : build::tuple({own[2], own[1]});
        return called(reduction->functions.front(), {own[0], zipped->elements(pair)});
    };
    product.element = [body, reduction](const Expr& result) { return elementOf(body, reduction, result); };
    return product;
}

struct TileSizes {
    std::int64_t tile = 0;  // rows, or columns, of a tile
    std::int64_t block = 0; // of them a work-item's
    [[nodiscard]] std::int64_t blocks() const { return tile / block; }
};

struct ProductTiles {
    TileSizes rows;
    TileSizes columns;
    std::int64_t depth = 0; // of a tile in K
    bool strided = false;   // a work-item's rows and columns lie blocks() apart, not side by side
    std::int64_t width = 1; // of vectors in which tiles are copied

    [[nodiscard]] std::int64_t workItems() const { return rows.blocks() * columns.blocks(); }
};

std::optional<ProductTiles> tilesOf(const Numbers& numbers, std::int64_t depth) {
    ProductTiles tiles;
    tiles.rows = {positive(numbers, "tileM"), positive(numbers, "blockM")};
    tiles.columns = {positive(numbers, "tileN"), positive(numbers, "blockN")};
    tiles.depth = positive(numbers, "tileK");
    tiles.strided = positive(numbers, "strided") != 0;
    tiles.width = std::max<std::int64_t>(positive(numbers, "width"), 1);
    if (!dividesLength(tiles.rows.block, tiles.rows.tile) ||
        !dividesLength(tiles.columns.block, tiles.columns.tile) || !dividesLength(tiles.depth, depth))
        return std::nullopt;
    return tiles;
}

/// Whether elements that follow each other in memory are those of different rows.
bool isTransposed(const Expr& rows) {
    if (is(rows, Op::Pad) || is(rows, Op::Take)) return isTransposed(rows->inputs.front());
    return is(rows, Op::Transpose);
}

/// An input of the product within a group: its rows, or columns, of which `sizes.tile` are there.
struct Side {
    Expr elements; // [tile][K]
    TileSizes sizes;
    bool transposed = false;
};

/// [K / depth] tiles, in the order of memory: [depth][tile] where it is transposed, else [tile][depth].
Expr inDepth(const Side& side, std::int64_t depth) {
    if (side.transposed) return build::split(depth, build::transpose(side.elements));
    return build::transpose(
        build::map({}, side.elements, [&](const Expr& row) { return build::split(depth, row); }, "row"));
}

/// A tile in local memory, by work-items: [tile / block][depth][block].
Expr localBlocks(const Side& side, const ProductTiles& tiles, const Expr& tile) {
    const Expr copy = copiedToLocal(tiles.width, build::join(tile));
    const Expr byDepth = side.transposed ? build::split(side.sizes.tile, copy)
                                         : build::transpose(build::split(tiles.depth, copy));
    return build::transpose(build::map(
        {}, byDepth,
        [&](const Expr& row) {
            return tiles.strided ? build::transpose(build::split(side.sizes.blocks(), row))
                                 : build::split(side.sizes.block, row);
        },
        "row"));
}

/// Each of `a` with each of `b`, the last of `b` fastest.
Expr pairs(const Expr& a, const Expr& b) {
    return build::join(build::map(
        {}, build::zip({a, build::fill(lengthOf(a), b)}),
        [](const Expr& each) {
            return build::map(
                {}, build::get(each, 1), [&](const Expr& y) { return build::tuple({build::get(each, 0), y}); },
                "y");
        },
        "each"));
}

/// A work-item's block with one more row of `a` and `b`: the outer product.
Expr outerProduct(const Product& product, const Expr& block, const Expr& both) {
    return build::map(
        unrolledRun, build::zip({block, build::get(both, 0)}),
        [&](const Expr& row) {
            return build::map(
                unrolledRun, build::zip({build::get(row, 0), build::get(both, 1)}),
                [&](const Expr& x) {
                    return product.combined({build::get(x, 0), build::get(row, 1), build::get(x, 1)});
                },
                "x");
        },
        "row");
}

/// Every element of a block by `of`.
Expr eachOf(const Expr& block, const build::Body1& of) {
    return build::map(
        unrolledRun, block, [&](const Expr& row) { return build::map(unrolledRun, row, of, "x"); }, "row");
}

Expr groupSums(const Product& product, const ProductTiles& tiles, const Side& rows, const Side& columns) {
    const Expr start = build::toPrivate(build::map(
        localRun,
        build::fill(tiles.workItems(),
                    build::fill(rows.sizes.block, build::fill(columns.sizes.block, product.start))),
        [](const Expr& block) { return eachOf(block, [](const Expr& x) { return x; }); }, "block"));
    const Expr both = build::zip({inDepth(rows, tiles.depth), inDepth(columns, tiles.depth)});
    if (start.empty() || both.empty()) return {};
    const auto step = [&](const std::vector<Expr>& own) {
        const Expr blocks = pairs(localBlocks(rows, tiles, build::get(own[1], 0)),
                                  localBlocks(columns, tiles, build::get(own[1], 1)));
        return build::map(
            localRun, build::zip({own[0], blocks}),
            [&](const Expr& item) {
                const Expr inputs = build::get(item, 1);
                const Expr along = build::zip({build::get(inputs, 0), build::get(inputs, 1)});
                const Function add = build::function(
                    {build::get(item, 0).type(), along.type().element()},
                    [&](const std::vector<Expr>& sums) { return outerProduct(product, sums[0], sums[1]); },
                    {"sums", "both"});
                return build::join(build::reduce(loopRun, add, build::get(item, 0), along));
            },
            "item");
    };
    const Function add = build::function({start.type(), both.type().element()}, step, {"sums", "tiles"});
    return build::join(build::reduce(loopRun, add, start, both));
}

/// [work-items][block][block] as the tile that they are: [tile][tile].
Expr tileOf(const ProductTiles& tiles, const Expr& blocks) {
    const auto swapped = [](const Expr& parts) { return build::transpose(parts); };
    const Expr byRows = build::map({}, build::split(tiles.columns.blocks(), blocks), swapped);
    const Expr rows = build::join(tiles.strided ? build::transpose(byRows) : byRows);
    return build::map(
        {}, rows, [&](const Expr& row) { return build::join(tiles.strided ? build::transpose(row) : row); },
        "row");
}

} // namespace

Expr tileProduct(const Expr& site, const Numbers& numbers) {
    const std::optional<Product> product = productOf(site);
    if (!product) return {};
    const std::optional<ProductTiles> tiles =
        tilesOf(numbers, product->rows.type().element().length().constant().value_or(0));
    if (!tiles) return {};
    const Expr rows = paddedTo(tiles->rows.tile, product->rows);
    const Expr columns = paddedTo(tiles->columns.tile, product->columns);
    const auto group = [&](const Expr& rowsOfTile, const Expr& columnsOfTile) {
        const Expr sums = groupSums(*product, *tiles, {rowsOfTile, tiles->rows, isTransposed(rows)},
                                    {columnsOfTile, tiles->columns, isTransposed(columns)});
        return tileOf(*tiles, build::map(
                                  localRun, sums,
                                  [&](const Expr& block) { return eachOf(block, product->element); }, "block"));
    };
    const Expr groups = build::map(
        {.level = Level::Workgroup, .dimension = 1, .unroll = false}, build::split(tiles->rows.tile, rows),
        [&](const Expr& rowsOfTile) {
            return build::map(
                {.level = Level::Workgroup, .dimension = 0, .unroll = false},
                build::split(tiles->columns.tile, columns),
                [&](const Expr& columnsOfTile) { return group(rowsOfTile, columnsOfTile); }, "columns");
        },
        "rows");
    const Expr whole =
        build::join(build::map({}, groups, [](const Expr& row) { return build::transpose(row); }));
    const Expr result = build::map(
        {}, taken(lengthOf(product->rows), whole),
        [&](const Expr& row) {
            const Expr elements = taken(lengthOf(product->columns), build::join(row));
            return product->joined ? elements : shapedLike(product->body, elements);
        },
        "row");
    return !result.empty() && result.type() == site.type() ? result : Expr();
}

std::vector<Numbers> productTileChoices(const Expr& site) {
    const std::optional<Product> product = productOf(site);
    std::vector<Numbers> choices;
    if (!product) return choices;
    struct Sizes {
        std::int64_t tileM, tileN, tileK, blockM, blockN;
    };
    for (const Sizes& each :
         {Sizes{16, 16, 16, 1, 1}, Sizes{32, 32, 16, 2, 2}, Sizes{64, 64, 16, 4, 4}, Sizes{64, 64, 8, 8, 4},
          Sizes{128, 64, 16, 8, 4}, Sizes{128, 128, 8, 8, 8}, Sizes{128, 128, 16, 8, 8}}) {
        for (const std::int64_t strided : {0, 1}) {
            for (const std::int64_t width : {1, 4}) {
                const Numbers numbers = {{"tileM", each.tileM},   {"tileN", each.tileN},
                                         {"tileK", each.tileK},   {"blockM", each.blockM},
                                         {"blockN", each.blockN}, {"strided", strided},
                                         {"width", width}};
                if (each.tileM <= 2 * lengthOf(product->rows) && each.tileN <= 2 * lengthOf(product->columns) &&
                    tilesOf(numbers, product->rows.type().element().length().constant().value_or(0)))
                    choices.push_back(numbers);
            }
        }
    }
    return choices;
}

} // namespace warpstring::generate
