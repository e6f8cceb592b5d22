// SPDX-License-Identifier: GPL-3.0-or-later
// What a search found, in sentences, and the command that finds the same.
#pragma once

#include <QString>

#include "app/gui/models/tune/tune_run.h"

namespace warpstring::gui {

/// "tile=32, 12.3 us: 1.22 times as fast as it stands (15.0 us)"
[[nodiscard]] QString headlineOf(const TuneOutcome& outcome);
/// How much of the space was looked at, ties and by which error.
[[nodiscard]] QString coverageOf(const TuneOutcome& outcome);
/// Why the winner wins; empty where that was not asked.
[[nodiscard]] QString whyText(const TuneOutcome& outcome);

/// "warpstring tune LAUNCH -s SPEC --evaluations N --seed S"; with a file for the space, "--space FILE".
[[nodiscard]] std::string tuneCommand(const TuneInputs& inputs, std::uint64_t evaluations, std::uint64_t seed,
                                      const std::filesystem::path& space = {});

} // namespace warpstring::gui
