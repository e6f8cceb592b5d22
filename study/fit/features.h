// SPDX-License-Identifier: GPL-3.0-or-later
// What models are of: counts of a launch by name (docs/fit.md lists them, with what each is counted once per).
#pragma once

#include <string>
#include <vector>

#include "core/hardware_spec.h"
#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"

namespace warpstring::fit {

/// fit.unknown-feature, with the closest name as a hint.
[[nodiscard]] Diagnostics faultsOf(const std::vector<std::string>& features);

/// In the order of the names, all of which must be known. Of data-dependent launches averages, as the
/// evaluation has them.
[[nodiscard]] std::vector<double> featureValues(const std::vector<std::string>& features, const Pdg& pdg,
                                                const Launch& launch, const evaluation::Evaluation& evaluation);

/// Names without parts to be chosen: "f_gmem", "f_madd", ...
[[nodiscard]] std::vector<std::string> plainFeatures();

} // namespace warpstring::fit
