// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline latency that other warps do not hide, by how many there are: cr of the string's C tokens.
// docs/model.md, section 2.
#pragma once

#include <vector>

#include "core/hardware_spec.h"
#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"
#include "stringmodel/string/token.h"

namespace warpstring::token_string {

/// cr of the regions of an evaluated graph. Evaluation and spec live longer.
class ExposedLatency {
public:
    ExposedLatency(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec);

    /// Among so many resident groups.
    [[nodiscard]] double among(double groups, RegionId region) const;
    /// Of a warp that has the multiprocessor to itself.
    [[nodiscard]] double alone(RegionId region) const;

private:
    const evaluation::Evaluation& evaluation_;
    const HardwareSpec& spec_;
    std::vector<double> parallelism_; ///< by region
};

/// Sets what the C tokens of a string of that graph cost among so many resident groups.
void applyExposure(TokenString& string, const ExposedLatency& exposed, double groups);
/// The same for a warp that has the multiprocessor to itself.
void applyExposureAlone(TokenString& string, const ExposedLatency& exposed);

} // namespace warpstring::token_string
