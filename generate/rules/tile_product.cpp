// SPDX-License-Identifier: GPL-3.0-or-later
// The specialised allpairs (seeds/003, equation 3.7) in tiles: groups compute tiles of the result from tiles of
// both inputs in local memory, work-items blocks of a tile in registers.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "generate/form/evaluate.h"
#include "generate/rules/memory_order.h"
#include "generate/rules/product_layout.h"
#include "generate/rules/products.h"
#include "generate/rules/tile_rules.h"
#include "generate/rules/tiles.h"

namespace warpstring::generate {
namespace {

std::optional<ProductTiles> tilesOf(const Numbers& numbers, std::int64_t depth) {
    ProductTiles tiles;
    tiles.rows = {positive(numbers, "tileM"), positive(numbers, "blockM")};
    tiles.columns = {positive(numbers, "tileN"), positive(numbers, "blockN")};
    tiles.depth = positive(numbers, "tileK");
    tiles.strided = positive(numbers, "strided") != 0;
    tiles.width = std::max<std::int64_t>(positive(numbers, "width"), 1);
    tiles.wide = positive(numbers, "wide");
    tiles.behind = positive(numbers, "padding");
    tiles.ahead = positive(numbers, "ahead") != 0;
    const bool isWideBlock = tiles.wide == 0 || (dividesLength(tiles.wide, tiles.rows.block) &&
                                                 dividesLength(tiles.wide, tiles.columns.block));
    if (!isWideBlock || (tiles.ahead && tiles.wide == 0)) return std::nullopt;
    if (!dividesLength(tiles.rows.block, tiles.rows.tile) ||
        !dividesLength(tiles.columns.block, tiles.columns.tile) || !dividesLength(tiles.depth, depth))
        return std::nullopt;
    return tiles;
}

std::int64_t depthOf(const Product& product) {
    return product.rows.type().element().length().constant().value_or(0);
}

/// Whether zeros in both inputs leave sums as they are: of scalars, and tried on some.
bool isZeroNeutral(const Product& product) {
    const auto scalarOf = [](const Type& type) { return type.isValue() && type.value().width == 1; };
    const Type& row = product.rows.type().element().element();
    const Type& column = product.columns.type().element().element();
    const Type& sum = product.start.type();
    if (!scalarOf(row) || !scalarOf(column) || !scalarOf(sum)) return false;
    return std::ranges::all_of(std::array{-5.0, 0.0, 3.0, 1024.0}, [&](double value) {
        const Expr next = product.combined({build::literal(sum.value(), value), build::literal(row.value(), 0),
                                            build::literal(column.value(), 0)});
        if (next.empty()) return false;
        const Result<Value> result = evaluate(next, {});
        return result && *result == Value(value);
    });
}

/// So many zeros behind each row and column that `depth` divides their length, where they change nothing.
std::int64_t zerosWanted(const Product& product, std::int64_t depth) {
    const std::int64_t rest = depth > 0 ? depthOf(product) % depth : 0;
    return rest > 0 && isZeroNeutral(product) ? depth - rest : 0;
}

Expr deeper(std::int64_t more, const Expr& rows) {
    if (more == 0) return rows;
    const Expr zero = build::literal(rows.type().element().element().value(), 0);
    if (is(rows, Op::Transpose))
        return build::transpose(
            build::pad(0, more, Boundary::Constant, build::fill(lengthOf(rows), zero), rows->inputs.front()));
    return build::map(
        {}, rows, [&](const Expr& row) { return build::pad(0, more, Boundary::Constant, zero, row); }, "row");
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

/// [depth][tile] of the elements of a tile in the order of memory.
Expr byDepth(const Side& side, const ProductTiles& tiles, const Expr& elements) {
    return side.transposed ? build::split(side.sizes.tile, elements)
                           : build::transpose(build::split(tiles.depth, elements));
}

/// A tile in local memory: [depth][tile]. To be read in vectors it lies there so.
Expr inLocal(const Side& side, const ProductTiles& tiles, const Expr& tile) {
    if (tiles.wide == 0) return byDepth(side, tiles, copiedToLocal(tiles.width, build::join(tile)));
    const auto copied = [](const Expr& elements) {
        return build::map(localRun, elements, [](const Expr& x) { return x; });
    };
    const Expr elements = build::join(tile);
    const Expr copy =
        tiles.width > 1 ? build::asScalar(copied(build::asVector(tiles.width, elements))) : copied(elements);
    return build::toLocal(byDepth(side, tiles, copy), tiles.behind);
}

/// A tile by work-items: [tile / block][depth][block] of [depth][tile].
Expr byBlocks(const Side& side, const ProductTiles& tiles, const Expr& tile) {
    return build::transpose(build::map(
        {}, tile, [&](const Expr& row) { return blocked(side.sizes, tiles.run(side.sizes), row); }, "row"));
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

/// A work-item's rows or columns in registers, read as vectors.
Expr readWide(std::int64_t wide, const Expr& block) {
    return build::toPrivate(build::asScalar(
        build::map(unrolledRun, build::asVector(wide, block), [](const Expr& x) { return x; })));
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

Expr widelyRead(const Product& product, const ProductTiles& tiles, const Expr& block, const Expr& both) {
    if (tiles.wide == 0) return outerProduct(product, block, both);
    return build::let(
        readWide(tiles.wide, build::get(both, 0)),
        [&](const Expr& rows) {
            return build::let(
                readWide(tiles.wide, build::get(both, 1)),
                [&](const Expr& columns) {
                    return outerProduct(product, block, build::tuple({rows, columns}));
                },
                "columns");
        },
        "rows");
}

/// The blocks of all work-items with what a tile of rows and one of columns, [depth][tile] each, add to them.
Expr withTiles(const Product& product, const ProductTiles& tiles, const Expr& sums, const Expr& blocks) {
    return build::map(
        localRun, build::zip({sums, blocks}),
        [&](const Expr& item) {
            const Expr inputs = build::get(item, 1);
            const Expr along = build::zip({build::get(inputs, 0), build::get(inputs, 1)});
            const Function add = build::function(
                {build::get(item, 0).type(), along.type().element()},
                [&](const std::vector<Expr>& own) { return widelyRead(product, tiles, own[0], own[1]); },
                {"sums", "both"});
            return build::join(build::reduce(tiles.overDepth(), add, build::get(item, 0), along));
        },
        "item");
}

/// A tile on its way: [work-items][loads] vectors in registers.
Expr fetched(const ProductTiles& tiles, const Expr& tile) {
    const Expr elements = build::join(tile);
    const Expr vectors = tiles.width > 1 ? build::asVector(tiles.width, elements) : elements;
    if (vectors.empty() || !dividesLength(tiles.workItems(), lengthOf(vectors))) return {};
    return build::toPrivate(build::map(
        localRun, build::transpose(build::split(tiles.workItems(), vectors)),
        [](const Expr& own) { return build::map(unrolledRun, own, [](const Expr& x) { return x; }); }, "own"));
}

/// What was fetched, in local memory: [depth][tile], in one of two places by turns.
Expr arrived(const Side& side, const ProductTiles& tiles, const Expr& fetched) {
    const Expr vectors = build::join(build::transpose(build::map(
        localRun, fetched,
        [](const Expr& own) { return build::map(unrolledRun, own, [](const Expr& x) { return x; }); }, "own")));
    const Expr elements = tiles.width > 1 ? build::asScalar(vectors) : vectors;
    return build::toLocalByTurns(byDepth(side, tiles, elements), tiles.behind);
}

/// Sums of which each round stores the tiles that it has, fetches the next ones, and works on the stored.
Expr sumsAhead(const Product& product, const ProductTiles& tiles, const Side& rows, const Side& columns,
               const Expr& start) {
    const Expr rowTiles = inDepth(rows, tiles.depth);
    const Expr columnTiles = inDepth(columns, tiles.depth);
    const std::int64_t rounds = lengthOf(rowTiles);
    if (rounds == 0) return {};
    const Expr both = build::gather(build::zip({rowTiles, columnTiles}), rounds, [&](const Expr& i) {
        return build::operation("min",
                                {build::operation("+", {i, build::integer(1)}), build::integer(rounds - 1)});
    });
    const Expr first = build::tuple({fetched(tiles, build::at(rowTiles, build::integer(0))),
                                     fetched(tiles, build::at(columnTiles, build::integer(0))), start});
    if (both.empty() || first.empty()) return {};
    const Function step = build::function(
        {first.type(), both.type().element()},
        [&](const std::vector<Expr>& own) {
            return build::let(
                arrived(rows, tiles, build::get(own[0], 0)),
                [&](const Expr& rowTile) {
                    return build::let(
                        arrived(columns, tiles, build::get(own[0], 1)),
                        [&](const Expr& columnTile) {
                            const Expr blocks =
                                pairs(byBlocks(rows, tiles, rowTile), byBlocks(columns, tiles, columnTile));
                            return build::tuple({fetched(tiles, build::get(own[1], 0)),
                                                 fetched(tiles, build::get(own[1], 1)),
                                                 withTiles(product, tiles, build::get(own[0], 2), blocks)});
                        },
                        "columnTile");
                },
                "rowTile");
        },
        {"own", "later"});
    return build::get(build::at(build::reduce(loopRun, step, first, both), build::integer(0)), 2);
}

Expr groupSums(const Product& product, const ProductTiles& tiles, const Side& rows, const Side& columns) {
    const Expr start = build::toPrivate(build::map(
        localRun,
        build::fill(tiles.workItems(),
                    build::fill(rows.sizes.block, build::fill(columns.sizes.block, product.start))),
        [](const Expr& block) { return eachOf(block, [](const Expr& x) { return x; }); }, "block"));
    if (tiles.ahead) return sumsAhead(product, tiles, rows, columns, start);
    const Expr both = build::zip({inDepth(rows, tiles.depth), inDepth(columns, tiles.depth)});
    if (start.empty() || both.empty()) return {};
    const Function add = build::function(
        {start.type(), both.type().element()},
        [&](const std::vector<Expr>& own) {
            const auto blocks = [&](const Side& side, int part) {
                return byBlocks(side, tiles, inLocal(side, tiles, build::get(own[1], part)));
            };
            return withTiles(product, tiles, own[0], pairs(blocks(rows, 0), blocks(columns, 1)));
        },
        {"sums", "tiles"});
    return build::join(build::reduce(loopRun, add, start, both));
}

/// A sum, or a block or row of them, and what lies beside: one array of all, and its elements' parts.
Expr withBeside(const Product& product, std::vector<Expr> arrays) {
    return zippedOrOne(!product.beside.empty(), std::move(arrays));
}

std::vector<Expr> besideOf(const Product& product, const Expr& own) {
    return partsOf(!product.beside.empty(), own, 1 + product.beside.size());
}

/// A row of a block, each element of the sum and what lies beside it; that is read as vectors, and the row
/// written so.
Expr rowOfVectors(const Product& product, std::int64_t wide, const Expr& row) {
    std::vector<Expr> arrays = besideOf(product, row);
    for (std::size_t i = 1; i < arrays.size(); ++i) arrays[i] = readWide(wide, arrays[i]);
    const Expr elements = build::map({}, withBeside(product, std::move(arrays)),
                                     [&](const Expr& own) { return product.element(besideOf(product, own)); });
    return build::asScalar(
        build::map(unrolledRun, build::asVector(wide, elements), [](const Expr& x) { return x; }));
}

/// The elements of a block, written as vectors where that is asked for.
Expr resultOf(const Product& product, const ProductTiles& tiles, const Expr& item) {
    const Expr rows = withBeside(product, besideOf(product, item));
    if (tiles.wide > 0) {
        const Expr result = build::map(
            unrolledRun, rows, [&](const Expr& row) { return rowOfVectors(product, tiles.wide, row); }, "row");
        if (!result.empty()) return result;
    }
    return build::map(
        unrolledRun, rows,
        [&](const Expr& row) {
            return build::map(
                unrolledRun, withBeside(product, besideOf(product, row)),
                [&](const Expr& own) { return product.element(besideOf(product, own)); }, "x");
        },
        "row");
}

/// A matrix of the result's size with as many more rows and columns as its tiles have.
Expr inWholeTiles(const ProductTiles& tiles, const Expr& matrix) {
    Expr rows = paddedTo(tiles.rows.tile, matrix);
    const std::int64_t width = rows.type().element().length().constant().value_or(0);
    if (dividesLength(tiles.columns.tile, width)) return rows;
    return build::map({}, rows, [&](const Expr& row) { return paddedTo(tiles.columns.tile, row); }, "row");
}

} // namespace

Expr tileProduct(const Expr& site, const Numbers& numbers) {
    const std::optional<Product> product = productOf(site);
    if (!product) return {};
    const std::int64_t more = zerosWanted(*product, positive(numbers, "tileK"));
    const std::optional<ProductTiles> tiles = tilesOf(numbers, depthOf(*product) + more);
    if (!tiles) return {};
    const Expr rows = paddedTo(tiles->rows.tile, deeper(more, product->rows));
    const Expr columns = paddedTo(tiles->columns.tile, deeper(more, product->columns));
    const bool isZip = !product->beside.empty();
    const std::size_t count = 1 + product->beside.size();
    const auto group = [&](const Expr& rowsOfTile, const std::vector<Expr>& parts) {
        const Expr sums = groupSums(*product, *tiles, {rowsOfTile, tiles->rows, isTransposed(rows)},
                                    {parts.front(), tiles->columns, isTransposed(columns)});
        std::vector<Expr> arrays = {sums};
        for (std::size_t i = 1; i < parts.size(); ++i)
            arrays.push_back(byBlocksOfBoth(*tiles, build::transpose(parts[i])));
        const auto result = [&](const Expr& item) { return resultOf(*product, *tiles, item); };
        return tileOf(*tiles, build::map(localRun, withBeside(*product, std::move(arrays)), result, "block"));
    };
    std::vector<Expr> strips = {build::split(tiles->rows.tile, rows)};
    for (const Expr& matrix : product->beside)
        strips.push_back(build::split(tiles->rows.tile, inWholeTiles(*tiles, matrix)));
    const Expr groups = build::map(
        {.level = Level::Workgroup, .dimension = 1, .unroll = false}, zippedOrOne(isZip, std::move(strips)),
        [&](const Expr& strip) {
            std::vector<Expr> parts = partsOf(isZip, strip, count);
            const Expr rowsOfTile = std::exchange(parts.front(), columns);
            for (std::size_t i = 1; i < count; ++i) parts[i] = build::transpose(parts[i]);
            for (Expr& part : parts) part = build::split(tiles->columns.tile, part);
            return build::map(
                {.level = Level::Workgroup, .dimension = 0, .unroll = false},
                zippedOrOne(isZip, std::move(parts)),
                [&](const Expr& own) { return group(rowsOfTile, partsOf(isZip, own, count)); }, "columns");
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
    const auto offer = [&](const Numbers& numbers) {
        const std::int64_t more = zerosWanted(*product, numbers.at("tileK"));
        if (numbers.at("tileM") <= 2 * lengthOf(product->rows) &&
            numbers.at("tileN") <= 2 * lengthOf(product->columns) && more < numbers.at("tileK") &&
            tilesOf(numbers, depthOf(*product) + more))
            choices.push_back(numbers);
    };
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
                offer(numbers);
            }
        }
    }
    for (const Sizes& each :
         {Sizes{64, 64, 16, 4, 4}, Sizes{64, 64, 16, 8, 4}, Sizes{64, 64, 16, 8, 8}, Sizes{64, 64, 32, 4, 4},
          Sizes{64, 64, 32, 8, 4}, Sizes{32, 128, 32, 8, 4}, Sizes{128, 64, 16, 8, 4}, Sizes{128, 64, 16, 8, 8},
          Sizes{128, 128, 8, 8, 8}, Sizes{128, 128, 16, 8, 8}}) {
        for (const std::int64_t ahead : {0, 1})
            offer({{"tileM", each.tileM},
                   {"tileN", each.tileN},
                   {"tileK", each.tileK},
                   {"blockM", each.blockM},
                   {"blockN", each.blockN},
                   {"strided", 1},
                   {"width", 4},
                   {"wide", 4},
                   {"padding", 4},
                   {"ahead", ahead}});
    }
    return choices;
}

} // namespace warpstring::generate
