// SPDX-License-Identifier: GPL-3.0-or-later
// Advice as findings in the sources, for code scanning.
#pragma once

#include <vector>

#include "tuning/advice/advice.h"
#include "tuning/findings/source_texts.h"

namespace warpstring::advice {

/// A rule for each kind of cause, in their order.
[[nodiscard]] std::vector<findings::Rule> adviceRules();

/// One for each part of a kind that gains something: a warning where all of the kind together matter, else a
/// note. What is of the launch as a whole stands at the kernel's name.
[[nodiscard]] std::vector<findings::Finding> findingsOf(const Advice& advice, const Situation& situation,
                                                        findings::SourceTexts& texts);

} // namespace warpstring::advice
