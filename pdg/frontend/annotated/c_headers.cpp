// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/annotated/c_headers.h"

#include <array>
#include <string_view>

namespace warpstring::frontend {

namespace {

std::string mathHeader() {
    static constexpr std::array<std::string_view, 27> ofOne{
        "sqrt", "cbrt", "fabs", "exp",   "exp2",  "expm1", "log",  "log2",  "log10",
        "sin",  "cos",  "tan",  "asin",  "acos",  "atan",  "sinh", "cosh",  "tanh",
        "erf",  "erfc", "ceil", "floor", "trunc", "round", "rint", "log1p", "tgamma"};
    static constexpr std::array<std::string_view, 7> ofTwo{"pow",  "hypot", "atan2",   "fmin",
                                                           "fmax", "fmod",  "copysign"};
    std::string text = "#pragma once\n";
    const auto declare = [&](std::string_view name, std::string_view type, std::string_view suffix, int count) {
        text.append(type).append(" ").append(name).append(suffix).append("(").append(type);
        for (int i = 1; i < count; ++i) text.append(", ").append(type);
        text += ");\n";
    };
    for (const auto& [type, suffix] :
         {std::pair<std::string_view, std::string_view>{"double", ""}, {"float", "f"}}) {
        for (const std::string_view name : ofOne) declare(name, type, suffix, 1);
        for (const std::string_view name : ofTwo) declare(name, type, suffix, 2);
        declare("fma", type, suffix, 3);
    }
    return text + "#define M_PI 3.14159265358979323846\n"
                  "#define M_E 2.7182818284590452354\n"
                  "#define M_SQRT2 1.41421356237309504880\n"
                  "#define INFINITY __builtin_inff()\n"
                  "#define HUGE_VALF __builtin_inff()\n"
                  "#define NAN __builtin_nanf(\"\")\n";
}

} // namespace

const std::map<std::string, std::string>& cHeaders() {
    static const std::map<std::string, std::string> headers = {
        {"/warpstring/include/math.h", mathHeader()},
        {"/warpstring/include/stdlib.h",
         "#pragma once\n#include <stddef.h>\nint abs(int);\nlong labs(long);\n"},
    };
    return headers;
}

} // namespace warpstring::frontend
