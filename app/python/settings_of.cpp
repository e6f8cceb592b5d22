// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/settings_of.h"

#include <pybind11/stl.h>

#include "app/python/refused.h"

namespace warpstring::python {

namespace py = pybind11;

namespace {

template <class T>
T memberOf(const py::dict& dict, const char* key) {
    return dict.contains(key) ? dict[key].cast<T>() : T();
}

std::vector<drafting::NamedValue> namedValues(const py::dict& dict, const char* key) {
    std::vector<drafting::NamedValue> values;
    for (auto& [name, toml] : memberOf<std::vector<std::pair<std::string, std::string>>>(dict, key))
        values.push_back({std::move(name), std::move(toml)});
    return values;
}

} // namespace

drafting::LaunchChoice choiceOf(const py::dict& choice) {
    using Texts = std::vector<std::string>;
    return {memberOf<std::string>(choice, "kernel"), memberOf<Texts>(choice, "global"),
            memberOf<Texts>(choice, "local"),        namedValues(choice, "arguments"),
            namedValues(choice, "macros"),           memberOf<Texts>(choice, "includes")};
}

Settings settingsOf(const py::tuple& settings) {
    Settings all;
    const auto model = settings[0].cast<std::string>();
    if (model == "closed-form") all.model = ModelChoice::ClosedForm;
    if (model == "timeline") all.model = ModelChoice::Timeline;
    if (!settings[1].is_none()) all.registers = valueOf(parseRegisterRequest(settings[1].cast<std::string>()));
    all.sourceShape = settings[2].cast<bool>();
    all.threshold = settings[3].cast<double>();
    return all;
}

} // namespace warpstring::python
