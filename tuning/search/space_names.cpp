// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/space_names.h"

#include <algorithm>

#include "core/files/launches/launch_axes.h"

namespace warpstring::search {

namespace {

using files::TomlValue;

constexpr int longestChain = 64;
constexpr std::string_view rewritePrefix = "rewrite_";

Diagnostic fault(const std::string& message, const std::string& hint) {
    return {"tune.bad-constraint", Severity::Error, {}, message, hint};
}

/// "local_1" is dimension 1 of "local".
struct SizeName {
    std::string key;
    std::size_t dimension = 0;
};
std::optional<SizeName> sizeNameOf(const std::string& name) {
    for (const char* key : {"local", "global"})
        for (std::size_t d = 0; d < 3; ++d)
            if (name == std::string(key) + "_" + std::to_string(d)) return SizeName{key, d};
    return std::nullopt;
}

const TomlValue* component(const TomlValue* value, std::size_t dimension) {
    if (value == nullptr) return nullptr;
    if (value->kind != TomlValue::Kind::Array) return dimension == 0 ? value : nullptr;
    return dimension < value->items.size() ? &value->items[dimension] : nullptr;
}

/// What the file says of a scalar argument, a macro or a constant.
const TomlValue* statedValue(const TomlValue& document, const std::string& name) {
    for (const char* key : {"args", "macros", "constants"})
        if (const TomlValue* table = document.find(key))
            if (const TomlValue* value = table->find(name)) {
                if (value->kind != TomlValue::Kind::Table) return value;
                return value->find("scalar") != nullptr ? value->find("value") : nullptr;
            }
    return nullptr;
}

} // namespace

SpaceNames::SpaceNames(const TomlValue& document, const std::vector<files::NamedValues>& names,
                       const std::vector<files::NamedValues>& rewrites)
    : document_(document), names_(names), rewrites_(rewrites) {}

std::vector<std::string> SpaceNames::known() const {
    std::vector<std::string> all;
    for (const std::string& name : files::variableNames(document_))
        if (name != "local" && name != "global") all.push_back(name);
    for (const char* key : {"local", "global"})
        for (const char* dimension : {"_0", "_1", "_2"}) all.push_back(std::string(key) + dimension);
    for (const auto& rewrite : rewrites_) all.push_back(std::string(rewritePrefix) + rewrite.name);
    return all;
}

std::optional<SpaceNames::Node> SpaceNames::find(const std::string& name) {
    if (const auto known = found_.find(name); known != found_.end()) return known->second;
    const auto all = known();
    if (std::find(all.begin(), all.end(), name) == all.end()) return found_[name] = std::nullopt;
    return add(name);
}

SpaceNames::Node SpaceNames::add(const std::string& name) {
    const Node node = definitions_.size();
    found_[name] = node;
    definitions_.push_back({std::nullopt, {}, name});
    Definition made{std::nullopt, {}, name};
    for (std::size_t i = 0; i < rewrites_.size(); ++i)
        if (name == std::string(rewritePrefix) + rewrites_[i].name) {
            made.axis = names_.size() + i;
            for (const TomlValue& value : rewrites_[i].values)
                made.alternatives.push_back({value.text.empty() ? 0 : 1, std::nullopt, {}});
            definitions_[node] = std::move(made);
            return node;
        }
    const auto size = sizeNameOf(name);
    const std::string key = size ? size->key : name;
    const bool isVerbatim = files::isMacro(document_, name);
    const auto part = [&](const TomlValue* value) { return size ? component(value, size->dimension) : value; };
    for (std::size_t i = 0; i < names_.size(); ++i)
        if (names_[i].name == key) {
            made.axis = i;
            for (const TomlValue& value : names_[i].values)
                made.alternatives.push_back(alternative(part(&value), isVerbatim));
        }
    if (!made.axis)
        made.alternatives.push_back(
            alternative(part(size ? document_.find(key) : statedValue(document_, name)), isVerbatim));
    definitions_[node] = std::move(made);
    return node;
}

SpaceNames::Alternative SpaceNames::alternative(const TomlValue* value, bool isVerbatim) {
    Alternative made;
    if (value == nullptr) return made;
    if (value->kind == TomlValue::Kind::Integer) made.integer = value->integer;
    if (value->kind != TomlValue::Kind::Text || isVerbatim) return made;
    auto parsed = files::SizeExpression::parse(value->text);
    if (!parsed) return made;
    for (const std::string& name : parsed->names()) {
        const auto node = find(name);
        if (!node) return made;
        made.names.push_back(*node);
    }
    made.expression = std::move(*parsed);
    return made;
}

std::set<std::size_t> SpaceNames::axesOf(Node node) const {
    std::set<std::size_t> axes;
    std::set<Node> seen;
    std::vector<Node> open{node};
    while (!open.empty()) {
        const Node next = open.back();
        open.pop_back();
        if (!seen.insert(next).second) continue;
        const Definition& definition = definitions_[next];
        if (definition.axis) axes.insert(*definition.axis);
        for (const Alternative& alternative : definition.alternatives)
            open.insert(open.end(), alternative.names.begin(), alternative.names.end());
    }
    return axes;
}

Result<std::int64_t> SpaceNames::value(Node node, const Choice& choice, int depth) const {
    const Definition& definition = definitions_[node];
    if (depth > longestChain)
        return fault("\"" + definition.name + "\" is defined by itself", "break the cycle");
    const Alternative& chosen = definition.alternatives[definition.axis ? choice[*definition.axis] : 0];
    if (chosen.integer) return *chosen.integer;
    if (!chosen.expression)
        return fault("\"" + definition.name + "\" is not an integer",
                     "constraints compare integers: scalar arguments, macros, constants and sizes");
    std::vector<std::int64_t> values;
    values.reserve(chosen.names.size());
    for (const Node name : chosen.names) {
        const auto known = value(name, choice, depth + 1);
        if (!known) return known.diagnostics();
        values.push_back(*known);
    }
    return chosen.expression->evaluate(values);
}

} // namespace warpstring::search
