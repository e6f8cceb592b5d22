// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/launch_scope.h"

#include <algorithm>
#include <cmath>

namespace warpstring::files {

namespace {

// A constant may use others; chains longer than this are a mistake, and would recurse as deeply.
constexpr int longestChain = 64;

} // namespace

bool isIdentifier(const std::string& text) {
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !text.empty() && isLetter(text[0]) &&
           std::all_of(text.begin(), text.end(), [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

LaunchScope::LaunchScope(TomlFaults& faults, ExpressionCache& cache, const TomlValue& document,
                         const SweepValues& swept)
    : faults_(faults), cache_(cache), swept_(swept) {
    static const TomlValue none;
    const auto entriesOf = [&](const char* key) -> const std::vector<TomlEntry>& {
        const TomlValue* table = document.find(key);
        return table != nullptr ? table->entries : none.entries;
    };
    for (const TomlEntry& entry : entriesOf("args")) {
        Definition definition;
        definition.value =
            entry.value.kind == TomlValue::Kind::Table ? entry.value.find("value") : &entry.value;
        // The "value" of a buffer is what it is filled with.
        if (entry.value.find("scalar") == nullptr && entry.value.kind == TomlValue::Kind::Table)
            definition.value = nullptr;
        define(entry, definition);
    }
    for (const TomlEntry& entry : entriesOf("macros")) define(entry, {.value = &entry.value, .verbatim = true});
    for (const TomlEntry& entry : entriesOf("constants")) {
        if (define(entry, {.value = &entry.value})) constants_.push_back(entry.key);
    }
}

bool LaunchScope::define(const TomlEntry& entry, Definition definition) {
    if (definition.value != nullptr) definition.value = &valueOf(entry.key, *definition.value);
    if (definitions_.emplace(entry.key, definition).second) return true;
    faults_.add(entry.keyPlace, "ambiguous-name",
                "\"" + entry.key + "\" is defined twice among [args], [macros] and [constants]",
                "expressions and sweeps name values without their table: rename one of the two");
    return false;
}

const TomlValue& LaunchScope::valueOf(const std::string& name, const TomlValue& written) const {
    const auto found = swept_.find(name);
    return found == swept_.end() ? written : *found->second;
}

const Result<SizeExpression>& LaunchScope::parsed(const std::string& text) {
    auto found = cache_.find(text);
    if (found == cache_.end()) found = cache_.emplace(text, SizeExpression::parse(text)).first;
    return found->second;
}

std::optional<std::int64_t> LaunchScope::integer(const TomlValue& value, const std::string& what) {
    if (value.kind == TomlValue::Kind::Integer) return value.integer;
    if (value.kind != TomlValue::Kind::Text) {
        faults_.wrongType(value, what, "an integer or an expression such as \"n/16\"");
        return std::nullopt;
    }
    const auto report = [&](const Diagnostic& failure) {
        faults_.addForValues(value.place, "bad-expression", failure.message, failure.hint);
        return std::nullopt;
    };
    const Result<SizeExpression>& expression = parsed(value.text);
    if (!expression) return report(expression.diagnostics().front());
    std::vector<std::int64_t> values;
    for (const std::string& name : expression->names())
        if (const auto result = resolve(name, value.place)) values.push_back(*result);
    if (values.size() != expression->names().size()) return std::nullopt;
    const Result<std::int64_t> result = expression->evaluate(values);
    if (!result) return report(result.diagnostics().front());
    return *result;
}

std::optional<std::int64_t> LaunchScope::resolve(const std::string& name, TomlPlace usedAt) {
    const auto fault = [&](const char* code, std::string message, std::string hint) {
        faults_.addDistinct({std::string("launch.") + code, Severity::Error, faults_.location(usedAt),
                             std::move(message), std::move(hint)});
        return std::nullopt;
    };
    const auto found = definitions_.find(name);
    if (found == definitions_.end()) {
        std::vector<std::string> known;
        for (const auto& [key, definition] : definitions_)
            if (definition.value != nullptr) known.push_back(key);
        return fault("unknown-name", "\"" + name + "\" is not defined",
                     suggestion(name, known, "define it in [args], [macros] or [constants]"));
    }
    Definition& definition = found->second;
    if (definition.state == State::Known) return definition.result;
    if (definition.state == State::Failed) return std::nullopt; // reported where it failed
    if (definition.state == State::Visiting)
        return fault("cyclic-constants", "\"" + name + "\" is defined by itself", "break the cycle");
    if (definition.value == nullptr)
        return fault("not-an-integer", "\"" + name + "\" is a buffer or local memory, not an integer",
                     "expressions use scalar arguments, macros and constants");
    if (definition.value->kind == TomlValue::Kind::Float ||
        (definition.verbatim && definition.value->kind == TomlValue::Kind::Text))
        return fault("not-an-integer", "\"" + name + "\" is not an integer",
                     definition.verbatim
                         ? "macros are passed on as they stand; put what is to be computed into [constants]"
                         : "sizes are computed from integers alone");
    if (depth_ >= longestChain)
        return fault("too-deep", "\"" + name + "\" hangs on a chain of more than 64 definitions",
                     "write the definition out");
    definition.state = State::Visiting;
    ++depth_;
    const auto result = integer(*definition.value, "\"" + name + "\"");
    --depth_;
    definition.state = result ? State::Known : State::Failed;
    if (result) definition.result = *result;
    return result;
}

std::optional<std::uint64_t> LaunchScope::size(const TomlValue& value, const std::string& what) {
    const auto result = integer(value, what);
    if (!result) return std::nullopt;
    if (*result > 0) return static_cast<std::uint64_t>(*result);
    faults_.addForValues(value.place, *result == 0 ? "zero-size" : "negative-size",
                         what + " is " + std::to_string(*result), "it must be at least 1");
    return std::nullopt;
}

std::optional<double> LaunchScope::number(const TomlValue& value, const std::string& what) {
    if (value.kind == TomlValue::Kind::Float) {
        if (std::isfinite(value.number)) return value.number;
        faults_.add(value.place, "not-finite", what + " is not a finite number", "write a finite number");
        return std::nullopt;
    }
    if (value.kind != TomlValue::Kind::Integer && value.kind != TomlValue::Kind::Text) {
        faults_.wrongType(value, what, "a number or an expression");
        return std::nullopt;
    }
    const auto result = integer(value, what);
    if (!result) return std::nullopt;
    return static_cast<double>(*result);
}

void LaunchScope::checkConstants() {
    for (const std::string& name : constants_)
        static_cast<void>(resolve(name, definitions_.at(name).value->place));
}

} // namespace warpstring::files
