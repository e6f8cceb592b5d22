// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/drafting/whole_numbers.h"

namespace warpstring::drafting {

std::uint32_t slotCount(const Pdg& pdg) { return slotOfImage(pdg, pdg.arguments.size(), 0); }

std::uint32_t slotOf(const Pdg& pdg, std::uint32_t parameter) {
    return parameter < firstImageSize ? parameter : slotOfImage(pdg, 0, 0) + (parameter - firstImageSize);
}

std::uint32_t slotOfField(const Pdg& pdg, std::size_t field) {
    return static_cast<std::uint32_t>(pdg.arguments.size() + field);
}

std::uint32_t slotOfImage(const Pdg& pdg, std::size_t argument, unsigned dimension) {
    return static_cast<std::uint32_t>(pdg.arguments.size() + pdg.fields.size() + 3 * argument) + dimension;
}

std::optional<std::uint32_t> imageOf(const Pdg& pdg, std::uint32_t slot) {
    const std::uint32_t first = slotOfImage(pdg, 0, 0);
    return slot < first ? std::nullopt : std::optional((slot - first) / 3);
}

std::optional<ScalarType> wholeTypeOf(const Pdg& pdg, std::uint32_t slot) {
    if (const auto image = imageOf(pdg, slot)) {
        const auto& argument = pdg.arguments[*image];
        const auto dimension = static_cast<int>((slot - slotOfImage(pdg, *image, 0)));
        if (argument.kind != KernelArgument::Kind::Image || dimension >= dimensions(argument.shape))
            return std::nullopt;
        return ScalarType::Int;
    }
    if (isArgument(pdg, slot) && pdg.arguments[slot].kind != KernelArgument::Kind::Scalar) return std::nullopt;
    const ScalarType type = pdg.parameterType(slot);
    return isFloating(type) ? std::nullopt : std::optional(type);
}

} // namespace warpstring::drafting
