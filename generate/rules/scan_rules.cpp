// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that compute a scan in parallel.
#include "generate/form/same_form.h"
#include "generate/form/substitute.h"
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
        [&](const Expr& x) {
            return build::map({}, build::scan({}, operation, start, build::get(x, 1)),
                              [&](const Expr& sum) { return called(operation, {build::get(x, 0), sum}); });
        },
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

Expr scanWhole(const Expr& site, const Numbers&) {
    if (!is(site, Op::Scan, Level::Abstract)) return {};
    return onParts(lengthOf(site), site->inputs.front(),
                   [&](const Expr& all) { return reductionOn(*site, all); });
}

/// What the function adds before its parameter by the operation; empty where it does something else.
Expr addedBefore(const Function& function, const Function& operation) {
    const Expr body = function.expr();
    const VariablePointer& own = function.parameters.front();
    if (!is(body, Op::Operator) || body->inputs.size() != 2 || !is(body->inputs[1], Op::Variable) ||
        body->inputs[1]->variable != own || uses(body->inputs[0], own.get()) > 0)
        return {};
    return sameForm(called(operation, {body->inputs[0], body->inputs[1]}), body) ? body->inputs[0] : Expr();
}

Expr fuseMapScan(const Expr& site, const Numbers&) {
    if (!is(site, Op::Map, Level::Abstract) || !is(site->inputs.front(), Op::Scan)) return {};
    const Expr& scan = site->inputs.front();
    const Function& operation = scan->functions.front();
    if (!isRegroupable(operation)) return {};
    const Expr added = addedBefore(site->functions.front(), operation);
    if (added.empty()) return {};
    const Expr start = hasKnownIdentity(*scan) ? added : called(operation, {added, scan->inputs[1]});
    return build::scan(runOf(*scan), operation, start, scan->inputs.front());
}

} // namespace

std::vector<Rule> scanRules() {
    return {
        {"scan-blocks", "reduce-then-scan (Blelloch 1990)",
         "scan is the scans of blocks of n, with the scan of the sums of the blocks before", scanBlocks,
         blockLengths},
        {"scan-tree", "Hillis and Steele 1986",
         "scan is log2(length) maps, which add what lies 1, 2, 4, ... before each element", scanTree,
         noNumbers},
        {"scan-whole", "definition 5.5", "scan is join after map scan after split of the whole length",
         scanWhole, noNumbers},
        {"fuse-map-scan", "equation 5.8, of a scan", "map (a + x) after scan (+) s is scan (+) (a + s)",
         fuseMapScan, noNumbers},
    };
}

} // namespace warpstring::generate
