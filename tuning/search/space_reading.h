// SPDX-License-Identifier: GPL-3.0-or-later
// The space that a launch file, or a file of its own, says. docs/tune.md.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tuning/search/search_space.h"

namespace warpstring::search {

/// A text and the file that it is of: for diagnostics, and as anchor of relative paths.
struct NamedText {
    std::string text;
    std::filesystem::path path;
};

/// Of `space` ("warpstring.space/1") where it is given; else [tune] of the launch file; else its [sweep].
/// Nothing where there is none of them: a space can be derived (derived_space.h). All faults have places. A
/// space of which no combination meets the constraints is refused (SearchSpace::whyEmpty).
[[nodiscard]] Result<std::optional<SearchSpace>> readSpace(const NamedText& launch,
                                                           const std::optional<NamedText>& space);

} // namespace warpstring::search
