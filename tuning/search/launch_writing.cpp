// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/launch_writing.h"

#include <utility>

#include "core/files/launches/include_folder.h"
#include "core/files/toml/toml_string.h"

namespace warpstring::search {

namespace {

using files::TomlValue;

std::string tomlText(const TomlValue& value) {
    switch (value.kind) {
    case TomlValue::Kind::Text: return files::quoteToml(value.text);
    case TomlValue::Kind::Float: {
        std::string text = wordOf(value);
        if (text.find_first_of(".en") == std::string::npos) text += ".0";
        return text;
    }
    case TomlValue::Kind::Array: {
        std::string text;
        for (const TomlValue& item : value.items) text += (text.empty() ? "" : ", ") + tomlText(item);
        return "[" + text + "]";
    }
    default: return wordOf(value);
    }
}

/// Where a name's value stands in the document.
files::TomlPath placeOf(const TomlValue& document, const std::string& name) {
    if (name == "local" || name == "global") return {name};
    for (const char* key : {"args", "macros", "constants"})
        if (const TomlValue* table = document.find(key))
            if (const TomlValue* value = table->find(name)) {
                if (value->kind == TomlValue::Kind::Table) return {key, name, "value"};
                return {key, name};
            }
    return {};
}

/// A path of the launch file as it is from another folder.
std::string pathFrom(const std::string& written, const std::filesystem::path& launchFile,
                     const std::filesystem::path& folder) {
    const std::filesystem::path path(written);
    if (path.is_absolute()) return written;
    std::error_code ignored;
    const auto whole = std::filesystem::absolute(launchFile.parent_path() / path, ignored).lexically_normal();
    const auto base = std::filesystem::absolute(folder, ignored).lexically_normal();
    return whole.lexically_proximate(base).string();
}

} // namespace

LaunchWriting::LaunchWriting(const std::string& text, std::filesystem::path launchFile,
                             const TomlValue& document)
    : launchFile_(std::move(launchFile)), document_(document),
      editor_(text, [](const files::TomlPath&) { return 0; }) {}

void LaunchWriting::values(const SearchSpace& space, const Choice& choice) {
    for (std::size_t axis = 0; axis < space.names().size(); ++axis) {
        const std::string& name = space.names()[axis].name;
        write(placeOf(document_, name), tomlText(space.names()[axis].values[choice[axis]]), name);
    }
}

void LaunchWriting::dropSweep() {
    const TomlValue* sweep = document_.find("sweep");
    if (sweep == nullptr) return;
    for (const auto& entry : sweep->entries) static_cast<void>(editor_.remove({"sweep", entry.key}));
    editor_.removeEmptyTable("sweep");
}

void LaunchWriting::text(const files::TomlPath& path, const std::string& text) {
    write(path, files::quoteToml(text), path.back());
}

void LaunchWriting::movePaths(const std::filesystem::path& folder) {
    move(document_.find("source"), {"source"}, folder);
    if (const TomlValue* reference = document_.find("reference"))
        move(reference->find("launch"), {"reference", "launch"}, folder);
    if (const TomlValue* arguments = document_.find("args"))
        for (const auto& entry : arguments->entries)
            move(entry.value.find("file"), {"args", entry.key, "file"}, folder);
}

void LaunchWriting::includeFrom(const std::filesystem::path& folder) {
    const TomlValue* options = document_.find("options");
    text({"options"}, files::withIncludeFolder(options != nullptr ? options->text : "", folder));
}

Result<std::string> LaunchWriting::result() const {
    if (fault_) return *fault_;
    return editor_.text();
}

void LaunchWriting::move(const TomlValue* value, const files::TomlPath& path,
                         const std::filesystem::path& folder) {
    if (value == nullptr || value->kind != TomlValue::Kind::Text) return;
    const std::string moved = pathFrom(value->text, launchFile_, folder);
    if (moved != value->text) text(path, moved);
}

void LaunchWriting::write(const files::TomlPath& path, const std::string& toml, const std::string& name) {
    if (!path.empty() && editor_.write(path, toml)) return;
    if (!fault_)
        fault_ = Diagnostic{"tune.cannot-write-values",
                            Severity::Error,
                            {launchFile_.string(), 0, 0},
                            "the value of \"" + name + "\" cannot be written into the launch file",
                            "write its keys out, each by its plain name"};
}

Result<std::string> withValues(const std::string& text, const std::filesystem::path& launchFile,
                               const SearchSpace& space, const Choice& choice) {
    const auto document = files::parseToml(text, launchFile, "launch");
    if (!document) return document.diagnostics();
    LaunchWriting writing(text, launchFile, *document);
    writing.values(space, choice);
    writing.dropSweep();
    return writing.result();
}

} // namespace warpstring::search
