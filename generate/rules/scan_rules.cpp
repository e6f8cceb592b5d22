// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that compute a scan in parallel.
#include "generate/rules/catalogue.h"
#include "generate/rules/site.h"

namespace warpstring::generate {
namespace {

bool isOpenScan(const Expr& site) { return is(site, Op::Scan, Level::Abstract) && isLawful(*site); }

Expr scanBlocks(const Expr& site, const Numbers& numbers) {
    const std::int64_t n = positive(numbers, "n");
    if (!isOpenScan(site) || !dividesLength(n, lengthOf(site))) return {};
    const Function& operation = site->functions.front();
    const Expr& start = site->inputs[1];
    const Expr blocks = build::split(n, site->inputs.front());
    const Expr sums = build::join(build::map(
        {}, blocks, [&](const Expr& block) { return build::reduce({}, operation, start, block); }, "block"));
    const Expr before = build::scan({}, operation, start, sums);
    return build::join(build::map(
        {}, build::zip({before, blocks}),
        [&](const Expr& x) { return build::scan({}, operation, build::get(x, 0), build::get(x, 1)); },
        "block"));
}

std::vector<Numbers> blockLengths(const Expr& site) {
    return is(site, Op::Scan, Level::Abstract) ? choicesOf("n", usefulDivisors(lengthOf(site)))
                                               : std::vector<Numbers>();
}

/// Each element with what lies `distance` before it. A window holds both, so that the array is named once.
Expr combinedAt(std::int64_t distance, const Function& operation, const Expr& start, const Expr& xs) {
    const Expr windows = build::slide(distance + 1, 1, build::pad(distance, 0, Boundary::Constant, start, xs));
    return build::map(
        {}, windows,
        [&](const Expr& window) {
            const Expr first = build::at(window, build::integer(0));
            const Expr last = build::at(window, build::integer(distance));
            return called(operation, {first, last});
        },
        "window");
}

Expr scanTree(const Expr& site, const Numbers&) {
    constexpr std::int64_t most = 4096;
    const std::int64_t length = lengthOf(site);
    if (!isOpenScan(site) || length < 2 || length > most) return {};
    const Expr& start = site->inputs[1];
    Expr sums = build::pad(1, 0, Boundary::Constant, start, build::take(length - 1, site->inputs.front()));
    for (std::int64_t distance = 1; distance < length; distance *= 2)
        sums = combinedAt(distance, site->functions.front(), start, sums);
    return sums;
}

} // namespace

std::vector<Rule> scanRules() {
    return {
        {"scan-blocks", "reduce-then-scan (Blelloch 1990)",
         "scan is the scans of blocks of n, each beginning with the scan of the sums of the blocks before",
         scanBlocks, blockLengths},
        {"scan-tree", "Hillis and Steele 1986",
         "scan is log2(length) maps, which add what lies 1, 2, 4, ... before each element", scanTree,
         noNumbers},
    };
}

} // namespace warpstring::generate
