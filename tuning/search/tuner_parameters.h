// SPDX-License-Identifier: GPL-3.0-or-later
// A search space as other tuners have it: parameters with plain values, work-groups by block_size_x, _y and _z.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tuning/search/search_space.h"

namespace warpstring::search {

struct TunerParameter {
    std::string name;
    std::vector<files::TomlValue> values; ///< integers, numbers, booleans and strings, each once
};

/// A value as Python's str() has it: 32, 0.5, True, float4.
[[nodiscard]] std::string pythonText(const files::TomlValue& value);

/// Parameters of a space, and the values that a combination gives them. An axis `local` of whole numbers is
/// block_size_x, block_size_y and so on; all others are one parameter each.
class TunerParameters {
public:
    explicit TunerParameters(const SearchSpace& space);

    [[nodiscard]] const std::vector<TunerParameter>& all() const { return parameters_; }
    [[nodiscard]] std::vector<files::TomlValue> valuesOf(const Choice& choice) const;
    /// The combination with these values, in the order of all(); nothing where the space has none.
    [[nodiscard]] std::optional<Choice> choiceOf(const std::vector<files::TomlValue>& values) const;

private:
    struct Source {
        std::size_t axis = 0;
        std::optional<std::size_t> dimension; ///< of `local`
    };
    [[nodiscard]] files::TomlValue valueOf(const Source& source, std::size_t value) const;

    SearchSpace space_;
    std::vector<TunerParameter> parameters_;
    std::vector<Source> sources_;
};

/// Parameters as the names of a space: those that the launch file has; block_size_x, _y and _z, which it does
/// not have, become `local` with all combinations of their values. Fails with tune.unknown-parameter for any
/// other.
[[nodiscard]] Result<std::vector<files::NamedValues>>
namesOf(const std::vector<TunerParameter>& parameters, const files::TomlValue& launch, const std::string& file);

} // namespace warpstring::search
