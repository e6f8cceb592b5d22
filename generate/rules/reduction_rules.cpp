// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that put a reduction together of partial reductions.
#include "generate/rules/catalogue.h"
#include "generate/rules/site.h"

namespace warpstring::generate {
namespace {

Expr partialOn(const Node& reduction, std::int64_t n, const Expr& array) {
    return build::partRed(reduction.functions.front(), reduction.inputs[1], n, array);
}

bool isOpenReduce(const Expr& site) { return is(site, Op::Reduce, Level::Abstract) && isLawful(*site); }

Expr reduction(const Expr& site, const Numbers& numbers) {
    const std::int64_t n = positive(numbers, "n");
    if (!isOpenReduce(site) || !dividesLength(n, lengthOf(site->inputs.front()))) return {};
    return reductionOn(*site, partialOn(*site, n, site->inputs.front()));
}

std::vector<Numbers> reductionChoices(const Expr& site) {
    if (!is(site, Op::Reduce, Level::Abstract)) return {};
    return choicesOf("n", usefulDivisors(lengthOf(site->inputs.front())));
}

Expr reductionWhole(const Expr& site, const Numbers&) {
    if (!isOpenReduce(site)) return {};
    return partialOn(*site, lengthOf(site->inputs.front()), site->inputs.front());
}

/// Of a partial reduction that may be regrouped its number, else 0.
std::int64_t partOf(const Expr& site) {
    return is(site, Op::PartRed) && isLawful(*site) ? site->number.constant().value_or(0) : 0;
}

Expr partRedWhole(const Expr& site, const Numbers&) {
    const std::int64_t n = partOf(site);
    if (n == 0 || n != lengthOf(site->inputs.front())) return {};
    return build::reduce({}, site->functions.front(), site->inputs[1], site->inputs.front());
}

Expr partRedReorder(const Expr& site, const Numbers&) {
    if (partOf(site) == 0 || is(site->inputs.front(), Op::Reorder)) return {};
    return onInput(site, build::reorder(site->inputs.front()));
}

Expr partRedSplit(const Expr& site, const Numbers& numbers) {
    const std::int64_t m = positive(numbers, "m");
    const std::int64_t n = partOf(site);
    if (!dividesLength(n, m) || !dividesLength(m, lengthOf(site->inputs.front()))) return {};
    return onParts(m, site->inputs.front(), [&](const Expr& part) { return partialOn(*site, n, part); });
}

std::vector<Numbers> partRedSplitChoices(const Expr& site) {
    const std::int64_t n = is(site, Op::PartRed) ? site->number.constant().value_or(0) : 0;
    std::vector<std::int64_t> parts;
    if (n > 0) {
        const std::int64_t length = lengthOf(site->inputs.front());
        for (const std::int64_t m : usefulDivisors(length)) {
            if (m % n == 0) parts.push_back(m);
        }
        if (parts.empty() || parts.front() != n) parts.insert(parts.begin(), n);
    }
    return choicesOf("m", parts);
}

/// The k of m^k = n, else 0.
std::int64_t logarithm(std::int64_t m, std::int64_t n) {
    std::int64_t k = 0;
    while (m > 1 && n > 1 && n % m == 0) {
        n /= m;
        ++k;
    }
    return n == 1 ? k : 0;
}

Expr partRedIterate(const Expr& site, const Numbers& numbers) {
    const std::int64_t m = positive(numbers, "m");
    const std::int64_t count = logarithm(m, partOf(site));
    if (count == 0) return {};
    return build::iterate(count, site->inputs.front(), [&](const Expr& xs) { return partialOn(*site, m, xs); });
}

std::vector<Numbers> partRedIterateChoices(const Expr& site) {
    const std::int64_t n = is(site, Op::PartRed) ? site->number.constant().value_or(0) : 0;
    std::vector<std::int64_t> bases;
    for (const std::int64_t m : {2, 4, 8, 16, 32}) {
        if (m < n && logarithm(m, n) > 0) bases.push_back(m);
    }
    return choicesOf("m", bases);
}

Expr iteratePartRed(const Expr& site, const Numbers&) {
    if (!is(site, Op::Iterate) || site->count < 1) return {};
    const Function& function = site->functions.front();
    const Expr step = function.expr();
    const std::int64_t m = partOf(step);
    if (m == 0 || !is(step->inputs.front(), Op::Variable) ||
        step->inputs.front()->variable != function.parameters.front())
        return {};
    std::int64_t n = 1;
    for (std::int64_t i = 0; i < site->count; ++i) n *= m;
    return partialOn(*step, n, site->inputs.front());
}

Expr partRedApart(const Expr& site, const Numbers& numbers) {
    const std::int64_t first = positive(numbers, "first");
    const std::int64_t n = partOf(site);
    if (first < 2 || n == first || !dividesLength(first, n)) return {};
    return partialOn(*site, n / first, partialOn(*site, first, site->inputs.front()));
}

std::vector<Numbers> partRedApartChoices(const Expr& site) {
    return is(site, Op::PartRed) ? choicesOf("first", usefulDivisors(site->number.constant().value_or(0)))
                                 : std::vector<Numbers>();
}

Expr reduceOfOne(const Expr& site, const Numbers&) {
    if (!is(site, Op::Reduce) || lengthOf(site->inputs.front()) != 1) return {};
    if (hasKnownIdentity(*site)) return site->inputs.front();
    return build::map(runOf(*site), site->inputs.front(),
                      [&](const Expr& x) { return called(site->functions.front(), {site->inputs[1], x}); });
}

} // namespace

std::vector<Rule> reductionRules() {
    return {
        {"reduction", "figure 5.7e, equation 5.5", "reduce is reduce after part-red n", reduction,
         reductionChoices},
        {"reduction-whole", "figure 5.7e, equation 5.6 from right to left",
         "reduce is part-red of the whole length", reductionWhole, noNumbers},
        {"part-red-whole", "figure 5.7e, equation 5.6", "part-red of the whole length is reduce", partRedWhole,
         noNumbers},
        {"part-red-reorder", "figure 5.7e, equation 5.6", "part-red n is part-red n after reorder",
         partRedReorder, noNumbers},
        {"part-red-split", "figure 5.7e, equation 5.6",
         "part-red n is join after map (part-red n) after split m, m a multiple of n", partRedSplit,
         partRedSplitChoices},
        {"part-red-iterate", "figure 5.7e, equation 5.6", "part-red n is iterate log_m(n) (part-red m)",
         partRedIterate, partRedIterateChoices},
        {"iterate-part-red", "figure 5.7e, equation 5.6 from right to left",
         "iterate k (part-red m) is part-red m^k", iteratePartRed, noNumbers},
        {"part-red-apart", "figure 5.7e, of two steps of unlike size",
         "part-red (m first) is part-red m after part-red first", partRedApart, partRedApartChoices},
        {"reduce-of-one", "definition 5.2", "reduce of one element is that, or one call of the operator",
         reduceOfOne, noNumbers},
    };
}

} // namespace warpstring::generate
