// SPDX-License-Identifier: GPL-3.0-or-later
// Spaces from files of other tuners: the head of a Kernel Tuner cache, or the T1 form of the auto-tuning
// community.
#pragma once

#include "tuning/search/space_reading.h"

namespace warpstring::search {

/// Whether a space file is JSON, as those of other tuners are.
[[nodiscard]] bool isTunerFile(const std::string& text);

/// The space of a launch file's names (namesOf() in tuner_parameters.h) that a cache lists, or a T1 file with
/// its conditions. Of T1, the configuration space alone is read.
[[nodiscard]] Result<SearchSpace> readTunerSpace(const NamedText& launch, const NamedText& file);

} // namespace warpstring::search
