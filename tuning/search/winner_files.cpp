// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/winner_files.h"

#include "core/files/launches/launch_sweep.h"
#include "core/files/toml/toml_editor.h"
#include "core/files/toml/toml_string.h"

namespace warpstring::search {

namespace {

using files::TomlEditor;
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

class Writing {
public:
    Writing(const std::string& text, const std::filesystem::path& launchFile, const TomlValue& document)
        : launchFile_(launchFile), document_(document),
          editor_(text, [](const files::TomlPath&) { return 0; }) {}

    void value(const std::string& name, const TomlValue& value) {
        write(placeOf(document_, name), tomlText(value), name);
    }
    void dropSweep(const std::string& name) {
        static_cast<void>(editor_.remove({"sweep", name}));
        editor_.removeEmptyTable("sweep");
    }
    void text(const files::TomlPath& path, const std::string& text) {
        write(path, files::quoteToml(text), path.back());
    }
    void movePaths(const std::filesystem::path& folder) {
        move(document_.find("source"), {"source"}, folder);
        if (const TomlValue* reference = document_.find("reference"))
            move(reference->find("launch"), {"reference", "launch"}, folder);
        if (const TomlValue* arguments = document_.find("args"))
            for (const auto& entry : arguments->entries)
                move(entry.value.find("file"), {"args", entry.key, "file"}, folder);
    }

    [[nodiscard]] Result<std::string> result() const {
        if (fault_) return *fault_;
        return editor_.text();
    }

private:
    void move(const TomlValue* value, const files::TomlPath& path, const std::filesystem::path& folder) {
        if (value == nullptr || value->kind != TomlValue::Kind::Text) return;
        const std::string moved = pathFrom(value->text, launchFile_, folder);
        if (moved != value->text) text(path, moved);
    }
    void write(const files::TomlPath& path, const std::string& toml, const std::string& name) {
        if (!path.empty() && editor_.write(path, toml)) return;
        if (!fault_)
            fault_ = Diagnostic{"tune.cannot-write-values",
                                Severity::Error,
                                {launchFile_.string(), 0, 0},
                                "the value of \"" + name + "\" cannot be written into the launch file",
                                "write its keys out, each by its plain name"};
    }

    std::filesystem::path launchFile_;
    const TomlValue& document_;
    TomlEditor editor_;
    std::optional<Diagnostic> fault_;
};

/// `choice`: nothing for what the file states.
Result<VariantFiles> filesOf(VariantTextCache& cache, const std::optional<Choice>& choice,
                             const std::string& name, const std::filesystem::path& folder) {
    const SearchSpace& space = cache.space();
    const auto texts = cache.of(choice ? rewritesOf(space, *choice) : std::vector<std::string>());
    if (!*texts) return texts->diagnostics();
    const auto document = files::parseToml((*texts)->launch, cache.launch().path, "launch");
    if (!document) return document.diagnostics();
    Writing writing((*texts)->launch, cache.launch().path, *document);
    for (std::size_t axis = 0; choice && axis < space.names().size(); ++axis)
        writing.value(space.names()[axis].name, space.names()[axis].values[(*choice)[axis]]);
    if (const TomlValue* sweep = document->find("sweep"))
        for (const auto& entry : sweep->entries) writing.dropSweep(entry.key);
    writing.movePaths(folder);
    VariantFiles files;
    files.launchFile = folder / (name + ".toml");
    if ((*texts)->isRewritten) {
        files.sourceFile = folder / (name + cache.source().path.extension().string());
        files.source = (*texts)->source;
        writing.text({"source"}, files.sourceFile.filename().string());
    }
    auto text = writing.result();
    if (!text) return text.diagnostics();
    files.launch = std::move(*text);
    return files;
}

} // namespace

Result<VariantFiles> variantFiles(VariantTextCache& texts, VariantId id, const std::string& name,
                                  const std::filesystem::path& folder) {
    return filesOf(texts, texts.space().choiceOf(id), name, folder);
}

Result<VariantFiles> startFiles(VariantTextCache& texts, const std::string& name,
                                const std::filesystem::path& folder) {
    return filesOf(texts, std::nullopt, name, folder);
}

} // namespace warpstring::search
