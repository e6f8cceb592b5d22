// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/search_space.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>

#include "core/files/launches/launch_axes.h"
#include "core/files/launches/size_expression.h"
#include "tuning/search/space_names.h"

namespace warpstring::search {

namespace {

using files::TomlValue;

constexpr std::uint64_t mostCombinations = std::uint64_t{1} << 62;

/// What the file says of a name of the space.
const TomlValue* stated(const TomlValue& document, const std::string& name) {
    if (name == "global" || name == "local") return document.find(name);
    for (const char* key : {"args", "macros", "constants"})
        if (const TomlValue* table = document.find(key))
            if (const TomlValue* value = table->find(name))
                return value->kind == TomlValue::Kind::Table ? value->find("value") : value;
    return nullptr;
}

SpaceAxis axisOf(const TomlValue& document, const files::NamedValues& named, bool isRewrite) {
    SpaceAxis axis;
    axis.name = (isRewrite ? "rewrite." : "") + named.name;
    axis.isRewrite = isRewrite;
    for (const TomlValue& value : named.values) axis.words.push_back(wordOf(value));
    const TomlValue* value = isRewrite ? nullptr : stated(document, named.name);
    const std::string word = value != nullptr ? wordOf(*value) : "";
    if (!isRewrite && value == nullptr) return axis;
    const auto found = std::find(axis.words.begin(), axis.words.end(), word);
    if (found != axis.words.end()) axis.start = static_cast<std::size_t>(found - axis.words.begin());
    return axis;
}

Diagnostic badConstraint(const SourceLocation& place, const std::string& message, const std::string& hint) {
    return {"tune.bad-constraint", Severity::Error, place, message, hint};
}

} // namespace

std::string_view name(SpaceOrigin origin) {
    switch (origin) {
    case SpaceOrigin::Tune: return "tune";
    case SpaceOrigin::SpaceFile: return "file";
    case SpaceOrigin::Sweep: return "sweep";
    default: return "derived";
    }
}

std::string wordOf(const TomlValue& value) {
    switch (value.kind) {
    case TomlValue::Kind::Integer: return std::to_string(value.integer);
    case TomlValue::Kind::Float: {
        char buffer[32];
        const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value.number);
        return {buffer, end};
    }
    case TomlValue::Kind::Boolean: return value.boolean ? "true" : "false";
    case TomlValue::Kind::Array: {
        std::string word;
        for (const TomlValue& item : value.items) word += (word.empty() ? "" : "x") + wordOf(item);
        return word;
    }
    default: return value.text;
    }
}

struct SearchSpace::Content {
    struct Constraint {
        std::string text;
        SourceLocation place;
        files::SizeExpression expression;
        std::vector<SpaceNames::Node> names;
        std::size_t lastAxis = 0; ///< with its value, all that the constraint hangs on is known
    };

    std::vector<files::NamedValues> names;
    std::vector<files::NamedValues> rewrites;
    TomlValue document; ///< what `table` looks names up in
    std::vector<SpaceAxis> axes;
    std::vector<Constraint> constraints;
    std::optional<SpaceNames> table;
    std::uint64_t combinations = 1;
    SpaceOrigin origin = SpaceOrigin::Tune;

    [[nodiscard]] bool holds(const Constraint& constraint, const Choice& choice) const {
        std::vector<std::int64_t> values;
        values.reserve(constraint.names.size());
        for (const auto node : constraint.names) {
            const auto value = table->value(node, choice);
            if (!value) return false;
            values.push_back(*value);
        }
        const auto result = constraint.expression.evaluate(values);
        return result && *result != 0;
    }
    /// Why it cannot be told whether a constraint holds; empty where it can.
    [[nodiscard]] std::string reason(const Constraint& constraint, const Choice& choice) const {
        std::vector<std::int64_t> values;
        for (const auto node : constraint.names) {
            const auto value = table->value(node, choice);
            if (!value) return value.diagnostics().front().message;
            values.push_back(*value);
        }
        const auto result = constraint.expression.evaluate(values);
        return result ? "" : result.diagnostics().front().message;
    }
};

Result<SearchSpace> SearchSpace::make(const TomlValue& document, std::vector<files::NamedValues> names,
                                      std::vector<files::NamedValues> rewrites,
                                      const std::vector<ConstraintText>& constraints, SpaceOrigin origin) {
    auto content = std::make_shared<Content>();
    content->names = std::move(names);
    content->rewrites = std::move(rewrites);
    content->document = document;
    content->origin = origin;
    for (const auto& named : content->names) content->axes.push_back(axisOf(document, named, false));
    for (const auto& named : content->rewrites) content->axes.push_back(axisOf(document, named, true));
    for (const SpaceAxis& axis : content->axes) {
        if (content->combinations > mostCombinations / axis.words.size())
            return Diagnostic{"tune.space-too-large",
                              Severity::Error,
                              {},
                              "the space has more than 2^62 combinations",
                              "shorten its lists"};
        content->combinations *= axis.words.size();
    }
    content->table.emplace(content->document, content->names, content->rewrites);
    Diagnostics faults;
    for (const ConstraintText& given : constraints) {
        auto expression = files::SizeExpression::parse(given.text);
        if (!expression) {
            const Diagnostic& fault = expression.diagnostics().front();
            faults.push_back(badConstraint(given.place, fault.message, fault.hint));
            continue;
        }
        Content::Constraint made{given.text, given.place, std::move(*expression), {}, 0};
        for (const std::string& used : made.expression.names()) {
            const auto node = content->table->find(used);
            if (!node) {
                faults.push_back(badConstraint(
                    given.place,
                    "the constraint \"" + given.text + "\" uses \"" + used + "\", which is not defined",
                    files::suggestion(used, content->table->known(),
                                      "names are those of the launch file, local_0, global_0 and so on")));
                continue;
            }
            made.names.push_back(*node);
            for (const std::size_t axis : content->table->axesOf(*node))
                made.lastAxis = std::max(made.lastAxis, axis);
        }
        content->constraints.push_back(std::move(made));
    }
    if (!faults.empty()) return faults;
    return SearchSpace(std::move(content));
}

const std::vector<SpaceAxis>& SearchSpace::axes() const { return content_->axes; }
SpaceOrigin SearchSpace::origin() const { return content_->origin; }
const std::vector<files::NamedValues>& SearchSpace::names() const { return content_->names; }
std::uint64_t SearchSpace::combinations() const { return content_->combinations; }

VariantId SearchSpace::idOf(const Choice& choice) const {
    VariantId id = 0;
    for (std::size_t axis = 0; axis < choice.size(); ++axis)
        id = id * content_->axes[axis].words.size() + choice[axis];
    return id;
}

Choice SearchSpace::choiceOf(VariantId id) const {
    Choice choice(content_->axes.size());
    for (std::size_t axis = choice.size(); axis-- > 0;) {
        const std::uint64_t size = content_->axes[axis].words.size();
        choice[axis] = id % size;
        id /= size;
    }
    return choice;
}

std::string SearchSpace::nameOf(VariantId id) const {
    const Choice choice = choiceOf(id);
    std::string text;
    for (std::size_t axis = 0; axis < choice.size(); ++axis) {
        const SpaceAxis& of = content_->axes[axis];
        const std::string& word = of.words[choice[axis]];
        if (of.isRewrite && word.empty()) continue;
        text += (text.empty() ? "" : ",") + of.name + "=" + word;
    }
    return text;
}

std::optional<VariantId> SearchSpace::start() const {
    Choice choice;
    for (const SpaceAxis& axis : content_->axes) {
        if (!axis.start) return std::nullopt;
        choice.push_back(*axis.start);
    }
    return idOf(choice);
}

bool SearchSpace::isValid(const Choice& choice) const {
    return std::all_of(content_->constraints.begin(), content_->constraints.end(),
                       [&](const auto& constraint) { return content_->holds(constraint, choice); });
}

bool SearchSpace::visitFrom(std::size_t axis, Choice& choice, const std::vector<std::size_t>& wanted,
                            const std::function<bool(const Choice&)>& visit, std::uint64_t& steps) const {
    if (axis == choice.size()) return visit(choice);
    for (std::size_t value = 0; value < content_->axes[axis].words.size(); ++value) {
        if (steps-- == 0) {
            steps = 0;
            return false;
        }
        choice[axis] = value;
        const bool isPossible = std::all_of(wanted.begin(), wanted.end(), [&](std::size_t i) {
            const auto& constraint = content_->constraints[i];
            return constraint.lastAxis != axis || content_->holds(constraint, choice);
        });
        if (isPossible && !visitFrom(axis + 1, choice, wanted, visit, steps)) return false;
    }
    choice[axis] = 0;
    return true;
}

bool SearchSpace::forEachValid(const std::function<bool(const Choice&)>& visit, std::uint64_t mostSteps) const {
    std::vector<std::size_t> all(content_->constraints.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    Choice choice(content_->axes.size());
    return visitFrom(0, choice, all, visit, mostSteps);
}

SpaceCounts SearchSpace::count() const {
    SpaceCounts counts;
    counts.combinations = content_->combinations;
    if (content_->constraints.empty()) {
        counts.valid = counts.combinations;
        return counts;
    }
    counts.isWhole = forEachValid([&](const Choice&) { return ++counts.valid != 0; });
    return counts;
}

bool SearchSpace::isSatisfiable(const std::vector<std::size_t>& constraints) const {
    bool isFound = false;
    Choice choice(content_->axes.size());
    std::uint64_t steps = std::uint64_t{1} << 26;
    visitFrom(0, choice, constraints, [&](const Choice&) { return !(isFound = true); }, steps);
    return isFound;
}

Diagnostic SearchSpace::whyEmpty() const {
    const auto refusal = [&](const Content::Constraint& constraint, const std::string& what,
                             const std::string& hint) {
        return Diagnostic{"tune.unsatisfiable", Severity::Error, constraint.place,
                          "none of the " + std::to_string(content_->combinations) + " combinations " + what,
                          hint};
    };
    for (std::size_t i = 0; i < content_->constraints.size(); ++i) {
        const auto& constraint = content_->constraints[i];
        if (isSatisfiable({i})) continue;
        const std::string reason = content_->reason(constraint, Choice(content_->axes.size()));
        return refusal(constraint, "meets \"" + constraint.text + "\"" + (reason.empty() ? "" : ": " + reason),
                       "no value of its names does: correct it, or list other values");
    }
    std::vector<std::size_t> together;
    for (std::size_t i = 0; i < content_->constraints.size(); ++i) {
        together.push_back(i);
        if (isSatisfiable(together)) continue;
        return refusal(content_->constraints[i],
                       "meets \"" + content_->constraints[i].text +
                           "\" together with the constraints before it",
                       "each of them can be met by itself: loosen one, or list other values");
    }
    return {"tune.unsatisfiable",
            Severity::Error,
            {},
            "no combination meets the constraints among those that were looked at",
            "loosen one of them"};
}

} // namespace warpstring::search
