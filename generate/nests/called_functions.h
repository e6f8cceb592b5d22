// SPDX-License-Identifier: GPL-3.0-or-later
// The functions that a nest calls, those that they call, and what of C's library they need, as OpenCL C.
#pragma once

#include <string>
#include <vector>

#include "generate/form/expr.h"
#include "pdg/frontend/annotated/syntax.h"

namespace warpstring::generate {

/// By the thesis' equation 3.2 and its dependent function analysis (seeds/000, 3.2.1 and 3.3.1): callees first,
/// each once.
class CalledFunctions {
public:
    explicit CalledFunctions(const frontend::CFile& file) : file_(file) {}

    /// Notes the function, and all that it calls. Throws NestFault: nest.recursion, nest.side-effect,
    /// nest.no-body, nest.type.
    UserFunction call(const std::string& name, const SourceLocation& place);

    /// A function that is none of the file's. One of its name is replaced.
    void add(UserFunction function);
    /// The name, with _ behind it while the file has such a function.
    [[nodiscard]] std::string unusedName(std::string name) const;

    [[nodiscard]] const std::vector<UserFunction>& functions() const { return functions_; }
    /// Types by C's names that their text uses.
    [[nodiscard]] std::string preamble() const;

private:
    [[nodiscard]] const frontend::CFunction* defined(const std::string& name) const;

    const frontend::CFile& file_;
    std::vector<UserFunction> functions_;
    std::vector<std::string> path_; // functions that are being collected
};

/// What the form calls a function of C's library: "sqrt" of "sqrtf", "min" of "fminf"; empty where it has no
/// operator for it.
[[nodiscard]] std::string operatorOfC(const std::string& name);

} // namespace warpstring::generate
