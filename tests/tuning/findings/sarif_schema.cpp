// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tuning/findings/sarif_schema.h"

#include <map>
#include <regex>
#include <set>

namespace warpstring::test {

namespace {

using Json = nlohmann::json;

std::string memberOf(std::string path, const std::string& key) { return path.append(".").append(key); }

enum class Is { Needed, Allowed };

/// What a key holds: a name below, with [] of an array, or an object of `objects`.
struct Key {
    std::string type;
    Is is = Is::Allowed;
};
using Object = std::map<std::string, Key>;

/// Objects of the schema, restricted to what GitHub reads; every one of them forbids other keys. What GitHub
/// needs and the schema does not is needed here.
const std::map<std::string, Object>& objects() {
    static const std::map<std::string, Object> all{
        {"sarifLog",
         {{"$schema", {"uri", Is::Needed}},
          {"version", {"version", Is::Needed}},
          {"runs", {"run[]", Is::Needed}}}},
        {"run",
         {{"tool", {"tool", Is::Needed}},
          {"columnKind", {"columnKind", Is::Needed}},
          {"automationDetails", {"runAutomationDetails"}},
          {"results", {"result[]", Is::Needed}},
          {"originalUriBaseIds", {"object"}},
          {"properties", {"propertyBag"}}}},
        {"tool", {{"driver", {"toolComponent", Is::Needed}}, {"extensions", {"toolComponent[]"}}}},
        {"toolComponent",
         {{"name", {"text", Is::Needed}},
          {"semanticVersion", {"semanticVersion"}},
          {"version", {"text"}},
          {"informationUri", {"uri"}},
          {"rules", {"reportingDescriptor[]", Is::Needed}}}},
        {"reportingDescriptor",
         {{"id", {"text", Is::Needed}},
          {"name", {"text255"}},
          {"shortDescription", {"multiformatMessageString", Is::Needed}},
          {"fullDescription", {"multiformatMessageString", Is::Needed}},
          {"help", {"multiformatMessageString", Is::Needed}},
          {"helpUri", {"uri"}},
          {"defaultConfiguration", {"reportingConfiguration"}},
          {"properties", {"ruleProperties"}}}},
        {"multiformatMessageString", {{"text", {"text", Is::Needed}}, {"markdown", {"text"}}}},
        {"reportingConfiguration", {{"level", {"level"}}, {"enabled", {"boolean"}}}},
        {"runAutomationDetails", {{"id", {"category"}}, {"guid", {"text"}}}},
        {"result",
         {{"ruleId", {"text"}},
          {"ruleIndex", {"index"}},
          {"level", {"level"}},
          {"message", {"message", Is::Needed}},
          {"locations", {"location[]", Is::Needed}},
          {"partialFingerprints", {"fingerprints", Is::Needed}},
          {"properties", {"propertyBag"}}}},
        {"message", {{"text", {"text", Is::Needed}}, {"markdown", {"text"}}}},
        {"location",
         {{"physicalLocation", {"physicalLocation", Is::Needed}}, {"id", {"index"}}, {"message", {"message"}}}},
        {"physicalLocation",
         {{"artifactLocation", {"artifactLocation", Is::Needed}}, {"region", {"region", Is::Needed}}}},
        {"artifactLocation", {{"uri", {"relativeUri", Is::Needed}}, {"uriBaseId", {"text"}}}},
        {"region",
         {{"startLine", {"count", Is::Needed}},
          {"startColumn", {"count", Is::Needed}},
          {"endLine", {"count", Is::Needed}},
          {"endColumn", {"count", Is::Needed}}}},
    };
    return all;
}

bool matches(const Json& json, const char* pattern) {
    return json.is_string() && std::regex_match(json.get<std::string>(), std::regex(pattern));
}

bool isOneOf(const Json& json, const std::set<std::string>& words) {
    return json.is_string() && words.contains(json.get<std::string>());
}

/// Of the types that are no objects of the schema.
bool isOfType(const Json& json, const std::string& type) {
    if (type == "text") return json.is_string() && !json.get<std::string>().empty();
    if (type == "text255") return isOfType(json, "text") && json.get<std::string>().size() <= 255;
    if (type == "version") return json == "2.1.0";
    if (type == "uri") return matches(json, "https?://[^ ]+");
    if (type == "relativeUri")
        return matches(json, "([A-Za-z0-9._~-]|%[0-9A-F]{2})+(/([A-Za-z0-9._~-]|%[0-9A-F]{2})+)*");
    if (type == "semanticVersion") return matches(json, "[0-9]+\\.[0-9]+\\.[0-9]+.*");
    if (type == "category") return matches(json, "[^/].*/");
    if (type == "columnKind") return isOneOf(json, {"utf16CodeUnits", "unicodeCodePoints"});
    if (type == "level") return isOneOf(json, {"none", "note", "warning", "error"});
    if (type == "boolean") return json.is_boolean();
    if (type == "count") return json.is_number_integer() && json.get<long>() >= 1;
    if (type == "index") return json.is_number_integer() && json.get<long>() >= 0;
    if (type == "object" || type == "propertyBag") return json.is_object();
    if (type == "fingerprints")
        return json.is_object() && json.contains("primaryLocationLineHash") &&
               matches(json["primaryLocationLineHash"], "[0-9a-f]+:[1-9][0-9]*");
    if (type == "ruleProperties")
        return json.is_object() && json.value("tags", Json::array()).size() <= 20 &&
               isOneOf(json.value("precision", Json("high")), {"very-high", "high", "medium", "low"}) &&
               isOneOf(json.value("problem.severity", Json("error")), {"error", "warning", "recommendation"});
    return false;
}

class Check {
public:
    std::vector<std::string> of(const Json& log) {
        check(log, "sarifLog", "");
        return std::move(faults_);
    }

private:
    void check(const Json& json, const std::string& type, const std::string& path) {
        if (type.ends_with("[]")) {
            if (!json.is_array()) return fault(path, "is no array");
            for (std::size_t i = 0; i < json.size(); ++i)
                check(json[i], type.substr(0, type.size() - 2), path + "[" + std::to_string(i) + "]");
            return;
        }
        const auto object = objects().find(type);
        if (object == objects().end()) {
            if (!isOfType(json, type))
                fault(path, std::string("is no ").append(type).append(": ").append(json.dump()));
            return;
        }
        if (!json.is_object()) return fault(path, "is no object");
        for (const auto& [key, value] : json.items()) {
            const auto known = object->second.find(key);
            if (known == object->second.end())
                fault(memberOf(path, key), "is unknown");
            else
                check(value, known->second.type, memberOf(path, key));
        }
        for (const auto& [key, what] : object->second)
            if (what.is == Is::Needed && !json.contains(key)) fault(memberOf(path, key), "is missing");
        if (type == "sarifLog") limits(json);
        if (type == "run") references(json, path);
        if (type == "region") order(json, path);
    }

    void limits(const Json& log) {
        if (!log.contains("runs") || !log["runs"].is_array()) return;
        if (log["runs"].empty() || log["runs"].size() > 20) fault(".runs", "has not 1 to 20 runs");
        std::set<std::string> categories;
        for (const auto& run : log["runs"])
            if (run.contains("automationDetails") &&
                !categories.insert(run["automationDetails"].value("id", "")).second)
                fault(".runs", "has two of one category");
    }

    void references(const Json& run, const std::string& path) {
        if (!faults_.empty()) return;
        const Json& rules = run["tool"]["driver"]["rules"];
        std::set<std::string> ids;
        for (const auto& rule : rules)
            if (!ids.insert(rule["id"].get<std::string>()).second) fault(path, "has a rule twice");
        if (run["results"].size() > 25000) fault(path, "has too many results");
        for (const auto& result : run["results"])
            if (result.contains("ruleIndex") &&
                (result["ruleIndex"].get<std::size_t>() >= rules.size() ||
                 rules[result["ruleIndex"].get<std::size_t>()]["id"] != result["ruleId"]))
                fault(path, "has a result of another rule than it says");
    }

    void order(const Json& region, const std::string& path) {
        if (!faults_.empty()) return;
        const auto number = [&](const char* key) { return region[key].get<long>(); };
        if (number("endLine") < number("startLine") ||
            (number("endLine") == number("startLine") && number("endColumn") <= number("startColumn")))
            fault(path, "is empty");
    }

    void fault(const std::string& path, const std::string& what) { faults_.push_back(path + " " + what); }

    std::vector<std::string> faults_;
};

} // namespace

std::vector<std::string> sarifFaults(const Json& log) { return Check().of(log); }

} // namespace warpstring::test
