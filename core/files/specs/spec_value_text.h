// SPDX-License-Identifier: GPL-3.0-or-later
// What a person types for a value of a hardware spec, and its TOML form.
#pragma once

#include <string>
#include <string_view>

#include "core/files/specs/hardware_spec_keys.h"
#include "core/files/toml/toml_outline.h"

namespace warpstring::files {

/// The TOML form of `typed`. What is no value of the key's type becomes a string: wrong, but the rest of the
/// file stays readable and the validation names the place. Three integers may be typed as "1, 2, 3" and "1 x 2
/// x 3".
[[nodiscard]] std::string specValueToml(const SpecKey& key, std::string_view typed);

/// How a value of this type is spelled.
[[nodiscard]] TomlOutlineItem::Form specValueForm(SpecKey::Type type);

/// What is wrong with a typed value on its own: "is no integer", "is not within 1 to 128"; empty when fine.
[[nodiscard]] std::string specValueFault(const SpecKey& key, std::string_view typed);

/// "1 to 128", "group, warp", "true, false", "three integers, 1 to 65536", ...
[[nodiscard]] std::string specValueRange(const SpecKey& key);

} // namespace warpstring::files
