// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/macros.h"

#include <algorithm>
#include <array>
#include <bit>

#include "generate/rules/deriver.h"
#include "generate/rules/products.h"
#include "generate/rules/site.h"
#include "generate/rules/tile_rules.h"

namespace warpstring::generate {
namespace {

const Numbers firstDimension = {{"dimension", 0}};

Deriver::Where anyOf(Op op) {
    return [op](const Expr& site) { return is(site, op); };
}

Deriver::Where mapOf(Level level) {
    return [level](const Expr& site) { return is(site, Op::Map, level); };
}

/// A map whose function is nothing but this pattern.
Deriver::Where mapWith(Op body) {
    return [body](const Expr& site) { return is(site, Op::Map) && is(site->functions.front().expr(), body); };
}

/// A pattern on what another gives.
Deriver::Where onWhat(Op op, Op input) {
    return [op, input](const Expr& site) { return is(site, op) && is(site->inputs.front(), input); };
}

bool givesOne(const Expr& site) { return is(site, Op::PartRed) && lengthOf(site) == 1; }

bool copiesEach(const Expr& site) { return is(site, Op::Map) && isIdentity(site->functions.front().expr()); }

void copiedBySingles(Deriver& derive, std::string_view where) {
    derive.step(where, {}, 0, anyOf(Op::Iterate)).step("split-join", {{"n", 1}}, 0, isIdentity);
}

enum class Outcome { Result, Kept };

/// The part-red of a whole array, by a group: each work-item reduces `each` elements that lie `group` apart, or
/// copies one; a tree reduces these in local memory. One work-item brings the outcome to global memory where it
/// is the result.
void byGroup(Deriver& derive, std::int64_t group, std::int64_t each, Outcome outcome = Outcome::Result) {
    const auto isFirst = [each](const Expr& site) { return is(site, Op::PartRed) && site->number.is(each); };
    if (each > 1)
        derive.step("part-red-apart", {{"first", each}}, 0, givesOne)
            .step("part-red-reorder", {}, 0, [&](const Expr& site) { return isFirst(site) && !givesOne(site); })
            .step("reorder-stride", {{"stride", group}})
            .step("part-red-split", {{"m", each}}, 0, onWhat(Op::PartRed, Op::ReorderStride));
    derive.step("part-red-iterate", {{"m", 2}}, 0, givesOne);
    if (each == 1) copiedBySingles(derive, "identity-before");
    if (outcome == Outcome::Result) copiedBySingles(derive, "identity-behind");
    derive.inside(anyOf(Op::Iterate), [](Deriver& tree) {
        tree.step("part-red-reorder")
            .step("part-red-split", {{"m", 2}})
            .step("reorder-stride-of-length", {{"parts", 2}});
    });
    derive.each("map-local", firstDimension, copiesEach)
        .each("map-local", firstDimension, mapWith(Op::PartRed))
        .each("map-sequential", {}, isIdentity)
        .each("part-red-whole")
        .each("reduce-sequential", {}, onWhat(Op::Reduce, Op::Variable));
    if (outcome == Outcome::Result) derive.step("to-global", {}, 0, copiesEach);
    derive.step("to-local", {}, 0, mapOf(Level::Local));
}

/// A reduction by one group within it, padded where its length does not divide.
void reducedInGroup(Deriver& derive, std::int64_t group, Outcome outcome = Outcome::Result) {
    const std::int64_t length = lengthOf(derive.root()->inputs.front());
    if (group < 1) return;
    if (length % group != 0) derive.step("pad-reduce", {{"n", group}});
    derive.step("reduction-whole");
    byGroup(derive, group, (length + group - 1) / group, outcome);
}

/// The largest power of two that is no more than either.
std::int64_t groupWithin(std::int64_t group, std::int64_t length) {
    const auto most = static_cast<std::uint64_t>(std::max<std::int64_t>(std::min(group, length), 1));
    return static_cast<std::int64_t>(std::bit_floor(most));
}

void inChunks(Deriver& derive, const Numbers& numbers) {
    const std::int64_t chunk = positive(numbers, "chunk");
    const std::int64_t group = positive(numbers, "group");
    derive.step("reduction", {{"n", chunk}})
        .step("part-red-split", {{"m", chunk}})
        .step("map-workgroup", firstDimension)
        .inside(mapOf(Level::Workgroup),
                [&](Deriver& within) { byGroup(within, group, group > 0 ? chunk / group : 0); });
}

void inTwoKernels(Deriver& derive, const Numbers& numbers) {
    inChunks(derive, numbers);
    derive.step("to-global", {}, 0, mapOf(Level::Workgroup));
    const Expr rest = derive.root();
    if (!is(rest, Op::Reduce)) return; // the step that did not fit is told
    const std::int64_t results = lengthOf(rest->inputs.front());
    const std::int64_t group = groupWithin(positive(numbers, "group"), results);
    const std::int64_t padded = (results + group - 1) / group * group;
    if (padded != results) derive.step("pad-reduce", {{"n", group}});
    derive.step("reduction", {{"n", padded}})
        .step("part-red-split", {{"m", padded}})
        .step("reduce-of-one")
        .step("map-workgroup", firstDimension)
        .inside(mapOf(Level::Workgroup), [&](Deriver& within) { byGroup(within, group, padded / group); });
}

void rowsByGroups(Deriver& derive, const Numbers& numbers) {
    derive.step("map-workgroup", firstDimension).inside(mapOf(Level::Workgroup), [&](Deriver& within) {
        within.at(anyOf(Op::Reduce), [&](Deriver& row) { reducedInGroup(row, positive(numbers, "group")); });
    });
}

bool isOpenReduction(const Expr& site) { return is(site, Op::Reduce, Level::Abstract); }

/// A row's lets: reductions by all of the group, maps by its work-items; a map that has a name is kept in local
/// memory, or computed wherever it is used.
void rowInGroup(Deriver& derive, std::int64_t group, bool keeps) {
    constexpr int mostReductions = 8;
    for (int i = 0; i < mostReductions && !derive.placesWhere(isOpenReduction).empty(); ++i)
        derive.at(isOpenReduction, [&](Deriver& row) { reducedInGroup(row, group, Outcome::Kept); });
    Path place; // from the row's function on
    for (Expr rest = derive.root(); !rest.empty(); rest = siteAt(derive.root(), place)) {
        const bool isLet = is(rest, Op::Let);
        const Expr map = isLet ? rest->inputs.front() : rest;
        const auto isIt = [&](const Expr& site) { return site.pointer() == map.pointer(); };
        if (is(map, Op::Map, Level::Abstract) && (keeps || !isLet)) {
            derive.step("map-local", firstDimension, 0, isIt);
            if (isLet) {
                const Expr local = siteAt(derive.root(), place)->inputs.front();
                derive.step("to-local", {}, 0,
                            [&](const Expr& site) { return site.pointer() == local.pointer(); });
            }
        }
        if (!isLet) break;
        place.push_back(1);
    }
}

void rowsInGroups(Deriver& derive, const Numbers& numbers) {
    const std::int64_t group = positive(numbers, "group");
    const Expr site = derive.root();
    const auto isIt = [&](const Expr& other) { return group > 0 && other.pointer() == site.pointer(); };
    derive.step("map-workgroup", firstDimension, 0, isIt).inside(mapOf(Level::Workgroup), [&](Deriver& within) {
        rowInGroup(within, group, positive(numbers, "keep") != 0);
    });
}

void severalOutputs(Deriver& derive, std::string_view rule, const Numbers& numbers) {
    derive.step(rule, numbers)
        .step("map-global", firstDimension)
        .inside(mapOf(Level::Global), [](Deriver& within) { within.step("map-sequential"); });
}

void outputsNear(Deriver& derive, const Numbers& numbers) { severalOutputs(derive, "split-join", numbers); }

void outputsApart(Deriver& derive, const Numbers& numbers) {
    severalOutputs(derive, "split-join-strided", numbers);
}

void stagedHalo(Deriver& derive, const Numbers& numbers) {
    derive.step("slide-tiles", numbers)
        .step("map-of-join")
        .step("fuse-maps")
        .step("map-workgroup", firstDimension)
        .inside(mapOf(Level::Workgroup), [](Deriver& within) {
            within.step("map-local", firstDimension)
                .step("identity-before", {}, 0, anyOf(Op::Slide))
                .step("map-local", firstDimension, 0, isIdentity)
                .step("to-local", {}, 0, isIdentity);
        });
}

/// A scan by the maps of a tree, each with its result in local memory but for the last where it is the group's.
void scannedByTree(Deriver& derive, bool isResult) {
    derive.step("scan-tree").each("map-local", firstDimension, onWhat(Op::Map, Op::Slide));
    if (isResult) derive.step("to-global", {}, 0, onWhat(Op::Map, Op::Slide));
    derive.each("to-local", {}, onWhat(Op::Map, Op::Slide));
}

/// A map whose elements lie in rows of this length, or are such rows, to local memory: columns of rows that are
/// odd lie in different banks.
void rowsToLocal(Deriver& derive, std::int64_t row, bool areRows, const Deriver::Where& where) {
    if (row % 2 == 0)
        derive.step("to-local-padded", {{"row", areRows ? 0 : row}, {"behind", 1}}, 0, where);
    else
        derive.step("to-local", {}, 0, where);
}

/// Of a block: each work-item scans a part, beginning with what the parts before come to. Where it is staged,
/// they find their parts in local memory, and leave the results there.
void scannedByGroup(Deriver& derive, std::int64_t part, bool isStaged) {
    derive.step("scan-blocks", {{"n", part}})
        .step("map-of-join")
        .step("fuse-maps")
        .each("fuse-map-scan")
        .step("map-local", firstDimension, 0, onWhat(Op::Map, Op::Zip))
        .step("map-local", firstDimension, 0, mapWith(Op::Reduce))
        .step("reduce-sequential")
        .step("to-local", {}, 0, mapWith(Op::Reduce))
        .at(onWhat(Op::Scan, Op::Join), [](Deriver& sums) { scannedByTree(sums, false); })
        .step("scan-sequential");
    if (!isStaged) return;
    derive.step("identity-behind").step("map-local", firstDimension, 0, isIdentity);
    rowsToLocal(derive, part, true, onWhat(Op::Map, Op::Zip));
}

/// A let's array as a copy that the group's work-items make side by side, in rows.
void ownInLocal(Deriver& derive, std::int64_t row) {
    derive.step("map-local", firstDimension, 0, isIdentity);
    rowsToLocal(derive, row, false,
                [](const Expr& site) { return is(site, Op::Map, Level::Local) && isIdentity(site); });
}

void scanInBlocks(Deriver& derive, const Numbers& numbers) {
    const std::int64_t block = positive(numbers, "block");
    const std::int64_t part = positive(numbers, "part");
    const bool isStaged = positive(numbers, "staged") != 0;
    const std::int64_t group = dividesLength(part, block) ? block / part : 0;
    derive.step("scan-blocks", {{"n", block}}).step("map-workgroup", firstDimension);
    if (isStaged) derive.step("copy-once", {{"part", 2}}, 0, mapOf(Level::Workgroup));
    derive
        .inside(mapOf(Level::Workgroup),
                [&](Deriver& within) {
                    if (!isStaged) return scannedByGroup(within, part, false);
                    ownInLocal(within, part);
                    within.inside(anyOf(Op::Let), [&](Deriver& own) { scannedByGroup(own, part, true); });
                })
        .at(onWhat(Op::Scan, Op::Join), [&](Deriver& sums) {
            sums.step("map-workgroup", firstDimension, 0, mapWith(Op::Reduce))
                .step("to-global", {}, 0, mapOf(Level::Workgroup))
                .at(anyOf(Op::Join), [&](Deriver& blocks) {
                    blocks.inside(mapOf(Level::Workgroup), [&](Deriver& within) {
                        within.at(anyOf(Op::Reduce), [&](Deriver& each) { reducedInGroup(each, group); });
                    });
                });
            sums.step("scan-whole").step("map-workgroup", firstDimension, 0, mapWith(Op::Scan));
            sums.step("to-global", {}, 0, mapOf(Level::Workgroup)).at(mapWith(Op::Scan), [](Deriver& all) {
                all.inside(mapOf(Level::Workgroup), [](Deriver& within) { scannedByTree(within, true); });
            });
        });
}

/// The length of the row that a map's function gets, as a whole or as a part of a tuple.
std::int64_t stagedRow(const Expr& map, std::int64_t part) {
    if (!is(map, Op::Map)) return 0;
    const Type& type = map->functions.front().parameters.front()->type;
    if (part == 0) return type.isArray() ? type.length().constant().value_or(0) : 0;
    if (!type.isTuple() || part > static_cast<std::int64_t>(type.parts().size())) return 0;
    const Type& own = type.parts()[static_cast<std::size_t>(part - 1)];
    return own.isArray() ? own.length().constant().value_or(0) : 0;
}

void rowsStaged(Deriver& derive, const Numbers& numbers) {
    const std::int64_t part = positive(numbers, "part");
    const std::int64_t row = stagedRow(derive.root(), part);
    derive.step("split-join", {{"n", positive(numbers, "rows")}})
        .step("map-workgroup", firstDimension)
        .step("copy-once", {{"part", part}}, 0, mapOf(Level::Workgroup))
        .inside(mapOf(Level::Workgroup), [&](Deriver& within) {
            ownInLocal(within, row);
            within.inside(anyOf(Op::Let), [&](Deriver& own) {
                const Type result = own.root().type().element(); // steps replace the root
                const bool givesRows = result.isArray();
                if (givesRows)
                    own.step("identity-of-elements").step("map-local", firstDimension, 0, isIdentity);
                const auto isOpenMap = [](const Expr& site) { return is(site, Op::Map, Level::Abstract); };
                const auto ofRows = [&](const Expr& site) {
                    return is(site, Op::Map, Level::Local) && !isIdentity(site);
                };
                own.step("map-local", firstDimension, 0, isOpenMap);
                if (givesRows) rowsToLocal(own, result.length().constant().value_or(0), true, ofRows);
            });
        });
}

/// What a product's map takes from other maps is computed in it, until tiles fit.
void fusedToProduct(Deriver& derive) {
    constexpr int mostLevels = 3;
    const auto isProduct = [&] { return productOf(derive.root()).has_value(); };
    for (int level = 0; level < mostLevels && !isProduct(); ++level) {
        derive.each("fuse-zip-map");
        if (!isProduct()) derive.each("join-of-ones").each("fuse-maps");
    }
}

void fusedTiles(Deriver& derive, const Numbers& numbers) {
    fusedToProduct(derive);
    derive.step("tile-2d", numbers);
}

template <void (*Take)(Deriver&, const Numbers&)>
Result<std::vector<Step>> stepsOfMacro(const Expr& whole, const Path& site, const Numbers& numbers) {
    Deriver derive(whole, site);
    Take(derive, numbers);
    return derive.steps();
}

constexpr auto allMacros = std::to_array<Macro>({
    {"reduce-in-chunks",
     "Each group reduces a chunk: work-items add strided elements first, then a tree in local memory; the "
     "reduction of "
     "the groups' results is left.",
     "chunk group", stepsOfMacro<inChunks>},
    {"reduce-in-two-kernels", "reduce-in-chunks, and a second kernel of one group that reduces the results.",
     "chunk group", stepsOfMacro<inTwoKernels>},
    {"rows-by-groups", "A map of reductions with a group to each, as reduce-in-chunks has.", "group",
     stepsOfMacro<rowsByGroups>},
    {"rows-in-groups",
     "A map with several reductions of each element, a group to each: all of its work-items reduce, and map. "
     "What "
     "has a name is kept in local memory where `keep` is 1.",
     "group keep", stepsOfMacro<rowsInGroups>},
    {"outputs-near", "Each work-item computes n elements that follow each other.", "n",
     stepsOfMacro<outputsNear>},
    {"outputs-apart", "Each work-item computes n elements, as far apart as there are work-items.", "n",
     stepsOfMacro<outputsApart>},
    {"staged-halo", "A stencil of one dimension on tiles with their halo in local memory.", "tile",
     stepsOfMacro<stagedHalo>},
    {"scan-in-blocks",
     "Three kernels: the blocks' sums, their scan by one group, and the scans of the blocks, of which each "
     "work-item "
     "has a part. Where `staged` is 1 they go through local memory.",
     "block part staged", stepsOfMacro<scanInBlocks>},
    {"fused-tiles", "A product whose elements other maps go on with, in tiles: tile-2d after all is one map.",
     "tileM tileN tileK blockM blockN strided width wide padding ahead", stepsOfMacro<fusedTiles>},
    {"rows-staged",
     "A map over rows, n of them to each group: work-items copy them to local memory side by side, and each "
     "has "
     "one there. `part` says which part of a tuple the rows are, from 1, or 0.",
     "rows part", stepsOfMacro<rowsStaged>},
});

} // namespace

std::span<const Macro> macros() { return allMacros; }

std::vector<Numbers> fusedTileChoices(const Expr& site) {
    Deriver derive(site);
    fusedToProduct(derive);
    const bool isFused = derive.root().pointer() != site.pointer();
    return isFused ? productTileChoices(derive.root()) : std::vector<Numbers>();
}

const Macro* findMacro(std::string_view name) {
    const auto* found = std::ranges::find(allMacros, name, &Macro::name);
    return found == allMacros.end() ? nullptr : found;
}

} // namespace warpstring::generate
