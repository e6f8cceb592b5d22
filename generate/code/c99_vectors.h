// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL C's vectors as C99 has none: structs, and functions for what operators and built-in functions do by
// components.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/result.h"
#include "generate/form/expr.h"

namespace warpstring::generate {

/// "typedef struct { float x, y, z, w; } float4;"
[[nodiscard]] std::string vectorStruct(ValueType vector);

/// A function that structs want: of vectors or of scalars that all components get, "add", "all", "sqrt".
struct VectorFunction {
    ValueType vector;
    std::string name;
    std::size_t operands = 0;

    /// "float4_add".
    [[nodiscard]] std::string called() const;
    /// Its definition in C99.
    [[nodiscard]] std::string text() const;

    friend auto operator<=>(const VectorFunction& a, const VectorFunction& b) {
        return a.called() <=> b.called();
    }
};

/// Rewrites functions in OpenCL C one after the other.
class C99Vectors {
public:
    /// What the text may call, with its types.
    explicit C99Vectors(const std::vector<UserFunction>& functions) : functions_(functions) {}

    /// A function, or the block of one whose parameters are `names`. Errors: generate.host-reference, where
    /// something is done with vectors that is not known here.
    [[nodiscard]] Result<std::string> rewritten(const std::string& text,
                                                const std::map<std::string, ValueType>& names = {});

    /// Structs and functions that the rewritten texts want.
    [[nodiscard]] std::string definitions() const;
    /// What these are called.
    [[nodiscard]] std::set<std::string> names() const;

private:
    const std::vector<UserFunction>& functions_;
    std::map<std::string, ValueType> vectors_; // by their names
    std::set<VectorFunction> called_;
};

} // namespace warpstring::generate
