// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/pdg.h"

#include <algorithm>
#include <iterator>

namespace warpstring {

std::vector<std::string> Pdg::argumentNames() const {
    std::vector<std::string> names;
    names.reserve(arguments.size());
    std::transform(arguments.begin(), arguments.end(), std::back_inserter(names),
                   [](const KernelArgument& argument) { return argument.name; });
    return names;
}

} // namespace warpstring
