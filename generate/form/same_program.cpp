// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/form/same_program.h"

#include <algorithm>

#include "generate/form/build.h"
#include "generate/form/same_form.h"
#include "generate/form/substitute.h"

namespace warpstring::generate {

bool sameProgram(const Program& a, const Program& b) {
    const auto isSameVariable = [](const VariablePointer& own, const VariablePointer& other) {
        return own->name == other->name && own->type == other->type;
    };
    const auto isSameFunction = [](const UserFunction& own, const UserFunction& other) {
        UserFunction moved = own; // wherever it stands
        moved.place = other.place;
        return moved == other;
    };
    if (a.name != b.name || a.preamble != b.preamble ||
        !std::ranges::equal(a.parameters, b.parameters, isSameVariable) ||
        !std::ranges::equal(a.functions, b.functions, isSameFunction))
        return false;
    Bindings bindings;
    for (std::size_t i = 0; i < a.parameters.size(); ++i)
        bindings[a.parameters[i].get()] = build::use(b.parameters[i]);
    const Result<Expr> body = substituted(a.body, bindings);
    return body && sameForm(*body, b.body);
}

} // namespace warpstring::generate
