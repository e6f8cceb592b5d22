// SPDX-License-Identifier: GPL-3.0-or-later
// Several outputs a work-item, which go through the array that they all reduce together: each of its elements
// is read once for all of them, and what they have in common is computed once.
#include "generate/rules/all_others.h"
#include "generate/rules/tile_rules.h"

namespace warpstring::generate {

Expr outputsTogether(const Expr& site, const Numbers& numbers) {
    const std::optional<AllOthers> all = allOthersOf(site);
    const std::int64_t n = positive(numbers, "n");
    if (!all || n < 2 || !dividesLength(n, lengthOf(site))) return {};
    const Function& function = site->functions.front();
    const auto ofPart = [&](const Expr& xs) {
        const Expr start = build::toPrivate(build::map(unrolledRun, build::fill(n, all->reduction->inputs[1]),
                                                       [](const Expr& x) { return x; }));
        if (start.empty()) return Expr();
        const Function add = build::function({start.type(), all->others.array.type().element()},
                                             [&](const std::vector<Expr>& own) {
                                                 return build::map(
                                                     unrolledRun, build::zip({own[0], xs}),
                                                     [&](const Expr& item) {
                                                         return withOther(function, *all, build::get(item, 0),
                                                                          own[1], build::get(item, 1));
                                                     },
                                                     "item");
                                             },
                                             {"sums", "other"});
        const Expr sums = build::join(build::reduce(loopRun, add, start, all->others.array));
        return build::map(
            unrolledRun, build::zip({sums, xs}),
            [&](const Expr& item) {
                return resultOf(function, *all, build::get(item, 0), build::get(item, 1));
            },
            "item");
    };
    const Expr elements = build::join(build::map({}, build::split(n, site->inputs.front()), ofPart, "xs"));
    const Expr result = shapedLike(function.expr(), elements);
    return !result.empty() && result.type() == site.type() ? result : Expr();
}

std::vector<Numbers> togetherChoices(const Expr& site) {
    std::vector<std::int64_t> fitting;
    for (const std::int64_t n : {4, 2, 8}) {
        if (allOthersOf(site) && dividesLength(n, lengthOf(site))) fitting.push_back(n);
    }
    return choicesOf("n", fitting);
}

} // namespace warpstring::generate
