// SPDX-License-Identifier: GPL-3.0-or-later
// Stencils of two dimensions in tiles: a group copies a tile with its halo to local memory and computes from
// there.
#include <optional>

#include "generate/rules/catalogue.h"
#include "generate/rules/stencil_form.h"
#include "generate/rules/tile_rules.h"

namespace warpstring::generate {
namespace {

std::int64_t countOf(const Windows& windows, std::int64_t length) {
    return (length - windows.size) / windows.step + 1;
}

/// So many more elements behind that the windows fill tiles.
Expr padded(const Windows& windows, std::int64_t tile, const Expr& elements) {
    const std::int64_t length = lengthOf(elements);
    const std::int64_t count = countOf(windows, length);
    const std::int64_t more = windows.reach((count + tile - 1) / tile * tile) - length;
    return more > 0 ? build::pad(0, more, Boundary::Nearest, {}, elements) : elements;
}

/// slide along rows, then along columns: [rows'][columns'][rows.size][columns.size].
Expr windowsOfBoth(build::Run outer, build::Run inner, const Windows& rows, const Windows& columns,
                   const Expr& image, const build::Body1& of) {
    return build::map(
        outer, build::slide(rows.size, rows.step, image),
        [&](const Expr& strip) {
            const Expr each = build::map(
                {}, strip, [&](const Expr& row) { return build::slide(columns.size, columns.step, row); },
                "row");
            return build::map(inner, build::transpose(each), of, "window");
        },
        "strip");
}

build::Run inDimension(Level level, int dimension) { return {level, dimension, false}; }

} // namespace

Expr tileStencil(const Expr& site, const Numbers& numbers) {
    const std::optional<Stencil> stencil = stencilOf(site);
    const std::int64_t tileY = positive(numbers, "tileY");
    const std::int64_t tileX = positive(numbers, "tileX");
    if (!stencil || tileY == 0 || tileX == 0) return {};
    const Windows& rows = stencil->rows;
    const Windows& columns = stencil->columns;
    const Expr image = build::map(
        {}, padded(rows, tileY, stencil->image), [&](const Expr& row) { return padded(columns, tileX, row); },
        "row");
    const auto ofTile = [&](const Expr& tile) {
        const Expr copy = build::toLocal(build::map(
            inDimension(Level::Local, 1), tile,
            [](const Expr& row) {
                return build::map(inDimension(Level::Local, 0), row, [](const Expr& x) { return x; });
            },
            "row"));
        return windowsOfBoth(inDimension(Level::Local, 1), inDimension(Level::Local, 0), rows, columns, copy,
                             [&](const Expr& window) { return called(stencil->function, {window}); });
    };
    const Expr tiles = windowsOfBoth(inDimension(Level::Workgroup, 1), inDimension(Level::Workgroup, 0),
                                     {rows.reach(tileY), tileY * rows.step},
                                     {columns.reach(tileX), tileX * columns.step}, image, ofTile);
    const Expr whole =
        build::join(build::map({}, tiles, [](const Expr& row) { return build::transpose(row); }));
    if (whole.empty()) return {};
    const std::int64_t height = lengthOf(site);
    const std::int64_t width = site.type().element().length().constant().value_or(0);
    const Expr result = build::map(
        {}, lengthOf(whole) == height ? whole : build::take(height, whole),
        [&](const Expr& row) {
            const Expr elements = build::join(row);
            return lengthOf(elements) == width ? elements : build::take(width, elements);
        },
        "row");
    return !result.empty() && result.type() == site.type() ? result : Expr();
}

std::vector<Numbers> stencilTileChoices(const Expr& site) {
    std::vector<Numbers> choices;
    if (!stencilOf(site)) return choices;
    for (const std::int64_t tileY : {1, 4, 8, 16, 32}) {
        for (const std::int64_t tileX : {8, 16, 32, 64}) {
            const std::int64_t width = site.type().element().length().constant().value_or(0);
            if (tileX * tileY <= 1024 && tileY <= 2 * lengthOf(site) && tileX <= 2 * width)
                choices.push_back({{"tileY", tileY}, {"tileX", tileX}});
        }
    }
    return choices;
}

std::vector<Rule> tileRules() {
    return {
        {"tile-2d", "seeds/003, equation 3.7; register blocks: Volkov and Demmel 2008",
         "a map of maps of reductions over zips in tiles, local memory and register blocks", tileProduct,
         productTileChoices},
        {"tile-1d", "tiles of all pairs (Nyland, Harris, Prins 2007)",
         "a map of reductions over one array, which goes through local memory in tiles", tileReduction,
         reductionTileChoices},
        {"outputs-together", "register blocks (Volkov and Demmel 2008)",
         "a map of reductions over one array, of which each n go through it together", outputsTogether,
         togetherChoices},
        {"tile-transposed", "transposition through padded tiles (Ruetsch, Micikevicius 2009)",
         "a map of maps over transposed rows in tiles, which local memory turns round", tileTransposed,
         transposedTileChoices},
        {"vectorize-stencil", "equation 5.13, of windows",
         "a stencil of two dimensions on vectors, each of n neighbouring outputs of a row", vectorizeStencil,
         stencilWidths},
        {"tile-stencil", "overlapping tiles (Hagedorn et al., CGO 2018)",
         "a stencil of two dimensions on tiles with their halo in local memory", tileStencil,
         stencilTileChoices},
    };
}

} // namespace warpstring::generate
