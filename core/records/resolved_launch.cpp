// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/resolved_launch.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <variant>

#include "core/records/struct_bytes.h"

namespace warpstring::records {

namespace {

constexpr const char* resolvedLaunchSchema = "warpstring.resolved-launch/1";
constexpr std::array<const char*, 7> initNames{"zero",        "constant", "iota", "random",
                                               "permutation", "offsets",  "file"};
constexpr std::array<const char*, 3> accessNames{"read", "write", "read-write"};

template <std::size_t N>
std::size_t indexOf(const std::array<const char*, N>& names, const std::string& name, std::size_t otherwise) {
    for (std::size_t i = 0; i < N; ++i)
        if (name == names[i]) return i;
    return otherwise;
}

void addContents(Json& json, const BufferArgument& buffer) {
    json.set("init", initNames[static_cast<std::size_t>(buffer.init)]);
    if (buffer.init == BufferInit::Constant) json.set("value", buffer.constant);
    const bool ranged = buffer.init == BufferInit::Random || buffer.init == BufferInit::Offsets;
    if (ranged || buffer.init == BufferInit::Permutation) json.set("seed", buffer.seed);
    if (ranged) json.set("range", Json::arrayOf(buffer.range));
    if (buffer.init == BufferInit::File) json.set("file", buffer.file.string());
    json.set("access", accessNames[static_cast<std::size_t>(buffer.access)]);
}

Json imageToJson(const ImageArgument& image) {
    Json json;
    Json::Array sizes;
    for (int d = 0; d < image.dimensions; ++d) sizes.emplace_back(image.sizes[static_cast<std::size_t>(d)]);
    json.set("image", std::move(sizes));
    json.set("order", std::string(name(image.format.order)));
    json.set("format", std::string(name(image.format.type)));
    addContents(json, image.texels);
    return json;
}

Json samplerToJson(const Sampler& sampler) {
    Json state;
    state.set("normalized", sampler.normalized);
    state.set("addressing", std::string(name(sampler.addressing)));
    state.set("filter", std::string(name(sampler.filter)));
    Json json;
    json.set("sampler", std::move(state));
    return json;
}

Json argumentToJson(const Argument& argument) {
    if (const auto* image = std::get_if<ImageArgument>(&argument)) return imageToJson(*image);
    if (const auto* sampler = std::get_if<SamplerArgument>(&argument)) return samplerToJson(*sampler);
    Json json;
    if (const auto* scalar = std::get_if<ScalarArgument>(&argument)) {
        if (scalar->typeGiven) json.set("type", name(scalar->type));
        json.set("value", std::visit([](auto value) { return Json(value); }, scalar->value));
    } else if (const auto* local = std::get_if<LocalArgument>(&argument)) {
        json.set("local_bytes", local->bytes);
    } else if (const auto* structure = std::get_if<StructArgument>(&argument)) {
        if (!structure->bytes.empty()) {
            json.set("bytes", hexText(structure->bytes));
        } else {
            Json members = Json::Object();
            for (const auto& [path, value] : structure->members)
                members.set(path, std::visit([](auto number) { return Json(number); }, value));
            json.set("struct", std::move(members));
        }
    } else {
        const auto& buffer = std::get<BufferArgument>(argument);
        json.set("buffer", name(buffer.type));
        json.set("count", buffer.count);
        addContents(json, buffer);
    }
    return json;
}

using Bytes = std::vector<std::uint8_t>;

std::variant<std::int64_t, double> numberFromJson(const Json& json) {
    std::variant<std::int64_t, double> number;
    json.visit([&](const auto& content) {
        using Content = std::decay_t<decltype(content)>;
        if constexpr (std::is_same_v<Content, std::int64_t> || std::is_same_v<Content, double>)
            number = content;
    });
    return number;
}

void contentsFromJson(const Json& json, BufferArgument& buffer) {
    buffer.init = static_cast<BufferInit>(indexOf(initNames, json["init"].text(), 0));
    buffer.constant = json["value"].number();
    buffer.seed = json["seed"].size();
    if (json["range"].items().size() == 2)
        buffer.range = {json["range"].items()[0].number(), json["range"].items()[1].number()};
    buffer.file = json["file"].text();
    buffer.access = static_cast<BufferAccess>(indexOf(accessNames, json["access"].text(), 2));
}

ImageArgument imageFromJson(const Json& json) {
    ImageArgument image;
    const auto& sizes = json["image"].items();
    image.dimensions = static_cast<int>(std::clamp<std::size_t>(sizes.size(), 1, 3));
    for (std::size_t d = 0; d < 3 && d < sizes.size(); ++d) image.sizes[d] = sizes[d].size();
    image.format.order = parseChannelOrder(json["order"].text()).value_or(ChannelOrder::Rgba);
    image.format.type = parseChannelType(json["format"].text()).value_or(ChannelType::UnormInt8);
    image.texels.type = storedType(image.format);
    image.texels.count = image.sizes[0] * image.sizes[1] * image.sizes[2];
    contentsFromJson(json, image.texels);
    return image;
}

SamplerArgument samplerFromJson(const Json& json) {
    return {json["normalized"].boolean(), parseAddressing(json["addressing"].text()).value_or(Addressing::None),
            parseFilter(json["filter"].text()).value_or(Filter::Nearest)};
}

Argument argumentFromJson(const Json& json) {
    if (!json["image"].isNull()) return imageFromJson(json);
    if (!json["sampler"].isNull()) return samplerFromJson(json["sampler"]);
    if (!json["local_bytes"].isNull()) return LocalArgument{json["local_bytes"].size()};
    if (json["struct"].isObject()) {
        StructArgument structure;
        for (const auto& [path, value] : json["struct"].members())
            structure.members[path] = numberFromJson(value);
        return structure;
    }
    if (!json["bytes"].isNull()) return StructArgument{{}, bytesOfHex(json["bytes"].text()).value_or(Bytes())};
    if (json["buffer"].isNull()) {
        ScalarArgument scalar;
        if (const auto type = parseValueType(json["type"].text())) {
            scalar.type = *type;
            scalar.typeGiven = true;
        }
        scalar.value = numberFromJson(json["value"]);
        return scalar;
    }
    BufferArgument buffer;
    buffer.type = parseValueType(json["buffer"].text()).value_or(ValueType{});
    buffer.count = json["count"].size();
    contentsFromJson(json, buffer);
    return buffer;
}

Json sizesToJson(const NDRange& range, const std::array<std::uint64_t, 3>& sizes) {
    Json::Array items;
    for (int d = 0; d < range.dimensions; ++d) items.emplace_back(sizes[static_cast<std::size_t>(d)]);
    return items;
}

/// What decides on the work, in an order that does not change.
Json workToJson(const Launch& launch) {
    Json json;
    json.set("kernel", launch.kernel);
    json.set("options", launch.options);
    json.set("global", sizesToJson(launch.range, launch.range.global));
    json.set("local", sizesToJson(launch.range, launch.range.local));
    Json arguments = Json::Object();
    for (const auto& [parameter, argument] : launch.arguments)
        arguments.set(parameter, argumentToJson(argument));
    json.set("arguments", std::move(arguments));
    return json;
}

} // namespace

Diagnostic badPlan(const SourceLocation& place, std::string message) {
    return {"measure.bad-plan", Severity::Error, place, std::move(message),
            "plans are made by 'warpstring measure --plan'"};
}

Result<ResolvedLaunch> resolve(const Launch& launch) {
    ResolvedLaunch resolved{launch, "", nullptr};
    std::ostringstream text;
    text << std::ifstream(launch.source, std::ios::binary).rdbuf(); // fails where there is nothing to read
    if (!text)
        return Diagnostic{"measure.source-unreadable",
                          Severity::Error,
                          {launch.source.string(), 0, 0},
                          "the kernel's source cannot be read or is empty",
                          "check `source` in the launch file"};
    resolved.sourceText = text.str();
    if (launch.reference && launch.reference->launch) {
        auto reference = resolve(*launch.reference->launch);
        if (!reference) return reference.diagnostics();
        resolved.reference = std::make_shared<const ResolvedLaunch>(std::move(*reference));
    }
    return resolved;
}

Json launchToJson(const Launch& launch) {
    Json json;
    json.set("name", launch.name);
    json.set("file", launch.file.string());
    if (!launch.description.empty()) json.set("description", launch.description);
    if (!launch.family.empty()) json.set("family", launch.family);
    if (!launch.swept.empty()) {
        Json swept = Json::Object();
        for (const auto& [name, text] : launch.swept) swept.set(name, text);
        json.set("swept", std::move(swept));
    }
    json.set("source", launch.source.string());
    const Json work = workToJson(launch);
    for (const auto& [key, value] : work.members()) json.set(key, value);
    if (launch.reference) {
        Json reference = Json::Object();
        if (!launch.reference->function.empty()) reference.set("function", launch.reference->function);
        if (launch.reference->launch) reference.set("launch", launch.reference->launch->name);
        if (launch.reference->tolerance) reference.set("tolerance", *launch.reference->tolerance);
        json.set("reference", std::move(reference));
    }
    return json;
}

Launch launchFromJson(const Json& json) {
    Launch launch;
    launch.name = json["name"].text();
    launch.file = json["file"].text();
    launch.description = json["description"].text();
    launch.family = json["family"].text();
    for (const auto& [name, text] : json["swept"].members()) launch.swept.push_back({name, text.text()});
    launch.source = json["source"].text();
    launch.kernel = json["kernel"].text();
    launch.options = json["options"].text();
    const auto& global = json["global"].items();
    const auto& local = json["local"].items();
    launch.range.dimensions = static_cast<int>(std::clamp<std::size_t>(global.size(), 1, 3));
    for (std::size_t d = 0; d < 3; ++d) {
        if (d < global.size()) launch.range.global[d] = global[d].size();
        if (d < local.size()) launch.range.local[d] = local[d].size();
    }
    for (const auto& [parameter, argument] : json["arguments"].members())
        launch.arguments[parameter] = argumentFromJson(argument);
    if (const Json& reference = json["reference"]; reference.isObject()) {
        launch.reference.emplace();
        launch.reference->function = reference["function"].text();
        if (reference["tolerance"].isNumber()) launch.reference->tolerance = reference["tolerance"].number();
    }
    return launch;
}

Json toJson(const ResolvedLaunch& resolved) {
    Json json;
    json.set("schema", resolvedLaunchSchema);
    const Json launch = launchToJson(resolved.launch);
    for (const auto& [key, value] : launch.members()) json.set(key, value);
    json.set("source_text", resolved.sourceText);
    if (!resolved.parameterTypes.empty()) {
        Json types = Json::Object();
        for (const auto& [parameter, type] : resolved.parameterTypes) types.set(parameter, type);
        json.set("parameter_types", std::move(types));
    }
    if (!resolved.structBytes.empty()) {
        Json structs = Json::Object();
        for (const auto& [parameter, bytes] : resolved.structBytes) structs.set(parameter, hexText(bytes));
        json.set("struct_bytes", std::move(structs));
    }
    if (resolved.reference) json.set("reference_launch", toJson(*resolved.reference));
    return json;
}

Result<ResolvedLaunch> resolvedLaunchFromJson(const Json& json, const SourceLocation& place) {
    if (json["schema"].text() != resolvedLaunchSchema)
        return badPlan(place,
                       "the schema is \"" + json["schema"].text() + "\", not \"" + resolvedLaunchSchema + "\"");
    ResolvedLaunch resolved{launchFromJson(json), json["source_text"].text(), nullptr, {}};
    for (const auto& [parameter, type] : json["parameter_types"].members())
        resolved.parameterTypes[parameter] = type.text();
    for (const auto& [parameter, text] : json["struct_bytes"].members())
        if (auto bytes = bytesOfHex(text.text())) resolved.structBytes[parameter] = std::move(*bytes);
    if (resolved.launch.kernel.empty() || resolved.sourceText.empty())
        return badPlan(place, "a launch without a kernel or without its source");
    if (Diagnostics faults = validate(resolved.launch.range, place); hasErrors(faults)) return faults;
    if (const Json& other = json["reference_launch"]; other.isObject() && resolved.launch.reference) {
        auto reference = resolvedLaunchFromJson(other, place);
        if (!reference) return reference.diagnostics();
        resolved.reference = std::make_shared<const ResolvedLaunch>(std::move(*reference));
        resolved.launch.reference->launch = std::make_shared<const Launch>(resolved.reference->launch);
    }
    return resolved;
}

std::string fingerprint(const ResolvedLaunch& resolved) {
    return fingerprintOf(workToJson(resolved.launch).compact() + '\n' + resolved.sourceText);
}

std::string fingerprintOf(const std::string& text) {
    std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a, 64 bits
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    constexpr const char* digits = "0123456789abcdef";
    std::string result(16, '0');
    for (auto digit = result.rbegin(); digit != result.rend(); ++digit, hash >>= 4U)
        *digit = digits[hash & 15U];
    return result;
}

} // namespace warpstring::records
