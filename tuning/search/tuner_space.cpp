// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/tuner_space.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tuning/search/python_text.h"
#include "tuning/search/tuner_files.h"

namespace warpstring::search {

namespace {

using Json = nlohmann::ordered_json;

struct TunerSpace {
    std::vector<TunerParameter> parameters;
    std::vector<SearchSpace::ConstraintText> constraints;
};

Diagnostics at(Diagnostics faults, const std::string& file) {
    for (Diagnostic& fault : faults) fault.place.file = file;
    return faults;
}

std::string textOf(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

Result<TunerSpace> ofT1(const Json& space, const std::string& file) {
    TunerSpace made;
    Diagnostics faults;
    const auto keep = [&](const Diagnostics& more) {
        for (const Diagnostic& fault : at(more, file)) faults.push_back(fault);
    };
    const Json parameters = space.value("TuningParameters", Json::array());
    for (const Json& parameter : parameters) {
        auto values = pythonList(textOf(parameter, "Values"));
        if (values)
            made.parameters.push_back({textOf(parameter, "Name"), std::move(*values)});
        else
            keep(values.diagnostics());
    }
    const Json conditions = space.value("Conditions", Json::array());
    for (const Json& condition : conditions) {
        const auto expression = launchExpression(textOf(condition, "Expression"));
        if (expression)
            made.constraints.push_back({*expression, {file, 0, 0}});
        else
            keep(expression.diagnostics());
    }
    if (!faults.empty()) return faults;
    return made;
}

} // namespace

bool isTunerFile(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    return first != std::string::npos && text[first] == '{';
}

Result<SearchSpace> readTunerSpace(const NamedText& launch, const NamedText& file) {
    const auto document = files::parseToml(launch.text, launch.path, "launch");
    if (!document) return document.diagnostics();
    const std::string path = file.path.string();
    const Json json = Json::parse(file.text, nullptr, false);
    TunerSpace space;
    if (json.is_object() && json.contains("ConfigurationSpace") && json["ConfigurationSpace"].is_object()) {
        auto made = ofT1(json["ConfigurationSpace"], path);
        if (!made) return made.diagnostics();
        space = std::move(*made);
    } else {
        auto cache = readKernelTunerCache(file.text, path);
        if (!cache) return cache.diagnostics();
        space.parameters = std::move(cache->parameters);
    }
    auto names = namesOf(space.parameters, *document, path);
    if (!names) return names.diagnostics();
    // Conditions speak of block sizes, constraints of sizes.
    const auto isBlock = [&](const std::string& name) {
        const auto known = std::any_of(names->begin(), names->end(),
                                       [&](const files::NamedValues& named) { return named.name == name; });
        return !known;
    };
    for (auto& constraint : space.constraints)
        for (const auto& [block, size] :
             {std::pair{"block_size_x", "local_0"}, std::pair{"block_size_y", "local_1"},
              std::pair{"block_size_z", "local_2"}})
            for (std::size_t found = constraint.text.find(block); isBlock(block) && found != std::string::npos;
                 found = constraint.text.find(block))
                constraint.text.replace(found, std::string_view(block).size(), size);
    auto made = SearchSpace::make(*document, std::move(*names), {}, space.constraints, SpaceOrigin::SpaceFile);
    if (!made) return made.diagnostics();
    bool isEmpty = true;
    static_cast<void>(made->forEachValid([&](const Choice&) { return isEmpty = false; }));
    if (isEmpty) return made->whyEmpty();
    return made;
}

} // namespace warpstring::search
