// SPDX-License-Identifier: GPL-3.0-or-later
// Rewrite rules by name: each says that one form of an expression computes what another does.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generate/form/expr.h"

namespace warpstring::generate {

/// A rule's numbers by their names: "n" of split-join.
using Numbers = std::map<std::string, std::int64_t>;

struct Rule {
    std::string_view name;   ///< "split-join"
    std::string_view source; ///< "figure 5.7d, equation 5.4" of seeds/003, or what it is known by elsewhere
    std::string_view says;   ///< in one sentence
    /// The site's other form, of the same type and value; empty where the rule says nothing of the site, a
    /// number is missing, or they do not fit it. Rules on reductions rely on what `reduce` asks of its operator
    /// (associative, commutative) and of its start (the identity), and refuse where that is seen to be wrong.
    Expr (*apply)(const Expr& site, const Numbers& numbers);
    /// The numbers that are sensible for a site: a search tries them. One empty set where the rule wants none.
    std::vector<Numbers> (*choices)(const Expr& site);
};

/// All, the figures' first.
[[nodiscard]] const std::vector<Rule>& rules();
/// Null where none is called so.
[[nodiscard]] const Rule* findRule(std::string_view name);

} // namespace warpstring::generate
