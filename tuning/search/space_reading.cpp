// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/space_reading.h"

#include "core/files/launches/launch_axes.h"

namespace warpstring::search {

namespace {

using files::TomlEntry;
using files::TomlFaults;
using files::TomlValue;

constexpr const char* spaceSchema = "warpstring.space/1";

/// What a table says, before it is held against the launch file as a whole.
struct SpaceParts {
    std::vector<files::NamedValues> names, rewrites;
    std::vector<SearchSpace::ConstraintText> constraints;
};

void readConstraints(TomlFaults& faults, const TomlValue& list, SpaceParts& parts) {
    if (list.kind != TomlValue::Kind::Array)
        return faults.wrongType(list, "constraints", "an array of expressions");
    for (const TomlValue& item : list.items) {
        if (item.kind == TomlValue::Kind::Text)
            parts.constraints.push_back({item.text, faults.location(item.place)});
        else
            faults.wrongType(item, "a constraint", "an expression such as \"tile * tile <= 1024\"");
    }
}

void readRewrite(TomlFaults& faults, const TomlEntry& entry, const std::string& name, SpaceParts& parts) {
    if (entry.value.kind != TomlValue::Kind::Array || entry.value.items.empty())
        return faults.wrongType(entry.value, "the rewrite \"" + name + "\"",
                                "an array of rewrites, with \"\" for none");
    for (const TomlValue& item : entry.value.items)
        if (item.kind != TomlValue::Kind::Text)
            return faults.wrongType(item, "a rewrite", "its words, or \"\" for none");
    parts.rewrites.push_back({name, entry.keyPlace, entry.value.items});
}

/// `table` is [tune] or [sweep], which has neither rewrites nor constraints.
SpaceParts readTable(TomlFaults& faults, const TomlValue& table, const TomlValue& document,
                     const std::string& word) {
    constexpr std::string_view prefix = "rewrite.";
    SpaceParts parts;
    const bool isTune = word == "tune";
    for (const TomlEntry& entry : table.entries) {
        if (isTune && entry.key == "constraints") {
            readConstraints(faults, entry.value, parts);
        } else if (isTune && entry.key == "rewrite" && entry.value.kind == TomlValue::Kind::Table) {
            for (const TomlEntry& rewrite : entry.value.entries)
                readRewrite(faults, rewrite, rewrite.key, parts);
        } else if (isTune && entry.key.starts_with(prefix)) {
            readRewrite(faults, entry, entry.key.substr(prefix.size()), parts);
        } else if (auto axis = files::readAxis(faults, entry, document, word)) {
            parts.names.push_back({entry.key, entry.keyPlace, *axis->values});
        }
    }
    if (parts.names.empty() && parts.rewrites.empty() && faults.empty())
        faults.add(table.place, "empty-" + word, "[" + word + "] lists nothing to try",
                   "name a macro, a scalar argument, a constant or local, and list its values");
    return parts;
}

Result<std::optional<SearchSpace>> made(const TomlValue& document, SpaceParts parts, SpaceOrigin origin) {
    auto space = SearchSpace::make(document, std::move(parts.names), std::move(parts.rewrites),
                                   parts.constraints, origin);
    if (!space) return space.diagnostics();
    bool isEmpty = true;
    static_cast<void>(space->forEachValid([&](const Choice&) { return isEmpty = false; }));
    if (isEmpty) return space->whyEmpty();
    return std::optional(std::move(*space));
}

Result<std::optional<SearchSpace>> ofSpaceFile(const TomlValue& document, const NamedText& space) {
    const auto table = files::parseToml(space.text, space.path, "space");
    if (!table) return table.diagnostics();
    TomlFaults faults(space.path, "space");
    const auto schema = files::readText(faults, *table, "the file", "schema", true);
    if (schema && *schema != spaceSchema)
        faults.add(table->find("schema")->place, "wrong-schema", "the schema is \"" + *schema + "\"",
                   "the first line of a space is schema = \"" + std::string(spaceSchema) + "\"");
    if (!faults.empty()) return faults.sorted();
    faults.unknownKeys(*table, "a space", {"schema", "tune"});
    const TomlValue* tune = table->find("tune");
    if (tune == nullptr)
        faults.missingKey(*table, "the file", "tune", "add [tune] with a list of values for each name");
    else if (tune->kind != TomlValue::Kind::Table)
        faults.wrongType(*tune, "tune", "a table");
    if (!faults.empty()) return faults.sorted();
    SpaceParts parts = readTable(faults, *tune, document, "tune");
    if (!faults.empty()) return faults.sorted();
    return made(document, std::move(parts), SpaceOrigin::SpaceFile);
}

} // namespace

Result<std::optional<SearchSpace>> readSpace(const NamedText& launch, const std::optional<NamedText>& space) {
    const auto document = files::parseToml(launch.text, launch.path, "launch");
    if (!document) return document.diagnostics();
    if (space) return ofSpaceFile(*document, *space);
    for (const char* word : {"tune", "sweep"}) {
        const TomlValue* table = document->find(word);
        if (table == nullptr || table->kind != TomlValue::Kind::Table) continue;
        TomlFaults faults(launch.path, "launch");
        SpaceParts parts = readTable(faults, *table, *document, word);
        if (!faults.empty()) return faults.sorted();
        return made(*document, std::move(parts),
                    std::string_view(word) == "tune" ? SpaceOrigin::Tune : SpaceOrigin::Sweep);
    }
    return std::optional<SearchSpace>();
}

} // namespace warpstring::search
