// SPDX-License-Identifier: GPL-3.0-or-later
// Things of a kernel by their names.
#pragma once

#include <string>
#include <vector>

#include "tuning/transform/scene.h"

namespace warpstring::transform {

/// The only one of these with the name. transform.unknown-`what`, transform.ambiguous-`what`; `meaning` says
/// what is wanted: "an array of the kernel".
template <class Declaration>
[[nodiscard]] Result<const Declaration*> named(const Scene& scene, const std::vector<const Declaration*>& known,
                                               const std::string& name, const std::string& what,
                                               const std::string& meaning) {
    const Declaration* found = nullptr;
    std::vector<std::string> names;
    for (const auto* declaration : known) {
        names.push_back(declaration->getName().str());
        if (names.back() != name) continue;
        if (found)
            return refusal(scene, declaration->getLocation(), "ambiguous-" + what,
                           "the kernel has more than one \"" + name + "\"", "give them different names");
        found = declaration;
    }
    if (found) return found;
    const std::string closest = closestName(name, names);
    std::string list;
    for (const auto& other : names) list += (list.empty() ? "" : ", ") + other;
    return refusal(scene, scene.facts.kernel->getLocation(), "unknown-" + what,
                   "\"" + name + "\" is not " + meaning,
                   !closest.empty() ? "did you mean \"" + closest + "\"?"
                   : list.empty()   ? "the kernel has none"
                                    : "there are " + list);
}

} // namespace warpstring::transform
