// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/tuner_parameters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/files/launches/launch_axes.h"

namespace warpstring::search {

namespace {

using files::TomlValue;

constexpr std::array<const char*, 3> blockNames{"block_size_x", "block_size_y", "block_size_z"};

bool isOfSizes(const files::NamedValues& named) {
    if (named.name != "local") return false;
    return std::all_of(named.values.begin(), named.values.end(), [](const TomlValue& value) {
        const auto isInteger = [](const TomlValue& item) { return item.kind == TomlValue::Kind::Integer; };
        return value.kind == TomlValue::Kind::Array
                   ? std::all_of(value.items.begin(), value.items.end(), isInteger)
                   : isInteger(value);
    });
}

std::size_t dimensionsOf(const TomlValue& value) {
    return value.kind == TomlValue::Kind::Array ? value.items.size() : 1;
}

TomlValue integerValue(std::int64_t integer) {
    TomlValue value;
    value.kind = TomlValue::Kind::Integer;
    value.integer = integer;
    value.number = static_cast<double>(integer);
    return value;
}

TomlValue wordValue(const std::string& word) {
    TomlValue value;
    value.kind = TomlValue::Kind::Text;
    value.text = word;
    return value;
}

bool isSame(const TomlValue& a, const TomlValue& b) {
    const auto isNumber = [](const TomlValue& value) {
        return value.kind == TomlValue::Kind::Integer || value.kind == TomlValue::Kind::Float;
    };
    if (isNumber(a) && isNumber(b)) return a.number == b.number;
    return pythonText(a) == pythonText(b);
}

} // namespace

std::string pythonText(const TomlValue& value) {
    if (value.kind == TomlValue::Kind::Boolean) return value.boolean ? "True" : "False";
    if (value.kind != TomlValue::Kind::Float) return wordOf(value);
    // repr(): positional from 1e-4 to below 1e16, and never without a point.
    const double size = std::abs(value.number);
    const bool isPositional = size == 0 || (size >= 1e-4 && size < 1e16);
    char buffer[64];
    const auto [end, error] =
        std::to_chars(buffer, buffer + sizeof buffer, value.number,
                      isPositional ? std::chars_format::fixed : std::chars_format::scientific);
    std::string text(buffer, end);
    if (isPositional && text.find('.') == std::string::npos) text += ".0";
    return text;
}

TunerParameters::TunerParameters(const SearchSpace& space) : space_(space) {
    for (std::size_t axis = 0; axis < space_.axes().size(); ++axis) {
        const bool isName = axis < space_.names().size();
        if (isName && isOfSizes(space_.names()[axis])) {
            std::size_t dimensions = 1;
            for (const TomlValue& value : space_.names()[axis].values)
                dimensions = std::max(dimensions, dimensionsOf(value));
            for (std::size_t d = 0; d < std::min(dimensions, blockNames.size()); ++d) {
                parameters_.push_back({blockNames[d], {}});
                sources_.push_back({axis, d});
            }
        } else {
            parameters_.push_back({space_.axes()[axis].name, {}});
            sources_.push_back({axis, std::nullopt});
        }
    }
    for (std::size_t i = 0; i < parameters_.size(); ++i)
        for (std::size_t value = 0; value < space_.axes()[sources_[i].axis].words.size(); ++value) {
            TomlValue one = valueOf(sources_[i], value);
            auto& known = parameters_[i].values;
            if (std::none_of(known.begin(), known.end(),
                             [&](const TomlValue& other) { return isSame(one, other); }))
                known.push_back(std::move(one));
        }
}

TomlValue TunerParameters::valueOf(const Source& source, std::size_t value) const {
    if (source.axis >= space_.names().size()) return wordValue(space_.axes()[source.axis].words[value]);
    const TomlValue& whole = space_.names()[source.axis].values[value];
    if (!source.dimension) return whole.kind == TomlValue::Kind::Array ? wordValue(wordOf(whole)) : whole;
    if (whole.kind != TomlValue::Kind::Array) return *source.dimension == 0 ? whole : integerValue(1);
    return *source.dimension < whole.items.size() ? whole.items[*source.dimension] : integerValue(1);
}

std::vector<TomlValue> TunerParameters::valuesOf(const Choice& choice) const {
    std::vector<TomlValue> values;
    values.reserve(sources_.size());
    for (const Source& source : sources_) values.push_back(valueOf(source, choice[source.axis]));
    return values;
}

std::optional<Choice> TunerParameters::choiceOf(const std::vector<TomlValue>& values) const {
    Choice choice(space_.axes().size());
    for (std::size_t axis = 0; axis < choice.size(); ++axis) {
        const std::size_t count = space_.axes()[axis].words.size();
        std::size_t found = 0;
        const auto agrees = [&](std::size_t value) {
            for (std::size_t i = 0; i < sources_.size(); ++i)
                if (sources_[i].axis == axis && !isSame(valueOf(sources_[i], value), values[i])) return false;
            return true;
        };
        while (found < count && !agrees(found)) ++found;
        if (found == count) return std::nullopt;
        choice[axis] = found;
    }
    return choice;
}

Result<std::vector<files::NamedValues>> namesOf(const std::vector<TunerParameter>& parameters,
                                                const TomlValue& launch, const std::string& file) {
    const std::vector<std::string> known = files::variableNames(launch);
    std::vector<files::NamedValues> names;
    std::array<std::vector<TomlValue>, 3> blocks;
    Diagnostics faults;
    for (const TunerParameter& parameter : parameters) {
        const auto* const block = std::find(blockNames.begin(), blockNames.end(), parameter.name);
        if (std::find(known.begin(), known.end(), parameter.name) != known.end())
            names.push_back({parameter.name, {}, parameter.values});
        else if (block != blockNames.end())
            blocks[static_cast<std::size_t>(block - blockNames.begin())] = parameter.values;
        else
            faults.push_back(
                {"tune.unknown-parameter",
                 Severity::Error,
                 {file, 0, 0},
                 "\"" + parameter.name + "\" is no scalar argument, macro or constant of the launch file",
                 files::suggestion(parameter.name, known, "define it in [macros]")});
    }
    if (!faults.empty()) return faults;
    if (std::all_of(blocks.begin(), blocks.end(), [](const auto& values) { return values.empty(); }))
        return names;
    const TomlValue* written = launch.find("local");
    const std::size_t dimensions = written != nullptr ? dimensionsOf(*written) : 1;
    std::vector<TomlValue> shapes(1);
    shapes[0].kind = TomlValue::Kind::Array;
    for (std::size_t d = 0; d < dimensions; ++d) {
        const std::vector<TomlValue> sides = blocks[d].empty() ? std::vector{integerValue(1)} : blocks[d];
        std::vector<TomlValue> longer;
        for (const TomlValue& shape : shapes)
            for (const TomlValue& side : sides) {
                longer.push_back(shape);
                longer.back().items.push_back(side);
            }
        shapes = std::move(longer);
    }
    names.push_back({"local", {}, std::move(shapes)});
    return names;
}

} // namespace warpstring::search
