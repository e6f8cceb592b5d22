// SPDX-License-Identifier: GPL-3.0-or-later
// Derivations as in appendix B of seeds/003; where it goes several steps at once, they are taken one by one.
#include "generate/rules/listings.h"

#include <bit>
#include <string>

#include "generate/rules/deriver.h"
#include "generate/rules/site.h"

namespace warpstring::generate {
namespace {

constexpr std::int64_t warpElements = 64; // what the 32 lanes of a warp begin with

std::int64_t log2Of(std::int64_t power) {
    return power > 0 ? std::countr_zero(static_cast<std::uint64_t>(power)) : 0;
}

/// A partial reduction by `n` of an array of this length.
Deriver::Where partial(std::int64_t n, std::int64_t length) {
    return [n, length](const Expr& site) {
        return is(site, Op::PartRed) && site->number.is(n) && lengthOf(site->inputs.front()) == length;
    };
}

Deriver::Where iterateTo(std::int64_t length) {
    return [length](const Expr& site) { return is(site, Op::Iterate) && lengthOf(site) == length; };
}

bool isOpenIdentity(const Expr& site) { return is(site, Op::Map, Level::Abstract) && isIdentity(site); }

/// A map of partial reductions, or of what became of them.
bool isReducing(const Expr& site) {
    if (!is(site, Op::Map)) return false;
    const Expr body = site->functions.front().expr();
    return is(body, Op::PartRed) || is(body, Op::Reduce);
}

/// Each element by a work-item of its own.
bool isCopy(const Expr& site) { return is(site, Op::Map) && isIdentity(site->functions.front().expr()); }

/// reduce after join after map (part-red n) after split n, and part-red n as a tree of pairs.
void inChunks(Deriver& derive, std::int64_t n) {
    derive.step("reduction", {{"n", n}})
        .step("part-red-split", {{"m", n}})
        .step("part-red-iterate", {{"m", 2}});
}

/// part-red n of `length` elements to join after map (part-red n) after split n, after reorder.
void inReorderedParts(Deriver& derive, std::int64_t n, std::int64_t length) {
    derive.step("part-red-reorder", {}, 0, partial(n, length))
        .step("part-red-split", {{"m", n}}, 0, partial(n, length));
}

void copiedBehind(Deriver& derive, const Deriver::Where& result) {
    derive.step("identity-behind", {}, 0, result).step("split-join", {{"n", 1}}, 0, isOpenIdentity);
}

/// An iterate of pairs down to `length` elements, each time written out.
void unrolled(Deriver& derive, std::int64_t count, std::int64_t length) {
    for (; count > 1; --count, length *= 2)
        derive.step("iterate-apart", {{"first", count - 1}}, 0, iterateTo(length))
            .step("iterate-once", {}, 0, iterateTo(length));
    derive.step("iterate-once", {}, 0, iterateTo(length));
}

void strided(Deriver& derive, std::int64_t length, std::int64_t stride) {
    derive.step("reorder-stride", {{"stride", stride}}, 0,
                [length](const Expr& site) { return lengthOf(site) == length; });
}

/// Of the lengths from `longest` down to `shortest`, each half of the one before.
void stridedInHalves(Deriver& derive, std::int64_t longest, std::int64_t shortest) {
    for (std::int64_t length = longest; length >= shortest; length /= 2) strided(derive, length, length / 2);
}

/// part-red 64 of a group's last 64 elements, by one warp.
void byOneWarp(Deriver& derive) {
    // Not of the elements that work-items add first, which may be as many.
    derive.at(partial(warpElements, warpElements), [](Deriver& last) {
        last.step("part-red-split", {{"m", warpElements}}, 0, partial(warpElements, warpElements))
            .inside(isReducing, [](Deriver& warp) {
                warp.step("part-red-iterate", {{"m", 2}});
                inReorderedParts(warp, 2, warpElements);
                unrolled(warp, log2Of(warpElements), 1);
            });
    });
}

void lowered(Deriver& derive, bool withWarp) {
    derive.step("map-workgroup", {{"dimension", 0}}).each("map-local", {{"dimension", 0}}, isCopy);
    if (withWarp) derive.step("map-warp").each("map-lane", {}, isReducing);
    derive.each("map-local", {{"dimension", 0}}, isReducing)
        .each("map-sequential", {}, isIdentity)
        .each("part-red-whole")
        .each("reduce-sequential", {}, [](const Expr& site) { return is(site->inputs.front(), Op::Variable); });
    derive.step("to-global", {}, 0, isCopy);
}

/// Listings 5.8 and 5.9: one element a work-item.
void simpleTree(Deriver& derive, std::int64_t group, bool reordered) {
    inChunks(derive, group);
    if (reordered)
        inReorderedParts(derive, 2, group);
    else
        derive.step("part-red-split", {{"m", 2}});
    derive.step("identity-before", {}, 0, iterateTo(1)).step("split-join", {{"n", 1}}, 0, isOpenIdentity);
    copiedBehind(derive, iterateTo(1));
    if (reordered) derive.step("reorder-stride-of-length", {{"parts", 2}});
    lowered(derive, false);
    derive.step("to-local", {}, 0, isCopy);
}

Deriver::Where firstReduction(std::int64_t group) {
    return [group](const Expr& site) { return isReducing(site) && lengthOf(site) == group; };
}

/// Listing 5.10: a work-item adds two elements first.
void addingFirst(Deriver& derive, std::int64_t group) {
    inChunks(derive, 2 * group);
    inReorderedParts(derive, 2, 2 * group);
    copiedBehind(derive, iterateTo(1));
    derive.step("iterate-apart", {{"first", 1}}).step("iterate-once", {}, 0, iterateTo(group));
    strided(derive, 2 * group, group);
    derive.step("reorder-stride-of-length", {{"parts", 2}});
    lowered(derive, false);
    derive.step("to-local", {}, 0, firstReduction(group));
}

/// Listings 5.11 and 5.12: the last 64 elements by one warp without barriers; of the steps before, no loop
/// in 5.12.
void endingInAWarp(Deriver& derive, std::int64_t group, bool withoutLoop) {
    const std::int64_t before = log2Of(group / warpElements);
    inChunks(derive, 2 * group);
    derive.step("iterate-apart", {{"first", before + 1}}).step("iterate-part-red", {}, 0, iterateTo(1));
    inReorderedParts(derive, 2, 2 * group);
    copiedBehind(derive, partial(warpElements, warpElements));
    derive.step("iterate-apart", {{"first", 1}}).step("iterate-once", {}, 0, iterateTo(group));
    if (withoutLoop) unrolled(derive, before, warpElements);
    byOneWarp(derive);
    strided(derive, 2 * group, group);
    if (withoutLoop)
        stridedInHalves(derive, group, 2 * warpElements);
    else
        derive.step("reorder-stride-of-length", {{"parts", 2}}, 0,
                    [group](const Expr& site) { return lengthOf(site) == group; });
    stridedInHalves(derive, warpElements, 2);
    lowered(derive, true);
    derive.step("to-local", {}, 0, firstReduction(group));
}

/// Listing 5.13: a work-item adds many elements first.
void addingManyFirst(Deriver& derive, std::int64_t group, std::int64_t chunk) {
    const std::int64_t before = log2Of(group / warpElements);
    inChunks(derive, chunk);
    derive.step("iterate-apart", {{"first", log2Of(chunk / group)}})
        .step("iterate-apart", {{"first", before}}, 0, iterateTo(1))
        .step("iterate-part-red", {}, 0, iterateTo(1))
        .step("iterate-part-red", {}, 0, iterateTo(group));
    copiedBehind(derive, partial(warpElements, warpElements));
    inReorderedParts(derive, chunk / group, chunk);
    inReorderedParts(derive, 2, group);
    unrolled(derive, before, warpElements);
    byOneWarp(derive);
    strided(derive, chunk, group);
    stridedInHalves(derive, group, 2);
    lowered(derive, true);
    derive.step("to-local", {}, 0, firstReduction(group));
}

Diagnostic noListing(const std::string& message, const std::string& hint) {
    return Diagnostic{.code = "derivation.listing",
                      .severity = Severity::Error,
                      .place = {},
                      .message = message,
                      .hint = hint};
}

} // namespace

Result<std::vector<Step>> listing(int number, const Expr& whole, const Path& site, const ListingSizes& sizes) {
    const auto isPower = [](std::int64_t n) {
        return n > 0 && std::has_single_bit(static_cast<std::uint64_t>(n));
    };
    if (!isPower(sizes.group) || (number >= 11 && sizes.group < 2 * warpElements))
        return noListing("a group of " + std::to_string(sizes.group) + " work-items does not fit listing 5." +
                             std::to_string(number),
                         "a power of two, from 5.11 on 128 or more");
    if (number == 13 && (!isPower(sizes.chunk) || sizes.chunk < 2 * sizes.group))
        return noListing("a group cannot reduce " + std::to_string(sizes.chunk) + " elements by listing 5.13",
                         "a power of two, two or more a work-item");
    Deriver derive(whole, site);
    switch (number) {
    case 8:
    case 9: simpleTree(derive, sizes.group, number == 9); break;
    case 10: addingFirst(derive, sizes.group); break;
    case 11:
    case 12: endingInAWarp(derive, sizes.group, number == 12); break;
    case 13: addingManyFirst(derive, sizes.group, sizes.chunk); break;
    default: return noListing("there is no listing 5." + std::to_string(number), "5.8 to 5.13");
    }
    return derive.steps();
}

} // namespace warpstring::generate
