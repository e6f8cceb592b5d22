// SPDX-License-Identifier: GPL-3.0-or-later
// Rules for lengths that do not divide: arrays are padded, and what was computed of the padding is left out or
// changes nothing.
#include <algorithm>

#include "generate/rules/catalogue.h"
#include "generate/rules/site.h"

namespace warpstring::generate {
namespace {

/// How many elements are missing to a multiple; 0 too where the number is none.
std::int64_t missing(std::int64_t length, std::int64_t multiple) {
    return multiple > 0 && length > 0 ? (multiple - length % multiple) % multiple : 0;
}

Expr padMap(const Expr& site, const Numbers& numbers) {
    if (!is(site, Op::Map, Level::Abstract)) return {};
    const std::int64_t length = lengthOf(site);
    const std::int64_t more = missing(length, positive(numbers, "n"));
    if (more == 0) return {};
    return build::take(length, build::map({}, site->functions.front(),
                                          build::pad(0, more, Boundary::Nearest, {}, site->inputs.front())));
}

Expr padSplit(const Expr& site, const Numbers& numbers) {
    const Expr padded = padMap(site, numbers);
    if (padded.empty()) return {};
    const Expr& map = padded->inputs.front();
    return build::take(lengthOf(site),
                       onParts(positive(numbers, "n"), map->inputs.front(),
                               [&](const Expr& part) { return build::map({}, map->functions.front(), part); }));
}

/// The reduction or scan on its array and its start as often as is missing.
Expr onPadded(const Expr& site, const Numbers& numbers) {
    if (!isLawful(*site)) return {};
    const std::int64_t more = missing(lengthOf(site->inputs.front()), positive(numbers, "n"));
    if (more == 0) return {};
    return reductionOn(*site, build::pad(0, more, Boundary::Constant, site->inputs[1], site->inputs.front()));
}

Expr padReduce(const Expr& site, const Numbers& numbers) {
    return is(site, Op::Reduce, Level::Abstract) ? onPadded(site, numbers) : Expr();
}

Expr padScan(const Expr& site, const Numbers& numbers) {
    return is(site, Op::Scan, Level::Abstract) ? build::take(lengthOf(site), onPadded(site, numbers)) : Expr();
}

/// Parts that are no longer than the array and do not divide it.
std::vector<Numbers> multiples(const Expr& site) {
    std::vector<std::int64_t> fitting;
    if (is(site, Op::Map, Level::Abstract) || is(site, Op::Reduce, Level::Abstract) ||
        is(site, Op::Scan, Level::Abstract)) {
        const std::int64_t length = lengthOf(site->inputs.front());
        for (std::int64_t n = 2; n <= std::min<std::int64_t>(length, 1024); n *= 2) {
            if (length % n != 0) fitting.push_back(n);
        }
    }
    return choicesOf("n", fitting);
}

} // namespace

std::vector<Rule> paddingRules() {
    return {
        {"pad-map", "padding", "map f is take after map f after pad to a multiple of n, by the nearest element",
         padMap, multiples},
        {"pad-split", "padding", "split-join of an array that is padded to a multiple of n", padSplit,
         multiples},
        {"pad-reduce", "padding", "reduce is reduce after pad to a multiple of n, by the identity", padReduce,
         multiples},
        {"pad-scan", "padding", "scan is take after scan after pad to a multiple of n, by the identity",
         padScan, multiples},
    };
}

} // namespace warpstring::generate
