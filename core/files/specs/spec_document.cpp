// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/specs/spec_document.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "core/files/specs/hardware_spec_file.h"
#include "core/files/specs/spec_value_text.h"
#include "core/files/toml/toml_reader.h"
#include "core/files/toml/toml_string.h"

namespace warpstring::files {

namespace {

using Type = SpecKey::Type;
using Form = TomlOutlineItem::Form;

constexpr std::array costPartNames{"pipes", "instructions", "cycles", "latency"};

/// The order of the schema; within a value that of docs/hardware-specs.md.
int rankOf(const TomlPath& path) {
    static const std::map<std::string, int> ranks = [] {
        std::map<std::string, int> order{{"schema", 0}, {"name", 1}, {"description", 2}, {"sources", 3}};
        int next = 4;
        for (const SpecKey& key : specKeys()) {
            order.emplace(key.path.substr(0, key.path.find('.')), next++);
            order.emplace(key.path, next++);
        }
        next = 0;
        for (const char* part :
             {"value", "pipes", "instructions", "cycles", "latency", "unit", "kind", "source", "note"})
            order.emplace(std::string("*.*.") + part, next++);
        for (std::size_t i = 0; i < pipeCount; ++i)
            order.emplace("*.*.pipes." + std::string(name(static_cast<Pipe>(i))), next++);
        return order;
    }();
    std::string joined;
    for (std::size_t i = 0; i < path.size(); ++i)
        joined += (i > 0 ? "." : "") + (path.size() > 2 && i < 2 ? "*" : path[i]);
    const auto found = ranks.find(joined);
    return found != ranks.end() ? found->second : std::numeric_limits<int>::max();
}

std::string provenanceToml(const SpecProvenanceText& provenance) {
    std::string toml;
    for (const auto& [part, text] :
         {std::pair{"kind", &provenance.kind}, {"source", &provenance.source}, {"note", &provenance.note}})
        if (!text->empty()) toml += std::string(", ") + part + " = " + quoteToml(*text);
    return toml;
}

/// A whole value: its value or the parts of a cost, then where it comes from.
std::string entryToml(const std::string& head, const std::string& unit, const SpecProvenanceText& provenance) {
    return "{ " + head + (unit.empty() ? "" : ", unit = " + quoteToml(unit)) + provenanceToml(provenance) +
           " }";
}

const SpecProvenanceText newKey{"estimated", "", SpecDocument::newKeyNote};

bool isHeading(const TomlPath& path) { return path.size() < 2 || path.front() == "sources"; }

} // namespace

std::string toText(const SpecProvenanceText& provenance) {
    std::string text = provenance.kind;
    if (!provenance.source.empty()) text += (text.empty() ? "" : ", ") + provenance.source;
    if (!provenance.note.empty()) text += (text.empty() ? "" : ": ") + provenance.note;
    return text;
}

SpecDocument::SpecDocument(std::string text, std::filesystem::path path)
    : path_(std::move(path)), editor_(std::move(text), rankOf) {}

Result<HardwareSpec> SpecDocument::validate() const { return parseHardwareSpec(text(), path_); }

Diagnostics SpecDocument::cannotEdit(std::string_view path, const std::string& code, std::string message,
                                     std::string hint) const {
    return {{"spec.edit-" + code,
             Severity::Error,
             {path_.string(), entry(path).line, 0},
             std::move(message),
             std::move(hint)}};
}

Diagnostics SpecDocument::unreadable(std::string_view path) const {
    return cannotEdit(path, "unreadable", "the text around " + std::string(path) + " cannot be read",
                      "close its brackets and quotes in the text first");
}

Diagnostics SpecDocument::set(std::string_view path, std::string_view value) {
    const SpecEntry entry = this->entry(path);
    const SpecKey& key = entry.key;
    if (key.path.empty())
        return cannotEdit(path, "unknown-key", "a hardware spec knows no key \"" + std::string(path) + "\"",
                          "warpstring spec schema lists the keys");
    const TomlPath where = specTomlPath(path);
    if (key.type == Type::Cost) return setCost(entry, value);
    if (where.size() > 2) return setPart(entry, where, value);
    const std::string toml = specValueToml(key, value);
    TomlPath target = where;
    if (!isHeading(where)) {
        if (!entry.present)
            return editor_.write(where, entryToml("value = " + toml, key.unit, newKey)) ? Diagnostics{}
                                                                                        : unreadable(path);
        const TomlOutlineItem* whole = editor_.find(where);
        if (whole == nullptr || whole->form == Form::InlineTable) target.emplace_back("value");
    }
    const TomlOutlineItem* item = editor_.find(target);
    if (item != nullptr && item->form == specValueForm(key.type) && entry.value == value) return {};
    return editor_.write(target, toml) ? Diagnostics{} : unreadable(path);
}

Diagnostics SpecDocument::setPart(const SpecEntry& entry, const TomlPath& where, std::string_view value) {
    const TomlPath cost{where[0], where[1]};
    const std::string toml = specValueToml(entry.key, value);
    const TomlOutlineItem* whole = editor_.find(cost);
    const bool isTable = whole == nullptr || whole->form == Form::InlineTable;
    bool written = false;
    if (editor_.has(cost) && isTable) {
        const TomlOutlineItem* item = editor_.find(where);
        if (item != nullptr && item->form == Form::Scalar && entry.value == value) return {};
        written = editor_.write(where, toml);
    } else {
        const std::string head =
            where.size() == 4 ? "pipes = { " + where[3] + " = " + toml + " }" : where[2] + " = " + toml;
        written = editor_.write(cost, entryToml(head, "", newKey));
    }
    return written ? Diagnostics{} : unreadable(entry.key.path);
}

Diagnostics SpecDocument::setCost(const SpecEntry& entry, std::string_view value) {
    const std::string& path = entry.key.path;
    if (entry.present && entry.value == value) return {};
    const auto costs = parseToml("c = { " + std::string(value) + " }", path_, "spec");
    const std::string form = "instructions = 1, cycles = 4, or pipes = { alu = 1 }, latency = 5";
    const auto bad = [&] {
        return cannotEdit(path, "cost", "\"" + std::string(value) + "\" is no cost", "write " + form);
    };
    if (!costs || costs->entries.size() != 1 || costs->entries.front().value.entries.empty()) return bad();
    for (const TomlEntry& part : costs->entries.front().value.entries)
        if (std::find(costPartNames.begin(), costPartNames.end(), part.key) == costPartNames.end())
            return bad();
    const TomlPath where = specTomlPath(path);
    const TomlOutlineItem* whole = editor_.find(where);
    if (!entry.present || (whole != nullptr && whole->form != Form::InlineTable))
        return editor_.write(where, entryToml(std::string(value), "", newKey)) ? Diagnostics{}
                                                                               : unreadable(path);
    const TomlEditor typed("c = { " + std::string(value) + " }", rankOf);
    TomlEditor edited = editor_;
    for (const char* part : costPartNames) {
        TomlPath target = where;
        target.emplace_back(part);
        const TomlOutlineItem* wanted = typed.find({"c", part});
        if (wanted == nullptr && typed.has({"c", part})) return bad(); // pipes.alu = 1
        if (wanted == nullptr && !edited.has(target)) continue;
        if (wanted != nullptr && edited.find(target) == nullptr && edited.has(target))
            if (!edited.remove(target)) return unreadable(path);
        if (wanted == nullptr ? !edited.remove(target)
                              : !edited.write(target, std::string(typed.written(*wanted))))
            return unreadable(path);
    }
    editor_ = std::move(edited);
    return {};
}

Diagnostics SpecDocument::setProvenance(std::string_view path, const SpecProvenanceText& provenance) {
    TomlPath where = specTomlPath(path);
    if (where.size() > 2) where.resize(2); // a part of a cost has that of the cost
    const SpecEntry entry = where.size() == 2 ? this->entry(where[0] + "." + where[1]) : SpecEntry{};
    if (isHeading(where) || entry.key.path.empty() || !entry.present)
        return cannotEdit(path, "no-provenance", std::string(path) + " has no value whose source to tell",
                          "set its value first");
    const TomlOutlineItem* whole = editor_.find(where);
    if (whole != nullptr && whole->form != Form::InlineTable) {
        const std::string head = "value = " + std::string(editor_.written(*whole));
        return editor_.write(where, entryToml(head, entry.key.unit, provenance)) ? Diagnostics{}
                                                                                 : unreadable(path);
    }
    TomlEditor edited = editor_;
    for (const auto& [part, before, after] : {std::tuple{"kind", &entry.provenance.kind, &provenance.kind},
                                              {"source", &entry.provenance.source, &provenance.source},
                                              {"note", &entry.provenance.note, &provenance.note}}) {
        TomlPath target = where;
        target.emplace_back(part);
        if (*before == *after) continue;
        if (after->empty() ? !edited.remove(target) : !edited.write(target, quoteToml(*after)))
            return unreadable(path);
    }
    editor_ = std::move(edited);
    return {};
}

Diagnostics SpecDocument::remove(std::string_view path) {
    const SpecEntry entry = this->entry(path);
    if (!entry.present)
        return cannotEdit(path, "absent", "there is no " + std::string(path) + " to remove", "");
    TomlEditor edited = editor_;
    const TomlPath where = specTomlPath(path);
    if (!edited.remove(where)) return unreadable(path);
    const bool isOptional = std::none_of(specKeys().begin(), specKeys().end(), [&](const SpecKey& key) {
        return key.required && key.path.starts_with(where[0] + ".");
    });
    if (where.size() == 2 && isOptional && where[0] != "instructions" && where[0] != "sources")
        edited.removeEmptyTable(where[0]);
    editor_ = std::move(edited);
    return {};
}

} // namespace warpstring::files
