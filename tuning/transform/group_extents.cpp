// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/group_extents.h"

#include <algorithm>

#include "core/files/toml/toml_reader.h"
#include "tuning/transform/launch_sizes.h"

namespace warpstring::transform {

namespace {

/// A macro of the launch file that stands for a number.
bool isNumberMacro(const files::TomlValue& document, const std::string& name) {
    const auto* macros = document.find("macros");
    const auto* value = macros ? macros->find(name) : nullptr;
    return value && value->kind == files::TomlValue::Kind::Integer;
}

} // namespace

Result<std::array<Extent, 3>> groupExtents(const Scene& scene) {
    const auto document = files::parseToml(scene.text.launch, scene.text.launchPath, "launch");
    if (!document) return document.diagnostics();
    const auto written = sizesOf(scene, "local");
    if (!written) return written.diagnostics();
    const bool isListSwept = isSwept(scene, "local");
    std::array<Extent, 3> extents;
    for (std::size_t d = 0; d < extents.size(); ++d) {
        auto& extent = extents[d];
        const auto [least, most] = std::minmax_element(
            scene.launches.begin(), scene.launches.end(),
            [&](const Launch& a, const Launch& b) { return a.range.local[d] < b.range.local[d]; });
        extent.number = most->range.local[d];
        extent.isName = !isListSwept && d < written->size() && isNumberMacro(*document, (*written)[d]);
        extent.text = extent.isName ? (*written)[d] : std::to_string(extent.number);
        if (!extent.isName && (isListSwept || least->range.local[d] != extent.number))
            return refusal(scene, "swept-size", "the local size is swept, and the tile hangs on it",
                           "leave one local size, or let a macro of the launch file say it");
    }
    return extents;
}

std::string productText(const std::vector<Extent>& extents, bool isMultiplied) {
    const bool isNumber =
        std::none_of(extents.begin(), extents.end(), [](const Extent& extent) { return extent.isName; });
    std::string text;
    std::uint64_t product = 1;
    for (const auto& extent : extents) {
        text += (text.empty() ? "" : " * ") + extent.text;
        product *= extent.number;
    }
    return isMultiplied && isNumber ? std::to_string(product) : text;
}

std::string linearIdText(const std::array<Extent, 3>& extents) {
    std::string text;
    bool isSum = false;
    for (unsigned d = 3; d-- > 0;) {
        if (!extents[d].isWide()) continue;
        const std::string id = "get_local_id(" + std::to_string(d) + ")";
        if (!text.empty()) {
            if (isSum) text = text.insert(0, 1, '(') + ')';
            text.append(" * ").append(extents[d].text).append(" + ").append(id);
            isSum = true;
        } else {
            text = id;
        }
    }
    return text.empty() ? "0" : text;
}

} // namespace warpstring::transform
