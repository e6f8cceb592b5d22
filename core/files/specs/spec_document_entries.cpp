// SPDX-License-Identifier: GPL-3.0-or-later
// What the text of a hardware spec says of each key.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/files/specs/spec_document.h"
#include "core/files/toml/toml_string.h"

namespace warpstring::files {

namespace {

using Type = SpecKey::Type;
using Form = TomlOutlineItem::Form;

SpecKey textKey(std::string path, bool required, std::string meaning) {
    return {std::move(path), Type::Text, "", 0, 0, {}, required, std::move(meaning)};
}

SpecKey sourceKey(const std::string& name) { return textKey("sources." + name, false, "a citation in full"); }

const std::vector<SpecKey>& headings() {
    static const std::vector<SpecKey> keys{
        textKey("name", true, "by which the spec is chosen; the file is named after it"),
        textKey("description", false, "the GPU in full")};
    return keys;
}

std::string pathOf(const TomlPath& path) {
    std::string joined;
    for (const std::string& part : path) joined += (joined.empty() ? "" : ".") + part;
    return joined;
}

TomlPath with(TomlPath path, std::string part) {
    path.push_back(std::move(part));
    return path;
}

SpecKey partKey(const SpecKey& cost, const std::string& part, const char* unit, std::string meaning) {
    return {cost.path + "." + part, Type::Number, unit, cost.least, cost.most, {}, false, std::move(meaning)};
}

/// The parts that any cost can have, without its pipes.
std::vector<SpecKey> costParts(const SpecKey& cost) {
    return {partKey(cost, "instructions", "", "machine instructions of one operation"),
            partKey(cost, "cycles", "cycles", "that they occupy the issue stage, for one warp"),
            partKey(cost, "latency", "cycles", "from the issue of the first to the use of the result")};
}

SpecKey pipePart(const SpecKey& cost, Pipe pipe) {
    return partKey(cost, "pipes." + std::string(name(pipe)), "",
                   "instructions on the pipe " + std::string(name(pipe)));
}

TomlPath split(std::string_view path) {
    // A source's key may hold dots.
    if (path.starts_with("sources.")) return {"sources", std::string(path.substr(8))};
    TomlPath parts;
    while (true) {
        const std::size_t dot = path.find('.');
        parts.emplace_back(path.substr(0, dot));
        if (dot == std::string_view::npos) return parts;
        path.remove_prefix(dot + 1);
    }
}

} // namespace

TomlPath specTomlPath(std::string_view path) { return split(path); }

std::string SpecDocument::plain(const TomlPath& path) const {
    const TomlOutlineItem* item = editor_.find(path);
    if (item == nullptr || !item->complete) return "";
    const std::string_view written = editor_.written(*item);
    return item->form == Form::Text ? unquoteToml(written) : std::string(written);
}

SpecEntry SpecDocument::describe(SpecKey key) const {
    SpecEntry entry{std::move(key), false, 0, 0, "", {}, {}};
    const TomlPath path = split(entry.key.path);
    if (const TomlSpan* extent = editor_.outline().extent(path)) {
        entry.present = true;
        entry.line = editor_.outline().lineOf(extent->begin);
        entry.lastLine = editor_.outline().lineOf(extent->end);
    }
    const TomlOutlineItem* whole = editor_.find(path);
    const bool isTable = whole == nullptr || whole->form == Form::InlineTable;
    if (entry.key.type == Type::Cost && isTable) {
        describeCost(entry, path);
    } else if (isTable && entry.present) {
        entry.value = plain(with(path, "value"));
    } else {
        entry.value = plain(path);
        if (entry.key.type == Type::Cost) describeCost(entry, path);
    }
    if (path.size() == 2 && path.front() != "sources")
        entry.provenance = {plain(with(path, "kind")), plain(with(path, "source")), plain(with(path, "note"))};
    return entry;
}

void SpecDocument::describeCost(SpecEntry& entry, const TomlPath& path) const {
    std::vector<std::pair<std::size_t, std::string>> written; // by place in the text
    for (const SpecKey& key : costParts(entry.key)) {
        entry.parts.push_back(describe(key));
        const TomlPath part = split(key.path);
        if (const TomlOutlineItem* item = editor_.find(part); item != nullptr && item->complete)
            written.emplace_back(item->statement.begin,
                                 part.back() + " = " + std::string(editor_.written(*item)));
    }
    std::string pipes;
    std::size_t place = 0;
    for (std::size_t i = 0; i < pipeCount; ++i) {
        const auto pipe = static_cast<Pipe>(i);
        SpecEntry part = describe(pipePart(entry.key, pipe));
        if (part.present) {
            pipes += (pipes.empty() ? "" : ", ") + std::string(name(pipe)) + " = " + part.value;
            if (const auto* item = editor_.find(split(part.key.path)); item != nullptr && place == 0)
                place = item->statement.begin;
        }
        if (part.present || editor_.has({"pipes", std::string(name(pipe))}))
            entry.parts.push_back(std::move(part));
    }
    const TomlOutlineItem* table = editor_.find(with(path, "pipes"));
    if (table != nullptr && table->complete)
        written.emplace_back(table->statement.begin, "pipes = " + std::string(editor_.written(*table)));
    else if (!pipes.empty())
        written.emplace_back(place, "pipes = { " + pipes + " }");
    std::sort(written.begin(), written.end());
    for (const auto& [at, text] : written) entry.value += (entry.value.empty() ? "" : ", ") + text;
}

std::vector<SpecEntry> SpecDocument::entries() const {
    std::vector<SpecEntry> all;
    for (const SpecKey& key : headings()) all.push_back(describe(key));
    for (const TomlOutlineItem& item : editor_.outline().items())
        if (item.path.size() == 2 && item.path.front() == "sources" && item.form != Form::Header)
            all.push_back(describe(sourceKey(item.path.back())));
    for (const SpecKey& key : specKeys()) all.push_back(describe(key));
    return all;
}

SpecEntry SpecDocument::entry(std::string_view path) const {
    const TomlPath parts = split(path);
    if (parts.size() == 2 && parts.front() == "sources" && !parts.back().empty())
        return describe(sourceKey(parts.back()));
    for (const SpecKey& key : headings())
        if (key.path == path) return describe(key);
    for (const SpecKey& key : specKeys()) {
        if (key.path == path) return describe(key);
        if (key.type != Type::Cost || !path.starts_with(key.path + ".")) continue;
        for (const SpecKey& part : costParts(key))
            if (part.path == path) return describe(part);
        for (std::size_t i = 0; i < pipeCount; ++i)
            if (const SpecKey part = pipePart(key, static_cast<Pipe>(i)); part.path == path)
                return describe(part);
    }
    return {};
}

int SpecDocument::tableLine(const std::string& table) const {
    const TomlSpan* extent = editor_.outline().extent({table});
    return extent == nullptr ? 0 : editor_.outline().lineOf(extent->begin);
}

std::string SpecDocument::pathAtLine(int line) const {
    const TomlOutline& outline = editor_.outline();
    for (const TomlOutlineItem& item : outline.items()) {
        if (item.form == Form::Header || item.parent != TomlOutlineItem::none) continue;
        if (line < outline.lineOf(item.statement.begin) || line > outline.lineOf(item.statement.end)) continue;
        TomlPath path = item.path;
        if (path.size() > 2) path.resize(2);
        const std::string joined = pathOf(path);
        if (!entry(joined).key.path.empty()) return joined;
    }
    return "";
}

} // namespace warpstring::files
