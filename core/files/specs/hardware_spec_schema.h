// SPDX-License-Identifier: GPL-3.0-or-later
// The form of a hardware spec file as JSON Schema.
#pragma once

#include <string>

namespace warpstring::files {

/// JSON Schema (2020-12) of a spec file, for editors with TOML support.
[[nodiscard]] std::string specJsonSchema();

} // namespace warpstring::files
