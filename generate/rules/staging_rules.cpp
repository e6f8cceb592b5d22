// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that bring what each work-item walks along by itself through local memory, so that a group reads and
// writes global memory side by side.
#include <memory>
#include <vector>

#include "generate/rules/catalogue.h"
#include "generate/rules/site.h"

namespace warpstring::generate {
namespace {

bool isRow(const Type& type) { return type.isArray() && type.element().isValue(); }

bool isRows(const Type& type) { return type.isArray() && isRow(type.element()); }

/// Each element copied, of rows in the order of all of their elements.
Expr copied(const Expr& array) {
    if (isRow(array.type())) return identity(array);
    if (!isRows(array.type())) return {};
    return build::split(array.type().element().length(), identity(build::join(array)));
}

/// Of arrays of tuples: the array of their parts.
Expr allOfPart(const Expr& tuples, std::int64_t part) {
    return build::map({}, tuples, [&](const Expr& x) { return build::get(x, static_cast<int>(part)); });
}

/// Tuples of which one part is taken from another array.
Expr zippedWith(const Expr& tuples, std::int64_t part, const Expr& own) {
    std::vector<Expr> arrays;
    const auto count = static_cast<std::int64_t>(tuples.type().element().parts().size());
    arrays.reserve(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i) arrays.push_back(i == part ? own : allOfPart(tuples, i));
    return build::zip(std::move(arrays));
}

bool isArrayOfTuples(const Type& type) { return type.isArray() && type.element().isTuple(); }

/// The function's body with `own` for the part of what it gets.
Expr calledWith(const Function& function, const Expr& x, std::int64_t part, const Expr& own) {
    if (own.empty()) return {};
    if (part == 0) return called(function, {own});
    if (x.type().isArray()) return called(function, {zippedWith(x, part - 1, own)});
    std::vector<Expr> parts;
    parts.reserve(x.type().parts().size());
    for (std::size_t i = 0; i < x.type().parts().size(); ++i)
        parts.push_back(static_cast<std::int64_t>(i) == part - 1 ? own : build::get(x, static_cast<int>(i)));
    return withParts(function.expr(), function.parameters.front().get(), parts);
}

Expr copyOnce(const Expr& site, const Numbers& numbers) {
    const std::int64_t part = positive(numbers, "part");
    if (!is(site, Op::Map)) return {};
    const Function& function = site->functions.front();
    const Type& type = function.parameters.front()->type;
    const bool ofTuples = isArrayOfTuples(type);
    const std::size_t parts = ofTuples         ? type.element().parts().size()
                              : type.isTuple() ? type.parts().size()
                                               : 0;
    if ((parts == 0) != (part == 0) || part > static_cast<std::int64_t>(parts)) return {};
    return build::map(
        runOf(*site), site->inputs.front(),
        [&](const Expr& x) {
            const Expr array = part == 0  ? x
                               : ofTuples ? allOfPart(x, part - 1)
                                          : build::get(x, static_cast<int>(part - 1));
            if (array.empty()) return Expr();
            return build::let(
                copied(array), [&](const Expr& own) { return calledWith(function, x, part, own); }, "own");
        },
        function.parameters.front()->name);
}

std::vector<Numbers> copiedParts(const Expr& site) {
    if (!is(site, Op::Map)) return {};
    const Type& type = site->functions.front().parameters.front()->type;
    if (isRow(type) || isRows(type)) return {{{"part", 0}}};
    std::vector<Numbers> choices;
    const bool ofTuples = isArrayOfTuples(type);
    if (!ofTuples && !type.isTuple()) return choices;
    const std::vector<Type>& parts = ofTuples ? type.element().parts() : type.parts();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (ofTuples ? parts[i].isValue() || isRow(parts[i]) : isRow(parts[i]) || isRows(parts[i]))
            choices.push_back({{"part", static_cast<std::int64_t>(i) + 1}});
    }
    return choices;
}

Expr identityOfElements(const Expr& site, const Numbers&) {
    return isPattern(site) && isRows(site.type()) ? copied(site) : Expr();
}

bool isRunInGroup(const Expr& site) {
    return is(site, Op::Map, Level::Local) || is(site, Op::Map, Level::Warp) || is(site, Op::Map, Level::Lane);
}

Expr toLocalPadded(const Expr& site, const Numbers& numbers) {
    const std::int64_t row = positive(numbers, "row");
    const std::int64_t behind = positive(numbers, "behind");
    if (!isRunInGroup(site) || behind == 0) return {};
    if (row == 0) return isRows(site.type()) ? build::toLocal(site, behind) : Expr();
    if (!isRow(site.type()) || !dividesLength(row, lengthOf(site))) return {};
    return build::join(build::toLocal(build::split(row, site), behind));
}

std::vector<Numbers> paddedRows(const Expr& site) {
    std::vector<Numbers> choices;
    if (!isRunInGroup(site)) return choices;
    if (isRows(site.type())) choices.push_back({{"row", 0}, {"behind", 1}});
    if (!isRow(site.type())) return choices;
    for (const std::int64_t row : usefulDivisors(lengthOf(site)))
        choices.push_back({{"row", row}, {"behind", 1}});
    return choices;
}

} // namespace

std::vector<Rule> stagingRules() {
    return {
        {"copy-once", "equation 5.1, named",
         "map f is map (x => f of x with a part of it copied before, its elements in their order)", copyOnce,
         copiedParts},
        {"identity-of-elements", "equations 5.1 and 5.7",
         "rows of m are split m after map id after join of them", identityOfElements, noNumbers},
        {"to-local-padded", "figure 5.8d, equation 5.12; room behind rows as in Ruetsch and Micikevicius 2009",
         "a group's map leaves its result in local memory, with room behind each row", toLocalPadded,
         paddedRows},
    };
}

} // namespace warpstring::generate
