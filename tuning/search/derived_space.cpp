// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/derived_space.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "tuning/search/source_words.h"

namespace warpstring::search {

namespace {

constexpr std::uint64_t mostItems = 1024;

constexpr std::array<std::string_view, 6> groupQueries{"get_local_id",        "get_group_id",
                                                       "get_local_size",      "get_num_groups",
                                                       "get_local_linear_id", "get_enqueued_local_size"};

bool isOfGroups(const std::string& word) {
    return std::find(groupQueries.begin(), groupQueries.end(), word) != groupQueries.end() ||
           word.starts_with("sub_group") || word.starts_with("get_sub_group") ||
           word.starts_with("work_group_") || word.starts_with("intel_sub_group");
}

std::uint64_t groupLimit(int limit) { return limit > 0 ? static_cast<std::uint64_t>(limit) : mostItems; }

files::TomlValue textValue(const std::string& text) {
    files::TomlValue value;
    value.kind = files::TomlValue::Kind::Text;
    value.text = text;
    return value;
}

/// "coarsen x=2" and "coarsen x=4" are of the axis coarsen_x; "shape 32x8" of shape.
std::string axisOf(const std::string& rewrite) {
    const std::size_t blank = rewrite.find(' '), equals = rewrite.find('=');
    std::string name = rewrite.substr(0, blank);
    if (blank == std::string::npos || equals == std::string::npos) return name;
    name += "_" + rewrite.substr(blank + 1, equals - blank - 1);
    std::replace_if(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
}

} // namespace

files::TomlValue sizesValue(const std::vector<std::uint64_t>& sizes) {
    files::TomlValue value;
    value.kind = files::TomlValue::Kind::Array;
    for (const std::uint64_t size : sizes) {
        files::TomlValue item;
        item.kind = files::TomlValue::Kind::Integer;
        item.integer = static_cast<std::int64_t>(size);
        item.number = static_cast<double>(size);
        value.items.push_back(std::move(item));
    }
    return value;
}

std::string whyTiedToGroups(const Pdg& pdg, const Launch& launch) {
    if (!pdg.requiredGroupSize.empty()) return "it states their size (reqd_work_group_size)";
    const bool hasLocalArgument =
        std::any_of(launch.arguments.begin(), launch.arguments.end(),
                    [](const auto& entry) { return std::holds_alternative<LocalArgument>(entry.second); });
    if (pdg.sharedBytes > 0 || hasLocalArgument) return "it has local memory";
    if (std::any_of(pdg.statements.begin(), pdg.statements.end(),
                    [](const Statement& statement) { return statement.kind == StatementKind::Barrier; }))
        return "it has a barrier";
    for (const std::string& word : wordsOfKernel(pdg.source, pdg.kernel))
        if (isOfGroups(word)) return "its source asks for " + word + "()";
    return "";
}

std::vector<std::vector<std::uint64_t>>
groupShapes(const NDRange& range, const std::vector<HardwareSpec>& specs, std::uint64_t leastItems) {
    std::uint64_t most = mostItems;
    std::array<std::uint64_t, 3> sides{mostItems, mostItems, mostItems};
    for (const HardwareSpec& spec : specs) {
        most = std::min(most, groupLimit(spec.occupancy.groupSize));
        for (std::size_t d = 0; d < 3; ++d)
            sides[d] = std::min(sides[d], groupLimit(spec.occupancy.groupSizes[d]));
    }
    std::vector<std::vector<std::uint64_t>> shapes{{}};
    for (std::size_t d = 0; d < static_cast<std::size_t>(range.dimensions); ++d) {
        std::vector<std::vector<std::uint64_t>> longer;
        for (const auto& shape : shapes)
            for (std::uint64_t side = mostItems; side > 0; side /= 2)
                if (side <= sides[d] && range.global[d] % side == 0) {
                    longer.push_back(shape);
                    longer.back().push_back(side);
                }
        shapes = std::move(longer);
    }
    std::erase_if(shapes, [&](const auto& shape) {
        std::uint64_t items = 1;
        for (const std::uint64_t side : shape) items *= side;
        return items < leastItems || items > most;
    });
    return shapes;
}

Result<SearchSpace> deriveSpace(const NamedText& launchText, const Pdg& pdg, const Launch& launch,
                                const std::vector<HardwareSpec>& specs,
                                const std::vector<std::string>& rewrites) {
    const auto document = files::parseToml(launchText.text, launchText.path, "launch");
    if (!document) return document.diagnostics();
    std::vector<files::NamedValues> names, alternatives;
    std::string reason = whyTiedToGroups(pdg, launch);
    if (reason.empty()) {
        files::NamedValues local{"local", {}, {}};
        for (const auto& shape : groupShapes(launch.range, specs)) local.values.push_back(sizesValue(shape));
        if (local.values.empty())
            reason = "no power of two from 32 items on divides the global size";
        else
            names.push_back(std::move(local));
    }
    for (const std::string& rewrite : rewrites) {
        const std::string name = axisOf(rewrite);
        if (name == "shape" && !names.empty()) continue;
        const auto known = std::find_if(alternatives.begin(), alternatives.end(),
                                        [&](const auto& axis) { return axis.name == name; });
        if (known == alternatives.end())
            alternatives.push_back({name, {}, {textValue(""), textValue(rewrite)}});
        else
            known->values.push_back(textValue(rewrite));
    }
    if (names.empty() && alternatives.empty())
        return Diagnostic{
            "tune.nothing-to-try",
            Severity::Error,
            {launch.file.string(), 0, 0},
            "the launch file lists nothing to try, and the kernel does not let its work-groups be changed: " +
                reason,
            "add [tune] with a list of values for its macros, or for local (docs/tune.md)"};
    return SearchSpace::make(*document, std::move(names), std::move(alternatives), {}, SpaceOrigin::Derived);
}

} // namespace warpstring::search
