// SPDX-License-Identifier: GPL-3.0-or-later
// All that rules can do to an expression: the moves of a search.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "generate/rules/path.h"
#include "generate/rules/rule.h"

namespace warpstring::generate {

/// One rule at one place.
struct Step {
    std::string rule;
    Path path;
    Numbers numbers;

    friend bool operator==(const Step&, const Step&) = default;
};

/// "split-join(n = 128) at 0.1"; the root is "the root".
[[nodiscard]] std::string toText(const Step& step);

/// The whole after the step. Errors: derivation.rule (there is none of the name), derivation.place,
/// derivation.step (the rule says nothing of what is there, or its numbers do not fit), and what replacedAt()
/// has.
[[nodiscard]] Result<Expr> after(const Expr& expr, const Step& step);

/// Whether OpenCL's hierarchy lets the rule's pattern run at a place (seeds/003, section 5.4.2): groups in
/// nothing, their work-items in a group and lanes in a warp, each dimension once, nothing parallel in what one
/// work-item runs; what is wrapped by where its result lies is not wrapped again. True of rules that lower
/// nothing.
[[nodiscard]] bool isLegal(const Expr& expr, const Step& step);

/// Rules by name that a search may not take, or of which it takes no others. An empty `only` allows all.
struct Allowed {
    std::set<std::string> only;
    std::set<std::string> never;
};

[[nodiscard]] bool isAllowed(std::string_view rule, const Allowed& allowed);

/// Every step that is legal, with the numbers that its rule finds sensible, in the order of places and rules.
[[nodiscard]] std::vector<Step> applicable(const Expr& expr, const Allowed& allowed = {});

} // namespace warpstring::generate
