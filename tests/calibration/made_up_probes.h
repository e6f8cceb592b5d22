// SPDX-License-Identifier: GPL-3.0-or-later
// Probes as a device of a known spec would give them, by the models of docs/calibration.md.
#pragma once

#include "core/hardware_spec.h"
#include "core/records/probe_record.h"

namespace warpstring::test {

/// Times scattered by a normal distribution of relative width `noise`, drawn with `seed`.
[[nodiscard]] records::ProbeSet madeUpProbes(const HardwareSpec& spec, double noise, unsigned seed);

[[nodiscard]] HardwareSpec h200();
[[nodiscard]] std::string h200Text();

} // namespace warpstring::test
