// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring one sequence in this process, as measure_launch.h does a launch.
#pragma once

#include <cstddef>

#include "core/records/reference.h"
#include "core/records/resolved_sequence.h"
#include "core/records/sequence_measurement.h"

namespace warpstring::measure {

/// The protocol of docs/measuring.md for all kernels in order: build, first run and its outputs against the
/// reference, warm-up, timing. Neither transfers nor warps are timed. Always gives a record; a failed one has
/// the diagnostics of runLaunch(), measure.wrong-output or those of verify().
[[nodiscard]] records::SequenceMeasurement measureSequence(const records::ResolvedSequence& resolved,
                                                           std::size_t deviceIndex,
                                                           const records::MeasureSettings& settings,
                                                           const records::References& references);

} // namespace warpstring::measure
