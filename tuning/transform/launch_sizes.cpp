// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/launch_sizes.h"

#include <algorithm>
#include <cctype>

#include "core/files/toml/toml_editor.h"
#include "core/files/toml/toml_reader.h"
#include "core/files/toml/toml_string.h"

namespace warpstring::transform {

namespace {

std::string expressionOf(const files::TomlValue& value) {
    return value.kind == files::TomlValue::Kind::Integer ? std::to_string(value.integer) : value.text;
}

SizeTexts textsOf(const files::TomlValue& value) {
    SizeTexts texts;
    if (value.kind != files::TomlValue::Kind::Array) return {expressionOf(value)};
    for (const auto& item : value.items) texts.push_back(expressionOf(item));
    return texts;
}

bool isWord(const std::string& text) {
    return !text.empty() && std::all_of(text.begin(), text.end(),
                                        [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

Result<files::TomlValue> documentOf(const Scene& scene) {
    return files::parseToml(scene.text.launch, scene.text.launchPath, "launch");
}

std::optional<Diagnostic> faultOfComment(const Scene& scene, const files::TomlPath& path) {
    const files::TomlEditor editor(scene.text.launch, [](const files::TomlPath&) { return 0; });
    const auto* item = editor.find(path);
    if (item == nullptr || editor.written(*item).find('#') == std::string_view::npos) return std::nullopt;
    return refusal(scene, "launch-comment", "a comment stands between the sizes of \"" + path.back() + "\"",
                   "move the comment behind the list");
}

} // namespace

std::string tomlOfSizes(const SizeTexts& sizes) {
    std::string text;
    for (const auto& size : sizes) {
        const bool isNumber =
            std::all_of(size.begin(), size.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
        text += (text.empty() ? "" : ", ") + (isNumber ? size : files::quoteToml(size));
    }
    return "[" + text + "]";
}

std::string inParentheses(const std::string& expression) {
    return isWord(expression) ? expression : "(" + expression + ")";
}

Result<SizeTexts> sizesOf(const Scene& scene, const std::string& key) {
    const auto document = documentOf(scene);
    if (!document) return document.diagnostics();
    return textsOf(*document->find(key));
}

bool isSwept(const Scene& scene, const std::string& name) {
    const auto document = documentOf(scene);
    if (!document) return false;
    const auto* sweep = document->find("sweep");
    return sweep && sweep->find(name) != nullptr;
}

Result<std::vector<LaunchEdit>> changedSizes(const Scene& scene, const std::string& key,
                                             const std::function<SizeTexts(SizeTexts)>& change) {
    const auto document = documentOf(scene);
    if (!document) return document.diagnostics();
    std::vector<LaunchEdit> edits;
    if (const auto fault = faultOfComment(scene, {key})) return *fault;
    edits.push_back({{key}, tomlOfSizes(change(textsOf(*document->find(key))))});
    const auto* sweep = document->find("sweep");
    const auto* swept = sweep ? sweep->find(key) : nullptr;
    if (swept == nullptr) return edits;
    if (const auto fault = faultOfComment(scene, {"sweep", key})) return *fault;
    std::string lists;
    for (const auto& item : swept->items)
        lists += (lists.empty() ? "" : ", ") + tomlOfSizes(change(textsOf(item)));
    edits.push_back({{"sweep", key}, "[" + lists + "]"});
    return edits;
}

Result<std::vector<LaunchEdit>> dividedGlobalSize(const Scene& scene, unsigned dimension, std::int64_t times,
                                                  bool isRounded) {
    const auto local = sizesOf(scene, "local");
    if (!local) return local.diagnostics();
    const std::string size = inParentheses((*local)[dimension]), by = std::to_string(times);
    return changedSizes(scene, "global", [&](SizeTexts sizes) {
        auto& global = sizes[dimension];
        if (isRounded)
            global = "ceil_div(" + global + ", " + size + " * " + by + ") * " + size;
        else if (global.find_first_not_of("0123456789") == std::string::npos)
            global = std::to_string(std::stoll(global) / times);
        else
            global = inParentheses(global) + " / " + by;
        return sizes;
    });
}

} // namespace warpstring::transform
