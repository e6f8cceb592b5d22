// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Clang's own declarations of OpenCL C that a source can speak of: reading all of them takes longer
// than reading most kernels.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpstring::frontend {

/// Where Clang finds its declarations.
[[nodiscard]] const std::string& defaultHeaderPath();

/// The header with those macros and vector types left empty that neither the texts, a source and its build
/// options, nor the rest of the header name; each line keeps its number. Nothing where names may come from
/// elsewhere: the source includes files, pastes names together or breaks them by line ends.
[[nodiscard]] std::optional<std::string> headerFor(std::string_view source, std::string_view options);

} // namespace warpstring::frontend
