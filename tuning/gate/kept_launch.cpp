// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/gate/kept_launch.h"

#include "core/records/resolved_launch.h"
#include "tuning/gate/self_contained.h"

namespace warpstring::gate {

namespace {

namespace fs = std::filesystem;

template <class Change>
void changePaths(Launch& launch, const Change& change) {
    const auto apply = [&](fs::path& path) {
        if (!path.empty()) path = change(path);
    };
    apply(launch.file);
    apply(launch.source);
    for (auto& [parameter, argument] : launch.arguments) {
        if (auto* buffer = std::get_if<BufferArgument>(&argument)) apply(buffer->file);
        if (auto* image = std::get_if<ImageArgument>(&argument)) apply(image->texels.file);
    }
}

constexpr std::array<const char*, 3> annotationNames{"weight", "trips", "cost"};

Json annotationToJson(const Annotation& annotation) {
    Json json;
    json.set("kind", annotationNames[static_cast<std::size_t>(annotation.kind)]);
    if (annotation.line > 0) json.set("line", annotation.line);
    if (!annotation.label.empty()) json.set("label", annotation.label);
    if (annotation.kind != AnnotationKind::Cost) {
        json.set("low", annotation.low);
        json.set("high", annotation.high);
        return json;
    }
    json.set("function", annotation.function);
    Json operations = Json::Object();
    for (const auto& part : annotation.operations)
        operations.set(std::string(name(part.operation)), part.count);
    json.set("operations", std::move(operations));
    return json;
}

Annotation annotationFromJson(const Json& json) {
    Annotation annotation;
    for (std::size_t i = 0; i < annotationNames.size(); ++i)
        if (json["kind"].text() == annotationNames[i]) annotation.kind = static_cast<AnnotationKind>(i);
    annotation.line = static_cast<int>(json["line"].integer());
    annotation.label = json["label"].text();
    annotation.low = json["low"].number();
    annotation.high = json["high"].number();
    annotation.function = json["function"].text();
    for (const auto& [operation, count] : json["operations"].members())
        if (const auto known = parseOperationClass(operation))
            annotation.operations.push_back({*known, static_cast<int>(count.integer())});
    return annotation;
}

} // namespace

std::string relativeTo(const fs::path& folder, const fs::path& path) {
    std::error_code ignored;
    const fs::path whole = fs::weakly_canonical(fs::absolute(path, ignored), ignored);
    const fs::path from = fs::weakly_canonical(fs::absolute(folder, ignored), ignored);
    const fs::path relative = whole.lexically_relative(from);
    return (relative.empty() ? whole : relative).generic_string();
}

Launch keptLaunch(const Launch& launch, const fs::path& folder) {
    Launch kept = launch;
    kept.description.clear();
    kept.published.clear();
    kept.reference.reset();
    kept.options = withoutIncludes(launch.options);
    for (auto& annotation : kept.annotations) annotation.place = {};
    changePaths(kept, [&](const fs::path& path) { return fs::path(relativeTo(folder, path)); });
    return kept;
}

Launch withPathsFrom(const fs::path& folder, Launch kept) {
    changePaths(kept, [&](const fs::path& path) { return (folder / path).lexically_normal(); });
    return kept;
}

Json keptToJson(const Launch& kept) {
    Json json;
    // What a baseline is searched for comes first.
    json.set("file", kept.file.generic_string());
    const Json launch = records::launchToJson(kept);
    for (const auto& [key, value] : launch.members())
        if (key != "file") json.set(key, value);
    if (kept.registers != RegisterRequest()) json.set("registers", toText(kept.registers));
    if (!kept.annotations.empty()) json.set("annotations", Json::arrayOf(kept.annotations, annotationToJson));
    return json;
}

Launch keptFromJson(const Json& json) {
    Launch launch = records::launchFromJson(json);
    if (const auto registers = parseRegisterRequest(json["registers"].text())) launch.registers = *registers;
    for (const Json& annotation : json["annotations"].items())
        launch.annotations.push_back(annotationFromJson(annotation));
    return launch;
}

} // namespace warpstring::gate
