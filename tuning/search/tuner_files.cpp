// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/tuner_files.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <numeric>

#include "tuning/search/measured_variants.h"

namespace warpstring::search {

namespace {

using files::TomlValue;
using Json = nlohmann::ordered_json;

constexpr double msOfUs = 1e-3, nsOfMs = 1e6;
constexpr std::array<std::string_view, 4> errorNames{"InvalidConfig", "CompilationFailedConfig",
                                                     "RuntimeFailedConfig", "ErrorConfig"};

std::string lineOf(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json jsonOf(const TomlValue& value) {
    switch (value.kind) {
    case TomlValue::Kind::Integer: return value.integer;
    case TomlValue::Kind::Float: return value.number;
    case TomlValue::Kind::Boolean: return value.boolean;
    default: return value.text;
    }
}

TomlValue valueOf(const Json& json) {
    TomlValue value;
    value.kind = TomlValue::Kind::Text;
    if (json.is_boolean()) {
        value.kind = TomlValue::Kind::Boolean;
        value.boolean = json.get<bool>();
    } else if (json.is_number_integer()) {
        value.kind = TomlValue::Kind::Integer;
        value.integer = json.get<std::int64_t>();
        value.number = static_cast<double>(value.integer);
    } else if (json.is_number()) {
        value.kind = TomlValue::Kind::Float;
        value.number = json.get<double>();
    } else if (json.is_string()) {
        value.text = json.get<std::string>();
    }
    return value;
}

/// Empty: it ran.
std::string_view errorOf(Outcome outcome) {
    switch (outcome) {
    case Outcome::Ranked:
    case Outcome::Dominated: return "";
    case Outcome::DoesNotParse: return "CompilationFailedConfig";
    case Outcome::NoLaunch:
    case Outcome::DoesNotFit: return "InvalidConfig";
    default: return "RuntimeFailedConfig";
    }
}

std::string_view invalidityOf(Outcome outcome) {
    switch (outcome) {
    case Outcome::Ranked:
    case Outcome::Dominated: return "correct";
    case Outcome::DoesNotParse: return "compile";
    case Outcome::NoLaunch:
    case Outcome::DoesNotFit: return "constraints";
    default: return "runtime";
    }
}

Json configurationOf(const TunerParameters& parameters, const std::vector<TomlValue>& values) {
    Json configuration = Json::object();
    for (std::size_t i = 0; i < values.size(); ++i) configuration[parameters.all()[i].name] = jsonOf(values[i]);
    return configuration;
}

Diagnostic notACache(const std::string& file, const std::string& what) {
    return {"tune.not-a-cache",
            Severity::Error,
            {file, 0, 0},
            file + " is no cache of Kernel Tuner: " + what,
            "it is an object with device_name, tune_params_keys, tune_params and cache"};
}

/// A file that was left open ends in a comma, without the braces of "cache" and of the whole.
Json parsed(std::string text) {
    Json json = Json::parse(text, nullptr, false);
    if (!json.is_discarded()) return json;
    const auto last = text.find_last_not_of(" \t\r\n");
    text.resize(last == std::string::npos ? 0 : last + 1);
    if (text.ends_with(',')) text.pop_back();
    return Json::parse(text + "}\n}", nullptr, false);
}

TunerEntry entryOf(const Json& json, const std::vector<TunerParameter>& parameters) {
    TunerEntry entry;
    for (const TunerParameter& parameter : parameters)
        entry.values.push_back(valueOf(json.value(parameter.name, Json())));
    entry.timestamp =
        json.contains("timestamp") && json["timestamp"].is_string() ? json.value("timestamp", "") : "";
    for (const auto& [key, value] : json.items())
        if (value.is_string() && std::find(errorNames.begin(), errorNames.end(),
                                           value.get_ref<const std::string&>()) != errorNames.end())
            entry.error = value.get<std::string>();
    if (!entry.error.empty()) return entry;
    if (json.contains("times") && json["times"].is_array())
        for (const Json& time : json["times"])
            if (time.is_number()) entry.timesMs.push_back(time.get<double>());
    if (entry.timesMs.empty() && json.contains("time") && json["time"].is_number())
        entry.timesMs.push_back(json["time"].get<double>());
    if (entry.timesMs.empty()) entry.error = "ErrorConfig";
    return entry;
}

} // namespace

std::string predictedDevice(const HardwareSpec& spec) {
    return (spec.device.openclName.empty() ? spec.name : spec.device.openclName) + " (predicted by Warpstring)";
}

std::string kernelTunerCache(const DeviceSearch& found, const SearchSpace& space, const Launch& start) {
    const TunerParameters parameters(space);
    Json keys = Json::array(), lists = Json::object(), problem = Json::array();
    for (const TunerParameter& parameter : parameters.all()) {
        keys.push_back(parameter.name);
        for (const TomlValue& value : parameter.values) lists[parameter.name].push_back(jsonOf(value));
    }
    for (int d = 0; d < start.range.dimensions; ++d)
        problem.push_back(start.range.global[static_cast<std::size_t>(d)]);
    std::string text = lineOf({{"device_name", predictedDevice(found.spec)},
                               {"kernel_name", start.kernel},
                               {"problem_size", problem},
                               {"tune_params_keys", keys},
                               {"tune_params", lists},
                               {"objective", Json::array({"time"})},
                               {"cache", Json::object()}});
    text.resize(text.size() - 2); // "}}": entries follow
    std::string separator = "\n";
    for (const FoundVariant& variant : found.variants) {
        const auto values = parameters.valuesOf(space.choiceOf(variant.id));
        std::string key;
        for (const TomlValue& value : values) key += (key.empty() ? "" : ",") + pythonText(value);
        Json entry = configurationOf(parameters, values);
        if (const auto error = errorOf(variant.figures.outcome); !error.empty()) {
            entry["__error__"] = error;
        } else {
            const double ms = variant.figures.timeUs * msOfUs;
            entry["time"] = ms;
            entry["times"] = {ms};
            entry["dominated"] = variant.figures.outcome == Outcome::Dominated ? 1 : 0;
        }
        for (const char* phase :
             {"compile_time", "verification_time", "benchmark_time", "strategy_time", "framework_time"})
            entry[phase] = 0;
        text += std::exchange(separator, ",\n") + lineOf(key) + ": " + lineOf(entry);
    }
    return text + "\n}\n}";
}

std::string t4Results(const DeviceSearch& found, const SearchSpace& space) {
    const TunerParameters parameters(space);
    Json results = Json::array();
    for (const FoundVariant& variant : found.variants) {
        const auto invalidity = invalidityOf(variant.figures.outcome);
        const bool hasTime = invalidity == "correct";
        Json runtimes = Json::array(), measurements = Json::array();
        if (hasTime) {
            const double ms = variant.figures.timeUs * msOfUs;
            runtimes.push_back(ms);
            measurements.push_back({{"name", "time"}, {"value", ms}, {"unit", "ms"}});
        }
        results.push_back(
            {{"configuration", configurationOf(parameters, parameters.valuesOf(space.choiceOf(variant.id)))},
             {"times",
              {{"compilation", 0},
               {"benchmark", 0},
               {"framework", 0},
               {"search_algorithm", 0},
               {"validation", 0},
               {"runtimes", runtimes}}},
             {"invalidity", invalidity},
             {"correctness", hasTime ? 1 : 0},
             {"measurements", measurements},
             {"objectives", Json::array({"time"})}});
    }
    const Json whole{
        {"results", results},
        {"schema_version", "1.0.0"},
        {"metadata", {{"timeunit", "milliseconds"}, {"device_name", predictedDevice(found.spec)}}}};
    return whole.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<TunerCache> readKernelTunerCache(const std::string& text, const std::string& file) {
    const Json json = parsed(text);
    if (!json.is_object()) return notACache(file, "it is no JSON object");
    for (const char* key : {"device_name", "tune_params_keys", "tune_params", "cache"})
        if (!json.contains(key)) return notACache(file, "it has no " + std::string(key));
    if (!json["tune_params_keys"].is_array() || !json["tune_params"].is_object() || !json["cache"].is_object())
        return notACache(file, "its parameters or its cache are of another type");
    TunerCache cache;
    cache.device = json["device_name"].is_string() ? json["device_name"].get<std::string>() : "";
    cache.kernel = json.contains("kernel_name") && json["kernel_name"].is_string()
                       ? json["kernel_name"].get<std::string>()
                       : "";
    for (const Json& key : json["tune_params_keys"]) {
        TunerParameter parameter;
        parameter.name = key.is_string() ? key.get<std::string>() : "";
        const Json list = json["tune_params"].value(parameter.name, Json());
        if (!list.is_array() || list.empty())
            return notACache(file, "it lists no values of \"" + parameter.name + "\"");
        for (const Json& value : list) parameter.values.push_back(valueOf(value));
        cache.parameters.push_back(std::move(parameter));
    }
    for (const auto& [key, entry] : json["cache"].items())
        if (entry.is_object()) cache.entries.push_back(entryOf(entry, cache.parameters));
    return cache;
}

std::vector<records::Measurement> recordsOf(const TunerCache& cache, VariantTextCache& texts) {
    const TunerParameters parameters(texts.space());
    std::vector<records::Measurement> all;
    VariantMaker maker(texts);
    for (const TunerEntry& entry : cache.entries) {
        // The space may have them in another order.
        std::vector<TomlValue> values;
        for (const TunerParameter& wanted : parameters.all())
            for (std::size_t i = 0; i < cache.parameters.size(); ++i)
                if (cache.parameters[i].name == wanted.name) values.push_back(entry.values[i]);
        if (values.size() != parameters.all().size()) continue;
        const auto choice = parameters.choiceOf(values);
        if (!choice) continue;
        const auto variant = maker.make(texts.space().idOf(*choice));
        if (!variant) continue;
        std::vector<double> ns;
        for (const double ms : entry.timesMs) ns.push_back(ms * nsOfMs);
        records::Measurement record = recordOf(*variant, cache.device, std::move(ns));
        record.takenAt = entry.timestamp;
        record.tool = "Kernel Tuner";
        if (!entry.error.empty()) {
            record.status = records::MeasurementStatus::Failed;
            record.diagnostics.push_back(
                {"measure.other-tuner", Severity::Error, {}, "Kernel Tuner says " + entry.error, ""});
        }
        all.push_back(std::move(record));
    }
    return all;
}

} // namespace warpstring::search
