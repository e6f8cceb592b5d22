// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/pdg.h"

namespace warpstring {

std::vector<std::string> Pdg::parameterNames() const {
    std::vector<std::string> names;
    names.reserve(arguments.size() + fields.size());
    for (const auto& argument : arguments) names.push_back(argument.name);
    for (const auto& field : fields) names.push_back(field.name);
    return names;
}

ScalarType Pdg::parameterType(std::uint32_t index) const {
    return index < arguments.size() ? arguments[index].element.scalar : fields[index - arguments.size()].type;
}

} // namespace warpstring
