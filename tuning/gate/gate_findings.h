// SPDX-License-Identifier: GPL-3.0-or-later
// What became slower, as findings in the sources.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tuning/findings/source_texts.h"
#include "tuning/gate/comparison.h"

namespace warpstring::gate {

[[nodiscard]] std::vector<findings::Rule> gateRules();

/// Of a regression, an error: at the cause that grew most, else at the kernel's name; of one that fails where
/// its first fault is. `path` is of the launch's file. Nothing of all else.
[[nodiscard]] std::optional<findings::Finding> findingOf(const Outcome& outcome, const std::string& path,
                                                         findings::SourceTexts& texts);

} // namespace warpstring::gate
