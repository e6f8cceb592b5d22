// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/launch_comparison.h"

#include <algorithm>

#include "core/files/launches/launch_arguments.h"

namespace warpstring::files {

namespace {

using Kind = TomlValue::Kind;

const TomlValue* tableOf(TomlFaults& faults, const TomlValue& document, const std::string& key) {
    const TomlValue* table = document.find(key);
    if (table == nullptr || table->kind == Kind::Table) return table;
    faults.wrongType(*table, key, "a table");
    return nullptr;
}

bool agree(const Launch& one, const Launch& other) {
    return std::all_of(one.swept.begin(), one.swept.end(), [&](const SweptValue& value) {
        return std::all_of(other.swept.begin(), other.swept.end(), [&](const SweptValue& otherValue) {
            return value.name != otherValue.name || value.text == otherValue.text;
        });
    });
}

} // namespace

std::string readFamily(TomlFaults& faults, LaunchScope& scope, const TomlValue& document) {
    const TomlValue* table = tableOf(faults, document, "family");
    if (table == nullptr) return "";
    faults.unknownKeys(*table, "the family", {"name", "problem"});
    std::string family = readText(faults, *table, "the family", "name", true).value_or("");
    const TomlValue* problem = table->find("problem");
    if (problem == nullptr) return family;
    if (problem->kind != Kind::Array) {
        faults.wrongType(*problem, "the family's problem", "an array of expressions");
        return family;
    }
    for (const TomlValue& item : problem->items) {
        const auto value = scope.integer(item, "a value that defines the problem");
        const std::string text = item.kind == Kind::Text ? item.text : "";
        if (value) family += "," + (text.empty() ? "" : text + "=") + std::to_string(*value);
    }
    return family;
}

std::optional<OutputReference> ReferenceReader::read(LaunchScope& scope, const Launch& launch) {
    const TomlValue* table = tableOf(faults_, document_, "reference");
    if (table == nullptr) return std::nullopt;
    faults_.unknownKeys(*table, "the reference", {"function", "launch", "tolerance"});
    const TomlValue* function = table->find("function");
    const TomlValue* file = table->find("launch");
    if ((function == nullptr) == (file == nullptr)) {
        faults_.add(table->place, "bad-reference",
                    function == nullptr ? "the reference names nothing to compare with"
                                        : "the reference names both a function and a launch",
                    "give either function = \"<name>\" or launch = \"<file>\"");
        return std::nullopt;
    }
    OutputReference reference;
    if (function != nullptr)
        reference.function = readText(faults_, *table, "the reference", "function", true).value_or("");
    else
        reference.launch = otherLaunch(*file, launch);
    if (const TomlValue* tolerance = table->find("tolerance")) {
        reference.tolerance = scope.number(*tolerance, "the tolerance");
        if (reference.tolerance && !(*reference.tolerance >= 0))
            faults_.add(tolerance->place, "bad-reference", "the tolerance is negative",
                        "it is the largest error as a fraction of the outputs, such as 1e-5");
    }
    if (!readLaunches_ && reference.function.empty()) return std::nullopt;
    return reference;
}

std::shared_ptr<const Launch> ReferenceReader::otherLaunch(const TomlValue& file, const Launch& launch) {
    const auto path = readPath(faults_, file, "the reference launch", path_.parent_path());
    if (!path || !readLaunches_) return nullptr;
    if (!other_) other_ = readLaunchFile(*path, false);
    if (!*other_) {
        for (const Diagnostic& diagnostic : other_->diagnostics()) faults_.add(diagnostic);
        return nullptr;
    }
    std::shared_ptr<const Launch> found;
    std::size_t matches = 0;
    for (const Launch& other : other_->value().launches) {
        if (!agree(launch, other)) continue;
        ++matches;
        if (!found) found = std::make_shared<const Launch>(other);
    }
    if (matches == 1) return found;
    faults_.addForValues(file.place, "bad-reference",
                         std::to_string(matches) + " launches of \"" + path->string() +
                             "\" have this launch's swept values; there must be one",
                         "let both files sweep over the same values, or the other over none");
    return nullptr;
}

} // namespace warpstring::files
