// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/launch_definitions.h"

#include "core/files/toml/toml_reader.h"

namespace warpstring::files {

namespace {

/// Empty where it is neither an integer nor a text.
std::string writtenText(const TomlValue& value) {
    if (value.kind == TomlValue::Kind::Integer) return std::to_string(value.integer);
    return value.kind == TomlValue::Kind::Text ? value.text : "";
}

} // namespace

Result<LaunchDefinitions> parseLaunchDefinitions(std::string_view text, const std::filesystem::path& path,
                                                 const std::vector<SweptValue>& swept) {
    const auto document = parseToml(text, path, "launch");
    if (!document) return document.diagnostics();
    LaunchDefinitions found;
    using Kind = LaunchDefinition::Kind;
    for (const auto& [table, kind] :
         {std::pair{"args", Kind::Argument}, {"constants", Kind::Constant}, {"macros", Kind::Macro}}) {
        const TomlValue* entries = document->find(table);
        if (entries == nullptr) continue;
        for (const TomlEntry& entry : entries->entries) {
            const bool isTyped = entry.value.find("scalar") != nullptr; // { scalar = "uint", value = ... }
            const TomlValue* value = isTyped ? entry.value.find("value") : &entry.value;
            const std::string written = value != nullptr ? writtenText(*value) : "";
            if (!written.empty()) found.names[entry.key] = {kind, written};
        }
    }
    if (const TomlValue* global = document->find("global"); global != nullptr) {
        if (global->kind == TomlValue::Kind::Array)
            for (const TomlValue& size : global->items) found.global.push_back(writtenText(size));
        else
            found.global.push_back(writtenText(*global));
    }
    for (const SweptValue& value : swept) {
        if (value.name != "global") {
            if (const auto name = found.names.find(value.name); name != found.names.end())
                name->second.text = value.text;
            continue;
        }
        found.global.clear();
        for (std::size_t at = 0; at != std::string::npos;) {
            const std::size_t end = value.text.find('x', at);
            found.global.push_back(value.text.substr(at, end - at));
            at = end == std::string::npos ? end : end + 1;
        }
    }
    return found;
}

} // namespace warpstring::files
