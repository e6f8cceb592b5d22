// SPDX-License-Identifier: GPL-3.0-or-later
// The integers that a launch file's names have under a combination, from tables made beforehand: a space of a
// million combinations is gone through in a second.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/files/launches/launch_variants.h"
#include "core/files/launches/size_expression.h"
#include "tuning/search/choice.h"

namespace warpstring::search {

/// Scalar arguments, macros and constants by their names, sizes as local_0 to local_2 and global_0 to global_2.
/// Immutable once all names are asked for, and then safe to use from several threads.
class SpaceNames {
public:
    using Node = std::size_t;

    /// `axes` are the names of the space in its order; those behind `names` are rewrites, called rewrite_NAME:
    /// 1 where one is chosen, 0 where none is.
    SpaceNames(const files::TomlValue& document, const std::vector<files::NamedValues>& names,
               const std::vector<files::NamedValues>& rewrites);

    /// Nothing where the launch file has no such name.
    [[nodiscard]] std::optional<Node> find(const std::string& name);
    [[nodiscard]] std::vector<std::string> known() const;
    /// The axes that the value of a name hangs on.
    [[nodiscard]] std::set<std::size_t> axesOf(Node node) const;
    /// The reason where it is no integer, overflows, divides by zero or is defined by itself.
    [[nodiscard]] Result<std::int64_t> value(Node node, const Choice& choice) const {
        return value(node, choice, 0);
    }

private:
    struct Alternative {
        std::optional<std::int64_t> integer;
        std::optional<files::SizeExpression> expression;
        std::vector<Node> names; ///< of the expression
    };
    struct Definition {
        std::optional<std::size_t> axis;
        std::vector<Alternative> alternatives; ///< one, or one for each value of the axis
        std::string name;
    };

    Node add(const std::string& name);
    Alternative alternative(const files::TomlValue* value, bool isVerbatim);
    [[nodiscard]] Result<std::int64_t> value(Node node, const Choice& choice, int depth) const;

    const files::TomlValue& document_;
    const std::vector<files::NamedValues>&names_, &rewrites_;
    std::map<std::string, std::optional<Node>> found_;
    std::vector<Definition> definitions_;
};

} // namespace warpstring::search
