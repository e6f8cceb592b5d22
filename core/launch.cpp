// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch.h"

#include <limits>

namespace warpstring {

namespace {

// Counts are kept as integers and as doubles; below 2^53 the two agree.
constexpr std::uint64_t mostGroups = std::uint64_t{1} << 53;
// No device comes near; beyond it the arithmetic on work-items of a group could overflow.
constexpr std::uint64_t mostGroupSize = std::uint64_t{1} << 31;
constexpr auto mostWorkItems = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

/// The product, or nothing when it is above `most`.
std::optional<std::uint64_t> boundedProduct(const std::array<std::uint64_t, 3>& factors, std::uint64_t most) {
    std::uint64_t product = 1;
    for (const std::uint64_t factor : factors) {
        if (factor == 0) return 0;
        if (factor > most / product) return std::nullopt;
        product *= factor;
    }
    return product;
}

std::string nearestMultiples(std::uint64_t global, std::uint64_t local) {
    const std::uint64_t below = global / local * local;
    const std::string above =
        below > std::numeric_limits<std::uint64_t>::max() - local ? "" : std::to_string(below + local);
    if (below == 0) return above;
    return std::to_string(below) + (above.empty() ? "" : " or " + above);
}

} // namespace

const BufferArgument* elementsOf(const Argument& argument) {
    if (const auto* image = std::get_if<ImageArgument>(&argument)) return &image->texels;
    return std::get_if<BufferArgument>(&argument);
}

LaunchImages imagesOf(const Launch& launch) {
    LaunchImages found;
    for (const auto& [parameter, argument] : launch.arguments) {
        if (const auto* image = std::get_if<ImageArgument>(&argument))
            found.formats.emplace(parameter, image->format);
        if (const auto* sampler = std::get_if<SamplerArgument>(&argument))
            found.samplers.emplace(parameter, *sampler);
    }
    return found;
}

Diagnostics validate(const NDRange& range, const SourceLocation& place) {
    Diagnostics found;
    const auto add = [&](const char* code, std::string message, std::string hint) {
        found.push_back({code, Severity::Error, place, std::move(message), std::move(hint)});
    };
    if (range.dimensions < 1 || range.dimensions > 3) {
        add("launch.bad-dimensions", "a launch has 1 to 3 dimensions, not " + std::to_string(range.dimensions),
            "give one to three sizes");
        return found;
    }
    bool zero = false;
    for (int d = 0; d < 3; ++d) {
        for (const auto& [size, what] :
             {std::pair{range.global[d], "global"}, std::pair{range.local[d], "local"}}) {
            if (size != 0) continue;
            zero = true;
            add("launch.zero-size",
                "the " + std::string(what) + " size of dimension " + std::to_string(d) + " is zero",
                "every size must be at least 1");
        }
    }
    if (zero) return found;

    for (int d = 0; d < 3; ++d) {
        if (range.global[d] % range.local[d] == 0) continue;
        add("launch.non-dividing-size",
            "global size " + std::to_string(range.global[d]) + " of dimension " + std::to_string(d) +
                " is not a multiple of the local size " + std::to_string(range.local[d]),
            "OpenCL 1.x wants whole work-groups: round the global size to " +
                nearestMultiples(range.global[d], range.local[d]) +
                " and guard the kernel, or change the local size");
    }
    if (!boundedProduct(range.local, mostGroupSize))
        add("launch.too-large-group", "a work-group has more than 2^31 work-items", "lower the local size");
    if (!boundedProduct({range.groups(0), range.groups(1), range.groups(2)}, mostGroups - 1))
        add("launch.too-many-groups", "the launch has 2^53 work-groups or more",
            "lower the global size or raise the local size");
    else if (!boundedProduct(range.global, mostWorkItems))
        add("launch.too-many-work-items", "the launch has 2^63 work-items or more", "lower the global size");
    return found;
}

} // namespace warpstring
