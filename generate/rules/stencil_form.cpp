// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/stencil_form.h"

namespace warpstring::generate {
namespace {

std::optional<Windows> windowsOf(const Expr& slide) {
    const std::int64_t size = slide->number.constant().value_or(0);
    const std::int64_t step = slide->step.constant().value_or(0);
    return size > 0 && step > 0 ? std::optional(Windows{size, step}) : std::nullopt;
}

/// Of map (slide size step) xs its windows.
std::optional<Windows> slidesEach(const Expr& map) {
    if (!is(map, Op::Map, Level::Abstract)) return std::nullopt;
    const Function& function = map->functions.front();
    const Expr body = function.expr();
    const bool plain = is(body, Op::Slide) && is(body->inputs.front(), Op::Variable) &&
                       body->inputs.front()->variable == function.parameters.front();
    return plain ? windowsOf(body) : std::nullopt;
}

} // namespace

std::optional<Stencil> stencilOf(const Expr& site) {
    if (!is(site, Op::Map, Level::Abstract)) return std::nullopt;
    if (is(site->inputs.front(), Op::Map, Level::Abstract))
        return stencilOf(findRule("fuse-maps")->apply(site, {}));
    const Expr& strips = site->inputs.front();
    const Function& outer = site->functions.front();
    const Expr inner = outer.expr();
    if (!is(strips, Op::Slide) || !is(inner, Op::Map, Level::Abstract) ||
        !is(inner->inputs.front(), Op::Transpose))
        return std::nullopt;
    const Expr& source = inner->inputs.front()->inputs.front();
    const auto isStrip = [&](const Expr& expr) {
        return is(expr, Op::Variable) && expr->variable == outer.parameters.front();
    };
    // Rows are slid over first, or columns are.
    const Expr& image = strips->inputs.front();
    const std::optional<Windows> rows = windowsOf(strips);
    const std::optional<Windows> late = slidesEach(source);
    const std::optional<Windows> early = isStrip(source) ? slidesEach(image) : std::nullopt;
    const Function& function = inner->functions.front();
    if (!rows || mentions(function.expr(), outer.parameters.front())) return std::nullopt;
    if (early) return Stencil{image->inputs.front(), *rows, *early, function};
    if (late && isStrip(source->inputs.front())) return Stencil{image, *rows, *late, function};
    return std::nullopt;
}

} // namespace warpstring::generate
