// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/launch_axes.h"

#include <algorithm>

namespace warpstring::files {

std::vector<std::string> variableNames(const TomlValue& document) {
    std::vector<std::string> names{"global", "local"};
    for (const char* key : {"args", "macros", "constants"})
        if (const TomlValue* table = document.find(key))
            for (const TomlEntry& entry : table->entries)
                if (entry.value.kind != TomlValue::Kind::Table || entry.value.find("scalar") != nullptr)
                    names.push_back(entry.key);
    return names;
}

bool isMacro(const TomlValue& document, const std::string& name) {
    const TomlValue* macros = document.find("macros");
    return macros != nullptr && macros->find(name) != nullptr;
}

std::optional<LaunchAxis> readAxis(TomlFaults& faults, const TomlEntry& entry, const TomlValue& document,
                                   const std::string& table) {
    const std::vector<std::string> known = variableNames(document);
    const std::string what = "the " + table + " of \"" + entry.key + "\"";
    if (std::find(known.begin(), known.end(), entry.key) == known.end())
        faults.add(entry.keyPlace, "unknown-" + table,
                   "\"" + entry.key + "\" is no scalar argument, macro, constant or size",
                   suggestion(entry.key, known, "define it in [args], [macros] or [constants] first"));
    else if (entry.value.kind != TomlValue::Kind::Array)
        faults.wrongType(entry.value, what, "an array of values");
    else if (entry.value.items.empty())
        faults.add(entry.value.place, "empty-" + table, what + " has no values",
                   "list at least one, or remove it");
    else
        return LaunchAxis{entry.key, &entry.value.items, isMacro(document, entry.key)};
    return std::nullopt;
}

} // namespace warpstring::files
