// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/strip/stripped_launch.h"

#include <filesystem>
#include <ranges>

#include "core/files/launches/include_folder.h"
#include "core/files/launches/launch_text.h"
#include "core/files/toml/toml_reader.h"
#include "core/files/toml/toml_string.h"

namespace warpstring::strip {

namespace {

using files::TomlValue;

/// Minus infinity's bits, and those of 1.
constexpr const char *limitBits = "4286578688", *oneBits = "1065353216";

TomlValue* findIn(TomlValue* table, const std::string& key) {
    if (table == nullptr) return nullptr;
    for (auto& entry : table->entries)
        if (entry.key == key) return &entry.value;
    return nullptr;
}

/// The values of one launch of the sweep, whose last list varies fastest, where the names have theirs.
void fixSweep(TomlValue& document, std::uint64_t index) {
    const TomlValue* sweep = document.find("sweep");
    if (sweep == nullptr) return;
    const TomlValue lists = *sweep;
    for (const auto& entry : std::ranges::reverse_view(lists.entries)) {
        const auto count = entry.value.items.size();
        const TomlValue& value = entry.value.items[index % count];
        index /= count;
        TomlValue* place =
            entry.key == "local" || entry.key == "global" ? findIn(&document, entry.key) : nullptr;
        for (const char* table : {"args", "macros", "constants"})
            if (place == nullptr) place = findIn(findIn(&document, table), entry.key);
        if (place == nullptr) continue;
        TomlValue* inner = place->kind == TomlValue::Kind::Table ? findIn(place, "value") : nullptr;
        *(inner ? inner : place) = value;
    }
    std::erase_if(document.entries, [](const files::TomlEntry& entry) { return entry.key == "sweep"; });
}

std::string itemsText(const TomlValue& global) {
    const auto wordOf = [](const TomlValue& value) {
        return value.kind == TomlValue::Kind::Text ? "(" + value.text + ")" : std::to_string(value.integer);
    };
    if (global.kind != TomlValue::Kind::Array) return wordOf(global);
    std::string text;
    for (const auto& item : global.items) text += (text.empty() ? "" : " * ") + wordOf(item);
    return text;
}

void absolutePaths(TomlValue& document, const std::filesystem::path& folder) {
    TomlValue* arguments = findIn(&document, "args");
    if (arguments == nullptr) return;
    for (auto& entry : arguments->entries)
        if (TomlValue* file = findIn(&entry.value, "file"))
            file->text = std::filesystem::absolute(folder / file->text).lexically_normal().string();
}

std::string tableText(const TomlValue& document, const std::string& name, const std::string& more = "") {
    const TomlValue* table = document.find(name);
    if ((table == nullptr || table->entries.empty()) && more.empty()) return {};
    std::string text = "\n[" + name + "]\n";
    if (table != nullptr)
        for (const auto& entry : table->entries) text += entry.key + " = " + files::tomlOf(entry.value) + "\n";
    return text + more;
}

/// Those whose loop or branch is still there.
std::string annotationsText(const TomlValue& document, const std::string& source) {
    std::string text;
    const TomlValue* all = document.find("annotation");
    if (all == nullptr) return text;
    for (const auto& one : all->items) {
        const TomlValue* label = one.find("label");
        if (one.find("line") || (label && source.find("// warpstring: " + label->text) == std::string::npos))
            continue;
        text += "\n[[annotation]]\n";
        for (const auto& entry : one.entries) text += entry.key + " = " + files::tomlOf(entry.value) + "\n";
    }
    return text;
}

/// No data decides on these.
std::string guardsText(int guards) {
    std::string text;
    for (int i = 1; i <= guards; ++i)
        text += "\n[[annotation]]\nlabel = " + files::quoteToml(guardLabel(i)) + "\nweight = 0\n";
    return text;
}

} // namespace

bool sweepsSizes(const transform::KernelText& text) {
    const auto document = files::parseToml(text.launch, text.launchPath, "launch");
    const TomlValue* sweep = document ? document->find("sweep") : nullptr;
    return sweep && sweep->find("global");
}

Result<std::string> strippedLaunch(const transform::KernelText& text, const StrippedSource& stripped,
                                   const std::string& kind, const std::string& source,
                                   std::optional<std::uint64_t> index) {
    auto document = files::parseToml(text.launch, text.launchPath, "launch");
    if (!document) return document.diagnostics();
    if (index) fixSweep(*document, *index);
    absolutePaths(*document, text.launchPath.parent_path());
    const auto stated = [&](const std::string& key) {
        const TomlValue* value = document->find(key);
        return value ? key + " = " + files::tomlOf(*value) + "\n" : std::string();
    };
    const TomlValue* description = document->find("description");
    const TomlValue* global = document->find("global");
    std::string options = document->find("options") ? document->find("options")->text : "";
    if (files::includesBesideIt(text.source))
        options = files::withIncludeFolder(options, text.sourcePath.parent_path());
    std::string out =
        "schema = \"warpstring.launch/1\"\ndescription = " +
        files::quoteToml(kind + ": " + (description ? description->text : text.launchPath.stem().string())) +
        "\n" + stated("kernel") + "source = " + files::quoteToml(source) + "\n";
    if (!options.empty()) out += "options = " + files::quoteToml(options) + "\n";
    out += stated("registers") + stated("global") + stated("local");
    std::string more;
    if (stripped.storesSums && global)
        more += "strip_out = { buffer = \"float\", count = " + files::quoteToml(itemsText(*global)) +
                ", access = \"write\" }\n";
    else if (stripped.hasLimit)
        more += "strip_out = { buffer = \"float\", count = 1, access = \"write\" }\n";
    if (stripped.hasLimit) more += std::string("strip_limit = ") + limitBits + "\n";
    if (stripped.usesUnknown) more += std::string("strip_bits = ") + oneBits + "\n";
    return out + tableText(*document, "macros") + tableText(*document, "constants") +
           tableText(*document, "args", more) + tableText(*document, "sweep") +
           annotationsText(*document, stripped.source) + guardsText(stripped.guards);
}

} // namespace warpstring::strip
