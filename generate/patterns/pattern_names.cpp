// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/patterns/pattern_names.h"

#include <algorithm>
#include <array>

namespace warpstring::generate {

namespace {

using Form = PatternName::Form;

struct KnownPattern {
    std::string_view name;
    Op op;
    std::string_view usage;
    Form form = Form::Plain;
};

constexpr auto known = std::to_array<KnownPattern>({
    {"map", Op::Map, "map(f)"},
    {"reduce", Op::Reduce, "reduce(operator, identity)"},
    {"partRed", Op::PartRed, "partRed(operator, identity, n)"},
    {"scan", Op::Scan, "scan(operator, identity)"},
    {"zip", Op::Zip, "zip(xs, ys)"},
    {"split", Op::Split, "split(n)"},
    {"join", Op::Join, "join"},
    {"iterate", Op::Iterate, "iterate(count, f)"},
    {"reorder", Op::Reorder, "reorder"},
    {"transpose", Op::Transpose, "transpose"},
    {"gather", Op::Gather, "gather(f) or gather(n, f)"},
    {"slide", Op::Slide, "slide(size, step)"},
    {"pad", Op::Pad, "pad(before, behind, boundary)"},
    {"take", Op::Take, "take(n)"},
    {"iota", Op::Iota, "iota(n)"},
    {"fill", Op::Fill, "fill(n, value)"},
    {"at", Op::At, "at(index)"},
    {"reorderStride", Op::ReorderStride, "reorderStride(s)"},
    {"toLocal", Op::ToLocal, "toLocal"},
    {"toLocalPadded", Op::ToLocal, "toLocalPadded(n)", Form::Padded},
    {"toLocalByTurns", Op::ToLocal, "toLocalByTurns(n)", Form::ByTurns},
    {"toGlobal", Op::ToGlobal, "toGlobal"},
    {"toPrivate", Op::ToPrivate, "toPrivate"},
    {"asVector", Op::AsVector, "asVector(n)"},
    {"asScalar", Op::AsScalar, "asScalar"},
    {"stencil", Op::Map, "stencil(radius, boundary, f) or stencil(radius, radius, boundary, f)", Form::Stencil},
    {"mapOverlap", Op::Map, "mapOverlap(radius, boundary, f) or mapOverlap(radius, radius, boundary, f)",
     Form::Stencil},
    {"allpairs", Op::Map, "allpairs(f) or allpairs(zip operator, reduce operator, identity), of two matrices",
     Form::AllPairs},
});

constexpr std::array levels{Level::Abstract, Level::Workgroup, Level::Global,    Level::Local,
                            Level::Warp,     Level::Lane,      Level::Sequential};

bool hasLevel(Op op) { return op == Op::Map || op == Op::Reduce || op == Op::Scan; }

bool hasDimension(Level level) {
    return level == Level::Workgroup || level == Level::Global || level == Level::Local;
}

/// What stands behind "map", "reduce" and "scan".
std::optional<build::Run> runNamed(std::string_view suffix) {
    build::Run run;
    for (const Level level : levels)
        if (suffix.starts_with(name(level))) run.level = level; // the empty one is the first
    suffix.remove_prefix(name(run.level).size());
    if (hasDimension(run.level) && !suffix.empty() && suffix.front() >= '0' && suffix.front() <= '2') {
        run.dimension = suffix.front() - '0';
        suffix.remove_prefix(1);
    }
    if (suffix == "Unroll" && run.level == Level::Sequential) {
        run.unroll = true;
        suffix = {};
    }
    return suffix.empty() ? std::optional(run) : std::nullopt;
}

struct InfixName {
    std::string_view name;
    std::string_view sign;
};
constexpr auto infixNames =
    std::to_array<InfixName>({{"add", "+"}, {"sub", "-"}, {"mul", "*"}, {"div", "/"}, {"mod", "%"}});

} // namespace

std::optional<PatternName> patternNamed(std::string_view name) {
    for (const KnownPattern& pattern : known) {
        if (name == pattern.name) return PatternName{pattern.form, pattern.op, {}, pattern.usage};
        if (!hasLevel(pattern.op) || pattern.form != Form::Plain || !name.starts_with(pattern.name)) continue;
        if (const std::optional<build::Run> run = runNamed(name.substr(pattern.name.size())))
            return PatternName{pattern.form, pattern.op, *run, pattern.usage};
    }
    return std::nullopt;
}

std::string patternName(const Node& node) {
    const auto* pattern = std::ranges::find(known, node.op, &KnownPattern::op);
    if (pattern == known.end()) return {};
    if (node.op == Op::ToLocal && node.count > 1) return "toLocalByTurns";
    if (node.op == Op::ToLocal && !node.number.is(0)) return "toLocalPadded";
    std::string text(pattern->name);
    if (!hasLevel(node.op)) return text;
    text += name(node.level);
    if (hasDimension(node.level) && node.dimension != 0) text += std::to_string(node.dimension);
    return node.unroll ? text + "Unroll" : text;
}

std::vector<std::string> patternNames() {
    std::vector<std::string> names;
    for (const KnownPattern& pattern : known) names.emplace_back(pattern.name);
    return names;
}

std::string_view operatorNamed(std::string_view name) {
    const auto* infix = std::ranges::find(infixNames, name, &InfixName::name);
    if (infix != infixNames.end()) return infix->sign;
    const bool isWord = !name.empty() && name.front() != '.' && !isInfix(name) && name != "select";
    return isWord && operandCount(name) > 0 ? name : std::string_view();
}

std::string_view nameOfInfix(std::string_view infixOperator) {
    const auto* infix = std::ranges::find(infixNames, infixOperator, &InfixName::sign);
    return infix == infixNames.end() ? std::string_view() : infix->name;
}

} // namespace warpstring::generate
