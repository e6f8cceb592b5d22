// SPDX-License-Identifier: GPL-3.0-or-later
// What the parameters of printed functions are called: each name once at a place, tuples by their parts' names.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "generate/form/expr.h"

namespace warpstring::generate {

class ParameterNames {
public:
    /// The parameter as `body`'s function names it: "x", or "(p, q)" where the body uses nothing but parts of
    /// the tuple and the variable's name has one for each.
    [[nodiscard]] std::string bind(const VariablePointer& parameter, const Expr& body);
    void release(const std::vector<VariablePointer>& parameters);

    [[nodiscard]] std::string of(const VariablePointer& variable) const;
    /// Null where the expression is no part with a name of its own.
    [[nodiscard]] const std::string* ofPart(const Expr& get) const;

private:
    /// A variable, or one of its parts, by the indices that lead there.
    using Path = std::vector<int>;
    struct Bound {
        std::string name; // of the whole
        std::map<Path, std::string> parts;
    };

    [[nodiscard]] std::string free(const std::string& wish, const std::set<std::string>& outside) const;
    [[nodiscard]] std::string pattern(Bound& bound, const Type& type, const Path& path,
                                      const std::vector<Path>& leaves, std::vector<std::string>& names);

    std::map<const Variable*, Bound> bound_;
    std::multimap<std::string, const Variable*> taken_;
};

} // namespace warpstring::generate
