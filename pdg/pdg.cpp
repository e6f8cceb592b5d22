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
    const bool hasImages = std::any_of(arguments.begin(), arguments.end(), [](const KernelArgument& argument) {
        return argument.kind == KernelArgument::Kind::Image;
    });
    if (!hasImages) return names;
    for (const auto& argument : arguments)
        for (const char* size : {".width", ".height", ".depth"})
            names.push_back(argument.kind == KernelArgument::Kind::Image ? argument.name + size : "");
    return names;
}

} // namespace warpstring
