// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/specs/hardware_spec_schema.h"

#include <nlohmann/json.hpp>

#include "core/files/specs/hardware_spec_keys.h"

namespace warpstring::files {

namespace {

using Json = nlohmann::ordered_json;
using Type = SpecKey::Type;

Json valueSchema(const SpecKey& key) {
    const auto numeric = [&](const char* type) {
        return Json{{"type", type}, {"minimum", key.least}, {"maximum", key.most}};
    };
    switch (key.type) {
    case Type::Integer: return numeric("integer");
    case Type::Number: return numeric("number");
    case Type::Text: return {{"type", "string"}, {"minLength", 1}};
    case Type::Boolean: return {{"type", "boolean"}};
    case Type::Choice: return {{"enum", key.choices}};
    case Type::IntegerTriple:
        return {{"type", "array"}, {"items", numeric("integer")}, {"minItems", 3}, {"maxItems", 3}};
    case Type::Cost: break;
    }
    return {};
}

Json keySchema(const SpecKey& key) {
    Json properties, required = Json::array();
    if (key.type == Type::Cost) {
        const Json count{{"type", "number"}, {"minimum", key.least}, {"maximum", key.most}};
        for (const char* part : {"instructions", "cycles", "latency"}) properties[part] = count;
        Json pipes{{"type", "object"}, {"additionalProperties", false}};
        for (std::size_t i = 0; i < pipeCount; ++i)
            pipes["properties"][std::string(name(static_cast<Pipe>(i)))] = count;
        properties["pipes"] = pipes;
    } else {
        properties["value"] = valueSchema(key);
        required.push_back("value");
    }
    if (!key.unit.empty()) {
        properties["unit"] = {{"const", key.unit}};
        required.push_back("unit");
    }
    properties["kind"] = {{"$ref", "#/$defs/kind"}};
    properties["source"] = {{"type", "string"}};
    properties["note"] = {{"type", "string"}};
    required.push_back("kind");
    Json schema{{"description", key.meaning},    {"type", "object"},
                {"properties", properties},      {"required", required},
                {"additionalProperties", false}, {"$ref", "#/$defs/provenance"}};
    if (key.type == Type::Cost)
        schema["anyOf"] = {{{"required", {"instructions", "cycles"}}}, {{"required", {"pipes"}}}};
    return schema;
}

} // namespace

std::string specJsonSchema() {
    Json tables;
    for (const SpecKey& key : specKeys()) {
        const std::size_t dot = key.path.find('.');
        Json& table = tables[key.path.substr(0, dot)];
        if (table.is_null())
            table = {{"type", "object"},
                     {"properties", Json::object()},
                     {"required", Json::array()},
                     {"additionalProperties", false}};
        table["properties"][key.path.substr(dot + 1)] = keySchema(key);
        if (key.required) table["required"].push_back(key.path.substr(dot + 1));
    }
    Json properties{{"schema", {{"const", "warpstring.hardware-spec/1"}}},
                    {"name", {{"type", "string"}, {"minLength", 1}}},
                    {"description", {{"type", "string"}}},
                    {"sources",
                     {{"description", "key -> full citation"},
                      {"type", "object"},
                      {"additionalProperties", {{"type", "string"}, {"minLength", 1}}}}}};
    Json required{"schema", "name", "sources"};
    for (const auto& [name, table] : tables.items()) {
        properties[name] = table;
        if (!table["required"].empty() || name == "instructions") required.push_back(name);
    }
    Json kinds = Json::array();
    for (const ProvenanceKind kind : provenanceKinds) kinds.push_back(name(kind));
    const Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                      {"title", "Warpstring hardware spec"},
                      {"type", "object"},
                      {"properties", properties},
                      {"required", required},
                      {"additionalProperties", false},
                      {"$defs",
                       {{"kind", {{"enum", kinds}}},
                        {"provenance",
                         {{"if", {{"properties", {{"kind", {{"const", "estimated"}}}}}}},
                          {"then", {{"anyOf", {{{"required", {"source"}}}, {{"required", {"note"}}}}}}},
                          {"else", {{"required", {"source"}}}}}}}}};
    return schema.dump(2) + "\n";
}

} // namespace warpstring::files
