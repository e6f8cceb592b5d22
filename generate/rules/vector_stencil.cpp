// SPDX-License-Identifier: GPL-3.0-or-later
// Stencils of two dimensions on vectors: neighbouring outputs of a row are components of one vector, and
// windows have vectors in the place of elements, each of a column further.
#include <algorithm>
#include <optional>

#include "generate/form/substitute.h"
#include "generate/rules/stencil_form.h"
#include "generate/rules/tile_rules.h"
#include "generate/rules/vector_functions.h"

namespace warpstring::generate {
namespace {

/// Whether the same operations on vectors give each component what they give of scalars.
bool isComponentwise(const Expr& expr) {
    const auto areInputs = [&] { return std::ranges::all_of(expr->inputs, isComponentwise); };
    switch (expr->op) {
    case Op::Variable:
    case Op::Literal: return true;
    case Op::Operator: return isOnVectors(expr->name) && areInputs();
    case Op::At: return isComponentwise(expr->inputs[0]) && is(expr->inputs[1], Op::Literal);
    case Op::Get:
    case Op::Tuple:
    case Op::Zip:
    case Op::Join:
    case Op::Split:
    case Op::Transpose: return areInputs();
    case Op::Let:
    case Op::Map: return areInputs() && isComponentwise(expr->functions.front().expr());
    default: return false;
    }
}

/// [size + width - 1] elements as `size` vectors, each an element further.
Expr shiftedVectors(std::int64_t width, const Expr& elements) {
    return build::map(
        {}, build::slide(width, 1, elements),
        [&](const Expr& part) { return build::at(build::asVector(width, part), build::integer(0)); }, "part");
}

} // namespace

Expr vectorizeStencil(const Expr& site, const Numbers& numbers) {
    const std::optional<Stencil> stencil = stencilOf(site);
    const std::int64_t width = positive(numbers, "n");
    if (!stencil || width < 2 || stencil->columns.step != 1 || !isComponentwise(stencil->function.expr()) ||
        !dividesLength(width, site.type().element().length().constant().value_or(0)))
        return {};
    const Expr result = build::map(
        {}, build::slide(stencil->rows.size, stencil->rows.step, stencil->image),
        [&](const Expr& strip) {
            const Expr wide = build::map(
                {}, strip,
                [&](const Expr& row) { return build::slide(stencil->columns.size + width - 1, width, row); },
                "row");
            return build::asScalar(build::map(
                {}, build::transpose(wide),
                [&](const Expr& rows) {
                    const Expr window = build::map(
                        {}, rows, [&](const Expr& row) { return shiftedVectors(width, row); }, "row");
                    if (window.empty()) return Expr();
                    const Result<Function> function = retyped(stencil->function, {window.type()});
                    if (!function || mixesWidths(function->expr())) return Expr();
                    return called(*function, {window});
                },
                "rows"));
        },
        "strip");
    return !result.empty() && result.type() == site.type() ? result : Expr();
}

std::vector<Numbers> stencilWidths(const Expr& site) {
    std::vector<std::int64_t> fitting;
    if (!stencilOf(site)) return {};
    const std::int64_t columns = site.type().element().length().constant().value_or(0);
    for (const std::int64_t width : {4, 2}) {
        if (dividesLength(width, columns)) fitting.push_back(width);
    }
    return choicesOf("n", fitting);
}

} // namespace warpstring::generate
