// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/form/expr.h"

#include <algorithm>
#include <array>

namespace warpstring::generate {
namespace {

struct OperatorName {
    std::string_view name;
    int operands;
    bool infix = false;
};

constexpr auto operatorNames = std::to_array<OperatorName>({
    {"+", 2, true},  {"-", 2, true}, {"*", 2, true},  {"/", 2, true},  {"%", 2, true},  {"<", 2, true},
    {"<=", 2, true}, {">", 2, true}, {">=", 2, true}, {"==", 2, true}, {"!=", 2, true}, {"&&", 2, true},
    {"||", 2, true}, {"&", 2, true}, {"|", 2, true},  {"^", 2, true},  {"<<", 2, true}, {">>", 2, true},
    {"neg", 1},      {"not", 1},     {"select", 3},   {"min", 2},      {"max", 2},      {"fabs", 1},
    {"abs", 1},      {"sqrt", 1},    {"rsqrt", 1},    {"exp", 1},      {"log", 1},      {"sin", 1},
    {"cos", 1},      {"tan", 1},     {"floor", 1},    {"ceil", 1},     {"pow", 2},      {"hypot", 2},
    {"atan2", 2},    {"fma", 3},     {"mad", 3},      {".x", 1},       {".y", 1},       {".z", 1},
    {".w", 1},       {"char", 1},    {"uchar", 1},    {"short", 1},    {"ushort", 1},   {"int", 1},
    {"uint", 1},     {"long", 1},    {"ulong", 1},    {"float", 1},    {"double", 1},   {"float2", 2},
    {"float3", 3},   {"float4", 4},  {"int2", 2},     {"int4", 4},
});

} // namespace

Expr Function::expr() const { return Expr(body); }

int operandCount(std::string_view operatorName) {
    const auto* known = std::ranges::find(operatorNames, operatorName, &OperatorName::name);
    return known == operatorNames.end() ? 0 : known->operands;
}

bool isInfix(std::string_view operatorName) {
    const auto* known = std::ranges::find(operatorNames, operatorName, &OperatorName::name);
    return known != operatorNames.end() && known->infix;
}

std::string_view name(Level level) {
    switch (level) {
    case Level::Abstract: return "";
    case Level::Workgroup: return "Workgroup";
    case Level::Global: return "Global";
    case Level::Local: return "Local";
    case Level::Warp: return "Warp";
    case Level::Lane: return "Lane";
    case Level::Sequential: return "Seq";
    }
    return "";
}

std::string_view name(Boundary boundary) {
    switch (boundary) {
    case Boundary::Constant: return "constant";
    case Boundary::Nearest: return "nearest";
    case Boundary::Wrap: return "wrap";
    }
    return "";
}

} // namespace warpstring::generate
