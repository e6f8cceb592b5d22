// SPDX-License-Identifier: GPL-3.0-or-later
// TOML strings as they are written, and what they say.
#pragma once

#include <string>
#include <string_view>

namespace warpstring::files {

/// `text` as a TOML string on one line, with its quotes; control characters are escaped.
[[nodiscard]] std::string quoteToml(std::string_view text);

/// What a TOML string of any of the four kinds says; `written` has its quotes. Escapes that TOML does not know
/// stay as they are.
[[nodiscard]] std::string unquoteToml(std::string_view written);

} // namespace warpstring::files
